"""Backgammon in numbers: turns, exact endings, what a position shows, and the networks that judge it."""
