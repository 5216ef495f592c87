"""Vision for TriDice, which recognises red and blue tetrahedra by the hue of each cell in a grid of triangles."""

from fourth_seat.vision.board_json import letters_by_cell
from fourth_seat.vision.protocols import BoardVision, Orientations
from fourth_seat.vision.tridice.classifier import TriDiceClassifier
from fourth_seat.vision.tridice.detector import TriDiceDetector

VISION = BoardVision(TriDiceDetector(), TriDiceClassifier(), letters_by_cell, Orientations.ROTATED_BY_THIRDS)
