"""File formats of Blokus programs."""
