"""The steps for placing a piece on the real board and for removing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fourth_seat.games.blokus.bitboard import components, named, names, union
from fourth_seat.games.blokus.geometry import geometry
from fourth_seat.games.blokus.moves import BlokusMove, BlokusOut
from fourth_seat.games.blokus.pieces import piece_on
from fourth_seat.games.blokus.rules import CONTENTS, BlokusState
from fourth_seat.games.blokus.variants import BlokusSetting, setting
from fourth_seat.games.contents import Cells
from fourth_seat.games.options import Options
from fourth_seat.games.steps import Step, on_board, with_cells_beside
from fourth_seat.words import all_of, say


def steps(state: BlokusState, move: BlokusMove) -> tuple[Step, ...]:
    """Return the single step of a move, which is to place the piece. For `out`, the step involves no cells."""
    fixed = state.setting
    if isinstance(move, BlokusOut):
        return (Step(say("{colour} places no more pieces", colour=fixed.sides[state.turn - 1].name), (), ()),)
    return (_place(fixed, state.turn, move.squares),)


def restoring_steps(found: Cells, wanted: Cells, mover: int, options: Options) -> tuple[Step, ...]:  # noqa: ARG001
    """Return the steps that turn one board into another, piece by piece."""
    fixed, board = setting(options), geometry(options)
    changes = on_board(found, wanted, board)
    removed = [(change.found.colour, change.cell) for change in changes if change.found]
    added = [(change.wanted.colour, change.cell) for change in changes if change.wanted]
    done = [_take_off(fixed, colour, part) for colour, part in _pieces(removed)]
    done += [_place(fixed, colour, part) for colour, part in _pieces(added)]
    return with_cells_beside(done, found, wanted, board)


def _pieces(cells: Iterable[tuple[int, str]]) -> Iterator[tuple[int, int]]:
    """Yield the colour and squares of each piece. Legally placed pieces of the same colour never share an edge."""
    cells = list(cells)
    for colour in sorted({colour for colour, _ in cells}):
        for part in components(union(named(cell) for owner, cell in cells if owner == colour)):
            yield colour, part


def _place(fixed: BlokusSetting, colour: int, squares: int) -> Step:
    piece, onto = piece_on(squares), names(squares)
    tray = (fixed.tray(colour, piece.name),) if piece else ()
    side_name = fixed.sides[colour - 1].name
    if piece:
        text = say("place the {colour} {piece} on {squares}", colour=side_name, piece=piece.name, squares=all_of(onto))
    else:  # on a corrected board pieces may touch along an edge
        text = say("fill {squares} with {colour} pieces", colour=side_name, squares=all_of(onto))
    return Step(text, (*tray, *onto), (*((name, None) for name in tray), *((name, CONTENTS[colour]) for name in onto)))


def _take_off(fixed: BlokusSetting, colour: int, squares: int) -> Step:
    piece, off = piece_on(squares), names(squares)
    side_name = fixed.sides[colour - 1].name
    if piece:
        text = say("take the {colour} {piece} off {squares}", colour=side_name, piece=piece.name, squares=all_of(off))
    else:
        text = say("take the {colour} pieces off {squares}", colour=side_name, squares=all_of(off))
    return Step(text, off, tuple((name, None) for name in off))
