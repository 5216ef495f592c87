"""The eye for Kalah."""

from vision.kalah.classifier import KalahClassifier
from vision.kalah.detector import KalahDetector
from vision.protocols import BoardVision

VISION = BoardVision(KalahDetector(), KalahClassifier())
