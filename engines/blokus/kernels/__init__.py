"""The compiled part of Blokus: the board, the prior and the expected gains, playouts with good replies, and the tree."""
