"""Help about the present screen, and the guided first turn."""
