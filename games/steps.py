"""Converts moves to steps that players carry out by hand. The steps are presented on the screen, by lights, on a display,
by voice and on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fourth_seat.games.contents import CellDifference, Cells, Content, differences
from fourth_seat.games.geometry import Geometry, Holds
from fourth_seat.words import Text

UNTOUCHED_ZONES = ("tray", "hand", "out", "dice", "buttons", "cube")  # implied by the rest, or not on a real table


@dataclass(frozen=True, slots=True)
class Step:
    """A step carried out by hand.

    Attributes:
        text: an instruction such as "lift 5 seeds from c".
        cells: the cells involved, in the order in which they are touched.
        leaves: the resulting contents of each changed cell (None: empty). Applying all steps of a move to the board must
            give the board after the move, which is checked by a conformance test.
    """

    text: Text
    cells: tuple[str, ...]
    leaves: tuple[tuple[str, Content | None], ...]


def is_for_hands(steps: Iterable[Step], geometry: Geometry) -> bool:
    """Return whether steps involve the board itself and not just dice or a cube, which the next player picks up anyway."""
    return any(geometry[cell].zone not in UNTOUCHED_ZONES for step in steps for cell in step.cells)


def captures(steps: Iterable[Step], before: Cells, mover: int, geometry: Geometry) -> bool:
    """Return whether steps include a capture. This is the case if a piece of another colour is moved or removed, or if
    several piles are emptied in a single step.
    """
    board = dict(before)
    for step in steps:
        lost = [cell for cell, content in step.leaves if content is None and geometry[cell].holds is Holds.PILE]
        if len(lost) > 1:
            return True
        for cell, content in step.leaves:
            lay = board.get(cell)
            if lay and content != lay and lay.colour not in (0, mover) and geometry[cell].zone not in UNTOUCHED_ZONES:
                return True
        board = rebuild(board, (step,))
    return False


def rebuild(cells: Cells, steps: Iterable[Step]) -> dict[str, Content]:
    """Return the board after carrying out steps."""
    board = dict(cells)
    for step in steps:
        for cell, content in step.leaves:
            if content is None:
                board.pop(cell, None)
            else:
                board[cell] = content
    return board


def on_board(found: Cells, wanted: Cells, geometry: Geometry) -> tuple[CellDifference, ...]:
    """Return the differences between two boards that must be corrected by hand, namely those in cells of the board
    itself.
    """
    return tuple(change for change in differences(found, wanted) if geometry[change.cell].zone not in UNTOUCHED_ZONES)


def with_cells_beside(steps: Sequence[Step], found: Cells, wanted: Cells, geometry: Geometry) -> tuple[Step, ...]:
    """Add the changes to cells beside the board to the last step. Returns an empty tuple if there are no steps."""
    beside = tuple(
        (change.cell, change.wanted)
        for change in differences(found, wanted)
        if geometry[change.cell].zone in UNTOUCHED_ZONES
    )
    if not steps or not beside:
        return tuple(steps)
    *others, last = steps
    kept = tuple((cell, content) for cell, content in last.leaves if geometry[cell].zone not in UNTOUCHED_ZONES)
    return (*others, Step(last.text, last.cells, (*kept, *beside)))
