"""Moves are made by hand, so every move is turned into steps, which are presented in the same way on the screen, by lights,
on a display, by voice and on paper.
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
    """A step to carry out by hand.

    Attributes:
        text: the sentence, such as "lift 5 seeds from c".
        cells: the cells it touches, in the order in which hands touch them.
        leaves: the content of each changed cell afterwards; None is an empty cell. Carried out one after another on the
            board, the steps of a move give the board after it (a conformance test).
    """

    text: Text
    cells: tuple[str, ...]
    leaves: tuple[tuple[str, Content | None], ...]


def is_for_hands(steps: Iterable[Step], geometry: Geometry) -> bool:
    """Return whether steps touch the board itself, and not just dice or a cube, which the next player picks up anyway."""
    return any(geometry[cell].zone not in UNTOUCHED_ZONES for step in steps for cell in step.cells)


def captures(steps: Iterable[Step], before: Cells, mover: int, geometry: Geometry) -> bool:
    """Return whether steps on a board take something from somebody: a piece of another colour leaves its place on the
    board, or two or more piles are emptied in one step.
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
    """Return the board after the steps have been carried out."""
    board = dict(cells)
    for step in steps:
        for cell, content in step.leaves:
            if content is None:
                board.pop(cell, None)
            else:
                board[cell] = content
    return board


def on_board(found: Cells, wanted: Cells, geometry: Geometry) -> tuple[CellDifference, ...]:
    """Return those differences between two boards that have to be corrected by hand: the ones in cells on the board
    itself.
    """
    return tuple(change for change in differences(found, wanted) if geometry[change.cell].zone not in UNTOUCHED_ZONES)


def with_cells_beside(steps: Sequence[Step], found: Cells, wanted: Cells, geometry: Geometry) -> tuple[Step, ...]:
    """Return the steps with the changes to cells beside the board added to the last one; none if there are no steps."""
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
