"""Detection of the board: from a picture, shape (height, width, 3), BGR, to the corners of its playing area in pixels,
shape (4, 2), by printed markers, by a calibration of another session, or by each game's own detector; and the reason where
it can be no board.
"""
