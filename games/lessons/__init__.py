"""Lessons on how to play a game. Each has one or two sentences, with pictures of real positions and moves."""
