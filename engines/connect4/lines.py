"""The 69 lines of four holes, as bit masks in the layout of `games.connect4.rules`."""

from __future__ import annotations

from fourth_seat.games.connect4.rules import COLUMNS, ROWS, STRIDE, WINNING_STONES, Connect4State


def _lines() -> tuple[int, ...]:
    lines = []
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for column in range(COLUMNS):
            for row in range(ROWS):
                end_column, end_row = column + across * (WINNING_STONES - 1), row + up * (WINNING_STONES - 1)
                if end_column < COLUMNS and 0 <= end_row < ROWS:
                    lines.append(sum(1 << STRIDE * (column + across * n) + row + up * n for n in range(WINNING_STONES)))
    return tuple(lines)


LINES = _lines()


def landing(state: Connect4State, column: int) -> int:
    """Return the hole, as a mask, into which a stone dropped into a column (1-7) falls."""
    return 1 << STRIDE * (column - 1) + state.height(column)


def completing(stones: int, taken: int) -> int:
    """Return the empty holes, as a mask, that complete a four for the side with these stones."""
    holes = 0
    for line in LINES:
        missing = line & ~stones
        if not missing & missing - 1 and not missing & taken:
            holes |= missing
    return holes
