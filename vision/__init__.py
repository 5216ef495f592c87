"""Infers the most likely legal move from camera frames, and decides when to look, when to wait and when to ask.

`camera/` delivers frames, `detect/` finds the board, and `track/` detects changes. Each game's folder contains its detector
and its classifier, which turns pixels into evidence for each cell; the `inference` package turns evidence into moves.
`dice/` reads six-sided dice, and `worker/` runs everything in a separate process.
"""
