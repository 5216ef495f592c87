"""The table without the window."""
