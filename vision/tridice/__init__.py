"""Vision of TriDice: red and blue tetrahedra by the hue of each cell, in a grid of triangles."""

from vision.board_json import letters_by_cell
from vision.protocols import BoardVision, Orientations
from vision.tridice.classifier import TriDiceClassifier
from vision.tridice.detector import TriDiceDetector

VISION = BoardVision(TriDiceDetector(), TriDiceClassifier(), letters_by_cell, Orientations.ROTATED_BY_THIRDS)
