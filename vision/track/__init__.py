"""Tracking of changes: whether a frame may be read (nothing moves, no hand, fair light), where the board is after it or the
camera was moved, and which cells look as they did before.
"""
