"""Groups of ovals that lie in two rows, as pits do."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Node = tuple[int, int]
"""A pit: its column and its row, counted from some pit."""
Group = dict[Node, int]
"""Index of the oval at each pit."""

ALIKE = 1.7  # ratio of the areas of two pits side by side, at most
APART = (0.75, 1.9)  # distance of pits side by side, in roots of their area
ACROSS = 0.5  # sine of the angle between rows and columns, at least
NEAR = 0.25  # how far a pit may lie off its place as its neighbours tell it, in steps
WHOLE = 0.7  # share of the pits from which on a group is taken for a whole board
FEWEST = 5  # pits that must be seen side by side


def two_rows(ovals: Floats, pits: int) -> list[Group]:
    """Groups that lie in two rows of at most so many pits, columns from left to right, rows downwards; those of most ovals
    first, and of as many the shorter ones.

    Args:
        ovals: middles and areas, shape (n, 3).
    """
    groups: dict[frozenset[tuple[int, int, int]], Group] = {}
    middles, roots = ovals[:, :2], np.sqrt(ovals[:, 2])
    known: set[tuple[int, int, int]] = set()  # corners of large groups: from there the same would be grown again
    for first in range(len(ovals)):
        off = middles - middles[first]
        distance = np.hypot(*off.T) / np.sqrt(roots * roots[first])
        alike = np.abs(np.log(ovals[:, 2] / ovals[first, 2])) < np.log(ALIKE)
        beside = np.nonzero(alike & (distance > APART[0]) & (distance < APART[1]))[0]
        for side, other in _corners(beside, off):
            if (first, side, other) in known:
                continue
            step, fall = off[side] * np.sign(off[side][0]), off[other]
            begin = ((0, 0), fall) if step[0] * fall[1] > step[1] * fall[0] else ((0, 1), -fall)
            group = _grown(middles, alike, first, step, *begin, pits)
            if len(group) >= WHOLE * 2 * pits:
                known.update(_corners_of(group))
            if columns(group) <= pits and enough([row for _, row in group]):
                left = min(column for column, _ in group)
                groups[frozenset((column - left, row, oval) for (column, row), oval in group.items())] = group
    return sorted(groups.values(), key=lambda group: (-len(group), columns(group), _slant(group, middles)))


def enough(rows: Sequence[float]) -> bool:
    """Whether pits in these rows tell a board's plane: two in each."""
    return len(rows) >= FEWEST and min(Counter(rows).values()) >= 2 and len(set(rows)) == 2


def columns(group: Group) -> int:
    """Return the number of columns that a group spans."""
    numbers = [column for column, _ in group]
    return max(numbers) - min(numbers) + 1


def _corners_of(group: Group) -> Iterator[tuple[int, int, int]]:
    """A pit, one beside it, and the one in the other row."""
    for (column, row), first in group.items():
        other = group.get((column, 1 - row))
        for side in (group.get((column - 1, row)), group.get((column + 1, row))):
            if side is not None and other is not None:
                yield first, side, other


def _slant(group: Group, middles: Floats) -> float:
    """The cosine of the angle between columns and rows: the same ovals may be taken for slanting columns too."""
    across, down = np.zeros(2), np.zeros(2)
    for (column, row), oval in group.items():
        if (column + 1, row) in group:
            across += middles[group[column + 1, row]] - middles[oval]
        if not row and (column, 1) in group:
            down += middles[group[column, 1]] - middles[oval]
    return abs(float(across @ down)) / max(float(np.hypot(*across) * np.hypot(*down)), 1e-9)


def _corners(beside: NDArray[np.intp], off: Floats) -> Iterator[tuple[int, int]]:
    """Pairs of neighbours that stand across each other."""
    ways = off[beside]
    long = np.hypot(*ways.T)
    turn = ways[:, None, 0] * ways[None, :, 1] - ways[:, None, 1] * ways[None, :, 0]
    for one, two in np.argwhere(np.abs(turn) > ACROSS * long[:, None] * long):
        yield int(beside[one]), int(beside[two])


def _grown(
    middles: Floats, alike: NDArray[np.bool_], first: int, step: Floats, start: Node, fall: Floats, pits: int
) -> Group:
    """Grow the lattice of two rows that is begun so; steps follow the perspective, over single gaps too. It ends where it
    gets too long.
    """
    within = np.nonzero(alike)[0]
    places = middles[within] @ (1, 1j)  # the plane's complex numbers: NumPy is slow where there is so little to do
    nodes = {start: first}
    gaps: set[Node] = set()
    ways = deque([(start, complex(*middles[first]), complex(*step), complex(*fall))])
    least = most = start[0]
    while ways:
        (column, row), here, across, down = ways.popleft()
        for move, towards in (((1, 0), across), ((-1, 0), -across), ((0, 1), down), ((0, -1), -down)):
            node = (column + move[0], row + move[1])
            if node in nodes or node[1] not in (0, 1):
                continue
            far = np.abs(places - (here + towards))
            near = int(far.argmin())
            if far[near] < NEAR * abs(towards):
                nodes[node] = int(within[near])
                least, most = min(least, node[0]), max(most, node[0])
                if most - least >= pits:
                    return nodes
                there = complex(places[near])
                seen = (there - here) * (1 if sum(move) > 0 else -1)
                ways.append((node, there, seen if move[0] else across, seen if move[1] else down))
            elif (column, row) in nodes and node not in gaps:
                gaps.add(node)
                ways.append((node, here + towards, across, down))
    return nodes
