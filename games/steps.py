"""A move is something hands do: every move turns into steps, shown alike on screen, lights, display, voice and paper."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.contents import Cells, Content
from words import Text


@dataclass(frozen=True, slots=True)
class Step:
    """One thing for hands to do.

    Attributes:
        text: the sentence, such as "lift 5 seeds from c".
        cells: the cells it touches, in the order in which hands touch them.
        leaves: what lies on each changed cell afterwards; None is an empty cell. Played over the board one after another,
            the steps of a move rebuild the board after it (a conformance test).
    """

    text: Text
    cells: tuple[str, ...]
    leaves: tuple[tuple[str, Content | None], ...]


def rebuild(cells: Cells, steps: Iterable[Step]) -> dict[str, Content]:
    """The board after hands have done the steps."""
    board = dict(cells)
    for step in steps:
        for cell, content in step.leaves:
            if content is None:
                board.pop(cell, None)
            else:
                board[cell] = content
    return board
