"""The start page: the choice of a game."""
