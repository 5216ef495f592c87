"""Tetrahedral dice on the board, and how rolling changes their faces.

`Faces` are the numbers at the apex and at the cell's left, third (top or bottom) and right corners. A die that returns to a
cell shows the same faces as before, regardless of its path (a tetrahedron rolls on a triangular lattice without holonomy).
A thrown die therefore keeps one of twelve orientations, which are numbered by its faces on the topmost cell. Lookup tables
give its faces on all other cells.
"""

from __future__ import annotations

from itertools import permutations

from fourth_seat.games.tridice.lattice import CELLS, NEIGHBOURS

Faces = tuple[int, int, int, int]
DIE_NUMBERS = (1, 2, 3, 4)
HANDEDNESS = ("cw", "ccw")
"""The direction of the numbers 2, 3, 4 when the apex is 1, seen from above: clockwise or counter-clockwise."""


def rolled(faces: Faces, start: int, end: int) -> Faces:
    """Return the faces of a die after rolling over the edge between two adjacent cells.

    The old apex becomes the corner farthest from the old cell, the corner opposite the edge becomes the apex, and the two
    corners on the edge stay in place.
    """
    apex, left, third, right = faces
    if end == start + 1:
        return left, third, right, apex
    if end == start - 1:
        return right, apex, left, third
    return third, left, apex, right


def _is_even(order: tuple[int, ...]) -> bool:
    return sum(a > b for n, a in enumerate(order) for b in order[n + 1 :]) % 2 == 0


def _faces_by_cell(topmost: Faces) -> tuple[Faces, ...]:
    """Return a die's faces on each cell, given its faces on the topmost cell."""
    faces = {0: topmost}
    reached = [0]
    for start in reached:
        for end in NEIGHBOURS[start]:
            if end not in faces:
                faces[end] = rolled(faces[start], start, end)
                reached.append(end)
    return tuple(faces[cell] for cell in range(len(CELLS)))


def _orientations(handedness: str) -> tuple[tuple[Faces, ...], ...]:
    # On an upward cell left, third, right run clockwise, so the faces of a clockwise die are an even permutation there.
    clockwise = handedness == "cw"
    orders = [(apex, left, third, right) for apex, left, third, right in permutations(DIE_NUMBERS)]
    return tuple(_faces_by_cell(order) for order in orders if _is_even(order) == clockwise)


FACES = {handedness: _orientations(handedness) for handedness in HANDEDNESS}
"""The faces of a die: `FACES[handedness][orientation][cell]`."""

ORIENTATION = {
    handedness: {
        (cell, faces[cell][0], faces[cell][1]): orientation
        for orientation, faces in enumerate(table)
        for cell in range(len(CELLS))
    }
    for handedness, table in FACES.items()
}
"""The orientation of a die: `ORIENTATION[handedness][cell, apex, left]`. Apex and left corner determine the other faces."""

THROWS = tuple((apex, left) for apex in DIE_NUMBERS for left in DIE_NUMBERS if left != apex)
"""The twelve equally likely outcomes of a throw, as pairs of apex and left corner."""
