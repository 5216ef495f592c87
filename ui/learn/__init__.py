"""Lessons of a game, one after the other, with boards drawn from the rules."""
