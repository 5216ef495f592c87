"""Static evaluation and move priors of Connect 4 for the generic search."""

from __future__ import annotations

from fourth_seat.engines.search.evaluation import NEARLY_WON_SHARE, in_seat_order, logistic
from fourth_seat.games.connect4.rules import (
    COLUMNS,
    DIRECTION_STEPS,
    FULL_BOARD,
    ROWS,
    STRIDE,
    WINNING_STONES,
    Connect4Move,
    Connect4State,
)

WEIGHTS = (0.65, 0.32, 0.17, 0.21)  # fitted by training/static_weights.py
FEET = sum(1 << STRIDE * column for column in range(COLUMNS))
ODD_ROWS = sum(FEET << row for row in range(0, ROWS, 2))  # rows 1, 3, 5 as people count: good for the side that begins
COLUMN_PRIORS = {column: 8 + min(column, COLUMNS + 1 - column) for column in range(1, COLUMNS + 1)}  # steeper played worse
DECISIVE_PRIOR = 40.0  # of a column that wins or blocks
_FIRSTS = ((step, sum(1 << step * n for n in range(WINNING_STONES))) for step in DIRECTION_STEPS)
LINES = tuple(line << hole for step, line in _FIRSTS for hole in range(STRIDE * COLUMNS) if not line << hole & ~FULL_BOARD)
"""The 69 lines of four holes, as bit masks in the layout of `games.connect4.rules`."""


def landing(state: Connect4State, column: int) -> int:
    """Return a mask of the hole where a stone dropped into a column (1-7) lands."""
    return 1 << STRIDE * (column - 1) + state.height(column)


def completing(stones: int, taken: int) -> int:
    """Return a mask of the empty holes in which these stones would complete a four."""
    holes = 0
    for line in LINES:
        missing = line & ~stones
        if not missing & missing - 1 and not missing & taken:
            holes |= missing
    return holes


def evaluate(state: Connect4State) -> tuple[float, float]:
    """Return each seat's expected share of the win."""
    return in_seat_order(state.mover, _settled(state) or logistic(features(state), WEIGHTS))


def _settled(state: Connect4State) -> float | None:
    """Return the mover's expected share if it can complete a four now, or cannot stop the other side from doing so next;
    otherwise None."""
    open_now = state.taken + FEET & FULL_BOARD
    if completing(state.own, state.taken) & open_now:
        return NEARLY_WON_SHARE
    other = completing(state.own ^ state.taken, state.taken)
    must = other & open_now
    if must & must - 1 or must << 1 & other:
        return 1 - NEARLY_WON_SHARE
    return None


def features(state: Connect4State) -> tuple[float, ...]:
    """Return a position's features, each of them the mover's lead over the other side.

    The first two count the holes that complete a four: those in rows where zugzwang favours the side, and those in the
    other rows. The third counts the lines with two stones and room for more; the last is always 1, for having the move.
    """
    own, other, taken = state.own, state.own ^ state.taken, state.taken
    own_threats, other_threats = completing(own, taken), completing(other, taken)
    even = state.stones % 2 == 0  # then it is the mover's turn whenever an even number of holes is empty
    my_rows, their_rows = (ODD_ROWS, FULL_BOARD ^ ODD_ROWS) if even else (FULL_BOARD ^ ODD_ROWS, ODD_ROWS)
    due = (own_threats & my_rows).bit_count() - (other_threats & their_rows).bit_count()
    twos = sum(_twos(line, own, other) for line in LINES)
    return float(due), float(own_threats.bit_count() - other_threats.bit_count() - due), float(twos), 1.0


def _twos(line: int, own: int, other: int) -> int:
    stones = line & (own | other)
    if stones.bit_count() != 2:
        return 0
    return 1 if not stones & other else -1 if not stones & own else 0


def prior(state: Connect4State, move: Connect4Move) -> float:
    """Return a column's prior: highest if it wins or blocks a win; otherwise, higher the closer it is to the middle."""
    hole = landing(state, move.column)
    deciding = completing(state.own, state.taken) | completing(state.own ^ state.taken, state.taken)
    return DECISIVE_PRIOR if hole & deciding else float(COLUMN_PRIORS[move.column])
