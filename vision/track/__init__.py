"""Has the board moved, is a hand over it, what has changed? Frames -> whether to read them, and where the board is now."""
