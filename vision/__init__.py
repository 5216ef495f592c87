"""Frames -> evidence for each cell -> the likeliest legal moves; when to look, when to wait, when to ask.

`camera/` frames; `detect/` where the board is; `track/` what has changed; a folder for each game: its detector, and its
classifier from pixels to evidence; `infer/` from evidence to moves; `worker/` all of it in a process; `dice/` six-sided
dice.
"""
