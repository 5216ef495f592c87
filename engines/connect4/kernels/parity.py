"""Parity rules: results that are certain without a search, because one side can force them by always replying in the right
column.

Each rule determines the largest set of holes that a side can get while the other side follows a simple plan. If these holes
contain no four, that side cannot win. Each rule defines which empty holes count; a column with an odd number of them is
called odd. The plan is to reply in the same column or, after a stone in an odd column (which makes that column even), in
another odd column. This is always possible: whenever the other side is to move, the number of empty holes that count is
even, so the number of odd columns is even as well.

The first player departs from the plan only to win. The ideas are Allis's "claimeven" and "zugzwang control" (Victor Allis,
"A knowledge-based approach of Connect-Four", 1988), applied here to the whole board at once.
"""

# mypy: ignore-errors

from __future__ import annotations

from fourth_seat.engines.connect4.kernels.board import BOARD, EVEN, FEET, ODD, U, has_four
from fourth_seat.engines.jit.bits import popcount
from fourth_seat.engines.jit.kernels import record_part

ROW_3 = U(int(FEET) << 2)
NOTHING = -64  # below every score


@record_part
def claimeven(first, second, taken):
    """Return the score guaranteed to the second player when the first player is to move, or `NOTHING`.

    All empty holes count. The lowest empty hole of an odd column is in an even row. The second player therefore gets every
    hole in an even row, except some of those that can be filled immediately.
    """
    empty = BOARD ^ taken
    contested = (taken + FEET) & EVEN
    if has_four(first | (empty & ODD) | contested):
        return NOTHING
    return 1 if has_four(second | (empty & EVEN & ~contested)) else 0


@record_part
def zugzwang(second, taken, threats):
    """Return the score guaranteed to the first player when the second player is to move, or `NOTHING`. `threats` are the
    empty holes that complete a four for the first player.

    Consider a threat in an odd row that cannot be filled yet. All empty holes count except the threat, the hole below it
    and the holes above it. Once all holes that count are filled, the second player is to move and has to play below the
    threat. Until then, the second player can get the following holes that count: those in odd rows of the other columns,
    those in even rows below the threat, and some of those in odd columns that can be filled immediately. If these holes and
    the hole below the threat contain a four, nothing is certain.
    """
    landing = taken + FEET
    empty = BOARD ^ taken
    holes = threats & ODD & ~landing
    while holes:
        hole = holes & (~holes + U(1))
        column = U(127) << (popcount(hole - U(1)) // U(7) * U(7))
        below = hole - (landing & column)
        reach = (empty & ODD & ~column) | (below & EVEN) | (landing & EVEN & ~column) | (landing & ODD & column)
        if has_four(second | reach) == U(0):
            return 2 if hole & ROW_3 else 1  # the stones that win are then 20 or 21
        holes ^= hole
    return NOTHING
