"""A tetrahedral die on the board: what it shows, and how rolling turns it.

`Faces` are the numbers at the apex and at the corners of the cell: left, third (the top of an upward cell, the bottom of
a downward one), right. Rolled over this lattice a die comes back to a cell as it left it, whatever the way (a tetrahedron
rolls on a triangular lattice without holonomy). So a thrown die keeps one of twelve `orientation`s for good, numbered by
how it would stand on the topmost cell, and what it shows elsewhere is a table.
"""

from __future__ import annotations

from itertools import permutations

from games.tridice.lattice import CELLS, NEIGHBOURS

Faces = tuple[int, int, int, int]
NUMBERS = (1, 2, 3, 4)
HANDEDNESS = ("cw", "ccw")
"""Direction in which 2-3-4 run, seen from above, when the apex is 1: clockwise or counter-clockwise."""


def rolled(faces: Faces, start: int, end: int) -> Faces:
    """Return the faces of a die after it rolled over the edge between two neighbouring cells.

    The corner facing away becomes the apex, the apex becomes the corner facing away from the old cell, and the two corners
    on the edge stay where they are.
    """
    apex, left, third, right = faces
    if end == start + 1:
        return left, third, right, apex
    if end == start - 1:
        return right, apex, left, third
    return third, left, apex, right


def _even(order: tuple[int, ...]) -> bool:
    return sum(a > b for n, a in enumerate(order) for b in order[n + 1 :]) % 2 == 0


def _shown(on_top: Faces) -> tuple[Faces, ...]:
    """Return the faces on each cell of a die that has the given faces on the topmost cell."""
    shown = {0: on_top}
    reached = [0]
    for start in reached:
        for end in NEIGHBOURS[start]:
            if end not in shown:
                shown[end] = rolled(shown[start], start, end)
                reached.append(end)
    return tuple(shown[cell] for cell in range(len(CELLS)))


def _orientations(handedness: str) -> tuple[tuple[Faces, ...], ...]:
    # On an upward cell left, third, right run clockwise, so a clockwise die stands there as an even permutation.
    clockwise = handedness == "cw"
    orders = [(apex, left, third, right) for apex, left, third, right in permutations(NUMBERS)]
    return tuple(_shown(order) for order in orders if _even(order) == clockwise)


FACES = {handedness: _orientations(handedness) for handedness in HANDEDNESS}
"""`FACES[handedness][orientation][cell]`."""

ORIENTATION = {
    handedness: {
        (cell, shown[cell][0], shown[cell][1]): orientation
        for orientation, shown in enumerate(table)
        for cell in range(len(CELLS))
    }
    for handedness, table in FACES.items()
}
"""`ORIENTATION[handedness][cell, apex, left]`: apex and left corner tell the rest."""

THROWS = tuple((apex, left) for apex in NUMBERS for left in NUMBERS if left != apex)
"""The twelve equally likely outcomes of a throw: apex and left corner."""
