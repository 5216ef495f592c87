"""How the networks and weights of backgammon are trained."""
