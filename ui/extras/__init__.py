"""What the window offers to add when it is first wanted, and its place in the settings."""
