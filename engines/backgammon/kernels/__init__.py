"""Backgammon in numbers: turns, exact endings, features of positions, and the networks that judge them."""
