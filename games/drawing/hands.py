"""What hands do, as shapes over the board: an arrow for what moves, an outline for what comes, a cross on what leaves.

Where there are several steps each carries its number. Window and page draw the same shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.contents import Cells, Content
from games.drawing.stacks import top
from games.geometry import Cell, Geometry, Holds, Point, centre
from games.steps import UNTOUCHED_ZONES, Step, rebuild


@dataclass(frozen=True, slots=True)
class Arrow:
    """Something moves along these points; `curved` where the way bends often."""

    points: tuple[Point, ...]

    @property
    def curved(self) -> bool:
        return len(self.points) > 3


@dataclass(frozen=True, slots=True)
class Outline:
    """Something comes to lie on these cells."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Cross:
    """Something is taken away here."""

    place: Point


@dataclass(frozen=True, slots=True)
class Seed:
    """A seed is dropped into this pit on the way: a curved arrow does not pass through each of them."""

    pit: Cell


@dataclass(frozen=True, slots=True)
class StepNumber:
    """The number of a step, where it begins."""

    place: Point
    number: int


Shape = Arrow | Outline | Cross | Seed | StepNumber


def hand_shapes(geometry: Geometry, steps: Sequence[Step], before: Cells) -> list[Shape]:
    """Return the shapes that show steps, played one after another from the board `before`; the lowest first."""
    if not any(step.leaves for step in steps):  # dice to be thrown for a place
        cells = tuple(geometry[name] for step in steps for name in step.cells)
        return [Outline(cells)] if cells else []
    board = dict(before)
    several = sum(bool(_on_board(geometry, step)) for step in steps) > 1
    shapes: list[Shape] = []
    numbers: list[Shape] = []
    for number, step in enumerate(steps, 1):
        here = _on_board(geometry, step)
        if here:
            shapes += _shapes_of(step, here, board)
            if several:
                numbers.append(StepNumber(_place(here[0], board.get(here[0].name)), number))
        board = rebuild(board, (step,))
    return shapes + numbers  # numbers stand above all arrows


def _on_board(geometry: Geometry, step: Step) -> list[Cell]:
    """The cells of the board proper that a step touches; none of one that is only words, such as how to find a square."""
    if not step.leaves:
        return []
    return [cell for cell in map(geometry.__getitem__, step.cells) if cell.zone not in UNTOUCHED_ZONES]


def _shapes_of(step: Step, here: Sequence[Cell], board: Cells) -> list[Shape]:
    leaves = dict(step.leaves)
    first, last = here[0], here[-1]
    moves = len(here) > 1 and first.holds in (Holds.STACK, Holds.PILE)
    if not moves and len(here) == 2 and first.name in board and leaves.get(first.name, first) is None:
        moves = True  # one piece from here to there
    if moves:
        stops = [_place(first, board.get(first.name)), *(cell.foot for cell in here[1:-1])]
        arrow = Arrow((*stops, _place(last, leaves.get(last.name))))
        return [arrow, *(Seed(cell) for cell in here[1:] if cell.holds is Holds.PILE)]
    come = tuple(cell for cell in here if leaves.get(cell.name) is not None)
    leave = [cell for cell in here if cell.name in leaves and leaves[cell.name] is None]
    return [*([Outline(come)] if come else []), *(Cross(_place(cell, board.get(cell.name))) for cell in leave)]


def _place(cell: Cell, content: Content | None) -> Point:
    if cell.holds is Holds.STACK:
        return top(cell, content.count if content else 1)
    return centre(cell.polygon) if cell.holds is Holds.PIECE else cell.foot
