"""File formats of Connect 4 programs."""
