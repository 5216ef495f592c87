"""Groups places that lie in two rows, as pits do; the halves of a folding board may be further apart."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.kalah.layout import enough

Node = tuple[int, int]
"""A pit's column and row, relative to an arbitrary pit."""
Group = dict[Node, int]
"""The index of the place at each pit."""

MAX_RADIUS_RATIO = 1.6  # ratio of the radii of two pits of a board, at most: perspective makes them differ
PITCH_RADII = (1.5, 6.0)  # distance of pits beside or across each other, in their radii
MAX_STARTS, MAX_NEIGHBOURS = 6, 8  # places from which lattices are begun, and the nearest ones towards which
MIN_ANGLE_SINE = 0.5  # sine of the angle between rows and columns, at least
NEARBY_STEPS = np.array([1 + 1j, -1, 2, -1 + 1j, 2 + 1j])  # steps (real) and falls (imaginary) to the places near a pair
MAX_ROUGH_DISTANCE, MIN_SUPPORT = 0.4, 2  # how far one may lie off there, in steps, and how many must be there
MAX_PAIRS = 6  # of neighbours that are tried for a place; 8 places and 12 pairs find no more boards, at twice the work
MAX_PLACE_DISTANCE = 0.25  # how far a pit may be off the place that its neighbours predict, in steps
MIN_GROUP_SHARE = 0.7  # share of a board's pits that a group must have
MAX_SPURIOUS_COLUMNS = 3  # columns beyond a board's own with things in them that look like pits
MAX_FOLD_STEPS = 1.75  # distance of the pits on both sides of a fold, in steps, at most: at two steps one is missing


def two_rows(places: Floats, pits: int) -> list[Group]:
    """Return groups in two rows of at most this many pits, with columns from left to right and rows from top to bottom. The
    groups with the most places come first and, of those with the same number, the shorter ones.

    Args:
        places: the centres and radii, the likeliest first, shape (n, 3).
    """
    groups: dict[frozenset[tuple[int, int, int]], Group] = {}
    middles, radii = places[:, :2], places[:, 2]
    known: set[tuple[int, int, int]] = set()  # corners of large groups: from there the same would be grown again
    for first in range(min(MAX_STARTS, len(places))):
        off = middles - middles[first]
        distance = np.hypot(*off.T) / np.sqrt(radii * radii[first])
        alike = np.abs(np.log(radii / radii[first])) < np.log(MAX_RADIUS_RATIO)
        beside = np.nonzero(alike & (distance > PITCH_RADII[0]) & (distance < PITCH_RADII[1]))[0]
        beside = beside[np.argsort(distance[beside])[:MAX_NEIGHBOURS]]
        for side, other in _corners(beside, off):
            if (first, side, other) in known:
                continue
            step, fall = off[side] * np.sign(off[side][0]), off[other]
            begin = ((0, 0), fall) if step[0] * fall[1] > step[1] * fall[0] else ((0, 1), -fall)
            group = _grown(middles, alike, first, step, *begin, pits)
            if len(group) >= MIN_GROUP_SHARE * 2 * pits:
                known.update(_corners_of(group))
            for part in _parts(group, pits):
                if len(part) >= MIN_GROUP_SHARE * 2 * pits and enough([row for _, row in part]):
                    left = min(column for column, _ in part)
                    groups[frozenset((column - left, row, place) for (column, row), place in part.items())] = part
    return sorted(groups.values(), key=lambda group: (-len(group), columns(group), _slant(group, middles)))


def _parts(group: Group, pits: int) -> Iterator[Group]:
    """Yield the group or, if it is longer than a board, its parts in as many consecutive columns."""
    left = min(column for column, _ in group)
    for first in range(left, left + max(1, columns(group) - pits + 1)):
        yield {node: place for node, place in group.items() if first <= node[0] < first + pits}


def columns(group: Group) -> int:
    """Return the number of columns that a group spans."""
    numbers = [column for column, _ in group]
    return max(numbers) - min(numbers) + 1


def _corners_of(group: Group) -> Iterator[tuple[int, int, int]]:
    """Yield a pit, one beside it, and the one in the other row."""
    for (column, row), first in group.items():
        other = group.get((column, 1 - row))
        for side in (group.get((column - 1, row)), group.get((column + 1, row))):
            if side is not None and other is not None:
                yield first, side, other


def _slant(group: Group, middles: Floats) -> float:
    """Return the cosine of the angle between columns and rows; the same ovals may also form slanting columns."""
    across, down = np.zeros(2), np.zeros(2)
    for (column, row), oval in group.items():
        if (column + 1, row) in group:
            across += middles[group[column + 1, row]] - middles[oval]
        if not row and (column, 1) in group:
            down += middles[group[column, 1]] - middles[oval]
    return abs(float(across @ down)) / max(float(np.hypot(*across) * np.hypot(*down)), 1e-9)


def _corners(beside: NDArray[np.intp], off: Floats) -> Iterator[tuple[int, int]]:
    """Yield pairs of neighbours at an angle whose lattice is supported by other places, the best first.

    Args:
        beside: the neighbours of a place.
        off: the offset of each place from it, shape (n, 2).
    """
    ways = off[beside]
    long = np.hypot(*ways.T)
    turn = ways[:, None, 0] * ways[None, :, 1] - ways[:, None, 1] * ways[None, :, 0]
    pairs = np.argwhere(np.abs(turn) > MIN_ANGLE_SINE * long[:, None] * long)
    if not len(pairs):
        return
    places, (steps, falls) = off @ (1, 1j), (ways @ (1, 1j))[pairs.T]
    expected = np.outer(steps, NEARBY_STEPS.real) + np.outer(falls, NEARBY_STEPS.imag)
    apart = np.abs(expected[..., None] - places).min(axis=2) / np.abs(steps)[:, None]
    there = (apart < MAX_ROUGH_DISTANCE).sum(axis=1)
    for k in np.argsort(-there, kind="stable")[:MAX_PAIRS]:
        if there[k] >= MIN_SUPPORT:
            yield int(beside[pairs[k, 0]]), int(beside[pairs[k, 1]])


def _grown(middles: Floats, alike: Mask, first: int, step: Floats, start: Node, fall: Floats, pits: int) -> Group:
    """Grow a lattice of two rows from this start. Steps follow the perspective, across single gaps and a fold. Growth ends
    when the lattice becomes too long.
    """
    within = np.nonzero(alike)[0]
    places = np.asarray(
        middles[within] @ (1, 1j), np.complex128
    )  # the plane's complex numbers: NumPy is slow where there is so little to do
    nodes = {start: first}
    gaps: set[Node] = set()
    ways = deque([(start, complex(*middles[first]), complex(*step), complex(*fall))])
    least = most = start[0]
    while ways:
        (column, row), here, across, down = ways.popleft()
        moves = ((1, 0, across), (-1, 0, -across), (0, -1, -down) if row else (0, 1, down))
        ahead = [move for move in moves if (column + move[0], row + move[1]) not in nodes]
        for (right, below, towards), (near, folded) in zip(ahead, _next(places, here, ahead), strict=True):
            node = (column + right, row + below)
            if near is not None and int(within[near]) not in nodes.values():
                nodes[node] = int(within[near])
                least, most = min(least, node[0]), max(most, node[0])
                if most - least >= pits + MAX_SPURIOUS_COLUMNS:
                    return nodes
                there = complex(places[near])
                seen = across if folded else (there - here) * (right + below)
                ways.append((node, there, seen if right else across, seen if below else down))
            elif (column, row) in nodes and node not in gaps:
                gaps.add(node)
                ways.append((node, here + towards, across, down))
    return nodes


def _next(
    places: NDArray[np.complex128], here: complex, moves: Sequence[tuple[int, int, complex]]
) -> Iterator[tuple[int | None, bool]]:
    """Yield, for each move, the place found there, if any, and whether it lies beyond a fold.

    Args:
        moves: columns, rows, and the step that they make in the picture.
    """
    if not moves:
        return
    steps = (places - here) / np.array([towards for *_, towards in moves])[:, None]  # real along the step, imaginary across
    far = np.abs(steps - 1)
    for (right, *_), row, away in zip(moves, steps, far, strict=True):
        near = int(away.argmin())
        if away[near] < MAX_PLACE_DISTANCE:
            yield near, False
            continue
        beyond = (
            np.nonzero((row.real > 1) & (row.real < MAX_FOLD_STEPS) & (np.abs(row.imag) < MAX_PLACE_DISTANCE))[0]
            if right
            else ()
        )
        yield (int(min(beyond, key=lambda place: row[place].real)), True) if len(beyond) else (None, False)
