"""Parity rules: results that are certain without any search, because a side can force them by answering in the right
column.

Both rules concern the holes that a side can get at best while the other side follows a simple plan. If these holes contain
no four, that side cannot win. Call a column odd if an odd number of the holes that count is empty in it. The plan is to
answer in the same column or, after a stone in an odd column, which makes that column even, in another odd one. It never
fails, because when the other side is to move, an even number of the holes that count is empty, so the number of odd columns
is even as well.

The only reason for the first player to depart from its plan is to win. The ideas are Allis's "claimeven" and "zugzwang
control" (Victor Allis, "A knowledge-based approach of Connect-Four", 1988), here for whole boards at once.
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
    """Return the score that the second player is sure of, with the first player to move; or `NOTHING`.

    All empty holes count. An odd column's lowest empty hole is in an even row. So the second player gets every even hole
    except some of those that are open now.
    """
    empty = BOARD ^ taken
    contested = (taken + FEET) & EVEN
    if has_four(first | (empty & ODD) | contested):
        return NOTHING
    return 1 if has_four(second | (empty & EVEN & ~contested)) else 0


@record_part
def zugzwang(second, taken, threats):
    """Return the score that the first player is sure of, with the second player to move; or `NOTHING`. `threats` are the
    empty holes that complete a four for the first player.

    Consider one of these in an odd row that is not open yet. All empty holes count except this one, the one below it and
    those above it. When all holes that count are filled, it is the second player's turn: it has to play below the threat.
    Until then, of the holes that count, it can get the odd ones in the other columns, the even ones below the threat, and
    some of those that are open in odd columns. If it could also get a four with the hole below the threat, nothing is
    certain.
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
