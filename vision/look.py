"""One picture: where the board is, and what lies on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.lens import Lens, Points
from calibration.view import View
from games import AnyGame
from games.options import Options
from vision.errors import BadCorners
from vision.evidence import Evidence
from vision.eyes import eye_of
from vision.gate import Gate, Light
from vision.pictured import pictured
from vision.protocols import Found, Image, Look, NotFound
from words import Text, say


@dataclass(frozen=True, slots=True)
class Reading:
    """A board in a picture.

    Attributes:
        corners: of the playing area in pixels, shape (4, 2).
        confidence: the probability that a cell holds what it looks most like, on average, times that the board lies there.
        doubt: why this can be no board of this game; None where it can.
    """

    corners: Points
    evidence: Evidence
    confidence: float
    doubt: Text | None = None


def look(
    image: Image, game: AnyGame, options: Options, corners: Points | None = None, learned: Look | None = None
) -> Reading | Text:
    """What lies on the board, or why none is to be found.

    Args:
        corners: where the board is known to be; else it is searched for.
        learned: what is known of this set.

    Raises:
        BadCorners: corners that no board can have.
    """
    eye, known, found = eye_of(game.name), learned or {}, 1.0
    searched = corners is None
    if corners is None:
        search = find_board(image, game, options)
        if isinstance(search, NotFound):
            return search.reason
        corners, found, known = search.corners, search.confidence, {**known, **search.shape}
    view = seen_from(corners, game, options, image)
    evidence = eye.reader.read(image, view, known, options)
    why_not = doubt(image, game, options, view, known) or (None if searched else pictured(image, corners, game, options))
    return Reading(corners, evidence, found * evidence.sureness(), why_not)


def find_board(image: Image, game: AnyGame, options: Options) -> Found | NotFound:
    """The game's board in a picture that may show anything; not in the dark, nor a picture of one."""
    height, width = image.shape[:2]
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    sight = Gate(frame, (width, height)).look(image, 0.0)
    if sight.light is Light.DARK and sight.reason:
        return NotFound(sight.reason)
    found = eye_of(game.name).finder.find(image, options)
    if isinstance(found, Found) and (reason := pictured(image, found.corners, game, options)):
        return NotFound(reason)
    return found


def doubt(image: Image, game: AnyGame, options: Options, view: View, known: Look) -> Text | None:
    """Why what is seen so cannot be read as a board of this game, whoever says where it lies; None where it can."""
    sight = Gate(view.corners(game.geometry(options).area), view.size).look(image, 0.0)
    return sight.reason or eye_of(game.name).reader.refuse(image, view, known, options)


def seen_from(corners: Points, game: AnyGame, options: Options, image: Image, lens: Lens | None = None) -> View:
    """The view of a board with these corners, through this lens where one was calibrated.

    Raises:
        BadCorners: they lie on a line, or cross.
    """
    height, width = image.shape[:2]
    sides = [corners[n] - corners[n - 1] for n in range(4)]
    bends = [float(one[0] * two[1] - one[1] * two[0]) for one, two in zip(sides, sides[1:] + sides[:1], strict=True)]
    if not (all(bend > 0 for bend in bends) or all(bend < 0 for bend in bends)):
        raise BadCorners(say("the corners must go around the board: top left, top right, bottom right, bottom left"))
    return View.of_corners(corners, game.geometry(options).area, (width, height), lens)
