"""Locates the board in a single picture and reads its contents."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from fourth_seat.calibration.lens import Lens, Points
from fourth_seat.calibration.view import View
from fourth_seat.games import AnyGame
from fourth_seat.games.contents import Cells
from fourth_seat.games.options import Options
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.detect.orientation import possible_orientations
from fourth_seat.vision.detect.printed_photo import printed_photo_reason
from fourth_seat.vision.detect.search import BoardSearch
from fourth_seat.vision.errors import BadCorners
from fourth_seat.vision.protocols import (
    Appearance,
    BoardNotFound,
    DetectedBoard,
    Image,
    Orientations,
    with_usable,
)
from fourth_seat.vision.registry import board_vision
from fourth_seat.vision.track.motion_gate import MotionGate
from fourth_seat.words import Text, say

MAX_SNAP_SHARE = 0.03  # of the board's diagonal: greatest error of a corner placed by hand
MAX_DISTANCE = 4  # of a corner from the picture's, in sides of the picture: a board may be seen in part


@dataclass(frozen=True, slots=True)
class BoardReading:
    """A board in a picture.

    Attributes:
        corners: the corners of the playing area in pixels, shape (4, 2).
        confidence: the mean probability of the cells' likeliest contents, times the probability that there is a board.
        rejection: the reason why this is not a board of this game, or cannot be read, or None if it can.
        question: a doubt about a board marked by the user, or None.
    """

    corners: Points
    evidence: Evidence
    confidence: float
    rejection: Text | None = None
    question: Text | None = None


def read_board(
    image: Image, game: AnyGame, options: Options, corners: Points | None = None, learned: Appearance | None = None
) -> BoardReading | Text:
    """Read the board in a picture, or return the reason why none is found.

    Corners given by the user are accepted, and any doubts about them become a question.

    Args:
        corners: the corners of the board, if given by the user; otherwise, the board is detected.
        learned: the learned appearance of this set.

    Raises:
        BadCorners: no board can have these corners.
    """
    vision, known, found = board_vision(game), learned or {}, 1.0
    searched = corners is None
    if corners is None:
        search = detect_board(image, game, options)
        if isinstance(search, BoardNotFound):
            return search.reason
        corners, found, known = search.corners, search.confidence, {**known, **search.shape}
    view = view_of_board(corners, game, options, image)
    evidence = vision.classifier.classify(image, view, known, options)
    confidence = found * evidence.sureness()
    if searched:
        return BoardReading(corners, evidence, confidence, rejection(image, game, options, view, known))
    if unlit := _unlit(image, game, options, view):
        return BoardReading(corners, evidence, confidence, unlit)
    doubt = vision.classifier.rejection_reason(image, view, known, options) or printed(image, game, options, corners)
    return BoardReading(corners, evidence, confidence, question=doubt)


def snapped(
    image: Image,
    game: AnyGame,
    options: Options,
    corners: Points,
    cells: Cells | None = None,
    lens: Lens | None = None,
) -> Points:
    """Snap manually placed corners to a board detected nearby, keeping their order.

    Manually placed corners are off by one or two per cent of the board's size, about a third of a Blokus square. They are
    kept if no board is detected nearby, or if the contents can be read better with them than with the detected corners.

    Args:
        cells: the contents of the board, if they are known.

    Raises:
        BadCorners: no board can have these corners.
    """
    given = view_of_board(corners, game, options, image, lens)
    found = detect_board(image, game, options)
    if isinstance(found, BoardNotFound):
        return corners
    around = [np.roll(ring, n, axis=0) for ring in (found.corners, found.corners[::-1]) for n in range(4)]
    nearest = min(around, key=lambda ring: float(np.linalg.norm(ring - corners, axis=1).max()))
    diagonal = float(np.linalg.norm(np.ptp(corners, axis=0)))
    if np.linalg.norm(nearest - corners, axis=1).max() > MAX_SNAP_SHARE * diagonal:
        return corners

    def clearness(view: View, shape: Appearance) -> float:
        evidence = board_vision(game).classifier.classify(image, view, shape, options)
        return evidence.score(cells) if cells is not None else evidence.sureness()

    moved = view_of_board(nearest, game, options, image, lens)
    return nearest if clearness(moved, found.shape) > clearness(given, {}) else corners


def detect_board(image: Image, game: AnyGame, options: Options) -> DetectedBoard | BoardNotFound:
    """Detect the game's board in an arbitrary picture, trying each of the game's looks; reject dark pictures and pictures
    of a printed board.
    """
    search = BoardSearch(game, options)
    while (answer := search.look(image)) is None:
        pass
    return answer


def printed(image: Image, game: AnyGame, options: Options, corners: Points) -> Text | None:
    """Return the reason why the area within these corners must be a printed photo of a board, or None if it may be a real
    board.
    """
    return printed_photo_reason(image, corners, game.geometry(options).area, board_vision(game).aspect_sigma)


def rejection(image: Image, game: AnyGame, options: Options, view: View, known: Appearance) -> Text | None:
    """Return the reason why this view cannot be read as a board of this game, or None if it can."""
    unlit = _unlit(image, game, options, view)
    return unlit or board_vision(game).classifier.rejection_reason(image, view, known, options)


def _unlit(image: Image, game: AnyGame, options: Options, view: View) -> Text | None:
    """Explain why the light is too bad to read the board; None where it is not."""
    return MotionGate(view.corners(game.geometry(options).area), view.size).check(image, 0.0).reason


def readable_orientations(
    image: Image, game: AnyGame, options: Options, corners: Points, known: Appearance, lens: Lens | None = None
) -> list[Points]:
    """Return the corners in every order in which the board can be read. Of a board that stands, all holes may look alike
    upside down, but with discs in them only one way is possible.

    Raises:
        BadCorners: no board can have these corners.
    """
    vision = board_vision(game)
    ways = possible_orientations(corners, vision.orientations, game.geometry(options).area)
    if vision.orientations is not Orientations.UPRIGHT:
        return ways
    views = [view_of_board(way, game, options, image, lens) for way in ways]
    reasons = [with_usable(vision.classifier.rejection_reason, image, view, known, options)[0] for view in views]
    return [way for way, reason in zip(ways, reasons, strict=True) if reason is None] or ways


def view_of_board(corners: Points, game: AnyGame, options: Options, image: Image, lens: Lens | None = None) -> View:
    """Return the view of a board with these corners, through this lens if it is given.

    Raises:
        BadCorners: the corners are collinear, their sides cross, or they are far outside the picture.
    """
    height, width = image.shape[:2]
    wrong = BadCorners(say("the corners must go around the board: top left, top right, bottom right, bottom left"))
    if not np.abs(corners).max() <= MAX_DISTANCE * max(width, height):
        raise wrong
    sides = [corners[n] - corners[n - 1] for n in range(4)]
    bends = [float(one[0] * two[1] - one[1] * two[0]) for one, two in zip(sides, sides[1:] + sides[:1], strict=True)]
    if not (all(bend > 0 for bend in bends) or all(bend < 0 for bend in bends)):
        raise wrong
    try:
        return View.of_corners(corners, game.geometry(options).area, (width, height), lens)
    except (ValueError, cv2.error):
        raise wrong from None
