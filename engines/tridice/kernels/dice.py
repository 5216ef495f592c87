"""Encoding of sides and turns.

A side is a 32-bit number of four bytes, each with the code of a die, or `NO_DIE` if the die is missing; the smallest code
is in the lowest byte. A set of cells is a 16-bit mask. A turn is 16 * start + end for a roll, `PLACEMENT` + cell for a
placement, or `PASS`.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import array_of, int64
from fourth_seat.engines.tridice.kernels.lattice import NO_DIE, TURNED, WAY_BETWEEN, WAY_END, WAYS_BEGIN

EMPTY = 0xFFFFFFFF
MAX_TURNS = 64  # more than any position has: 4 dice with 9 ends each, and 16 cells to place on
PLACEMENT = 256
PASS = 511
TURNS = array_of(np.int64)  # room for `MAX_TURNS`

POSITION = record_dtype([
    ("own", np.uint32),  # the side to move; while a die is thrown, the side that places it
    ("other", np.uint32),  # the other side
    ("own_hand", np.uint8),  # dice in the hand
    ("other_hand", np.uint8),
])  # fmt: skip
THROWN_TURN = record_dtype([
    ("turn", np.int64),
    ("label", np.int64),  # of the die, if it is a placement
])  # fmt: skip
PERFT_FRAME = record_dtype([
    # of the stack: a position and the turns from it
    ("position", POSITION),
    ("turns", THROWN_TURN, 12 * MAX_TURNS),
    ("left", np.int64),  # turns that are not counted yet
])  # fmt: skip


@record_part
def numbers_of(position):
    """Unpack a position into both sides, the mover's first, and the numbers of dice in their hands."""
    return int64(position.own), int64(position.other), int64(position.own_hand), int64(position.other_hand)


@record_part
def write_position(position, own, other, own_hand, other_hand):
    """Set a position's sides and hands."""
    position.own = own
    position.other = other
    position.own_hand = own_hand
    position.other_hand = other_hand


@record_part
def cells_of(side):
    """Return a mask of the cells occupied by a side's dice."""
    cells = 0
    while side & NO_DIE != NO_DIE:
        cells |= 1 << ((side & NO_DIE) >> 4)
        side = side >> 8 | NO_DIE << 24
    return cells


@record_part
def count_of(side):
    """Return the number of a side's dice on the board."""
    count = 0
    while side & NO_DIE != NO_DIE:
        count += 1
        side = side >> 8 | NO_DIE << 24
    return count


@record_part
def die_on(side, cell):
    """Return the code of a side's die on a cell, or `NO_DIE`."""
    for _ in range(4):
        if (side & NO_DIE) >> 4 == cell and side & NO_DIE != NO_DIE:
            return side & NO_DIE
        side >>= 8
    return NO_DIE


@record_part
def without(side, cell):
    """Return a side without its die on a cell; there must be one."""
    shift = 0
    while (side >> shift & NO_DIE) >> 4 != cell:
        shift += 8
    below = (1 << shift) - 1
    return side & below | (side | NO_DIE << 32) >> 8 & ~below & EMPTY


@record_part
def with_die(side, code):
    """Return a side with a die added; it must have at most three dice."""
    shift = 0
    while side >> shift & NO_DIE < code:
        shift += 8
    below = (1 << shift) - 1
    return (side & below | code << shift | (side & ~below) << 8) & EMPTY


@record_part
def turned(side, turns):
    """Return a side after rotating the board by `turns` (0, 1 or 2) thirds of a full turn."""
    if turns == 0:
        return side
    after = EMPTY
    while side & NO_DIE != NO_DIE:
        after = with_die(after, TURNED[turns, side & NO_DIE])
        side = side >> 8 | NO_DIE << 24
    return after


@record_part
def find_rolls(own, own_cells, other_cells, turns):
    """Write all rolls of the mover's side to `turns`, one per die and end cell, and return their number."""
    occupied = own_cells | other_cells
    found = 0
    while own & NO_DIE != NO_DIE:
        code = own & NO_DIE
        last = -1
        for way in range(WAYS_BEGIN[code], WAYS_BEGIN[code + 1]):
            end = WAY_END[way]
            if end != last and WAY_BETWEEN[way] & occupied == 0 and own_cells >> end & 1 == 0:
                turns[found] = code & 0xF0 | end
                found += 1
                last = end
        own = own >> 8 | NO_DIE << 24
    return found


@record_part
def find_turns(own, other, hand, turns):
    """Write all turns except a pass to `turns` and return their number."""
    own_cells, other_cells = cells_of(own), cells_of(other)
    found = find_rolls(own, own_cells, other_cells, turns)
    if hand:
        for cell in range(16):
            if (own_cells | other_cells) >> cell & 1 == 0:
                turns[found] = PLACEMENT | cell
                found += 1
    return found


@record_part
def rolled(own, turn):
    """Return the mover's side after rolling a die."""
    code = die_on(own, turn >> 4)
    return with_die(without(own, turn >> 4), (turn & 15) << 4 | code & 15)


@record_part
def after_roll(own, other, turn):
    """Return both sides, the mover's first, after the mover rolls a die, capturing any opposing die on its end cell."""
    if cells_of(other) >> (turn & 15) & 1:
        other = without(other, turn & 15)
    return rolled(own, turn), other


@record_part
def reach_of(code, occupied):
    """Return the cells where a roll of a die could end, regardless of the dice on these cells."""
    ends = 0
    for way in range(WAYS_BEGIN[code], WAYS_BEGIN[code + 1]):
        if WAY_BETWEEN[way] & occupied == 0:
            ends |= 1 << WAY_END[way]
    return ends


@record_part
def reach(side, occupied):
    """Return the cells where rolls of a side's dice could end."""
    ends = 0
    while side & NO_DIE != NO_DIE:
        ends |= reach_of(side & NO_DIE, occupied)
        side = side >> 8 | NO_DIE << 24
    return ends


@record_kernel(int64(int64, int64, int64, TURNS))
def turns_of(own, other, hand, turns):
    """Call `find_turns` from Python."""
    return find_turns(own, other, hand, turns)


@record_kernel(int64(int64, int64, int64, int64, array_of(PERFT_FRAME), TURNS))
def perft(own, other, own_hand, other_hand, frames, turns):
    """Return the number of lines of play that are one turn shorter than the number of frames; each throw of a placement
    counts separately. `turns` is scratch space.

    A side without dice has lost, and the game is a draw if neither side can move; other draws are ignored.
    """
    found = 0
    level = 0
    write_position(frames[0].position, own, other, own_hand, other_hand)
    fresh = True
    while level >= 0:
        frame = frames[level]
        mine, yours, hand, theirs = numbers_of(frame.position)
        if fresh:
            lost = mine == EMPTY and hand == 0
            stuck = hand == 0 and find_turns(mine, yours, hand, turns) == 0
            over = lost or (stuck and theirs == 0 and find_turns(yours, mine, theirs, turns) == 0)
            frame.left = 0
            if level == len(frames) - 1:
                found += 1
            elif not over:
                if stuck:
                    frame.turns[0].turn = PASS
                    frame.left = 1
                else:
                    for n in range(find_turns(mine, yours, hand, turns)):
                        for label in range(12 if turns[n] & PLACEMENT else 1):
                            thrown = frame.turns[frame.left]
                            thrown.turn, thrown.label = turns[n], label
                            frame.left += 1
        if frame.left == 0:
            level -= 1
            fresh = False
            continue
        frame.left -= 1
        thrown = frame.turns[frame.left]
        if thrown.turn == PASS:
            pass
        elif thrown.turn & PLACEMENT:
            mine = with_die(mine, (thrown.turn & 15) << 4 | thrown.label)
            hand -= 1
        else:
            mine, yours = after_roll(mine, yours, thrown.turn)
        level += 1
        write_position(frames[level].position, yours, mine, theirs, hand)
        fresh = True
    return found
