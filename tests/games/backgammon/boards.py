"""Boards for backgammon's tests, put together from the points of both sides."""

from __future__ import annotations

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.rules import BackgammonState

Side = dict[int, int]
"""How many checkers on which point, counted from the side's own home; 25 is the bar."""


def xgid(white: Side, black: Side, dice: str, rest: str = "0:0:0:0:10", cube: str = "0:0") -> str:
    """Return an XGID with white to play; any of a side's 15 checkers that are missing have been borne off."""
    signs = ["-"] * 26
    for point, count in white.items():
        signs[point] = chr(ord("A") + count - 1)
    for point, count in black.items():
        signs[25 - point] = chr(ord("a") + count - 1)
    return f"XGID={''.join(signs)}:{cube}:1:{dice}:{rest}"


def position(white: Side, black: Side, dice: str, options: str = "") -> BackgammonState:
    """Return a position with white to play these dice (`00`: to throw)."""
    return GAME.parse_position(xgid(white, black, dice), GAME.options(options))


def thrown(dice: str) -> BackgammonState:
    start = GAME.start(GAME.options("first=1"))
    return start.play(GAME.parse(start, dice)[0])
