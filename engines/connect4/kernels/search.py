"""Alpha-beta, one null window after another, with transposition tables and a stack of its own.

Sources: Knuth and Moore 1975 (alpha-beta); Pons 2015 (order of moves by the fours they threaten, windows from the
outside in); Plaat et al. 1996 (transpositions as cut-offs before any move is searched).

The rarer, earlier positions go into a large table, the later ones into a small one that stays in the processor's own
cache: most of the time of a search with one large table is spent waiting for memory.

A table has a word for each slot: a stamp that dates the entry, the part of the position's key that the slot's number does
not imply (so that no two positions are ever confused), and a bound. Raising the stamp empties a table.
"""

# mypy: ignore-errors

from __future__ import annotations

from numba import int64, uint64

from engines.connect4.kernels.board import BOARD, FEET, HOLES, U, fours, mirrored
from engines.connect4.kernels.parity import NOTHING, claimeven, zugzwang
from engines.jit.compile import kernel, part
from engines.jit.memory import load, popcount, store

KEY_BITS = 49
KEY = U((1 << KEY_BITS) - 1)
SPREAD = U(0x1D7A3B4F9C6E5)  # odd: multiplying by it modulo 2**49 can be undone, so nothing of a key is lost
LATE = 22  # stones; from here on positions go into the small table
MIRRORED = 14  # stones; with fewer, a position and its mirror image are one
PROBED = 36  # stones; with fewer, what is known of the positions after each move is looked up first
SMALL_LOG = U(16)  # the small table has 2**16 slots, half a megabyte

BOUND_BITS = U(7)
UPPER, LOWER = 32, 96  # added to a score in a table; from 64 on it is a lower bound
UNKNOWN = 99
STOPPED = 127

COLUMNS = tuple(U(0b111111 << 7 * column) for column in (6, 0, 5, 1, 4, 2, 3))  # of equals the last is tried first
NEAR = 7  # scores closer to 0 than this are about the late game

# Control words: not 0 to stop, how many nodes one search may have, how many there were in all.
STOP, LIMIT, NODES = U(0), U(1), U(2)
# Words of a frame of the stack: the position, its slot and stamped key, how many moves are left and each with its order.
OWN, TAKEN, SLOT, TAG, LEFT, MOVES = U(0), U(1), U(2), U(3), U(4), U(5)
FRAME = 20  # words
POSITION = 5  # words
BYTES = U(8)
WORKSPACE = 8 * ((1 << int(SMALL_LOG)) + (HOLES + 1) * FRAME)
POLLED = U(0xFFF)  # a look at the stop word every so many nodes, plus one


@part
def hashed(own, taken, stones):
    """The position's key, spread over 49 bits."""
    key = own + taken
    if stones < MIRRORED:
        key = min(key, mirrored(key))
    return (key * SPREAD) & KEY


@part
def slot_of(key, stones, table, log, small):
    """The address of a key's slot."""
    if stones < LATE:
        return table + (key >> (U(KEY_BITS) - log)) * BYTES
    return small + (key >> (U(KEY_BITS) - SMALL_LOG)) * BYTES


@part
def tag_of(key, stones, log, stamp):
    """What an entry has above its bound: the rest of the key, and the stamp."""
    rest = U(KEY_BITS) - (log if stones < LATE else SMALL_LOG)
    return (stamp << rest) | (key & ((U(1) << rest) - U(1)))


@part
def search(own, taken, stones, beta, table, log, stamp, small, control):
    """A bound of a position's score: at least `beta` if it returns so much, else at most what it returns.

    The mover must not be able to win at once, and the game not be over. See `solve` for the tables.
    """
    root = stones
    frame = small + (BYTES << SMALL_LOG)
    nodes = U(0)
    threats = fours(own ^ taken, taken)  # the other's
    score = int64(0)
    while True:
        # Enter a position: a score that is known at once, or its moves, the most promising last.
        nodes += U(1)
        if nodes & POLLED == U(0) and (load(control, STOP) or nodes > load(control, LIMIT)):
            store(control, NODES, load(control, NODES) + nodes)
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
            slot = slot_of(key, stones, table, log, small)
            tag = tag_of(key, stones, log, stamp)
            entry = load(slot, U(0))
            if entry >> BOUND_BITS == tag:
                bound = int64(entry & U(127))
                if bound >= 64:
                    if bound - LOWER >= beta:
                        score = bound - LOWER
                elif bound - UPPER < beta:
                    score = bound - UPPER
        if score == UNKNOWN:
            other = own ^ taken
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
                    entry = load(slot_of(key, stones + 1, table, log, small), U(0))
                    if entry >> BOUND_BITS == tag_of(key, stones + 1, log, stamp):
                        bound = int64(entry & U(127))
                        if bound < 64 and UPPER - bound >= beta:
                            score = UPPER - bound
                            break
                order = U(2) * popcount(wins)
                if -NEAR < beta < NEAR:
                    order += popcount(wins & (answers << U(1)))
                elif urgent:
                    order += U(1)
                at = frame + (MOVES + left * U(2)) * BYTES
                while at > frame + MOVES * BYTES and load(at - U(2) * BYTES, U(0)) >> U(56) > order:
                    store(at, U(0), load(at - U(2) * BYTES, U(0)))
                    store(at, U(1), load(at - BYTES, U(0)))
                    at -= U(2) * BYTES
                store(at, U(0), (order << U(56)) | move)
                store(at, U(1), wins)
                left += U(1)
            if score == UNKNOWN:
                store(frame, OWN, own)
                store(frame, TAKEN, taken)
                store(frame, SLOT, slot)
                store(frame, TAG, tag)
                store(frame, LEFT, left)
                frame += U(FRAME) * BYTES
                stones += 1
                beta = 1 - beta
                score = beta  # as if a move before the first had just failed
        # Leave positions until one has a move left to be tried.
        while True:
            if stones == root:
                store(control, NODES, load(control, NODES) + nodes)
                return score
            frame -= U(FRAME) * BYTES
            stones -= 1
            beta = 1 - beta
            score = -score
            left = load(frame, LEFT)
            if score >= beta:
                store(load(frame, SLOT), U(0), (load(frame, TAG) << BOUND_BITS) | U(score + LOWER))
            elif left == U(0):
                score = beta - 1
                store(load(frame, SLOT), U(0), (load(frame, TAG) << BOUND_BITS) | U(score + UPPER))
            else:
                break
        left -= U(1)
        store(frame, LEFT, left)
        at = frame + (MOVES + left * U(2)) * BYTES
        move = load(at, U(0)) & BOARD
        threats = load(at, U(1))
        own = load(frame, OWN)
        taken = load(frame, TAKEN)
        own ^= taken
        taken |= move
        frame += U(FRAME) * BYTES
        stones += 1
        beta = 1 - beta


@part
def asked(low, high):
    """The score whose passing is tested next: from the outside in, where answers come soon and fill the tables."""
    if low < 0 < high:
        if low < -8:
            return max(-9, -(-low >> 1))
        return min(9, high >> 1) if high > 8 else 0
    middle = low + ((high - low) >> 1)
    if middle <= 0:
        return min(middle, -(-low >> 1))
    return max(middle, high >> 1)


@kernel(int64(uint64, int64, uint64, uint64, uint64, uint64, uint64, uint64))
def solve(positions, count, table, log, stamp, step, small, control):
    """Narrows the bounds of positions' scores until both are equal, one position after another; gives how many were done.

    Where a search is stopped, that is fewer than `count`; what was proven till then is told.

    Args:
        positions: five words for each: the mover's stones, all stones, their number, and what is known of the score: it is
            at least this, at most this. These two are replaced. The game must not be over.
        table: the large table, of 2**log slots; several threads may share one.
        stamp: a date above 0 for the entries of the tables, which makes them forget what has another.
        step: so much is added to the stamp after each position: with 1, each begins with empty tables.
        small: `WORKSPACE` bytes for this thread alone: the small table and the stack.
        control: words, see there.
    """
    for i in range(count):
        at = positions + U(POSITION * i) * BYTES
        own, taken, stones = load(at, U(0)), load(at, U(1)), int64(load(at, U(2)))
        low = max(int64(load(at, U(3))), -((HOLES - stones) >> 1))
        high = min(int64(load(at, U(4))), (HOLES + 1 - stones) >> 1)
        if fours(own, taken) & (taken + FEET):
            low = high = (HOLES + 1 - stones) >> 1
        while low < high:
            middle = asked(low, high)
            score = search(own, taken, stones, middle + 1, table, log, stamp + U(i) * step, small, control)
            if score == STOPPED:
                break
            if score <= middle:
                high = score
            else:
                low = score
        store(at, U(3), U(low))
        store(at, U(4), U(high))
        if low < high:
            return i
    return count
