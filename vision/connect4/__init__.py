"""Vision of Connect 4: an upright grid of 7 by 6 holes, discs behind it."""

from vision.board_json import letter_rows
from vision.connect4.classifier import Connect4Classifier
from vision.connect4.detector import Connect4Detector
from vision.protocols import BoardVision, Orientations

VISION = BoardVision(
    Connect4Detector(),
    Connect4Classifier(),
    letter_rows,
    Orientations.FIXED,
    aspect_sigma=0.13,  # holes may lie closer one way than the other
)
