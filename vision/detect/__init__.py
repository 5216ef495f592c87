"""Where is the board? A picture (height, width, 3; BGR) -> corners of the playing area in pixels (4, 2), or why there are
none.
"""
