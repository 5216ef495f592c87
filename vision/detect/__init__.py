"""Detection of the board: from a picture, shape (height, width, 3), BGR, to the corners of its playing area in pixels,
shape (4, 2), by printed markers, a calibration from another session, or each game's own detector; or the reason why it
cannot be a board.
"""
