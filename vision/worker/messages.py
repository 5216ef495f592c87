"""The messages of a session, as lines of JSON. They include those of `inference/messages.py`, with the time in seconds and
the number of the picture:

    {"t": 12.4, "frame": 310, "move": "4", "moves": ["4"], "confidence": 0.9993, "board": [...]}

Other messages have an `event`: `found` (the corners), `fits` (the board matches the position for the first time in this
place), `moved` (the new corners after the camera or board has been moved, or the picture has been flipped), `unseen` (the
reason why nothing can be read, and a remedy), or `visibility` (the result of the test of how well this table is seen). A
window that shows the pictures also gets `view` (outlines of the cells), `sight` (whether the board can be read) and
`evidence` (the likeliest content of each cell).
"""

from __future__ import annotations

import numpy as np

from fourth_seat.boundary.numbers import parse_decimal
from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import AnyGame
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.options import Options
from fourth_seat.inference.messages import reason_of
from fourth_seat.processes.worker import Message
from fourth_seat.vision.picture_tracker import PictureTracker
from fourth_seat.vision.self_test import Visibility
from fourth_seat.words import say

MAX_PIXELS = 1_000_000.0


def view_line(game: AnyGame, options: Options, move_tracker: PictureTracker, known: bool) -> Message:
    """Return the outlines of all cells in pixels of the camera's picture; `known` means that the orientation is certain."""
    cells = cell_outlines(game, options, move_tracker.view)
    corners = plain(move_tracker.view.corners(game.geometry(options).area))
    return {"event": "view", "size": list(move_tracker.view.size), "corners": corners, "known": known, "cells": cells}


def cell_outlines(game: AnyGame, options: Options, view: View) -> dict[str, list[list[float]]]:
    """Return the outlines of the board's cells in pixels, keyed by name."""
    return {
        cell.name: plain(view.pixels(np.array(cell.polygon, np.float64)))
        for cell in game.geometry(options).cells
        if cell.is_on_board
    }


def evidence_line(move_tracker: PictureTracker) -> Message:
    """Return the likeliest content of each cell as colour, number and probability."""
    evidence = move_tracker.evidence
    assert evidence is not None
    best = evidence.best()
    seen = {}
    for name in evidence.cells.keys() - move_tracker.dice.cells:
        content = best.get(name)
        colour, count = (content.colour, content.count) if content else (0, 0)
        seen[name] = [colour, count, round(evidence.confidence(name), 3)]
    return {"event": "evidence", "cells": seen, "strange": sorted(evidence.strange)}


def visibility_line(visibility: Visibility) -> Message:
    """Return the message about how well this table is seen: the proportion of correct guesses, the weak cells, and whether
    the view is good enough.
    """
    fields = {"share": round(visibility.share, 3), "weak": list(visibility.weak), "good": visibility.good}
    return {"event": "visibility", **fields, **reason_of(visibility.text)}


SIGHTS = {
    "clear": say("Watching."),
    "scenery": say("Watching. Something on the board is not a piece; you can leave it there."),
    "two": say(
        "There are two boards in the picture. I am watching the outlined one; if you are playing on the other one, just "
        "make your move there."
    ),
    "moving": say("Something is moving over the board."),
    "hand": say("A hand is over the board."),
    "unread": say("The board cannot be read at the moment."),
    "dark": say("It is too dark."),
    "glaring": say("It is too bright."),
    "lost": say("The board cannot be found."),
}
"""The states of the pictures, as displayed by the window."""


def sight_line(sight: str) -> Message:
    """Return the message about whether the board can currently be read; `sight` is a key of `SIGHTS`."""
    return {"event": "sight", "sight": sight, **reason_of(SIGHTS[sight])}


def plain(points: Points) -> list[list[float]]:
    """Convert points to lists for use in JSON."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]


def read_corners(text: str) -> Points:
    """Parse four corners `x,y x,y x,y x,y` in pixels; return an array of shape (4, 2).

    Raises:
        BadNotation: the text does not consist of four corners.
    """
    numbers = [parse_decimal(part, -MAX_PIXELS, MAX_PIXELS) for corner in text.split() for part in corner.split(",")]
    if len(numbers) != 8 or None in numbers:
        raise BadNotation(say("the four corners must be entered as x,y x,y x,y x,y in pixels, not {text}", text=text))
    return np.array(numbers, np.float64).reshape(4, 2)
