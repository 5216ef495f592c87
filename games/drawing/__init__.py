"""Drawing a board from its geometry: outlines of pieces, labels, stacks, and the part of the board around a move."""
