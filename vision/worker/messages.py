"""Messages of a session, as lines of JSON.

    {"t": 12.4, "frame": 310, "move": "4", "moves": ["4"], "confidence": 0.9993, "board": [...]}
    {"t": 15.0, "frame": 375, "ask": ["4", "5"], "choices": [{"moves": ["4"]}, {"moves": ["5"]}], "board": [...]}
    {"t": 18.2, "frame": 455, "move": "@33", "moves": ["@33"], "confidence": 0.9987, "throw": true, "board": {...}}

(`throw`: the throw after this move must be entered, with `play 4/1`, before any further move can be recognised)

and, each with `event`: `found` (the corners), `began` (the first position), `fits` (the board matches the position, for the
first time in this place), `set` (the computer's move was set down), `throw` (a move was made before the throw was entered),
`wrong` (the differences), `right` (nothing differs any more), `moved` (camera or board: the new corners), `unseen` (why
nothing can be read, and what helps), `visibility` (how well this table is seen, once that was tested). A window that shows
the pictures also gets `view` (outlines of the cells), `sight` (whether the board can be read) and `evidence` (the likeliest
content of each cell).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from fourth_seat.boundary.numbers import parse_decimal
from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import AnyGame
from fourth_seat.games.contents import CellDifference, Content
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.options import Options
from fourth_seat.inference.events import (
    BoardDiffers,
    BoardRestored,
    Event,
    FirstPositionSeen,
    MoveSetDown,
    MovesSeen,
    MoveUnclear,
    ThrowMissing,
)
from fourth_seat.inference.hypotheses import Hypothesis
from fourth_seat.processes.worker import Message
from fourth_seat.table.record.cell_text import content_name
from fourth_seat.vision.board_json import board
from fourth_seat.vision.picture_tracker import PictureTracker
from fourth_seat.vision.self_test import Visibility
from fourth_seat.vision.worker.packing import pack, pack_content
from fourth_seat.words import Text, Value, say, say_many

MAX_PIXELS = 1_000_000.0
MAX_CELLS_NAMED = 6  # in one sentence: more would not help


def event_line(game: AnyGame, move_tracker: PictureTracker, event: Event) -> Message:
    """Return the message of an event; `position` is the one after it. Moves come twice: as one text, and one by one."""
    lies = {"position": game.position(move_tracker.states[0]), **board(game, move_tracker.options, move_tracker.contents)}
    match event:
        case FirstPositionSeen(states):
            return {"event": "began", **lies, "positions": [game.position(state) for state in states]}
        case MovesSeen(moves, _, confidence, instead):
            texts = list(map(str, moves))
            back = {"instead": True} if instead else {}
            throw = {"throw": True} if move_tracker.awaits_throw else {}
            return {"move": as_text(texts), "moves": texts, "confidence": round(confidence, 4), **back, **throw, **lies}
        case MoveUnclear(likeliest, confidence):
            choices = [_choice(hypothesis) for hypothesis in likeliest]
            asked = [as_text(choice["moves"]) for choice in choices]
            return {"ask": asked, "choices": choices, "confidence": round(confidence, 4), **lies}
        case ThrowMissing():
            return {"event": "throw", **reason_of(say("first enter what was thrown")), **lies}
        case MoveSetDown():
            return {"event": "set", **lies}
        case BoardRestored():
            return {"event": "right", **lies}
        case BoardDiffers(differences, confidence):
            return {
                "event": "wrong",
                "confidence": round(confidence, 4),
                "cells": [difference.cell for difference in differences],
                "differences": [pack_difference(difference) for difference in differences],
                **reason_of(wrong_text(game, move_tracker.options, event)),
                **lies,
            }


def as_text(moves: Sequence[Any]) -> str:
    """Join moves to one text, without throws that the next move repeats (`31: 8/5 6/5`, or 13 in the opening)."""
    texts = list(map(str, moves))
    return " ".join(move for move, later in zip(texts, (*texts[1:], ""), strict=False) if not _carries(later, move))


def _carries(move: str, throw: str) -> bool:
    return move.startswith((f"{throw}:", f"{throw[::-1]}:"))


def _choice(hypothesis: Hypothesis | None) -> Message:
    if hypothesis is None:
        return {"moves": []}
    back = {} if hypothesis.turns else {"instead": True}
    return {"moves": list(map(str, hypothesis.moves)), **back}


def reason_of(text: Text) -> Message:
    """Return a sentence: packed, and in English."""
    return {"text": pack(text), "reason": str(text)}


def pack_difference(difference: CellDifference) -> list[Any]:
    """Pack a difference as a cell, its content, and its expected content."""
    return [difference.cell, pack_content(difference.found), pack_content(difference.wanted)]


def view_line(game: AnyGame, options: Options, move_tracker: PictureTracker, known: bool) -> Message:
    """Return the outline of every cell, in pixels of the camera's picture; `known` where no other way round is possible."""
    cells = cell_outlines(game, options, move_tracker.view)
    corners = plain(move_tracker.view.corners(game.geometry(options).area))
    return {"event": "view", "size": list(move_tracker.view.size), "corners": corners, "known": known, "cells": cells}


def cell_outlines(game: AnyGame, options: Options, view: View) -> dict[str, list[list[float]]]:
    """Return the outlines of the board's cells in pixels of the picture, by name."""
    return {
        cell.name: plain(view.pixels(np.array(cell.polygon, np.float64)))
        for cell in game.geometry(options).cells
        if cell.is_on_board
    }


def evidence_line(move_tracker: PictureTracker) -> Message:
    """Return the likeliest content of each cell: colour, number, probability."""
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
    """Return the message of how well this table is seen: share of right guesses, weak cells, whether that is enough."""
    fields = {"share": round(visibility.share, 3), "weak": list(visibility.weak), "good": visibility.good}
    return {"event": "visibility", **fields, **reason_of(visibility.text)}


SIGHTS = {
    "clear": say("Watching."),
    "scenery": say("Watching. Something on the board is not a piece; it may stay there."),
    "moving": say("Something is moving over the board."),
    "hand": say("A hand is over the board."),
    "dark": say("It is too dark."),
    "glaring": say("It is too bright."),
    "lost": say("The board cannot be found."),
}
"""States of the pictures that the window displays."""


def sight_line(sight: str) -> Message:
    """Return the message of whether the board can be read now: a name of `SIGHTS`."""
    return {"event": "sight", "sight": sight, **reason_of(SIGHTS[sight])}


def plain(points: Points) -> list[list[float]]:
    """Convert points to lists for JSON."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]


def read_corners(text: str) -> Points:
    """Read four corners `x,y x,y x,y x,y` in pixels; shape (4, 2).

    Raises:
        BadNotation: they are no such corners.
    """
    numbers = [parse_decimal(part, -MAX_PIXELS, MAX_PIXELS) for corner in text.split() for part in corner.split(",")]
    if len(numbers) != 8 or None in numbers:
        raise BadNotation(say("four corners are written x,y x,y x,y x,y in pixels, not {text}", text=text))
    return np.array(numbers, np.float64).reshape(4, 2)


def wrong_text(game: AnyGame, options: Options, event: BoardDiffers) -> Text:
    """Describe what is wrong with a board."""
    if not event.begun_again:
        return differences_text(game, options, event.differences)
    return (
        say("the board is set up for a new game")
        if any(each.found for each in event.differences)
        else say("the board is empty")
    )


def differences_text(game: AnyGame, options: Options, differing: Iterable[CellDifference]) -> Text:
    """Describe surplus and missing pieces: cells that differ alike together, two such groups; of the others only how many
    cells there are.
    """
    alike: dict[tuple[Content | None, Content | None], list[Value]] = {}
    for difference in differing:
        place = game.place_name(difference.cell, options)
        alike.setdefault((difference.found, difference.wanted), []).append(place)
    parts = [_difference_text(game, options, found, wanted, _named(cells)) for (found, wanted), cells in alike.items()]
    if not parts:
        return say("the board can't be read: check whether something is lying on it")
    if len(parts) == 1:
        return parts[0]
    others = sum(map(len, [*alike.values()][2:]))
    if not others:
        return say("{one}, and {other}", one=parts[0], other=parts[1])
    return say_many(
        "{one}, and {other}; one more place is wrong",
        "{one}, and {other}; {n} more places are wrong",
        others,
        one=parts[0],
        other=parts[1],
    )


def _named(cells: Sequence[Value]) -> Value:
    """Return the names of cells; where they are too many for a sentence, the first ones and how many more there are."""
    first, more = tuple(cells[:MAX_CELLS_NAMED]), len(cells) - MAX_CELLS_NAMED
    return say("{cells} and {n} more", cells=first, n=more) if more > 0 else first


def _difference_text(game: AnyGame, options: Options, found: Content | None, wanted: Content | None, cells: Value) -> Text:
    if found is None and wanted is not None:
        return say("{wanted} is missing from {cells}", wanted=content_name(game, options, wanted), cells=cells)
    if found is not None and wanted is None:
        return say("{cells} should be empty, not hold {found}", cells=cells, found=content_name(game, options, found))
    assert found is not None
    assert wanted is not None
    return say(
        "{cells} should hold {wanted}, not {found}",
        cells=cells,
        wanted=content_name(game, options, wanted),
        found=content_name(game, options, found),
    )
