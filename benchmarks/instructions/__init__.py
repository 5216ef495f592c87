"""Instructions read by a stranger: whether sentences and names on the board are enough to make each move by hand."""
