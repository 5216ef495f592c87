"""Blokus's compiled part: the board, playouts, the sense of promising placements, and the tree."""
