"""The eye for TriDice."""

from vision.protocols import BoardVision
from vision.tridice.classifier import TriDiceClassifier
from vision.tridice.detector import TriDiceDetector

VISION = BoardVision(TriDiceDetector(), TriDiceClassifier())
