"""Tracking of changes: whether a frame may be read (nothing moves, no hand, fair light), the board's new place after it or
the camera was moved, and the cells that look the same as before.
"""
