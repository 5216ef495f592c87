"""How a backgammon board is seen."""

from vision.backgammon.finder import BackgammonFinder
from vision.backgammon.reader import BackgammonReader
from vision.protocols import Eye

EYE = Eye(BackgammonFinder(), BackgammonReader())
