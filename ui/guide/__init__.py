"""Help about the current screen, and the guided first turn."""
