"""Last good replies with forgetting (LGRF-2).

A good reply is a colour's placement after the two latest placements, or after the latest one, in the latest simulation that
went well for its side. Playouts repeat it if it is legal. They thus learn replies from the search that they would miss if
they drew by local squares alone, and they find a placement without listing all placements. See Baier and Drake 2010, "The
Power of Forgetting: Improving the Last-Good-Reply Policy in Monte Carlo Go".
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.blokus.kernels.board import ATTACH, COLOURS, TAKEN, shape_of, sum_over_five
from fourth_seat.engines.blokus.kernels.shapes import PIECE_COUNT, PIECE_OF
from fourth_seat.engines.jit.kernels import record_part
from fourth_seat.engines.jit.records import record_dtype

U = np.uint64

NO_REPLY = U(0)  # in zeroed tables: a number that no legal placement has, as its square is outside the board
SLOT_BITS = 16
HASH_LATEST, HASH_BEFORE = U(0x9E3779B97F4A7C15), U(0xC2B2AE3D27D4EB4F)  # odd
HASH_SHIFT = U(64 - SLOT_BITS)
ATTACHED = ATTACH * U(15)  # mask of the count of attach points in a sum over a placement
LINE_BEGIN = U(2)  # placements of a line that were made before the root

LINE = record_dtype(
    [  # the placements of a simulation, and the two before it
        ("length", np.uint64),
        ("placements", np.uint16, LINE_BEGIN + COLOURS * PIECE_COUNT),
        ("colours", np.uint8, LINE_BEGIN + COLOURS * PIECE_COUNT),
    ]
)
REPLIES = record_dtype(
    [
        ("after_two", np.uint16, (COLOURS, 1 << SLOT_BITS)),  # by colour and the hash of the two latest placements
        ("after_one", np.uint16, (COLOURS, 1 << 16)),  # by colour and latest placement
    ]
)


@record_part
def begin_line(line, board, colours, to_move):
    """Begin a line with the latest placements of the two colours before the colour to move, even if they can no longer
    place.
    """
    for n in range(LINE_BEGIN):
        line.placements[n] = board.latest[(to_move + colours + n - LINE_BEGIN) % colours]
    line.length = LINE_BEGIN


@record_part
def extend(line, colour, placement):
    """Append a placement to a line."""
    line.placements[line.length] = placement
    line.colours[line.length] = colour
    line.length += U(1)


@record_part
def slot_of(line, n):
    """Return the slot for the two placements before the `n`-th placement of a line."""
    latest, before = U(line.placements[n - U(1)]), U(line.placements[n - U(2)])
    return ((latest * HASH_LATEST) ^ (before * HASH_BEFORE)) >> HASH_SHIFT


@record_part
def is_legal(board, colour, placement):
    """Return whether a placement is legal for a colour; False for `NO_REPLY`."""
    number = sum_over_five(board.grids[colour], placement)
    held = board.left[colour] >> PIECE_OF[shape_of(placement)] & U(1)
    return held != U(0) and number < TAKEN and number & ATTACHED != U(0)


@record_part
def good_reply(replies, board, line, colour):
    """Return a colour's last good reply to the latest placements of a line, or `NO_REPLY` if none is legal."""
    reply = U(replies.after_two[colour, slot_of(line, line.length)])
    if is_legal(board, colour, reply):
        return reply
    reply = U(replies.after_one[colour, U(line.placements[line.length - U(1)])])
    return reply if is_legal(board, colour, reply) else NO_REPLY


@record_part
def keep_reply(replies, line, n):
    """Store the `n`-th placement of a line as its colour's last good reply."""
    colour, placement = U(line.colours[n]), line.placements[n]
    replies.after_two[colour, slot_of(line, n)] = placement
    replies.after_one[colour, U(line.placements[n - U(1)])] = placement


@record_part
def forget_reply(replies, line, n):
    """Forget the `n`-th placement of a line, which went badly, if it is stored as its colour's last good reply."""
    colour, slot, latest = U(line.colours[n]), slot_of(line, n), U(line.placements[n - U(1)])
    if replies.after_two[colour, slot] == line.placements[n]:
        replies.after_two[colour, slot] = NO_REPLY
    if replies.after_one[colour, latest] == line.placements[n]:
        replies.after_one[colour, latest] = NO_REPLY
