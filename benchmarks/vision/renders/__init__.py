"""Pictures of boards made by tracing light, with labels of everything on them.

`python -m benchmarks.vision.renders GAME --out DIR --count N --seed S` writes `GAME_SEED.jpg` and, beside each, a JSON in
the form of a `labels.json` entry. Scenes are built in board units, x to the right, y downwards, height upwards, so a
game's `geometry()` says where everything lies; the light is traced by Mitsuba 3 (dependency group `renders`).
"""
