"""Making of the opening book of Connect 4."""
