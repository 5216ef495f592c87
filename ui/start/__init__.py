"""The start page, for choosing a game."""
