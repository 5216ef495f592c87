"""Turns camera frames into the likeliest legal move, and decides when to look, when to wait and when to ask.

`camera/` delivers frames; `detect/` finds the board; `track/` detects changes; a game's folder holds its detector
and its classifier, which turns pixels into evidence for each cell; the package `inference` turns evidence into moves;
`dice/` reads six-sided dice; `worker/` runs everything in a separate process.
"""
