"""Files in which Blokus programs keep games."""
