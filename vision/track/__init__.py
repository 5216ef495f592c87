"""What has changed? From frames to whether each may be read (nothing moves, no hand, fair light), to where the board is
after it or the camera was moved, and to which cells look as they did before.
"""
