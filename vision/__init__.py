"""From camera frames to the likeliest legal move: when to look, when to wait, when to ask.

`camera/` delivers frames; `detect/` finds the board; `track/` tells what has changed; a game's folder holds its detector
and its classifier, which turns pixels into evidence for each cell; `infer/` turns evidence into moves; `dice/` reads
six-sided dice; `worker/` runs all of it in a process of its own.
"""
