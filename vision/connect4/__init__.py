"""How Connect 4 is seen: an upright grid of 7 by 6 holes, discs behind it."""

from vision.connect4.classifier import Connect4Classifier
from vision.connect4.detector import Connect4Detector
from vision.protocols import BoardVision

VISION = BoardVision(Connect4Detector(), Connect4Classifier())
