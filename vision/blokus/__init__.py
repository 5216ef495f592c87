"""Vision for Blokus: finds a grid of lines, and compares the colour of each square with the empty board."""

from fourth_seat.vision.blokus.classifier import BlokusClassifier
from fourth_seat.vision.blokus.detector import BlokusDetector
from fourth_seat.vision.board_json import letter_rows
from fourth_seat.vision.protocols import BoardVision

VISION = BoardVision(BlokusDetector(), BlokusClassifier(), letter_rows)
