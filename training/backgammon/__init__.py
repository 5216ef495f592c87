"""Training of the networks and weights of backgammon."""
