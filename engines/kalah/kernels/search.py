"""Kalah's search: whether a position is worth at least so much.

A side is a word of counts, the leftmost pit in the lowest bits, each as wide as all seeds in play need. The value of a
position is what the side to move will still win less what the other will; with r seeds in play it differs from r by an even
number, so a window is always one such number. The search goes by single sowings: after one that ends in the store the same
side is to move, and the value keeps its sign.

Positions with few seeds are looked up in the endgame tables. What was found out about the others is kept in a
transposition table: entries of two words that hold the whole position (see `slot_of`), so that no two positions are ever
taken for each other, and a lower and an upper bound. Before a sowing is searched, what is known of the positions that all
sowings lead to is looked up (enhanced transposition cut-offs, Plaat et al. 1996).

The search keeps its stack in a buffer, so that it can be left after some nodes and gone on with.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import int64, types, uint64, void

from engines.jit.compile import kernel, part
from engines.jit.memory import leading_zeros, load, load_byte, popcount, prefetch, store

U = np.uint64

# What the kernels read: the words of one buffer.
PITS, WIDTH, EMPTY, SOWINGS, ENTRIES, LOG, KNOWN, STACK = (U(word) for word in range(8))
READY, TABLE, COUNTS, BASES, BINOMIALS, MOST, ONES, SEEDS = (U(word) for word in range(8, 16))
# What they write: nodes so far; where the search stands; what came out, and the sowing that shows it.
SPAN, HORIZON, REACHES, LOWER, UPPER = (U(word) for word in range(16, 21))
NODES, FRAME, VALUE, CHOICE = (U(word) for word in range(21, 25))
WORDS = 25

SOWING = U(4)  # words: changes of the own and the other side; place of the last seed; seeds into the store
STORE, BEYOND = U(62), U(63)  # places of a last seed that are no own pit
BUCKET = U(4)  # entries, of two words: one line of the processor's cache
DATA = U(20)  # bits of an entry: lower bound 8, upper bound 8, best pit 4
NO_PIT = U(15)
EFFORT = U(59)  # first bit of the logarithm of the nodes that an entry cost, where the own side leaves room for it
A, B = U(0x9E3779B97F4A7C15), U(0xD6E8FEB86659FD93)  # odd

TURN = 2  # seeds that the turn is worth; fitted, like the half, to endgame tables
# How sowings are ordered, found by counting positions: for a seed proven to be won; for another turn; for a last seed in an
# own pit; for each seed across; for each sowing that would give the other side another turn; for what was best before.
# Of equal ones that nearest to the store is first, because the sowings of a chain do not disturb each other in that order:
# any other order among them takes several times as long.
PROMISE, PROVEN, AGAIN, WITHIN, ACROSS, REPEAT, FIRST = 4096, 14, 128, -12, -4, -10, 1 << 20

# A frame of the stack, in words.
OWN, OTHER, IN_PLAY, BETA, BEST, NEXT, COUNT, BEGUN, PIT, LOW, HIGH = (U(word) for word in range(11))
CHILDREN = U(12)
CHILD = U(
    4
)  # own and other side afterwards, seen from who sowed; gain, pit, whether the turn goes on, promise; place in memory
FRAME_WORDS = U(12 + 4 * 9)
MOVE_ON = FRAME_WORDS * U(8)


@part
def sum_of(context, side):
    """The seeds on a side."""
    width = load(context, WIDTH)
    return ((side * load(context, ONES)) >> (width * (load(context, PITS) - U(1)))) & ((U(1) << width) - U(1))


@part
def repeats_of(context, side):
    """How many sowings of a side end in its store without going round the board."""
    off = side ^ load(context, REACHES)  # a field of zeros for each of them
    lower = load(context, LOWER)
    return popcount(~(((off & lower) + lower) | off) & load(context, UPPER))


@part
def number_of(context, side, pits, width):
    """The number of a side among those with as many seeds; see `engines.kalah.pit_vectors`."""
    binomials, most = load(context, BINOMIALS), load(context, MOST) + U(1)
    sums = side * load(context, ONES)
    mask = (U(1) << width) - U(1)
    number = U(0)
    for _ in range(pits - U(1)):
        number += load(binomials, sums & mask)
        sums >>= width
        binomials += most * U(8)
    return number


@part
def estimate(context, own, seeds):
    """About what a position is worth. Like the value itself it differs from the seeds in play by an even number."""
    odd = seeds & 1
    ahead = int64(sum_of(context, own)) - (seeds >> 1)  # half of what the own side has more
    return odd + (((ahead + TURN - odd) >> 1) << 1)


@part
def place_of(context, own, other, seeds):
    """Where the endgame tables hold the value of a position with so many seeds in play."""
    pits, width = load(context, PITS), load(context, WIDTH)
    mine = sum_of(context, own)
    yours = seeds - mine
    base = load(load(context, BASES), mine * (load(context, MOST) + U(1)) + yours)
    first, second = number_of(context, own, pits, width), number_of(context, other, pits, width)
    counts = load(context, COUNTS)
    if mine <= yours:
        return base + first * load(counts, yours) + second
    return base + second * load(counts, mine) + first


@part
def slot_of(own, other, log, span):
    """The bucket of a position, and the part of its other side that the bucket does not tell.

    The other side is multiplied by an odd number modulo a power of two that no side reaches (`span` and one), which loses
    nothing; of the product the highest `log` bits, with a hash of the own side over them, name the bucket, and the rest is
    kept: together with the own side that is the whole position.
    """
    product = (other * B) & span
    shift = popcount(span) - log
    return (product >> shift) ^ ((own * A) >> (U(64) - log)), product & ((U(1) << shift) - U(1))


@part
def find(context, bucket, own, rest):
    """The address of a position's entry; 0 where there is none."""
    known = load(context, KNOWN)
    at = bucket
    for _ in range(BUCKET):
        if (load(at, U(0)) & known) == own and (load(at, U(1)) >> DATA) == rest:
            return at
        at += U(16)
    return U(0)


@kernel(void(uint64, uint64, uint64, int64, int64, uint64, uint64, uint64))
def remember(context, own, other, low, high, seeds, pit, nodes):
    """Keeps what was found out about a position, in place of what cost least."""
    log, span = load(context, LOG), load(context, SPAN)
    slot, rest = slot_of(own, other, log, span)
    at = load(context, ENTRIES) + slot * (BUCKET * U(16))
    known = load(context, KNOWN)
    chosen, least = at, U(2**64 - 1)
    for _ in range(BUCKET):
        first = load(at, U(0))
        if (first & known) == own and (load(at, U(1)) >> DATA) == rest:
            chosen = at
            break
        effort = (first & ~known) >> EFFORT
        if first == U(0):
            effort = U(0)
        if effort < least:
            chosen, least = at, effort
        at += U(16)
    effort = (U(63) - leading_zeros(nodes | U(1))) << EFFORT
    store(chosen, U(0), own | (effort & ~known))
    data = (U(low + int64(seeds)) >> U(1)) | ((U(high + int64(seeds)) >> U(1)) << U(8)) | (pit << U(16))
    store(chosen, U(1), (rest << DATA) | data)


@kernel(uint64(uint64, uint64, uint64))
def recall(context, own, other):
    """The pit that showed the best bound of a position so far; NO_PIT where none is known."""
    log = load(context, LOG)
    slot, rest = slot_of(own, other, log, load(context, SPAN))
    entry = find(context, load(context, ENTRIES) + slot * (BUCKET * U(16)), own, rest)
    return (load(entry, U(1)) >> U(16)) & U(15) if entry else NO_PIT


@kernel(types.boolean(uint64, uint64))
def search(context, budget):
    """Goes on with the search on top of the stack for some nodes.

    Returns:
        Whether it is done; then VALUE is a bound of the first frame's position: a lower one if at least BETA, else upper.
    """
    pits, width, empty = load(context, PITS), load(context, WIDTH), load(context, EMPTY)
    sowings, entries = load(context, SOWINGS), load(context, ENTRIES)
    log, span = load(context, LOG), load(context, SPAN)
    ready, table, bottom = load(context, READY), load(context, TABLE), load(context, STACK)
    settled = max(ready, load(context, HORIZON))
    mask = (U(1) << width) - U(1)
    line = (load(context, SEEDS) + U(1)) * SOWING * U(8)
    frame = load(context, FRAME)
    nodes = load(context, NODES)
    last_node = nodes + budget
    choice = NO_PIT
    while True:
        if nodes >= last_node:
            store(context, FRAME, frame)
            store(context, NODES, nodes)
            return False
        own, other, seeds, beta = load(frame, OWN), load(frame, OTHER), load(frame, IN_PLAY), int64(load(frame, BETA))
        low, high = -int64(seeds), int64(seeds)
        value, done, count = int64(-1000), False, U(0)
        if high < beta:
            value, done = high, True
        elif low >= beta:
            value, done = low, True
        else:
            nodes += U(1)
            store(frame, BEGUN, nodes)
            slot, rest = slot_of(own, other, log, span)
            favourite = NO_PIT
            entry = find(context, entries + slot * (BUCKET * U(16)), own, rest)
            if entry:
                data = load(entry, U(1))
                low += int64((data & U(255)) << U(1))
                high = int64((data >> U(7)) & U(510)) - high
                favourite = (data >> U(16)) & U(15)
            if low >= beta:
                value, done, choice = low, True, favourite
            elif high < beta:
                value, done = high, True
        if not done:
            # Every sowing; what will be read about it is asked from the memory in time.
            child = frame + CHILDREN * U(8)
            pit = pits
            while pit > U(0):
                pit -= U(1)
                lifted = (own >> (pit * width)) & mask
                if lifted == U(0):
                    continue
                sowing = sowings + pit * line + lifted * (SOWING * U(8))
                mine, yours = own + load(sowing, U(0)), other + load(sowing, U(1))
                last, gain = load(sowing, U(2)), load(sowing, U(3))
                if last < pits and ((mine >> (last * width)) & mask) == U(1):
                    across = (pits - U(1) - last) * width
                    caught = (yours >> across) & mask
                    if caught or empty:
                        gain += caught + U(1)
                        mine ^= U(1) << (last * width)
                        yours ^= caught << across
                again = U(1) if last == STORE else U(0)
                left = seeds - gain
                if yours == U(0):
                    value = max(value, int64(gain + left))
                    continue
                if mine == U(0):
                    value = max(value, int64(gain) - int64(left))
                    continue
                mover, waiting = (mine, yours) if again else (yours, mine)
                store(child, U(0), mover)
                store(child, U(1), waiting)
                within = U(1) if last < pits else U(0)
                store(child, U(2), gain | (again << U(8)) | (pit << U(9)) | (within << U(13)))
                if left <= ready:  # before what is settled otherwise, for both may be the same
                    place = table + place_of(context, mover, waiting, left)
                elif left <= settled:
                    place = context
                else:
                    slot, rest = slot_of(mover, waiting, log, span)
                    place = entries + slot * (BUCKET * U(16))
                prefetch(place, U(0))
                store(child, U(3), place)
                child += CHILD * U(8)
            end = child
            child = frame + CHILDREN * U(8)
            while child < end and value < beta:
                mover, waiting, word, place = load(child, U(0)), load(child, U(1)), load(child, U(2)), load(child, U(3))
                child += CHILD * U(8)
                gain, again, pit = int64(word & U(255)), (word >> U(8)) & U(1), (word >> U(9)) & U(15)
                left = int64(seeds) - gain
                if left <= int64(settled):
                    reached = load_byte(place, U(0)) if left <= int64(ready) else estimate(context, mover, left)
                    value = max(value, gain + reached if again else gain - reached)
                    if value >= beta:
                        favourite = pit
                    continue
                least, most = gain - left, gain + left
                _, rest = slot_of(mover, waiting, log, span)
                entry = find(context, place, mover, rest)
                if entry:
                    data = load(entry, U(1))
                    under, over = int64((data & U(255)) << U(1)) - left, int64((data >> U(7)) & U(510)) - left
                    if again:
                        least, most = gain + under, gain + over
                    else:
                        least, most = gain - over, gain - under
                if least >= beta:
                    value = least
                    favourite = pit
                elif most < beta:
                    value = max(value, most)
                else:
                    across = waiting if again else mover
                    guess = PROMISE + least * PROVEN + int64(sum_of(context, across)) * ACROSS
                    guess += int64(repeats_of(context, across)) * REPEAT + int64((word >> U(13)) & U(1)) * WITHIN
                    if again:
                        guess += AGAIN
                    if pit == favourite:
                        guess += FIRST
                    promise = U(max(guess, 0))
                    at = frame + (CHILDREN + count * CHILD) * U(8)
                    while at > frame + CHILDREN * U(8) and (load(at - CHILD * U(8), U(2)) >> U(16)) < promise:
                        before = at - CHILD * U(8)
                        store(at, U(0), load(before, U(0)))
                        store(at, U(1), load(before, U(1)))
                        store(at, U(2), load(before, U(2)))
                        at = before
                    store(at, U(0), mover)
                    store(at, U(1), waiting)
                    store(at, U(2), (word & U(0xFFFF)) | (promise << U(16)))
                    count += U(1)
            if value < beta and count > U(0):
                store(frame, LOW, U(low))
                store(frame, HIGH, U(high))
                store(frame, BEST, U(value))
                store(frame, NEXT, U(0))
                store(frame, COUNT, count)
                store(frame, PIT, favourite)
            else:
                if value >= beta:
                    low = max(low, value)
                else:
                    high = min(high, value)
                remember(context, own, other, low, high, seeds, favourite, U(1))
                choice = favourite
                done = True
        # Back to the last position with sowings left to search.
        while done:
            if frame == bottom:
                store(context, VALUE, U(value))
                store(context, CHOICE, choice)
                store(context, NODES, nodes)
                return True
            frame -= MOVE_ON
            beta = int64(load(frame, BETA))
            index = load(frame, NEXT)
            word = load(frame + (CHILDREN + index * CHILD) * U(8), U(2))
            gain = int64(word & U(255))
            value = gain + value if (word >> U(8)) & U(1) else gain - value
            best = int64(load(frame, BEST))
            index += U(1)
            if value < beta and index < load(frame, COUNT):
                store(frame, BEST, U(max(best, value)))
                store(frame, NEXT, index)
                break
            value = max(value, best)
            low, high = int64(load(frame, LOW)), int64(load(frame, HIGH))
            choice = load(frame, PIT)
            if value >= beta:
                low = max(low, value)
                choice = (word >> U(9)) & U(15)
            else:
                high = min(high, value)
            cost = nodes - load(frame, BEGUN) + U(1)
            remember(context, load(frame, OWN), load(frame, OTHER), low, high, load(frame, IN_PLAY), choice, cost)
        # The next sowing of the position on top.
        child = frame + (CHILDREN + load(frame, NEXT) * CHILD) * U(8)
        word = load(child, U(2))
        gain = word & U(255)
        seeds, beta = load(frame, IN_PLAY), int64(load(frame, BETA))
        frame += MOVE_ON
        store(frame, OWN, load(child, U(0)))
        store(frame, OTHER, load(child, U(1)))
        store(frame, IN_PLAY, seeds - gain)
        if (word >> U(8)) & U(1):
            store(frame, BETA, U(beta - int64(gain)))
        else:
            store(frame, BETA, U(int64(gain) - beta + 2))
