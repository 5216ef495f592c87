"""The backgammon board from white's point of view, with white's home at the bottom right, black's at the top right, the bar
in the middle, and the trays on the right.

One unit is the width of a point. The area to the left of the board has buttons for entering the dice and, with the doubling
cube, places for the cube and buttons for its actions.
"""

from __future__ import annotations

from functools import cache

from fourth_seat.games.backgammon.cells import CALL_CELLS, CUBE_CELLS, DIE_CELLS, THROW_CELLS, cell_of
from fourth_seat.games.backgammon.checkers import BAR, OFF, POINTS
from fourth_seat.games.geometry import BoardGround, Cell, Geometry, Holds, Polygon, TapArea, rectangle

BOARD_WIDTH, BOARD_HEIGHT = 13.0, 11.5  # six points, the bar, six points; two rows of points and a gap for the dice
POINT_LENGTH = 5.0
CHECKER_DIAMETER = 0.96
CHECKER_THICKNESS = 0.3  # checkers borne off are on edge
DIE_EDGE, CUBE_EDGE = 0.6, 0.9
BOARD_MIDDLE = BOARD_HEIGHT / 2
BAR_LEFT = 6.0
TRAY_SIDES = (BOARD_WIDTH + 0.3, BOARD_WIDTH + 1.5)  # left and right of the homes
DICE_LEFT, CUBE_LEFT = -1.5, -3.6  # of the parts beside the board
CALL_SIZE = 1.95, 1.45  # width and height of a button about the cube
CALL_TOPS = (2.6, 6.75, 8.45)  # double; take and drop, never in its place: a second tap must not answer


@cache
def geometry(cube: bool) -> Geometry:
    """Return the board geometry, with or without the places for the doubling cube."""
    left = CUBE_LEFT if cube else DICE_LEFT
    bounds = (left - 0.3, -0.4, TRAY_SIDES[1] + 0.3, BOARD_HEIGHT + 0.4)
    cells = (*_points(), *_bars(), *_homes(), *_dice(), *(_cube() if cube else ()))
    grounds = (
        BoardGround(rectangle(*bounds), "wood"),
        BoardGround(rectangle(0, 0, BAR_LEFT, BOARD_HEIGHT), "felt"),
        BoardGround(rectangle(BAR_LEFT + 1, 0, BOARD_WIDTH, BOARD_HEIGHT), "felt"),
    )
    areas = tuple(TapArea(str(point), _column(point), (str(point),)) for point in POINTS)
    return Geometry(cells, (0, 0, BOARD_WIDTH, BOARD_HEIGHT), bounds, grounds, areas)


def _left(point: int) -> float:
    """Return the left edge of a point in white's numbering (1 is at the bottom right, 24 at the top right)."""
    column = 12 - point if point <= 12 else point - 13
    return column + (column >= BAR_LEFT)


def _column(point: int) -> Polygon:
    """Return the tap area of a point. It is the entire column up to the gap, as checkers are wider than the tips."""
    left = _left(point)
    top, bottom = (BOARD_MIDDLE + 0.5, BOARD_HEIGHT) if point <= 12 else (0, BOARD_MIDDLE - 0.5)
    return rectangle(left, top, left + 1, bottom)


def _points() -> tuple[Cell, ...]:
    cells = []
    for point in POINTS:
        left, near = _left(point), point <= 12
        edge, inwards = (BOARD_HEIGHT, -1.0) if near else (0.0, 1.0)
        cells.append(
            Cell(
                cell_of(1, point),
                ((left, edge), (left + 1, edge), (left + 0.5, edge + inwards * POINT_LENGTH)),
                Holds.STACK,
                tone="point:dark" if point % 2 else "point:light",
                label=str(point),
                foot=(left + 0.5, edge + inwards * CHECKER_DIAMETER / 2),
                pitch=(0.0, inwards * CHECKER_DIAMETER),
                size=CHECKER_DIAMETER,
                height=CHECKER_THICKNESS,
            )
        )
    return tuple(cells)


def _bars() -> tuple[Cell, ...]:
    """Return the two halves of the bar, each on its colour's side. Checkers are stacked from the middle outwards."""
    return tuple(
        Cell(
            cell_of(colour, BAR),
            rectangle(BAR_LEFT, top, BAR_LEFT + 1, top + BOARD_MIDDLE),
            Holds.STACK,
            "bar",
            tone="bar",
            label="bar",
            foot=(BAR_LEFT + 0.5, BOARD_MIDDLE - inwards * (0.25 + CHECKER_DIAMETER / 2)),
            pitch=(0.0, -inwards * CHECKER_DIAMETER),
            size=CHECKER_DIAMETER,
            height=CHECKER_THICKNESS,
        )
        for colour, top, inwards in ((1, BOARD_MIDDLE, -1), (2, 0.0, 1))
    )


def _homes() -> tuple[Cell, ...]:
    return tuple(
        Cell(
            cell_of(colour, OFF),
            rectangle(TRAY_SIDES[0], top, TRAY_SIDES[1], top + POINT_LENGTH),
            Holds.STACK,
            "home",
            tone="home",
            label="tray",
            foot=((TRAY_SIDES[0] + TRAY_SIDES[1]) / 2, foot),
            pitch=(0.0, inwards * CHECKER_THICKNESS),
            size=CHECKER_DIAMETER,
            height=CHECKER_DIAMETER,
        )
        for colour, top, foot, inwards in (
            (1, BOARD_HEIGHT - POINT_LENGTH, BOARD_HEIGHT - CHECKER_DIAMETER / 2, -1),
            (2, 0.0, CHECKER_DIAMETER / 2, 1),
        )
    )


def _square(name: str, left: float, top: float, size: float, zone: str, label: str = "") -> Cell:
    outline = rectangle(left, top, left + size, top + size)
    return Cell(name, outline, Holds.DIE, zone, tone=zone, label=label, size=size, height=size)


def _dice() -> tuple[Cell, ...]:
    """Return the dice cells, in the gap on white's right, and the six number buttons for entering a throw."""
    thrown = (_square(name, 9.0 + n, BOARD_MIDDLE - DIE_EDGE / 2, DIE_EDGE, "dice") for n, name in enumerate(DIE_CELLS))
    top = BOARD_MIDDLE - 3.15
    numbers = (
        _square(name, DICE_LEFT, top + 1.05 * (face - 1), 1.05, "dice", str(face)) for name, face in THROW_CELLS.items()
    )
    return (*thrown, *numbers)


def _cube() -> tuple[Cell, ...]:
    """Return the places for the cube (one in the middle and one per side) and the buttons for cube actions."""
    tops = (BOARD_MIDDLE - CUBE_EDGE / 2, BOARD_HEIGHT - CUBE_EDGE, 0.0)
    places = (_square(name, CUBE_LEFT, top, CUBE_EDGE, "cube") for name, top in zip(CUBE_CELLS, tops, strict=True))
    wide, high = CALL_SIZE
    words = (
        Cell(
            name,
            rectangle(CUBE_LEFT, top, CUBE_LEFT + wide, top + high),
            Holds.DIE,
            "buttons",
            tone="buttons",
            label=str(call),
            size=CUBE_EDGE,
        )
        for (name, call), top in zip(CALL_CELLS.items(), CALL_TOPS, strict=True)
    )
    return (*places, *words)
