"""Tracks changes: whether a frame can be read (no motion, no hand, good light), what disturbs it (a flickering lamp, for
example), the board's position after it or the camera has been moved or the picture has been flipped, and the cells whose
appearance has not changed.
"""
