"""File formats used by Connect 4 programs."""
