"""`companion.py play --terminal`: a game without the window."""
