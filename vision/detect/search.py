"""Searches for a board in a series of attempts, each on a new picture if there is a camera.

A clearly visible board ends the search. Otherwise, all attempts are made and the clearest result is chosen: a board is
clear in at least one of them, while other objects are seldom clear in any.
"""

from __future__ import annotations

import numpy as np

from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.vision.detect.looks import taken, taken_back
from fourth_seat.vision.detect.printed_photo import printed_photo_reason
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image, PictureSize, size_of
from fourth_seat.vision.registry import board_vision
from fourth_seat.vision.track.motion_gate import LightLevel, MotionGate

PLAIN_CONFIDENCE = 0.8  # of a board at which no other look is taken
NOTHING = -1.0  # the confidence of a look that finds no board


class BoardSearch:
    """Searches for a game's board in a camera's pictures, or in a single picture."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        self._game, self._options = game, options
        self._vision = board_vision(game)
        self._begin((0, 0))

    def _begin(self, size: PictureSize) -> None:
        self._size = size
        self._taken = 0  # looks of this round
        self._best: DetectedBoard | BoardNotFound | None = None
        self._plainness = NOTHING

    @property
    def underway(self) -> bool:
        """Whether some looks have been tried and others remain."""
        return self._taken > 0

    def look(self, image: Image) -> DetectedBoard | BoardNotFound | None:
        """Try the next look; return None while other looks remain that may be clearer. Dark pictures and pictures of a
        printed board are rejected.
        """
        size = size_of(image)
        if size != self._size:
            self._begin(size)
        width, height = size
        frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
        sight = MotionGate(frame, size).check(image, 0.0)
        if sight.light is LightLevel.DARK and sight.reason:
            return self._ended(BoardNotFound(sight.reason))
        look = self._vision.looks[self._taken]
        found = self._vision.detector.detect(taken(look, image), self._options)
        self._taken += 1
        plainness = NOTHING
        if isinstance(found, DetectedBoard):
            plainness, corners = found.confidence, taken_back(look, found.corners, size)
            area = self._game.geometry(self._options).area
            reason = printed_photo_reason(image, corners, area, self._vision.aspect_sigma)
            found = BoardNotFound(reason) if reason else DetectedBoard(corners, found.confidence, found.shape)
        if self._best is None or plainness > self._plainness:  # so later looks still know it as a picture of a board
            self._best, self._plainness = found, plainness
        if self._taken == len(self._vision.looks) or self._plainness >= PLAIN_CONFIDENCE:
            return self._ended(self._best)
        return None

    def _ended(self, answer: DetectedBoard | BoardNotFound) -> DetectedBoard | BoardNotFound:
        self._begin(self._size)
        return answer
