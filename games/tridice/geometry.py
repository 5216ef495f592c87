"""The TriDice board, a triangle pointing up, with places for the dice in hand and the captured dice beside it.

One unit is the length of a cell's edge.
"""

from __future__ import annotations

import math
from functools import cache

from fourth_seat.games.geometry import BoardGround, Cell, Geometry, Holds, Point, Polygon, rectangle
from fourth_seat.games.options import Options
from fourth_seat.games.tridice.die import DIE_NUMBERS
from fourth_seat.games.tridice.lattice import CELLS, ROWS, points_up
from fourth_seat.games.tridice.rules import dice_of

CELL_HEIGHT = math.sqrt(3) / 2
DIE_EDGE = 0.8
DIE_HEIGHT = DIE_EDGE * math.sqrt(2 / 3)  # of the tetrahedron above its base
SLOT_WIDTH = 0.9  # of the square for a die beside the board
SLOT_GAP = 0.3  # between the triangle and the slots beside it
OUT_SHARE = 0.5  # of the size of other slots and dice: captured ones lie two by two in the place of one
BOARD_MARGIN = 0.2


def number_cell(number: int) -> str:
    """Return the name of the cell to tap for entering a thrown number."""
    return f"throw:{number}"


def _outline(name: str) -> Polygon:
    row, place = int(name[0]), int(name[1])
    left = (ROWS - row + place - 1) / 2
    top, bottom = (row - 1) * CELL_HEIGHT, row * CELL_HEIGHT
    if points_up(CELLS.index(name)):
        return (left, bottom), (left + 0.5, top), (left + 1, bottom)
    return (left, top), (left + 1, top), (left + 0.5, bottom)


def _die_cell(name: str, outline: Polygon, zone: str, tone: str, label: str = "", share: float = 1) -> Cell:
    return Cell(name, outline, Holds.DIE, zone, tone, label, size=share * DIE_EDGE, height=share * DIE_HEIGHT)


def _slot(name: str, centre: Point, zone: str, label: str = "", share: float = 1) -> Cell:
    (x, y), half = centre, share * SLOT_WIDTH / 2
    return _die_cell(name, rectangle(x - half, y - half, x + half, y + half), zone, "tray", label, share)


def _middles(colour: int, zone: str, dice: int) -> list[Point]:
    """Return the centres of the slots for a player's dice, in the order in which they are filled. Dice in hand are stacked
    upwards beside the triangle, and captured dice are below them, beside the number buttons.
    """
    left, bottom = -SLOT_GAP - SLOT_WIDTH / 2, ROWS * CELL_HEIGHT
    if zone == "hand":
        found = [(left, bottom - SLOT_WIDTH * (n + 0.5)) for n in range(dice)]
    else:
        aside, low = OUT_SHARE * SLOT_WIDTH / 2, bottom + SLOT_GAP + SLOT_WIDTH / 2
        found = [(left + x * aside, low + y * aside) for y in (-1, 1) for x in (1, -1)][:dice]
    return [(x if colour == 1 else ROWS - x, y) for x, y in found]


@cache
def geometry(options: Options) -> Geometry:
    """Return the board geometry, with the first player's dice on the left and the second player's on the right."""
    most = max(dice_of(options, colour) for colour in (1, 2))
    bottom = ROWS * CELL_HEIGHT
    triangle = ((0.0, bottom), (ROWS / 2, 0.0), (float(ROWS), bottom))
    beside = [
        _slot(f"{zone}:{colour}:{n}", middle, zone, share=share)
        for colour in (1, 2)
        for zone, share in (("hand", 1), ("out", OUT_SHARE))
        for n, middle in enumerate(_middles(colour, zone, dice_of(options, colour)), 1)
    ]
    throws = [
        _slot(
            number_cell(number),
            (ROWS / 2 + SLOT_WIDTH * (number - 2.5), bottom + SLOT_GAP + SLOT_WIDTH / 2),
            "dice",
            str(number),
        )
        for number in DIE_NUMBERS
    ]
    side = SLOT_GAP + SLOT_WIDTH + BOARD_MARGIN
    top = min(0.0, bottom - SLOT_WIDTH * most)
    return Geometry(
        cells=(
            *(_die_cell(name, _outline(name), "board", _tone(name), name) for name in CELLS),
            *beside,
            *throws,
        ),
        area=(0, 0, ROWS, bottom),
        bounds=(-side, top - BOARD_MARGIN, ROWS + side, bottom + SLOT_GAP + SLOT_WIDTH + BOARD_MARGIN),
        grounds=(BoardGround(triangle, "wood"),),
    )


def _tone(name: str) -> str:
    return "light" if points_up(CELLS.index(name)) else "dark"
