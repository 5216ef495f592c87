"""Sides and turns. A side is a 32-bit number: up to four codes of dice, a byte each, the smallest in the lowest byte, and
255 where there is none. A set of cells is a 16-bit number.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import int64

from engines.jit.compile import kernel, part
from engines.tridice.kernels.lattice import CODES, NO_DIE, TURNED, WAY_BETWEEN, WAY_END, WAYS_BEGIN

EMPTY = 0xFFFFFFFF
MAX_TURNS = 64  # more than any position has: 4 dice with 9 ends each, and 16 cells to place on
PLACEMENT = 256  # a turn is 16 * from + to; a placement this and its cell


@part
def cells_of(side):
    """The cells on which a side's dice stand."""
    cells = 0
    while side & NO_DIE != NO_DIE:
        cells |= 1 << ((side & NO_DIE) >> 4)
        side = side >> 8 | NO_DIE << 24
    return cells


@part
def count_of(side):
    """How many dice a side has on the board."""
    count = 0
    while side & NO_DIE != NO_DIE:
        count += 1
        side = side >> 8 | NO_DIE << 24
    return count


@part
def die_on(side, cell):
    """The code of a side's die on a cell; 255 where it has none there."""
    for _ in range(4):
        if (side & NO_DIE) >> 4 == cell and side & NO_DIE != NO_DIE:
            return side & NO_DIE
        side >>= 8
    return NO_DIE


@part
def without(side, cell):
    """A side without its die on a cell; it must have one there."""
    shift = 0
    while (side >> shift & NO_DIE) >> 4 != cell:
        shift += 8
    below = (1 << shift) - 1
    return side & below | (side | NO_DIE << 32) >> 8 & ~below & EMPTY


@part
def with_die(side, code):
    """A side of at most three dice with one more."""
    shift = 0
    while side >> shift & NO_DIE < code:
        shift += 8
    below = (1 << shift) - 1
    return (side & below | code << shift | (side & ~below) << 8) & EMPTY


@part
def turned(side, turns):
    """A side after the board was turned by so many thirds."""
    if turns == 0:
        return side
    after = EMPTY
    while side & NO_DIE != NO_DIE:
        after = with_die(after, TURNED[turns * CODES + (side & NO_DIE)])
        side = side >> 8 | NO_DIE << 24
    return after


@part
def find_rolls(own, own_cells, other_cells, turns):
    """Writes every way to roll, once for each end; gives how many there are."""
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


@part
def find_turns(own, other, hand, turns):
    """Writes every turn but a pass; gives how many there are."""
    own_cells, other_cells = cells_of(own), cells_of(other)
    found = find_rolls(own, own_cells, other_cells, turns)
    if hand:
        for cell in range(16):
            if (own_cells | other_cells) >> cell & 1 == 0:
                turns[found] = PLACEMENT | cell
                found += 1
    return found


@part
def rolled(own, turn):
    """The own side after it rolled a die."""
    code = die_on(own, turn >> 4)
    return with_die(without(own, turn >> 4), (turn & 15) << 4 | code & 15)


@part
def after_roll(own, other, turn):
    """Both sides after one of them rolled a die, which takes what stands on its end: the roller's, the other."""
    if cells_of(other) >> (turn & 15) & 1:
        other = without(other, turn & 15)
    return rolled(own, turn), other


@part
def reach_of(code, occupied):
    """The cells on which one die could end, whoever stands there."""
    ends = 0
    for way in range(WAYS_BEGIN[code], WAYS_BEGIN[code + 1]):
        if WAY_BETWEEN[way] & occupied == 0:
            ends |= 1 << WAY_END[way]
    return ends


@part
def reach(side, occupied):
    """The cells on which a side's dice could end."""
    ends = 0
    while side & NO_DIE != NO_DIE:
        ends |= reach_of(side & NO_DIE, occupied)
        side = side >> 8 | NO_DIE << 24
    return ends


@kernel(int64(int64, int64, int64, int64[::1]))
def turns_of(own, other, hand, turns):
    """`find_turns`, for callers outside."""
    return find_turns(own, other, hand, turns)


@kernel(int64(int64, int64, int64, int64, int64))
def perft(own, other, own_hand, other_hand, depth):
    """The number of ways to go on for so many turns, throws counted one by one; a side without dice has lost, a game in
    which nobody can move is over, and there are no other draws.
    """
    found = 0
    stack = np.empty((depth + 1, 4), np.int64)
    turns = np.empty((depth + 1, 12 * MAX_TURNS), np.int64)
    left = np.zeros(depth + 1, np.int64)
    scratch = np.empty(MAX_TURNS, np.int64)
    level = 0
    stack[0] = (own, other, own_hand, other_hand)
    fresh = True
    while level >= 0:
        mine, yours, hand, theirs = stack[level]
        if fresh:
            lost = mine == EMPTY and hand == 0
            stuck = hand == 0 and find_turns(mine, yours, hand, scratch) == 0
            over = lost or (stuck and theirs == 0 and find_turns(yours, mine, theirs, scratch) == 0)
            left[level] = 0
            if level == depth:
                found += 1
            elif not over:
                if stuck:
                    turns[level, 0] = -1
                    left[level] = 1
                else:
                    for n in range(find_turns(mine, yours, hand, scratch)):
                        turn = scratch[n]
                        for label in range(12 if turn & PLACEMENT else 1):
                            turns[level, left[level]] = turn | label << 16
                            left[level] += 1
        if left[level] == 0:
            level -= 1
            fresh = False
            continue
        left[level] -= 1
        turn = turns[level, left[level]]
        if turn == -1:
            stack[level + 1] = (yours, mine, theirs, hand)
        elif turn & PLACEMENT:
            mine = with_die(mine, (turn & 15) << 4 | turn >> 16)
            stack[level + 1] = (yours, mine, theirs, hand - 1)
        else:
            mine, yours = after_roll(mine, yours, turn)
            stack[level + 1] = (yours, mine, theirs, hand)
        level += 1
        fresh = True
    return found
