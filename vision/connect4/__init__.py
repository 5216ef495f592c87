"""Vision for Connect 4, an upright grid of 7 by 6 holes with discs behind it."""

from fourth_seat.vision.board_json import letter_rows
from fourth_seat.vision.connect4.classifier import Connect4Classifier
from fourth_seat.vision.connect4.detector import Connect4Detector
from fourth_seat.vision.protocols import BoardVision, Orientations

VISION = BoardVision(
    Connect4Detector(),
    Connect4Classifier(),
    letter_rows,
    Orientations.UPRIGHT,
    aspect_sigma=0.13,  # holes may lie closer one way than the other
)
