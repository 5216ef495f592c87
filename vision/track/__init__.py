"""Tracks changes: whether a frame can be read (no motion, no hand, good light), the board's position after it or the camera
has been moved, and the cells whose appearance has not changed.
"""
