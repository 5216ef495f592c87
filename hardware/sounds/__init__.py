"""Soft sounds for moves, captures and the end of a game, so that nobody has to watch the screen."""
