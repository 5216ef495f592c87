"""Compiled Blokus code: the board, the prior, the expected gains, playouts with good replies, and the tree."""
