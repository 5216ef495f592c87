"""Vision of Blokus: the colour of each square against the empty board, in a grid of lines."""

from vision.blokus.classifier import BlokusClassifier
from vision.blokus.detector import BlokusDetector
from vision.board_json import letter_rows
from vision.protocols import BoardVision

VISION = BoardVision(BlokusDetector(), BlokusClassifier(), letter_rows)
