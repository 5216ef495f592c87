"""File formats used by Blokus programs."""
