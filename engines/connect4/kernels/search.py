"""Alpha-beta search with null windows, transposition tables and an explicit stack.

Sources: Knuth and Moore 1975 (alpha-beta); Pascal Pons 2015, "Solving Connect 4" (moves ordered by the threats they make,
null windows tested from the outside in, position keys); Plaat et al. 1996 (enhanced transposition cutoff: a transposition
may cause a cutoff before any move is searched).

Early positions, which are fewer, go into a large table, and later ones into a small table that stays in the processor's
cache. With a single large table, most of the time would be spent waiting for memory.

A table entry is a word: a stamp that shows its age, the part of the position's key that the slot index does not imply (so
two positions are never confused), and a bound. Raising the stamp empties the table.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.connect4.kernels.board import BOARD, FEET, HOLES, U, fours, mirrored
from fourth_seat.engines.connect4.kernels.parity import NOTHING, claimeven, zugzwang
from fourth_seat.engines.jit.bits import popcount
from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.records import read_shared, record_dtype
from fourth_seat.engines.jit.types import array_of, int64, record_type, uint64

KEY_BITS = 49
KEY = U((1 << KEY_BITS) - 1)
SPREAD = U(0x1D7A3B4F9C6E5)  # odd: multiplying by it modulo 2**49 can be undone, so nothing of a key is lost
LATE = 22  # stones; from here on positions go into the small table
MIRRORED = 14  # stones; with fewer, a position and its mirror image are one
PROBED = 36  # stones; with fewer, the positions after each move are looked up before any is searched
SMALL_LOG = 16  # the small table has 2**16 slots, half a megabyte

BOUND_BITS = U(7)
UPPER, LOWER = 32, 96  # added to a score in a table; from 64 on it is a lower bound
UNKNOWN = 99
STOPPED = 127

COLUMNS = tuple(U(0b111111 << 7 * column) for column in (6, 0, 5, 1, 4, 2, 3))  # among equals, the last is tried first
NEAR_ZERO = 7  # scores closer to 0 than this are about the late game
POLL_MASK = U(0xFFF)  # the stop flag is read every 4096 nodes

POSITION = record_dtype(
    [
        ("own", np.uint64),  # the mover's stones
        ("taken", np.uint64),  # all stones
        ("stones", np.int64),  # their number
        ("low", np.int64),  # bounds of the score that are known
        ("high", np.int64),
    ]
)
CANDIDATE = record_dtype(
    [
        ("move", np.uint64),  # the stone, and above it, from `ORDER_BIT` on, how promising it is
        ("threats", np.uint64),  # empty holes that complete a four of the mover's after it
    ]
)
ORDER_BIT = U(56)
FRAME = record_dtype(
    [  # of the stack: a position that is being searched
        ("own", np.uint64),
        ("taken", np.uint64),
        ("slot", np.uint64),  # of its table
        ("tag", np.uint64),
        ("left", np.uint64),  # candidates not tried yet
        ("candidates", CANDIDATE, 7),  # the most promising last
    ]
)
WORKER = record_dtype(
    [  # what one thread works with
        ("stop", np.uint64),  # not 0: end the search
        ("node_limit", np.uint64),  # of one search
        ("nodes", np.uint64),  # searched so far
        ("frames", FRAME, HOLES + 1),
        ("small_table", np.uint64, 1 << SMALL_LOG),
    ]
)


@record_part
def hashed(own, taken, stones):
    """Return a position's 49-bit key, hashed."""
    key = own + taken
    if stones < MIRRORED:
        key = min(key, mirrored(key))
    return (key * SPREAD) & KEY


@record_part
def slot_of(key, stones, log):
    """Return the slot index of a key in its table."""
    return key >> (U(KEY_BITS) - (log if stones < LATE else U(SMALL_LOG)))


@record_part
def tag_of(key, stones, log, stamp):
    """Return the part of an entry above its bound: the stamp and the rest of the key."""
    rest = U(KEY_BITS) - (log if stones < LATE else U(SMALL_LOG))
    return (stamp << rest) | (key & ((U(1) << rest) - U(1)))


@record_part
def read_entry(table, worker, stones, slot):
    """Return the entry in a slot of the table used for positions with `stones` stones."""
    return table[slot] if stones < LATE else worker.small_table[slot]


@record_part
def write_entry(table, worker, stones, slot, tag, bound):
    """Replace the entry in a slot of the table used for positions with `stones` stones."""
    entry = (tag << BOUND_BITS) | U(bound)
    if stones < LATE:
        table[slot] = entry
    else:
        worker.small_table[slot] = entry


@record_part
def insert(candidates, count, move, threats, order):
    """Insert a move into a list of `count` candidates, sorted from least to most promising."""
    n = count
    while n > U(0) and candidates[n - U(1)].move >> ORDER_BIT > order:
        candidates[n].move = candidates[n - U(1)].move
        candidates[n].threats = candidates[n - U(1)].threats
        n -= U(1)
    candidates[n].move = (order << ORDER_BIT) | move
    candidates[n].threats = threats


@record_part
def search(own, taken, stones, beta, table, log, stamp, worker):
    """Return a bound on a position's score: a lower bound if it is at least `beta`, otherwise an upper bound; `STOPPED` if
    the search was stopped.

    The mover must have no immediate win, and the game must not be over. See `solve` for the tables.
    """
    depth = U(0)
    nodes = U(0)
    threats = fours(own ^ taken, taken)  # the other's
    score = int64(0)
    while True:
        # Enter a position: a score that is known at once, or its candidates.
        nodes += U(1)
        if nodes & POLL_MASK == U(0) and (read_shared(worker, "stop") or nodes > worker.node_limit):
            worker.nodes += nodes
            return STOPPED
        score = UNKNOWN
        slot = tag = U(0)
        moves = (taken + FEET) & BOARD
        forced = moves & threats
        if forced:
            moves = forced
        moves &= ~(threats >> U(1))
        if moves == U(0) or forced & (forced - U(1)):
            score = -((HOLES - stones) >> 1)
        elif stones >= HOLES - 2:
            score = 0
        elif -((HOLES - 2 - stones) >> 1) >= beta:
            score = -((HOLES - 2 - stones) >> 1)
        elif (HOLES - 1 - stones) >> 1 < beta:
            score = (HOLES - 1 - stones) >> 1
        else:
            key = hashed(own, taken, stones)
            slot = slot_of(key, stones, log)
            tag = tag_of(key, stones, log, stamp)
            entry = read_entry(table, worker, stones, slot)
            if entry >> BOUND_BITS == tag:
                bound = int64(entry & U(127))
                if bound >= 64:
                    if bound - LOWER >= beta:
                        score = bound - LOWER
                elif bound - UPPER < beta:
                    score = bound - UPPER
        if score == UNKNOWN:
            other = own ^ taken
            frame = worker.frames[depth]
            left = U(0)
            for column in COLUMNS:
                move = moves & column
                if move == U(0):
                    continue
                mine, both = own | move, taken | move
                wins = fours(mine, both)
                answers = (both + FEET) & BOARD
                urgent = answers & wins
                if urgent:
                    answers = urgent
                if urgent & (urgent - U(1)) or (answers & ~(wins >> U(1)) == U(0) and stones < HOLES - 3):
                    score = (HOLES - 1 - stones) >> 1  # the other cannot stop the next stone from winning
                    break
                sure = NOTHING
                if stones & 1:
                    if beta <= 1:
                        sure = claimeven(other, mine, both)
                elif beta <= 2:
                    sure = zugzwang(other, both, wins)
                if sure >= beta:
                    score = sure
                    break
                if stones + 1 < PROBED:
                    key = hashed(other, both, stones + 1)
                    entry = read_entry(table, worker, stones + 1, slot_of(key, stones + 1, log))
                    if entry >> BOUND_BITS == tag_of(key, stones + 1, log, stamp):
                        bound = int64(entry & U(127))
                        if bound < 64 and UPPER - bound >= beta:
                            score = UPPER - bound
                            break
                order = U(2) * popcount(wins)
                if -NEAR_ZERO < beta < NEAR_ZERO:
                    order += popcount(wins & (answers << U(1)))
                elif urgent:
                    order += U(1)
                insert(frame.candidates, left, move, wins, order)
                left += U(1)
            if score == UNKNOWN:
                frame.own = own
                frame.taken = taken
                frame.slot = slot
                frame.tag = tag
                frame.left = left
                depth += U(1)
                stones += 1
                beta = 1 - beta
                score = beta  # as if a move before the first had just failed
        # Leave positions until one has a candidate left.
        while True:
            if depth == U(0):
                worker.nodes += nodes
                return score
            depth -= U(1)
            stones -= 1
            beta = 1 - beta
            score = -score
            frame = worker.frames[depth]
            left = frame.left
            if score >= beta:
                write_entry(table, worker, stones, frame.slot, frame.tag, score + LOWER)
            elif left == U(0):
                score = beta - 1
                write_entry(table, worker, stones, frame.slot, frame.tag, score + UPPER)
            else:
                break
        left -= U(1)
        frame.left = left
        candidate = frame.candidates[left]
        move = candidate.move & BOARD
        threats = candidate.threats
        own = frame.own ^ frame.taken
        taken = frame.taken | move
        depth += U(1)
        stones += 1
        beta = 1 - beta


@record_part
def next_test(low, high):
    """Return the next score to test. Scores are tested from the outside in, because the outer ones are decided quickly and
    fill the tables.
    """
    if low < 0 < high:
        if low < -8:
            return max(-9, -(-low >> 1))
        return min(9, high >> 1) if high > 8 else 0
    middle = low + ((high - low) >> 1)
    if middle <= 0:
        return min(middle, -(-low >> 1))
    return max(middle, high >> 1)


@record_kernel(int64(array_of(POSITION), array_of(np.uint64), uint64, uint64, uint64, record_type(WORKER)))
def solve(positions, table, log, stamp, step, worker):
    """Narrow the bounds of each position's score until they are equal, one position after another.

    Returns the number of positions solved: all of them, unless the search was stopped. Bounds proven so far are kept.

    Args:
        positions: their bounds are updated in place. No game may be over.
        table: the large table of 2**log entries; several threads may share it.
        stamp: a positive number that marks the tables' entries; entries with any other stamp are ignored.
        step: added to the stamp after each position; with 1, each position starts with empty tables.
        worker: this thread's private data.
    """
    for i in range(len(positions)):
        position = positions[i]
        own, taken, stones = position.own, position.taken, position.stones
        low = max(position.low, -((HOLES - stones) >> 1))
        high = min(position.high, (HOLES + 1 - stones) >> 1)
        if fours(own, taken) & (taken + FEET):
            low = high = (HOLES + 1 - stones) >> 1
        while low < high:
            middle = next_test(low, high)
            score = search(own, taken, stones, middle + 1, table, log, stamp + U(i) * step, worker)
            if score == STOPPED:
                break
            if score <= middle:
                high = score
            else:
                low = score
        position.low = low
        position.high = high
        if low < high:
            return i
    return len(positions)
