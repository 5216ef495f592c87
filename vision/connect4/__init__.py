"""How Connect 4 is seen: an upright grid of 7 by 6 holes, discs behind it."""

from vision.connect4.finder import GridFinder
from vision.connect4.reader import GridReader
from vision.protocols import Eye

EYE = Eye(GridFinder(), GridReader())
