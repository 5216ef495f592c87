"""A board as `appearance` and `watch` print it: as it is seen, row by row from the top of the picture.

Blokus and Connect 4: one text a row, a letter for each colour and a dot for nothing. Backgammon: 24 numbers, the far row
from left to right, then the near one, light checkers above 0, dark ones below; and the bar, light and dark. Kalah: the pits
in the same order, and the stores, left and right. TriDice: cells with their colours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games import AnyGame
from games.contents import Cells
from games.geometry import Cell
from games.options import Options

Board = dict[str, Any]


Marks = Mapping[int, str]
"""The letter of each colour."""


def board(game: AnyGame, options: Options, cells: Cells, marks: Marks | None = None) -> Board:
    """What lies on the cells, as JSON takes it; `marks` for colours whose letter is not the rules' own."""
    letters = {number: side.mark for number, side in enumerate(game.sides(options), 1)} | dict(marks or {})
    return FORMS[game.name](game, options, cells, letters)


def rows(game: AnyGame, options: Options) -> list[list[Cell]]:
    """The cells of the board itself in rows from the top, each from the left."""
    found: dict[float, list[Cell]] = {}
    for cell in game.geometry(options).cells:
        if cell.zone == "board":
            found.setdefault(round(cell.foot[1], 3), []).append(cell)
    return [sorted(row, key=lambda cell: cell.foot[0]) for _, row in sorted(found.items())]


def _letters(game: AnyGame, options: Options, cells: Cells, marks: Marks) -> Board:
    return {
        "board": [
            "".join(marks[cells[cell.name].colour] if cell.name in cells else "." for cell in row)
            for row in rows(game, options)
        ]
    }


def _points(game: AnyGame, options: Options, cells: Cells, _: Marks) -> Board:
    def signed(name: str) -> int:
        content = cells.get(name)
        return (content.count if content.colour == 1 else -content.count) if content else 0

    points = [signed(cell.name) for row in rows(game, options) for cell in row]
    return {"points": points, "bar": [abs(signed("bar:white")), abs(signed("bar:black"))]}


def _pits(game: AnyGame, options: Options, cells: Cells, _: Marks) -> Board:
    def count(name: str) -> int:
        return cells[name].count if name in cells else 0

    stores = sorted((cell.foot[0], cell.name) for cell in game.geometry(options).cells if cell.zone == "store")
    pits = [count(cell.name) for row in rows(game, options) for cell in row]
    return {"pits": pits, "stores": [count(name) for _, name in stores]}


def _named(game: AnyGame, options: Options, cells: Cells, marks: Marks) -> Board:
    named = {cell.name: marks[cells[cell.name].colour] for row in rows(game, options) for cell in row if cell.name in cells}
    return {"board": dict(sorted(named.items()))}


FORMS: Mapping[str, Callable[[AnyGame, Options, Cells, Marks], Board]] = {
    "blokus": _letters,
    "connect4": _letters,
    "backgammon": _points,
    "kalah": _pits,
    "tridice": _named,
}
