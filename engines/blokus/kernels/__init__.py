"""Blokus's compiled part: the board, the prior and the expected gains, playouts with good replies, and the tree."""
