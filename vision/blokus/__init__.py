"""Vision of Blokus: the colour of each square against the empty board, in a grid of lines."""

from fourth_seat.vision.blokus.classifier import BlokusClassifier
from fourth_seat.vision.blokus.detector import BlokusDetector
from fourth_seat.vision.board_json import letter_rows
from fourth_seat.vision.protocols import BoardVision

VISION = BoardVision(BlokusDetector(), BlokusClassifier(), letter_rows)
