"""Texts and files in which backgammon programs exchange positions and matches."""
