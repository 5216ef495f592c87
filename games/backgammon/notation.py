"""Backgammon notation (`31`, `31: 8/5 6/5`, `66: 24/18(2) 13/7(2)`, `bar/22`, `6/off`, `8/5*`, `pass`, `roll`, `take`).

The parser accepts moves in any order, merged or split steps, missing asterisks, and `25` for the bar or `0` for off.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from fourth_seat.boundary.numbers import matched_integer
from fourth_seat.games.backgammon.checkers import BAR, OFF, SIDES, BackgammonBoard, across, hits
from fourth_seat.games.backgammon.moves import (
    BackgammonMove,
    BackgammonPlay,
    BackgammonThrow,
    CheckerRoute,
    CubeAction,
    Dice,
    routes,
)
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.games.backgammon.turns import dice_of, ends
from fourth_seat.games.errors import BadNotation, unreadable
from fourth_seat.words import Text, say

EXAMPLE = "31: 8/5 6/5"
DIAGRAM_ROWS = 5  # of checkers shown in a stack; in a taller one, the last is its number
THROWN = re.compile(r"([1-6])[ ,-]?([1-6])", re.ASCII)
PREFIXED = re.compile(r"([1-6])[ ,-]?([1-6])\s*:\s*(.*)", re.ASCII)
PLACE = r"(?:bar|off|25|2[0-4]|1[0-9]|[0-9])\*?"
WAY = re.compile(rf"({PLACE}(?:/{PLACE})+)(?:\(([1-4])\))?", re.ASCII | re.IGNORECASE)
PASS_WORDS = {"pass", "dance", "cannot move", "no move"}
MAX_CHECKERS_MOVED = 4  # in one turn

WORDS: Mapping[str, Text] = {
    "bar": say("bar"),
    "off": say("off", context="backgammon"),
    "pass": say("pass", context="backgammon"),
    "roll": say("roll", context="backgammon"),
    "double": say("double", context="backgammon"),
    "take": say("take", context="backgammon"),
    "drop": say("drop", context="backgammon"),
}
"""The translatable words of the notation. Typed and saved text uses the English words."""

WrittenRoutes = tuple[tuple[int, ...], ...]
"""Checkers' routes as written: the places of each route, with `25` for the bar and `0` for off."""


def read_moves(state: BackgammonState, text: str) -> tuple[BackgammonMove, ...]:
    """Parse a cube action, a throw, a play, or a throw followed by a play.

    If the mover may double first, text with dice implies the decision to roll.

    Raises:
        BadNotation: the text is none of these or is ambiguous.
    """
    text = " ".join(text.split())
    action = next((call for call in CubeAction if str(call) == text.lower()), None)
    if action:
        return (action,)
    prefixed = PREFIXED.fullmatch(text)
    thrown = prefixed or THROWN.fullmatch(text)
    if not thrown:
        written = read_ways(text)
        if not state.dice:
            raise BadNotation(say("roll the dice first, or enter them too, like {example}", example=EXAMPLE))
        return (_play(state.board, state.dice, written),)
    dice = matched_integer(thrown[1]), matched_integer(thrown[2])
    if state.turn:
        dice = max(dice), min(dice)
    ways = read_ways(prefixed[3]) if prefixed else None
    if state.dice:
        return (BackgammonThrow(dice) if ways is None else _play(state.board, dice, ways),)
    first: tuple[BackgammonMove, ...] = (CubeAction.ROLL,) if state.phase is BackgammonPhase.CUBE else ()
    if ways is None:
        return (*first, BackgammonThrow(dice))
    then = state.play_unchecked(BackgammonThrow(dice))
    if not then.dice:
        raise BadNotation(
            say(
                "if the numbers of the opening roll are equal, both roll again: nobody moves with {dice}",
                dice=str(BackgammonThrow(dice)),
            )
        )
    return (*first, BackgammonThrow(dice), _play(then.board, then.dice, ways))


def written(move: BackgammonMove) -> Text:
    """Return the translatable notation of a move. Plays omit the throw because it has already been announced."""
    text = str(move).partition(": ")[2] or str(move)
    words = sorted({word for word in WORDS if word in text})
    return Text(re.sub("[a-z]+", r"{\g<0>}", text), tuple((word, WORDS[word]) for word in words))


def read_loosely(state: BackgammonState, text: str) -> tuple[BackgammonState, WrittenRoutes]:
    """Parse a play without checking it against the rules. Returns the position after the throw, and the routes.

    Raises:
        BadNotation: the text is not a play, or no dice have been thrown.
    """
    text = " ".join(text.split())
    prefixed = PREFIXED.fullmatch(text)
    ways = read_ways(prefixed[3] if prefixed else text)
    if prefixed and not state.dice:
        for move in read_moves(state, f"{prefixed[1]}{prefixed[2]}"):
            state = state.play(move)
    if not state.dice:
        raise BadNotation(say("roll the dice first, or enter them too, like {example}", example=EXAMPLE))
    return state, ways


def read_ways(text: str) -> WrittenRoutes:
    """Parse the routes in a text such as `24/18(2) bar/22*`. Returns no routes for `pass`.

    Raises:
        BadNotation: a part is not a route, or more checkers move than a turn allows.
    """
    if text.lower() in PASS_WORDS:
        return ()
    ways: list[tuple[int, ...]] = []
    for part in text.split():
        way = WAY.fullmatch(part)
        if not way:
            raise unreadable(text, EXAMPLE)
        places = tuple(_place(place.rstrip("*")) for place in way[1].split("/"))
        ways += [places] * matched_integer(way[2] or "1")
    if not ways or len(ways) > MAX_CHECKERS_MOVED:
        raise unreadable(text, EXAMPLE)
    return tuple(ways)


def _place(name: str) -> int:
    return {"bar": BAR, "off": OFF}.get(name.lower()) if name.isalpha() else matched_integer(name)  # type: ignore[return-value]


def _play(board: BackgammonBoard, dice: Dice, ways: WrittenRoutes) -> BackgammonPlay:
    """Return the legal play with these routes, or the routes as written if there is none."""
    own = list(board[0])
    for way in ways:
        own[way[0]] -= 1
        own[way[-1]] += 1
    wanted = tuple(own)
    # Not of all turns: a file may hold thousands of plays, each one of hundreds.
    fits = [routes(board, hops) for end, hops in ends(board, dice_of(dice)).items() if end[0] == wanted]
    if len(fits) > 1:  # they differ in the blots hit on the way: only written hits count
        struck = {place for way in ways for place in way[1:] if hits(board[1], place)}
        fits = [fit for fit in fits if struck == {place for route in fit for place in route.hit}]
        if not fits:
            raise BadNotation(say("that can be played in two ways: enter the points on the way too, like 24/20*/18"))
    if fits:
        return BackgammonPlay(dice, fits[0])
    return written_play(board, dice, ways)


def written_play(board: BackgammonBoard, dice: Dice, ways: WrittenRoutes) -> BackgammonPlay:
    """Return a play with the routes as written and with hits inferred from the board. Legality is not checked."""
    blots = {across(point) for point in range(1, BAR) if board[1][point] == 1}
    written = []
    for way in sorted(ways, reverse=True):
        hit = tuple(place for place in way[1:] if place in blots)
        blots -= set(hit)
        points = (way[0], *(place for place in way[1:-1] if place in hit), way[-1])
        written.append(CheckerRoute(points, hit))
    return BackgammonPlay(dice, tuple(written))


# -- the board in letters --------------------------------------------------------------------------------------------------


def diagram(state: BackgammonState) -> str:
    """Return a text diagram of the board, with points 13-24 at the top, 12-1 at the bottom and the bar in the middle,
    followed by the checkers borne off, the dice and the cube.
    """
    upper, lower = range(13, 25), range(12, 0, -1)
    lines = [
        _numbers(upper),
        *(_line(state, upper, 2, row) for row in range(DIAGRAM_ROWS)),
        "|" + " " * 18 + "|   |" + " " * 18 + "|",
        *(_line(state, lower, 1, row) for row in reversed(range(DIAGRAM_ROWS))),
        _numbers(lower),
        _beside(state),
    ]
    return "\n".join(lines)


def _numbers(points: range) -> str:
    written = [f"{point:>2}-" for point in points]
    return "+" + "".join(written[:6]).replace(" ", "-") + "+bar+" + "".join(written[6:]).replace(" ", "-") + "+"


def _line(state: BackgammonState, points: range, bar_of: int, row: int) -> str:
    signs = [_sign(*_stack(state, point), row) for point in points]
    bar = _sign(state.checkers[bar_of - 1][BAR], bar_of, DIAGRAM_ROWS - 1 - row)
    return "|" + "".join(signs[:6]) + "|" + bar + "|" + "".join(signs[6:]) + "|"


def _stack(state: BackgammonState, point: int) -> tuple[int, int]:
    """Return the number and colour of the checkers on a point in white's numbering."""
    white, black = state.checkers[0][point], state.checkers[1][across(point)]
    return (white, 1) if white else (black, 2)


def _sign(count: int, colour: int, row: int) -> str:
    if row == DIAGRAM_ROWS - 1 and count > DIAGRAM_ROWS:
        return f"{count:>2} "
    return f" {SIDES[colour - 1].mark} " if row < count else "   "


def _beside(state: BackgammonState) -> str:
    parts = [f"off: W {state.checkers[0][OFF]}, B {state.checkers[1][OFF]}"]
    if state.turn:
        dice = f" {state.dice[0]}{state.dice[1]}" if state.dice else ""
        parts.append(f"{SIDES[state.turn - 1].mark} to move{dice}")
    if state.options["cube"]:
        owner = f" {SIDES[state.cube.owner - 1].mark}" if state.cube.owner else ""
        parts.append(f"cube {state.cube.value}{owner}" + (" doubled" if state.phase is BackgammonPhase.ANSWER else ""))
    return "; ".join(parts)
