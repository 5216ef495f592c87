"""Detects the board in a picture, shape (height, width, 3), BGR. Printed markers, a calibration from an earlier session, or
the game's own detector give the corners of the playing area in pixels, shape (4, 2), or the reason why there is no board.
"""
