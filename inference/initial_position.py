"""The position first seen on the board: the start, an expected position, or one read from the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.contents import Content
from fourth_seat.games.options import Options
from fourth_seat.inference.evidence import Evidence
from fourth_seat.table.stage.whole_board import begun, recoloured
from fourth_seat.words import FourthSeatError

# How much worse than its best reading a board may look, per cell (negative logarithm), and still be accepted as known. The
# start position costs next to nothing on a clearly seen cell; another position costs whole pieces.
MAX_LOSS_PER_CELL = 0.25
MAX_LOSS_PROVISIONAL = 1.4  # the same if a set is read roughly, because none was seen before


def fits(evidence: Evidence, state: AnyState) -> bool:
    """Return whether the evidence fits this position."""
    most = MAX_LOSS_PROVISIONAL if evidence.provisional else MAX_LOSS_PER_CELL
    return bool(evidence.cells) and -evidence.score(state.cells()) <= most * len(evidence.cells)


def positions(game: AnyGame, options: Options, evidence: Evidence, *, as_read: bool = False) -> tuple[AnyState, ...]:
    """Return the positions that the board may show: the start if it fits, otherwise the position with the most likely
    contents, in both cases with each possible side to move.

    The result is empty if the pieces do not form a valid position.

    Args:
        as_read: whether to accept the start only if it agrees with every cell's most likely content, as for a single
            picture.
    """
    start = game.start(options)
    if fits(evidence, start) and not (as_read and _differs(evidence, start)):
        others = (each for each in begun(game, options) if each != start)
        return (start, *(each for each in others if recoloured(game, each.cells(), each.options, options) == start.cells()))
    board = _board(start, evidence)
    read: list[AnyState] = []
    for begin in begun(game, options):
        try:
            state = game.correct(begin, recoloured(game, board, options, begin.options))
        except FourthSeatError:
            continue
        for mover in _movers(game, state):
            if mover not in read:
                read.append(mover)
    return tuple(read)


def _differs(evidence: Evidence, state: AnyState) -> bool:
    """Return whether any cell's most likely content differs from the position."""
    best, cells = evidence.best(), state.cells()
    return any(best.get(cell) != cells.get(cell) for cell in evidence.cells)


def _board(start: AnyState, evidence: Evidence) -> dict[str, Content | None]:
    """Return the contents of all cells that were seen, including empty cells that are occupied at the start."""
    best = evidence.best()
    return {cell: best.get(cell) for cell in evidence.cells if cell in best or cell in start.cells()}


def _movers(game: AnyGame, state: AnyState) -> Iterator[AnyState]:
    """Yield the position with each colour to move, if the game's positions can be varied that way."""
    yield state
    for colour in range(1, len(game.sides(state.options)) + 1):
        if colour != state.mover:
            try:
                turned: Any = game.turn_to(state, colour)
            except FourthSeatError:
                continue
            yield turned
