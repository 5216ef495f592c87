"""Training of the weights of the Blokus engine."""
