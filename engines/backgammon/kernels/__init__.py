"""Compiled backgammon code: turns, exact endings, features of positions, and the networks that evaluate them."""
