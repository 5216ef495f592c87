"""Tracks changes: whether a frame can be read (nothing moving, no hand, good light), where the board is after it or the
camera has been moved, and which cells look the same as before.
"""
