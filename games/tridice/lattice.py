"""The sixteen cells of the TriDice triangle, and the paths between them.

Cells are numbered 0-15, row by row from the top and left to right within each row. Cell `ab` is place b of row a. Odd
places point up, even places point down. Left and right neighbours differ by one, because the numbers in a row are
consecutive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

ROWS = 4
MAX_ROLL_STEPS = 4  # that a die can move: the highest number on it

CELLS = tuple(f"{row}{place}" for row in range(1, ROWS + 1) for place in range(1, 2 * row))
INDEX = {name: cell for cell, name in enumerate(CELLS)}


def points_up(cell: int) -> bool:
    """Return whether a cell's triangle points up."""
    return int(CELLS[cell][1]) % 2 == 1


def _neighbours(cell: int) -> tuple[int, ...]:
    code = int(CELLS[cell])
    across = code + 11 if points_up(cell) else code - 11
    return tuple(INDEX[name] for name in map(str, (code - 1, code + 1, across)) if name in INDEX)


NEIGHBOURS = tuple(_neighbours(cell) for cell in range(len(CELLS)))


@dataclass(frozen=True, slots=True)
class RollPath:
    """The path of a rolling die, with all its cells, and the cells between its ends as a bit mask (bit n: cell n)."""

    cells: tuple[int, ...]
    between: int


def _extended(path: tuple[int, ...], steps: int) -> Iterator[tuple[int, ...]]:
    """Yield all extensions of a path by a number of steps that visit no cell twice."""
    if not steps:
        yield path
        return
    for cell in NEIGHBOURS[path[-1]]:
        if cell not in path:
            yield from _extended((*path, cell), steps - 1)


def _ways(start: int, steps: int) -> dict[int, tuple[RollPath, ...]]:
    """Return all paths with a number of steps from a cell, keyed by end cell."""
    ends: dict[int, list[RollPath]] = {}
    for path in _extended((start,), steps):
        ends.setdefault(path[-1], []).append(RollPath(path, sum(1 << cell for cell in path[1:-1])))
    return {end: tuple(ways) for end, ways in sorted(ends.items())}


WAYS = tuple(tuple(_ways(start, steps) for steps in range(MAX_ROLL_STEPS + 1)) for start in range(len(CELLS)))
"""`WAYS[start][steps]` maps each end cell to the paths that visit no cell twice."""
