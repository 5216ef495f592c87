"""How a board is drawn from its geometry: outlines of pieces, labels, stacks, and the part of the board around a move."""
