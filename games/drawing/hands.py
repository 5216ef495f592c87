"""Overlay shapes for the steps of a move: an arrow for a moved piece, an outline for a new piece, and a cross for a removed
one.

If there are several steps, they are numbered. The window and the web page draw the same shapes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.drawing.stacks import top
from fourth_seat.games.geometry import Cell, Geometry, Holds, Point, centre
from fourth_seat.games.steps import UNTOUCHED_ZONES, Step, rebuild


@dataclass(frozen=True, slots=True)
class Arrow:
    """A piece is moved along these points. If `curved` is set, the corners of the path are rounded."""

    points: tuple[Point, ...]
    curved: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """A piece is placed on these cells."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Cross:
    """A piece is removed here."""

    place: Point


@dataclass(frozen=True, slots=True)
class Seed:
    """A seed is dropped into a pit here."""

    place: Point


@dataclass(frozen=True, slots=True)
class StepNumber:
    """The number of a step, drawn at its start."""

    place: Point
    number: int


SOWN_OFFSET = 0.36  # from a pit's middle, where its count is, to the arrow of a sowing, in sizes of the pit
LANE_OFFSETS = 0.3, 0.46  # the same if several sowings may go along the same pits, in turn
STORE_EDGE_UNITS = 0.5  # from the middle of a pit to the wood between it and the store beside it
MIDDLE_LINE_UNITS = 0.1  # from the middle line of the board within which a store lies on it
Shape = Arrow | Outline | Cross | Seed | StepNumber


def hand_shapes(geometry: Geometry, steps: Sequence[Step], before: Cells) -> list[Shape]:
    """Return the shapes for carrying out steps in order, starting from the board `before`. The shapes are ordered bottom to
    top.
    """
    if not any(step.leaves for step in steps):  # dice to be thrown for a place
        cells = tuple(geometry[name] for step in steps for name in step.cells)
        return [Outline(cells)] if cells else []
    board = dict(before)
    several = sum(bool(_on_board(geometry, step)) for step in steps) > 1
    shapes: list[Shape] = []
    numbers: list[Shape] = []
    for number, step in enumerate(steps, 1):
        here = _on_board(geometry, step)
        if here:
            aside = LANE_OFFSETS[number % len(LANE_OFFSETS)] if several else SOWN_OFFSET
            sown, start = any(cell.holds is Holds.PILE for cell in here), here[0]
            shapes += _sowing(geometry, here, aside) if sown and len(here) > 1 else _shapes_of(step, here, board)
            if several:
                at = _beside_count(geometry, start, max(LANE_OFFSETS)) if sown else _place(start, board.get(start.name))
                numbers.append(StepNumber(at, number))
        board = rebuild(board, (step,))
    return shapes + numbers  # numbers are drawn above all arrows


def _on_board(geometry: Geometry, step: Step) -> list[Cell]:
    """Return the cells of the board itself that a step touches. The list is empty for steps that only consist of text."""
    if not step.leaves:
        return []
    return [cell for cell in map(geometry.__getitem__, step.cells) if cell.zone not in UNTOUCHED_ZONES]


def _shapes_of(step: Step, here: Sequence[Cell], board: Cells) -> list[Shape]:
    leaves = dict(step.leaves)
    first, last = here[0], here[-1]
    moves = len(here) > 1 and first.holds is Holds.STACK
    if not moves and len(here) == 2 and first.name in board and leaves.get(first.name, first) is None:
        moves = True  # one piece from here to there
    if moves:
        stops = [_place(first, board.get(first.name)), *(cell.foot for cell in here[1:-1])]
        return [Arrow((*stops, _place(last, leaves.get(last.name))))]
    come = tuple(cell for cell in here if leaves.get(cell.name) is not None)
    leave = [cell for cell in here if cell.name in leaves and leaves[cell.name] is None]
    return [*([Outline(come)] if come else []), *(Cross(_place(cell, board.get(cell.name))) for cell in leave)]


def _sowing(geometry: Geometry, here: Sequence[Cell], aside: float) -> list[Shape]:
    """Return an arrow along the pits. It passes their counts on the outside, so that players can read them while sowing."""
    middle = _middle(geometry)
    stops = [_beside_count(geometry, cell, aside) for cell in here]
    way = stops[:1]
    for place in stops[1:]:
        (x, y), (to_x, to_y) = way[-1], place
        if (
            abs(to_x - x) < MIDDLE_LINE_UNITS < abs(to_y - y)
        ):  # past a store in which nothing is sown: not through the counts
            out = x + math.copysign(STORE_EDGE_UNITS, x - middle[0])
            way += [(out, y), (out, to_y), place]
            continue
        corner = _outer(way[-1][0], place[0], middle[0]), _outer(way[-1][1], place[1], middle[1])
        way += [corner, place] if corner not in (way[-1], place) else [place]
    return [Arrow(tuple(way), curved=True), *(Seed(place) for place in stops[1:])]


def _beside_count(geometry: Geometry, pit: Cell, aside: float) -> Point:
    """Return a point in a pit, shifted away from the middle of the board by a fraction of the pit's size."""
    x, y = pit.foot
    across, down = x - _middle(geometry)[0], y - _middle(geometry)[1]
    by = aside * pit.size
    return (x, y + math.copysign(by, down)) if abs(down) > MIDDLE_LINE_UNITS else (x + math.copysign(by, across), y)


def _middle(geometry: Geometry) -> Point:
    left, top, right, bottom = geometry.area
    return (left + right) / 2, (top + bottom) / 2


def _outer(one: float, other: float, middle: float) -> float:
    return max(one, other, key=lambda value: abs(value - middle))


def _place(cell: Cell, content: Content | None) -> Point:
    if cell.holds is Holds.STACK:
        return top(cell, content.count if content else 1)
    return centre(cell.polygon) if cell.holds is Holds.PIECE else cell.foot
