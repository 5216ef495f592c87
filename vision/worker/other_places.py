"""Searches for a board away from the watched place, which may be a second, similar board, or the actual board.

Detectors may pick the wrong one of two boards, or mistake a board's shadow for one of its rows. A camera's picture may also
become mirrored unnoticed, as while it is dark, so that the board appears elsewhere in it. The position decides: the right
board is the one with the expected pieces.
"""

from __future__ import annotations

import cv2
import numpy as np

from fourth_seat.calibration.lens import Lens, Points
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.contents import differences
from fourth_seat.games.options import Options
from fourth_seat.inference.initial_position import fits
from fourth_seat.vision.board_reading import rejection, view_of_board
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.detect.orientation import possible_orientations
from fourth_seat.vision.detect.search import BoardSearch
from fourth_seat.vision.protocols import Appearance, DetectedBoard, Image, Orientations, with_usable
from fourth_seat.vision.registry import board_vision
from fourth_seat.vision.track.cell_changes import near

LOOK_INTERVAL_S = 0.5  # between two looks: a board is watched meanwhile
BESIDE_INTERVAL_S = 20.0  # between two searches for a second board
SAME_PLACE_SHARE = 0.03  # of the board's diagonal, within which two places are one
COVER_SHARE = 0.15  # of a board's size, to each side, that is painted over with it
MAX_WRONG_PIECES, MAX_WRONG_SHARE = 1, 0.1  # that may look wrong on the right board: a move may have been made
MAX_LOSS_PER_CELL = 0.5  # of likelihood (logarithm), for a second board: it is only watched until a move is made on it
MIN_PIECES = 4  # that distinguish one orientation from another


class OtherPlaces:
    """Searches a camera's pictures for a game's board in another place."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        self._game, self._options = game, options
        self._search = BoardSearch(game, options)
        self._looked = -LOOK_INTERVAL_S
        self._ended: float | None = None  # when all looks of a round had been taken

    def is_due(self, t: float) -> bool:
        """Return whether to search for a second board at `t` seconds: it may be laid there at any time."""
        return self._ended is None or not 0 <= t - self._ended < BESIDE_INTERVAL_S

    def look(self, frame: CameraFrame, place: Points, *, beside: bool) -> DetectedBoard | None:
        """Try the next look for a board away from `place` (corners in pixels); return None if none is found.

        If `beside` is true, the board at that place is painted over, so that another one is found.
        """
        if 0 <= frame.t - self._looked < LOOK_INTERVAL_S:
            return None
        self._looked = frame.t
        found = self._search.look(_painted_over(frame.image, place) if beside else frame.image)
        if found is not None:
            self._ended = frame.t
        return found if isinstance(found, DetectedBoard) and not _is_there(found.corners, place) else None

    def fitting_appearance(
        self, image: Image, found: DetectedBoard, state: AnyState, known: Appearance
    ) -> Appearance | None:
        """Return the appearance with which the detected object is a board of the game that shows this position: that of an
        unknown set or the `known` one; None if it is no such board.
        """
        vision, area = board_vision(self._game), self._game.geometry(self._options).area
        view = view_of_board(found.corners, self._game, self._options, image)
        if rejection(image, self._game, self._options, view, found.shape) is not None:
            return None
        ways = possible_orientations(found.corners, vision.orientations, area)
        views = [view_of_board(way, self._game, self._options, image) for way in ways]
        for appearance in (found.shape, {**known, **found.shape}):
            for each in views:
                evidence, _ = with_usable(vision.classifier.classify, image, each, appearance, self._options)
                if fits(evidence, state) or -evidence.score(state.cells()) <= MAX_LOSS_PER_CELL * len(evidence.cells):
                    return appearance
        return None

    def way_round(
        self, image: Image, found: DetectedBoard, state: AnyState, known: Appearance, lens: Lens | None
    ) -> Points | None:
        """Return the corners in the order that fits the position, trying mirrored orders as well, or None if none fits."""
        vision, cells = board_vision(self._game), state.cells()
        area = self._game.geometry(self._options).area
        best: tuple[float, Points] | None = None
        if len(cells) < MIN_PIECES:
            return None
        for way in possible_orientations(found.corners, Orientations.ROTATED_OR_MIRRORED, area):
            view = view_of_board(way, self._game, self._options, image, lens)
            evidence = vision.classifier.classify(image, view, {**known, **found.shape}, self._options)
            seen = {name: content for name, content in evidence.best().items() if content}
            score = evidence.score(cells)
            right = len(differences(cells, seen)) <= max(MAX_WRONG_PIECES, MAX_WRONG_SHARE * len(cells))
            if right and (best is None or score > best[0]):
                best = score, way
        return best and best[1]


def _is_there(found: Points, place: Points) -> bool:
    return any(near(np.roll(ring, n, axis=0), place, SAME_PLACE_SHARE) for ring in (found, found[::-1]) for n in range(4))


def _painted_over(image: Image, place: Points) -> Image:
    """Return the picture without the board at a place."""
    middle = place.mean(axis=0)
    outline = middle + (place - middle) * (1 + 2 * COVER_SHARE)
    painted = image.copy()
    colour = np.median(image.reshape(-1, 3)[:: 1 + image.size // 30000], axis=0).tolist()
    cv2.fillConvexPoly(painted, np.round(outline).astype(np.int32), colour)
    return painted
