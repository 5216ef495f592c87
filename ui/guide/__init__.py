"""Help about the screen as it is now, and the guided first turn."""
