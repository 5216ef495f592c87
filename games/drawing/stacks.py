"""The positions of the checkers in a stack. They are placed side by side, or closer together if the cell is too short."""

from __future__ import annotations

import math

from fourth_seat.games.geometry import Cell, Point, contains

MIN_COUNTED_PIECES = 6  # a stack of this many shows its number: they cannot be counted at a glance


def checkers(cell: Cell, count: int) -> list[Point]:
    """Return the centres of `count` checkers in board units, lowest first."""
    pitch = math.hypot(*cell.pitch)
    if not pitch or count < 2:
        return [cell.foot] * count
    way = cell.pitch[0] / pitch, cell.pitch[1] / pitch
    step = min(pitch, _room(cell, way) / (count - 1))
    return [(cell.foot[0] + n * step * way[0], cell.foot[1] + n * step * way[1]) for n in range(count)]


def top(cell: Cell, count: int) -> Point:
    """Return the centre of the top checker, or of the first checker's place if the cell is empty."""
    return checkers(cell, max(1, count))[-1]


def on_edge(cell: Cell) -> bool:
    """Return whether a cell's checkers are stored on edge, like books."""
    return 0 < math.hypot(*cell.pitch) < 0.6 * cell.size


def _room(cell: Cell, way: Point) -> float:
    """Return the maximum distance from the foot at which a checker fits into the cell."""
    step = cell.size / 8
    reach = 0.0
    while contains(cell.polygon, (cell.foot[0] + (reach + step) * way[0], cell.foot[1] + (reach + step) * way[1])):
        reach += step
    # A pointed cell ends in the middle of its last checker, a blunt one beyond it.
    return max(cell.size / 4, reach - cell.size / 2)
