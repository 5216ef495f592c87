"""How a backgammon board is seen."""

from vision.backgammon.classifier import BackgammonClassifier
from vision.backgammon.detector import BackgammonDetector
from vision.protocols import BoardVision

VISION = BoardVision(BackgammonDetector(), BackgammonClassifier())
