"""A move is something hands do: every move turns into steps, shown alike on screen, lights, display, voice and paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from games.contents import CellDifference, Cells, Content, differences
from games.geometry import Geometry, Holds
from words import Text, Value, say, say_many

UNTOUCHED_ZONES = ("tray", "hand", "out", "dice", "buttons", "cube")  # follow from the rest, or are not on a real table


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


NameCell = Callable[[str], Value]
"""The name of a cell as it can be read on the board."""


def restoring_steps(
    found: Cells, wanted: Cells, geometry: Geometry, colour_name: Callable[[int], Text], name_cell: NameCell
) -> tuple[Step, ...]:
    """The steps that turn one board into another, whatever lies between them: after undo, redo or a correction.

    Pieces are taken off before others are put down, checkers moved where as many are missing elsewhere. Cells beside the
    board change with the last step.
    """
    changes = differences(found, wanted)
    on_board = [change for change in changes if geometry[change.cell].zone not in UNTOUCHED_ZONES]
    stacks = [change for change in on_board if geometry[change.cell].holds is Holds.STACK]
    pieces = [change for change in on_board if geometry[change.cell].holds in (Holds.PIECE, Holds.DIE)]
    piles = [change for change in on_board if geometry[change.cell].holds is Holds.PILE]
    done = [
        *_pieces(pieces, colour_name, name_cell),
        *_stacks(stacks, geometry, colour_name, name_cell),
        *_piles(piles, name_cell),
    ]
    beside = tuple((change.cell, change.wanted) for change in changes if change not in on_board)
    if done and beside:
        last = done.pop()
        done.append(Step(last.text, last.cells, (*last.leaves, *beside)))
    return tuple(done)


def _pieces(changes: Sequence[CellDifference], colour_name: Callable[[int], Text], name_cell: NameCell) -> Iterator[Step]:
    def found(change: CellDifference) -> int:
        return change.found.colour if change.found else -1

    def wanted(change: CellDifference) -> int:
        return change.wanted.colour if change.wanted else -1

    for colour, group in groupby(sorted(changes, key=found), found):
        cells = tuple(change.cell for change in group)
        if colour >= 0:
            text = say("take {colour} off {cells}", colour=colour_name(colour), cells=tuple(map(name_cell, cells)))
            yield Step(text, cells, tuple((cell, None) for cell in cells))
    for colour, group in groupby(sorted(changes, key=wanted), wanted):
        here = tuple(group)
        cells = tuple(change.cell for change in here)
        if colour >= 0:
            text = say("put {colour} on {cells}", colour=colour_name(colour), cells=tuple(map(name_cell, cells)))
            yield Step(text, cells, tuple((change.cell, change.wanted) for change in here))


def _stacks(
    changes: Sequence[CellDifference], geometry: Geometry, colour_name: Callable[[int], Text], name_cell: NameCell
) -> Iterator[Step]:
    board = {change.cell: change.found for change in changes}
    colours = sorted({each.colour for change in changes for each in (change.found, change.wanted) if each})
    for colour in (*colours, *colours):  # the second time onto points that the others have left
        missing = {change.cell: _count(change.wanted, colour) - _count(board[change.cell], colour) for change in changes}
        ways = [(start, end) for start in missing for end in missing if missing[start] < 0 < missing[end]]
        for start, end in sorted(ways, key=lambda way: math.dist(geometry[way[0]].foot, geometry[way[1]].foot)):
            count = min(-missing[start], missing[end])
            if count <= 0 or (board[end] and not _count(board[end], colour)):
                continue
            missing[start] += count
            missing[end] -= count
            board[start] = _stack(colour, _count(board[start], colour) - count)
            board[end] = _stack(colour, _count(board[end], colour) + count)
            text = say_many(
                "move a {colour} checker from {start} to {end}",
                "move {n} {colour} checkers from {start} to {end}",
                count,
                colour=colour_name(colour),
                start=name_cell(start),
                end=name_cell(end),
            )
            yield Step(text, (start, end), ((start, board[start]), (end, board[end])))
    for change in changes:
        if board[change.cell] != change.wanted:  # after a correction that added checkers or took some away
            colour = (change.wanted or change.found or Content()).colour
            text = say_many(
                "leave a {colour} checker on {cell}",
                "leave {n} {colour} checkers on {cell}",
                _count(change.wanted, colour),
                colour=colour_name(colour),
                cell=name_cell(change.cell),
            )
            yield Step(text, (change.cell,), ((change.cell, change.wanted),))


def _piles(changes: Sequence[CellDifference], name_cell: NameCell) -> Iterator[Step]:
    for change in sorted(changes, key=lambda change: _seeds(change.wanted) - _seeds(change.found)):
        missing = _seeds(change.wanted) - _seeds(change.found)
        name = name_cell(change.cell)
        if missing < 0:
            text = say_many("take a seed out of {cell}", "take {n} seeds out of {cell}", -missing, cell=name)
        else:
            text = say_many("put a seed into {cell}", "put {n} seeds into {cell}", missing, cell=name)
        yield Step(text, (change.cell,), ((change.cell, change.wanted),))


def _seeds(content: Content | None) -> int:
    return content.count if content else 0


def _count(content: Content | None, colour: int) -> int:
    return content.count if content and content.colour == colour else 0


def _stack(colour: int, count: int) -> Content | None:
    return Content(colour, count) if count else None
