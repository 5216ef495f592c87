"""Messages in the form of JSON lines, which report what a camera or sensors have seen on the board.

    {"move": "4", "moves": ["4"], "confidence": 0.9993, "position": "4"}
    {"ask": ["4", "5"], "choices": [{"moves": ["4"]}, {"moves": ["5"]}], "confidence": 0.5, "position": ""}
    {"move": "@33", "moves": ["@33"], "confidence": 0.9987, "throw": true, "position": "..."}

Here, `throw` means that the throw after this move must be entered before any further moves can be recognised. All other
messages have an `event`: `began` (the first position), `set` (the computer's move was made on the board), `throw` (a move
was made before the throw was entered), `wrong` (the differences) or `right` (there are no more differences).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fourth_seat.games import AnyGame
from fourth_seat.games.contents import CellDifference, Content
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
from fourth_seat.inference.move_tracker import MoveTracker
from fourth_seat.inference.packing import pack, pack_content
from fourth_seat.processes.worker import Message
from fourth_seat.table.record.cell_text import content_name
from fourth_seat.words import Text, Value, all_of, say, say_many

MAX_CELLS_NAMED = 6  # in one sentence: more would not help


def event_line(game: AnyGame, move_tracker: MoveTracker, event: Event, board: Mapping[str, Any]) -> Message:
    """Return the message for an event, including the contents of `board`; its `position` is the one after the event. Moves
    are given both as a single string and as a list.
    """
    lies = {"position": game.position(move_tracker.states[0]), **board}
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
            return {"event": "throw", **reason_of(say("enter the throw first")), **lies}
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
    """Join moves into one string, omitting any throw that the next move repeats, as in `31: 8/5 6/5` after the opening
    throw `13`.
    """
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
    """Return a text in two forms, packed and in English."""
    return {"text": pack(text), "reason": str(text)}


def pack_difference(difference: CellDifference) -> list[Any]:
    """Pack a difference as a list of the cell name, the content found and the expected content."""
    return [difference.cell, pack_content(difference.found), pack_content(difference.wanted)]


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
    """Describe surplus and missing pieces. Cells that differ in the same way are grouped; the first two groups are
    described, and the remaining cells are only counted.
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
    """Return the names of cells; if there are too many for a sentence, return the first ones and the number of others."""
    first, more = tuple(cells[:MAX_CELLS_NAMED]), len(cells) - MAX_CELLS_NAMED
    return say("{cells} and {n} more", cells=first, n=more) if more > 0 else all_of(first)


def _difference_text(game: AnyGame, options: Options, found: Content | None, wanted: Content | None, cells: Value) -> Text:
    if found is None and wanted is not None:
        return say("{wanted} is missing from {cells}", wanted=content_name(game, options, wanted), cells=cells)
    if found is not None and wanted is None:
        return say("{cells} should be empty, but {found} is there", cells=cells, found=content_name(game, options, found))
    assert found is not None
    assert wanted is not None
    return say(
        "{cells} should hold {wanted}, not {found}",
        cells=cells,
        wanted=content_name(game, options, wanted),
        found=content_name(game, options, found),
    )
