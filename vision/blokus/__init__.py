"""The eye for Blokus."""

from vision.blokus.classifier import BlokusClassifier
from vision.blokus.detector import BlokusDetector
from vision.protocols import BoardVision

VISION = BoardVision(BlokusDetector(), BlokusClassifier())
