"""The Kalah search, which tests whether the value of a position is at least a given bound.

A side is packed into a word of counts, each wide enough for all seeds in play, with the leftmost pit in the lowest bits.
The value of a position is the number of seeds that the side to move will still win, minus the number that the other side
will still win. With r seeds in play, the value differs from r by an even number, so a window always contains exactly one
possible value. The search proceeds by single sowings; after one that ends in the store, the same side is to move again, and
the value is not negated.

Positions with few seeds are looked up in the endgame tables. Results for the others are kept in a transposition table.
An entry consists of two words that hold a lower bound, an upper bound and the whole position (see `slot_of`), so two
positions are never confused. Before searching a sowing, the known bounds of the positions after all sowings are looked up
(enhanced transposition cut-offs, Plaat et al. 1996).

The search keeps its stack in a buffer, so it can be interrupted after a number of nodes and resumed.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.jit.bits import leading_zeros, popcount
from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.records import prefetch
from fourth_seat.engines.jit.types import array_of, boolean, int64, record_type, uint64, void
from fourth_seat.engines.kalah.kernels.records import ENTRY, MEMORY, SEARCH

U = np.uint64

STORE, BEYOND = U(62), U(63)  # places of a last seed that are not an own pit
BUCKET = U(4)  # entries: one line of the processor's cache
DATA_BITS = U(20)  # of an entry: lower bound 8, upper bound 8, best pit 4
NO_PIT = U(15)
NO_ENTRY = U(2**64 - 1)
NO_VALUE = -1000  # less than any value
EFFORT = U(59)  # first bit of the logarithm of the nodes that an entry cost, where the own side leaves room for it
A, B = U(0x9E3779B97F4A7C15), U(0xD6E8FEB86659FD93)  # odd

TURN = 2  # seeds that the turn is worth; fitted, like the half, to endgame tables
# How sowings are ordered, found by counting positions: for a seed proven to be won; for another turn; for a last seed in an
# own pit; for each seed across; for each sowing that would give the other side another turn; for what was best before.
# Among equal ones, the one nearest to the store is first, because the sowings of a chain do not disturb each other in that
# order: any other order among them takes several times as long.
PROMISE, PROVEN, AGAIN, WITHIN, ACROSS, REPEAT, FIRST = 4096, 14, 128, -12, -4, -10, 1 << 20


@record_part
def sum_of(search, side):
    """Return the number of seeds on a side."""
    width = search.width
    return ((side * search.ones) >> (width * (search.pits - U(1)))) & ((U(1) << width) - U(1))


@record_part
def repeats_of(search, side):
    """Return the number of sowings of a side that end in its store without going round the board."""
    off = side ^ search.reaches  # a field of zeros for each of them
    return popcount(~(((off & search.lower) + search.lower) | off) & search.upper)


@record_part
def number_of(search, binomials, side):
    """Return the rank of a side among those with the same number of seeds; see `engines.kalah.pit_vectors`."""
    width = search.width
    sums = side * search.ones
    mask = (U(1) << width) - U(1)
    number = row = U(0)
    for _ in range(search.pits - U(1)):
        number += binomials[row + (sums & mask)]
        sums >>= width
        row += search.table_seeds + U(1)
    return number


@record_part
def estimate(search, own, seeds):
    """Estimate a position's value.

    Like the value itself, the estimate differs from the number of seeds in play by an even number.
    """
    odd = seeds & 1
    ahead = int64(sum_of(search, own)) - (seeds >> 1)  # half of the own side's surplus
    return odd + (((ahead + TURN - odd) >> 1) << 1)


@record_part
def place_of(search, memory, own, other, seeds):
    """Return a position's index in the endgame tables; `seeds` is the number of seeds in play."""
    mine = sum_of(search, own)
    yours = seeds - mine
    base = memory.bases[mine * (search.table_seeds + U(1)) + yours]
    first, second = number_of(search, memory.binomials, own), number_of(search, memory.binomials, other)
    if mine <= yours:
        return base + first * memory.counts[yours] + second
    return base + second * memory.counts[mine] + first


@record_part
def slot_of(own, other, log, span):
    """Return the index of a position's bucket, and the part of the other side's pits that the bucket does not imply.

    The other side is multiplied by an odd number, modulo a power of two larger than any side (`span + 1`), which loses no
    information. The highest `log` bits of the product, combined with a hash of the mover's side, give the bucket index. The
    rest of the product is stored; together with the bucket and the mover's side, it determines the whole position.
    """
    product = (other * B) & span
    shift = popcount(span) - log
    return (product >> shift) ^ ((own * A) >> (U(64) - log)), product & ((U(1) << shift) - U(1))


@record_part
def find(search, entries, first, own, rest):
    """Return the index of a position's entry in the bucket starting at entry `first`, or NO_ENTRY."""
    for at in range(first, first + BUCKET):
        if (entries[at].own & search.key_mask) == own and (entries[at].data >> DATA_BITS) == rest:
            return at
    return NO_ENTRY


@record_kernel(void(record_type(SEARCH), array_of(ENTRY), uint64, uint64, int64, int64, uint64, uint64, uint64))
def remember(search, entries, own, other, low, high, seeds, pit, nodes):
    """Store the result for a position, replacing the entry in its bucket that took the least work."""
    slot, rest = slot_of(own, other, search.log, search.span)
    first = slot * BUCKET
    known = search.key_mask
    chosen, least = first, U(2**64 - 1)
    for at in range(first, first + BUCKET):
        key = entries[at].own
        if (key & known) == own and (entries[at].data >> DATA_BITS) == rest:
            chosen = at
            break
        effort = (key & ~known) >> EFFORT
        if key == U(0):
            effort = U(0)
        if effort < least:
            chosen, least = at, effort
    effort = (U(63) - leading_zeros(nodes | U(1))) << EFFORT
    entries[chosen].own = own | (effort & ~known)
    data = (U(low + int64(seeds)) >> U(1)) | ((U(high + int64(seeds)) >> U(1)) << U(8)) | (pit << U(16))
    entries[chosen].data = (rest << DATA_BITS) | data


@record_kernel(uint64(record_type(SEARCH), array_of(ENTRY), uint64, uint64))
def recall(search, entries, own, other):
    """Return the pit that gave a position's best bound, or NO_PIT if none is known."""
    slot, rest = slot_of(own, other, search.log, search.span)
    entry = find(search, entries, slot * BUCKET, own, rest)
    return (entries[entry].data >> U(16)) & U(15) if entry != NO_ENTRY else NO_PIT


@record_part
def copy_child(children, target, source):
    """Copy a child except for its place, which is not needed after sorting."""
    children[target].mover = children[source].mover
    children[target].waiting = children[source].waiting
    children[target].promise = children[source].promise
    children[target].gain = children[source].gain
    children[target].pit = children[source].pit
    children[target].again = children[source].again
    children[target].within = children[source].within


@record_part
def bounds_in(data, seeds):
    """Unpack the lower and upper bound from an entry's data, for a position with this many seeds in play."""
    return int64((data & U(255)) << U(1)) - seeds, int64((data >> U(7)) & U(510)) - seeds


@record_part
def generate(search, memory, frame):
    """Write every sowing from a frame's position that does not end the game to the frame's children.

    Also prefetches the memory that will be read for the children.

    Returns:
        The number of children, and the best value of the sowings that end the game, or NO_VALUE.
    """
    pits, width, ready = search.pits, search.width, search.ready
    own, other, seeds, children = frame.own, frame.other, frame.in_play, frame.children
    settled = max(ready, search.horizon)
    mask = (U(1) << width) - U(1)
    line = search.seeds + U(1)
    found, value = U(0), NO_VALUE
    pit = pits
    while pit > U(0):
        pit -= U(1)
        lifted = (own >> (pit * width)) & mask
        if lifted == U(0):
            continue
        sowing = memory.sowings[pit * line + lifted]
        mine, yours = own + sowing.own, other + sowing.other
        last, gain = sowing.last, sowing.stored
        if last < pits and ((mine >> (last * width)) & mask) == U(1):
            across = (pits - U(1) - last) * width
            caught = (yours >> across) & mask
            if caught or search.empty_capture:
                gain += caught + U(1)
                mine ^= U(1) << (last * width)
                yours ^= caught << across
        again = last == STORE
        left = seeds - gain
        if yours == U(0):
            value = max(value, int64(gain + left))
            continue
        if mine == U(0):
            value = max(value, int64(gain) - int64(left))
            continue
        mover, waiting = (mine, yours) if again else (yours, mine)
        child = children[found]
        child.mover, child.waiting = mover, waiting
        child.gain, child.pit = gain, pit
        child.again, child.within = U(1) if again else U(0), U(1) if last < pits else U(0)
        if left <= ready:  # before what is settled otherwise, since both may be the same
            place = place_of(search, memory, mover, waiting, left)
            prefetch(memory.table, place)
            child.place = place
        elif left > settled:
            slot, _ = slot_of(mover, waiting, search.log, search.span)
            place = slot * BUCKET
            prefetch(memory.entries, place)
            child.place = place
        found += U(1)
    return found, value


@record_part
def look_up(search, memory, frame, found, value, favourite):
    """Look up known bounds of the positions after a frame's children, and sort the children that must be searched.

    Args:
        found: number of children.
        value: the best value so far.
        favourite: the best pit from an earlier search.

    Returns:
        The number of children to search, the updated best value, and the pit that refutes the position, or else the
        favourite.
    """
    seeds, beta, children = int64(frame.in_play), frame.beta, frame.children
    ready = int64(search.ready)
    settled = max(ready, int64(search.horizon))
    index, count = U(0), U(0)
    while index < found and value < beta:
        child = children[index]
        mover, waiting, place = child.mover, child.waiting, child.place
        gain, again, pit, within = int64(child.gain), child.again != 0, U(child.pit), U(child.within)
        index += U(1)
        left = seeds - gain
        if left <= settled:
            reached = int64(memory.table[place]) if left <= ready else estimate(search, mover, left)
            value = max(value, gain + reached if again else gain - reached)
            if value >= beta:
                favourite = pit
            continue
        least, most = gain - left, gain + left
        _, rest = slot_of(mover, waiting, search.log, search.span)
        entry = find(search, memory.entries, place, mover, rest)
        if entry != NO_ENTRY:
            under, over = bounds_in(memory.entries[entry].data, left)
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
            promise = promise_of(search, waiting if again else mover, least, again, within, pit == favourite)
            at = count
            while at > U(0) and U(children[at - U(1)].promise) < promise:
                copy_child(children, at, at - U(1))
                at -= U(1)
            child = children[at]
            child.mover, child.waiting, child.promise = mover, waiting, promise
            child.gain, child.pit, child.again, child.within = gain, pit, U(1) if again else U(0), within
            count += U(1)
    return count, value, favourite


@record_part
def promise_of(search, across, least, again, within, best):
    """Return a sowing's priority in the search. `across` is the other side after the sowing, and `least` is the number of
    seeds it is certain to gain.
    """
    guess = PROMISE + least * PROVEN + int64(sum_of(search, across)) * ACROSS
    guess += int64(repeats_of(search, across)) * REPEAT + int64(within) * WITHIN
    if again:
        guess += AGAIN
    if best:
        guess += FIRST
    return U(max(guess, 0))


@record_kernel(boolean(record_type(SEARCH), MEMORY, uint64))
def advance(search, memory, budget):
    """Continue the search from the top of the stack for up to `budget` nodes.

    Returns:
        Whether the search is done; if so, `search.value` is a bound on the value of the first frame's position: a lower
        bound if it is at least the frame's `beta`, otherwise an upper bound.
    """
    entries, frames = memory.entries, memory.frames
    depth, nodes = search.depth, search.nodes
    last_node = nodes + budget
    while True:
        if nodes >= last_node:
            search.depth, search.nodes = depth, nodes
            return False
        frame = frames[depth]
        own, other, seeds, beta = frame.own, frame.other, frame.in_play, frame.beta
        low, high = -int64(seeds), int64(seeds)
        favourite = NO_PIT
        if low < beta <= high:
            nodes += U(1)
            frame.begun = nodes
            slot, rest = slot_of(own, other, search.log, search.span)
            entry = find(search, entries, slot * BUCKET, own, rest)
            if entry != NO_ENTRY:
                low, high = bounds_in(entries[entry].data, high)
                favourite = (entries[entry].data >> U(16)) & U(15)
        done = not low < beta <= high
        value = low if low >= beta else high
        if not done:
            found, value = generate(search, memory, frame)
            count, value, favourite = look_up(search, memory, frame, found, value, favourite)
            done = value >= beta or count == U(0)
            if not done:
                frame.low, frame.high, frame.best = low, high, value
                frame.next, frame.count, frame.pit = U(0), count, favourite
            else:
                if value >= beta:
                    low = max(low, value)
                else:
                    high = min(high, value)
                remember(search, entries, own, other, low, high, seeds, favourite, U(1))
        # Back to the last position with sowings left to search.
        while done:
            if depth == U(0):
                search.value, search.nodes = value, nodes
                return True
            depth -= U(1)
            frame = frames[depth]
            child = frame.children[frame.next]
            gain = int64(child.gain)
            value = gain + value if child.again else gain - value
            if value < frame.beta and frame.next + U(1) < frame.count:
                frame.best = max(frame.best, value)
                frame.next += U(1)
                break
            value = max(value, frame.best)
            low, high, pit = frame.low, frame.high, frame.pit
            if value >= frame.beta:
                low = max(low, value)
                pit = U(child.pit)
            else:
                high = min(high, value)
            cost = nodes - frame.begun + U(1)
            remember(search, entries, frame.own, frame.other, low, high, frame.in_play, pit, cost)
        # The next sowing of the position on top.
        frame = frames[depth]
        child = frame.children[frame.next]
        gain = int64(child.gain)
        seeds, beta = frame.in_play, frame.beta
        depth += U(1)
        after = frames[depth]
        after.own, after.other = child.mover, child.waiting
        after.in_play = seeds - U(gain)
        after.beta = beta - gain if child.again else gain - beta + 2
