"""The names and contents of the board's cells.

Points are cells `1`..`24` in white's numbering, so black's point p is the cell `25 - p`. Each colour has a bar and a home
(`bar:white`, `home:black`). The dice are shown on `die:1` and `die:2`, and `throw:1`..`throw:6` are buttons for entering
them. With the doubling cube, there are also `cube` (centred or offered), `cube:white` and `cube:black`, and buttons such as
`say:double`.
"""

from __future__ import annotations

from collections.abc import Mapping

from fourth_seat.games.backgammon.checkers import BAR, OFF, SIDE_KEYS, Checkers, across
from fourth_seat.games.backgammon.cube import DoublingCube
from fourth_seat.games.backgammon.moves import CubeAction, Dice
from fourth_seat.games.contents import Content

DIE_CELLS = ("die:1", "die:2")
THROW_CELLS = {f"throw:{face}": face for face in range(1, 7)}
CALL_CELLS: Mapping[str, CubeAction] = {
    f"say:{call}": call for call in (CubeAction.DOUBLE, CubeAction.TAKE, CubeAction.DROP)
}
"""The cube buttons. Rolling needs no button, because entering dice implies it."""
CUBE_CELLS = ("cube", *(f"cube:{key}" for key in SIDE_KEYS))  # by owner


def cell_of(colour: int, place: int) -> str:
    """Return the cell name of this colour's point `place` (25 for the bar, 0 for the home)."""
    if place == BAR:
        return f"bar:{SIDE_KEYS[colour - 1]}"
    if place == OFF:
        return f"home:{SIDE_KEYS[colour - 1]}"
    return str(place if colour == 1 else across(place))


PLACES: tuple[Mapping[str, int], ...] = tuple(
    {cell_of(colour, place): place for place in range(OFF, BAR + 1)} for colour in (1, 2)
)
"""For each colour, a mapping from cell names to its place numbers."""


def stack_content(colour: int, count: int) -> Content | None:
    """Return the contents of a cell with `count` checkers of a colour, or None if there are none."""
    return Content(colour, count) if count else None


def contents(checkers: tuple[Checkers, Checkers]) -> dict[str, Content]:
    """Return the contents of all points, bars and homes."""
    return {
        cell_of(colour, place): Content(colour, count)
        for colour, own in enumerate(checkers, 1)
        for place, count in enumerate(own)
        if count
    }


def dice_contents(dice: Dice) -> dict[str, Content]:
    """Return the contents of the two dice cells."""
    return {cell: Content(faces=(face,)) for cell, face in zip(DIE_CELLS, dice, strict=True)}


def cube_contents(cube: DoublingCube, offered: bool) -> dict[str, Content]:
    """Return the cube in its owner's cell or, while it is offered, in the middle with its value doubled."""
    if offered:
        return {CUBE_CELLS[0]: Content(faces=(2 * cube.value,))}
    return {CUBE_CELLS[cube.owner]: Content(cube.owner, faces=(cube.value,))}
