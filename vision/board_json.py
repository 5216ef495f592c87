"""The JSON form in which `look` and `watch` write a board: row by row from the top of the picture, in a game-specific
format.
"""

from __future__ import annotations

from fourth_seat.games import AnyGame
from fourth_seat.games.contents import Cells
from fourth_seat.games.geometry import Cell
from fourth_seat.games.options import Options
from fourth_seat.vision.protocols import BoardJson, Marks
from fourth_seat.vision.registry import board_vision


def board(game: AnyGame, options: Options, cells: Cells, marks: Marks | None = None) -> BoardJson:
    """Return the contents of the cells as JSON values; `marks` overrides the rules' letters for colours."""
    letters = {number: side.mark for number, side in enumerate(game.sides(options), 1)} | dict(marks or {})
    return board_vision(game).form(game, options, cells, letters)


def rows(game: AnyGame, options: Options) -> list[list[Cell]]:
    """Return the cells of the board itself as rows from top to bottom, each from left to right."""
    found: dict[float, list[Cell]] = {}
    for cell in game.geometry(options).cells:
        if cell.zone == "board":
            found.setdefault(round(cell.foot[1], 3), []).append(cell)
    return [sorted(row, key=lambda cell: cell.foot[0]) for _, row in sorted(found.items())]


def letter_rows(game: AnyGame, options: Options, cells: Cells, marks: Marks) -> BoardJson:
    """Return `board` as one string per row, with the letter of each cell's colour, or a dot for an empty cell."""
    return {
        "board": [
            "".join(marks[cells[cell.name].colour] if cell.name in cells else "." for cell in row)
            for row in rows(game, options)
        ]
    }


def letters_by_cell(game: AnyGame, options: Options, cells: Cells, marks: Marks) -> BoardJson:
    """Return `board` as a mapping from the name of each occupied cell to the letter of its colour."""
    held = {cell.name: marks[cells[cell.name].colour] for row in rows(game, options) for cell in row if cell.name in cells}
    return {"board": dict(sorted(held.items()))}
