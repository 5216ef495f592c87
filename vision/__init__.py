"""Frames -> evidence for each cell -> the likeliest legal moves; when to look, when to wait, when to ask."""
