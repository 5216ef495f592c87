"""Connect 4's search as machine code: one null window at a time, on bit boards.

Holes are bits as in `games.connect4.rules`: seven bits a column, the lowest its bottom, the seventh always empty. A
position is the mover's stones, all stones taken, and their number. Scores are those of the public solvers: 22 minus the
number of stones the winner will have set, negative when the mover loses, 0 for a draw.

Sources: Pascal Pons, "Solving Connect 4: how to build a perfect AI" (bit tricks for fours, order of moves by the holes
they threaten, null windows); Knuth and Moore 1975 (alpha-beta); Plaat et al. 1996 (transpositions as cut-offs).
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from engines.jit.compile import kernel, part
from engines.jit.memory import load, popcount, store

U = np.uint64
COLUMNS, STRIDE, HOLES = 7, 7, 42
FEET = U(sum(1 << STRIDE * column for column in range(COLUMNS)))
BOARD = U(int(FEET) * 63)
ODD = U(int(FEET) * 0b010101)  # rows 1, 3, 5 as people count
EVEN = U(int(FEET) * 0b101010)
KEY = U((1 << 49) - 1)
MULTIPLIER = U(0x1D7A3B4F9C6E5)  # odd, so that multiplying modulo 2**49 loses nothing
C0, C1, C2, C3, C4, C5, C6 = (U(63 << STRIDE * column) for column in (6, 0, 5, 1, 4, 2, 3))

MIRRORED = 14  # stones; with fewer, a position and its mirror image are one
PROBED = 26  # stones; with fewer, what is known of a move's position is looked up before any move is searched
FRAME = U(24)  # words of the stack for a ply


@part(uint64(uint64, uint64))
def fours(stones, taken):
    """The empty holes that complete a four."""
    holes = (stones << U(1)) & (stones << U(2)) & (stones << U(3))
    for step in (7, 6, 8):
        a = U(step)
        pairs = (stones << a) & (stones << (a + a))
        holes |= pairs & (stones << (a + a + a))
        holes |= pairs & (stones >> a)
        pairs = (stones >> a) & (stones >> (a + a))
        holes |= pairs & (stones << a)
        holes |= pairs & (stones >> (a + a + a))
    return holes & (BOARD ^ taken)


@part(uint64(uint64))
def mirrored(key):
    low = ((key & U(127)) << U(42)) | ((key & U(127 << 7)) << U(28)) | ((key & U(127 << 14)) << U(14))
    high = ((key >> U(14)) & U(127 << 14)) | ((key >> U(28)) & U(127 << 7)) | ((key >> U(42)) & U(127))
    return low | high | (key & U(127 << 21))


@part(uint64(uint64, uint64, int64))
def hashed(own, taken, stones):
    key = own + taken
    if stones < MIRRORED:
        key = min(key, mirrored(key))
    return (key * MULTIPLIER) & KEY


@kernel(int64(uint64, uint64, int64, int64, uint64, int64, uint64, uint64, uint64))
def search(own, taken, stones, beta, table, log, epoch, stack, nodes):
    shift = U(49 - log)
    low_bits = (U(1) << shift) - U(1)
    stamp = epoch << shift
    ply = U(0)
    root = stones
    threats = fours(own ^ taken, taken)
    count = U(0)
    value = int64(0)
    entering = True
    frame = stack
    while True:
        if entering:
            count += U(1)
            open_ = (taken + FEET) & BOARD
            value = int64(99)
            forced = open_ & threats
            if forced:
                if forced & (forced - U(1)):
                    value = -((HOLES - stones) >> 1)
                open_ = forced
            open_ &= ~(threats >> U(1))
            if open_ == U(0):
                value = -((HOLES - stones) >> 1)
            elif stones >= HOLES - 2:
                value = int64(0)
            if value == 99:
                low = -((HOLES - 2 - stones) >> 1)
                high = (HOLES - 1 - stones) >> 1
                if low >= beta:
                    value = low
                elif high < beta:
                    value = high
            if value == 99:
                h = hashed(own, taken, stones)
                slot = h >> shift
                tag = stamp | (h & low_bits)
                entry = load(table, slot)
                if (entry >> U(7)) == tag:
                    bound = int64(entry & U(127))
                    if bound >= 64:
                        if bound - 96 >= beta:
                            value = bound - 96
                    elif bound - 32 < beta:
                        value = bound - 32
            if value == 99:
                other = own ^ taken
                m = U(0)
                for i in range(7):
                    c = (
                        C0
                        if i == 0
                        else (
                            C1
                            if i == 1
                            else (C2 if i == 2 else (C3 if i == 3 else (C4 if i == 4 else (C5 if i == 5 else C6))))
                        )
                    )
                    move = open_ & c
                    if move:
                        nown = own | move
                        ntaken = taken | move
                        wins = fours(nown, ntaken)
                        nopen = (ntaken + FEET) & BOARD
                        f = wins & nopen
                        if f:
                            if f & (f - U(1)):
                                value = (HOLES - 1 - stones) >> 1
                                break
                            nopen = f
                        if (nopen & ~(wins >> U(1))) == U(0) and stones < HOLES - 3:
                            value = (HOLES - 1 - stones) >> 1
                            break
                        if stones + 1 < PROBED:
                            h2 = hashed(other, ntaken, stones + 1)
                            entry = load(table, h2 >> shift)
                            if (entry >> U(7)) == (stamp | (h2 & low_bits)):
                                bound = int64(entry & U(127))
                                if bound < 64 and 32 - bound >= beta:
                                    value = 32 - bound
                                    break
                        order = popcount(wins)
                        # insertion sort, least promising first
                        j = m
                        while j > U(0):
                            at = frame + (U(8) + (j - U(1)) * U(2)) * U(8)
                            w = load(at, U(0))
                            if (w >> U(56)) <= order:
                                break
                            store(at, U(2), w)
                            store(at, U(3), load(at, U(1)))
                            j -= U(1)
                        at = frame + (U(8) + j * U(2)) * U(8)
                        store(at, U(0), (order << U(56)) | move)
                        store(at, U(1), wins)
                        m += U(1)
                if value == 99:
                    store(frame, U(0), own)
                    store(frame, U(1), taken)
                    store(frame, U(3), slot)
                    store(frame, U(4), tag)
                    m -= U(1)
                    store(frame, U(5), m)
                    at = frame + (U(8) + m * U(2)) * U(8)
                    move = load(at, U(0)) & BOARD
                    threats = load(at, U(1))
                    own = other
                    taken = taken | move
                    stones += 1
                    beta = 1 - beta
                    frame += FRAME * U(8)
                    continue
            # value known
        if stones == root:
            store(nodes, U(0), load(nodes, U(0)) + count)
            return value
        # back at the parent
        frame -= FRAME * U(8)
        stones -= 1
        beta = 1 - beta
        value = -value
        entering = False
        if value >= beta:
            store(table, load(frame, U(3)), (load(frame, U(4)) << U(7)) | U(value + 96))
            continue
        m = load(frame, U(5))
        if m == U(0):
            value = beta - 1
            store(table, load(frame, U(3)), (load(frame, U(4)) << U(7)) | U(value + 32))
            continue
        m -= U(1)
        store(frame, U(5), m)
        at = frame + (U(8) + m * U(2)) * U(8)
        own = load(frame, U(0))
        taken = load(frame, U(1))
        move = load(at, U(0)) & BOARD
        threats = load(at, U(1))
        own = own ^ taken
        taken = taken | move
        stones += 1
        beta = 1 - beta
        frame += FRAME * U(8)
        entering = True


@kernel(int64(uint64, uint64, int64, uint64, int64, uint64, uint64, uint64))
def solve(own, taken, stones, table, log, epoch, stack, nodes):
    if fours(own, taken) & (taken + FEET):
        return (HOLES + 1 - stones) >> 1
    low = -((HOLES - stones) >> 1)
    high = (HOLES + 1 - stones) >> 1
    while low < high:
        middle = low + ((high - low) >> 1)
        hl = -((-low) >> 1) if low < 0 else low >> 1
        hh = -((-high) >> 1) if high < 0 else high >> 1
        if middle <= 0 and hl < middle:
            middle = hl
        elif middle >= 0 and hh > middle:
            middle = hh
        v = search(own, taken, stones, middle + 1, table, log, epoch, stack, nodes)
        if v <= middle:
            high = v
        else:
            low = v
    return low
