"""Help for the current screen, and the guided first turn."""
