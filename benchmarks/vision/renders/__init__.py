"""Path-traced pictures of boards, with labels of everything on them.

`python -m benchmarks.vision.renders GAME --out DIR --count N --seed S` writes each picture as `GAME_SEED.jpg`, with a JSON
file beside it in the form of a `labels.json` entry. Scenes are built in board units (x to the right, y downwards, height
upwards), so that a game's `geometry()` gives the place of everything. Mitsuba 3 (dependency group `renders`) traces the
light.
"""
