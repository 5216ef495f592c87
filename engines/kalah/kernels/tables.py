"""Fills the endgame tables: row by row, with no search.

A position is known by the vectors of both sides (see `engines.kalah.pit_vectors`), its value is what the side to move will
still win less what the other will. The values of all positions with s seeds on the mover's side and t on the other's are
a block, a matrix of signed bytes; the side with fewer seeds (of equals the mover) has its rows, the other its columns.

Every sowing that brings no seed to a store leads from a position with vectors (a, b) to one with b to move against a
smaller number than a. So row a of the block (s, t), then row a of the block (t, s), a = 0, 1 .., finds everything known
that it asks for; within a row no entry asks for another one, so that rows are filled move by move, in long loops.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import int64, uint64, void

from engines.jit.compile import kernel, part
from engines.jit.memory import load, load_byte, load_int, store, store_byte

U = np.uint64

# What the kernels read: the words of one buffer.
TABLE, MOST, PITS, EMPTY, VECTORS = U(0), U(1), U(2), U(3), U(4)
COUNTS, BEGINS, BASES, KINDS, KIND, NUMBER, KEPT, ADDED, ADDED_BEGINS, CAUGHT, EMPTIED, KIND_COUNT, WORK = (
    U(word) for word in range(5, 18)
)
WORDS = 18
KIND_WORDS = U(4)  # stored, crossed, again, catches + 1
ROW_WORDS = U(5)  # of the work space, for a kind: where its numbers lie; base, step and sign of the values; gain
LOWEST = -127
MINUS_ONE, NOTHING = U(2**64 - 1), U(2**64 - 127)


@part
def base(context, own, other):
    """Where the block of so many seeds on the mover's and on the other side begins."""
    return load(load(context, BASES), own * (load(context, MOST) + U(1)) + other)


@part
def added(context, crossed, other, vector):
    """The number of a vector, given by its sum and number, after so many seeds were dropped into its pits."""
    if crossed == U(0):
        return vector
    begin = load(load(context, ADDED_BEGINS), crossed)
    return load_int(load(context, ADDED), begin + load(load(context, BEGINS), other) + vector)


@part
def raise_to(table, target, target_step, source, source_step, count, sign, gain, begin):
    """Raises entries to gain + sign * other entries, one after another."""
    for n in range(U(begin), count):
        value = gain + sign * load_byte(table, source + n * source_step)
        if value > load_byte(table, target + n * target_step):
            store_byte(table, target + n * target_step, value)


@kernel(void(uint64, uint64, uint64, uint64, uint64, uint64))
def fill_mover(context, own, vector, other, count, target):
    """The values of one vector to move, `own` seeds, against the first `count` vectors of `other` seeds.

    `own` is at most `other`; the values go to `target` and on.
    """
    table, pits, empty = load(context, TABLE), load(context, PITS), load(context, EMPTY)
    counts, begins, vectors = load(context, COUNTS), load(context, BEGINS), load(context, VECTORS)
    place = load(begins, own) + vector
    here = load(begins, other)
    for n in range(count):
        store_byte(table, target + n, LOWEST)
    for pit in range(pits):
        kind = U(load_byte(load(context, KIND), pit * vectors + place)) & U(255)
        if kind == U(0):
            continue
        record = load(context, KINDS) + kind * KIND_WORDS * U(8)
        stored, crossed, again, catches = load(record, U(0)), load(record, U(1)), load(record, U(2)), load(record, U(3))
        after = load_int(load(context, NUMBER), pit * vectors + place)
        left = own - stored - crossed
        if catches == U(0):
            reached = other + crossed
            if again:
                source, step, sign = base(context, left, reached) + after * load(counts, reached), U(1), 1
            elif reached <= left:
                source, step, sign = base(context, reached, left) + after, load(counts, left), -1
            else:
                source, step, sign = base(context, reached, left) + after * load(counts, reached), U(1), -1
            gain = int64(stored)
            if crossed == U(0):
                if step == U(1) and sign == 1:
                    raise_to(table, target, U(1), source, U(1), count, 1, gain, 0)
                elif step == U(1):
                    raise_to(table, target, U(1), source, U(1), count, -1, gain, 0)
                else:
                    raise_to(table, target, U(1), source, step, count, -1, gain, 0)
            else:
                numbers = load(context, ADDED)
                first = load(load(context, ADDED_BEGINS), crossed) + here
                for n in range(count):
                    value = gain + sign * load_byte(table, source + load_int(numbers, first + n) * step)
                    if value > load_byte(table, target + n):
                        store_byte(table, target + n, value)
            continue
        kept = load_int(load(context, KEPT), pit * vectors + place)
        left -= U(1)
        reached = other + crossed
        row = (catches - U(1)) * vectors + load(begins, reached)
        for n in range(count):
            there = added(context, crossed, other, n)
            caught = U(load_byte(load(context, CAUGHT), row + there))
            if caught == U(0) and empty == U(0):
                if reached <= left + U(1):
                    source = base(context, reached, left + U(1)) + there * load(counts, left + U(1)) + kept
                else:
                    source = base(context, reached, left + U(1)) + kept * load(counts, reached) + there
                value = int64(stored) - load_byte(table, source)
            else:
                there = load_int(load(context, EMPTIED), row + there)
                rest = reached - caught
                if rest <= left:
                    source = base(context, rest, left) + there * load(counts, left) + after
                else:
                    source = base(context, rest, left) + after * load(counts, rest) + there
                value = int64(stored + U(1) + caught) - load_byte(table, source)
            if value > load_byte(table, target + n):
                store_byte(table, target + n, value)


@kernel(void(uint64, uint64, uint64, uint64, uint64, uint64, uint64))
def fill_other(context, own, vector, other, count, target, step):
    """The values of the first `count` vectors of `own` seeds to move against one vector of `other` seeds.

    `other` is at most `own`; the values go to `target`, `target + step` and on.
    """
    table, pits, empty = load(context, TABLE), load(context, PITS), load(context, EMPTY)
    counts, begins, vectors = load(context, COUNTS), load(context, BEGINS), load(context, VECTORS)
    work = load(context, WORK)
    for kind in range(U(1), load(context, KIND_COUNT)):
        record = load(context, KINDS) + kind * KIND_WORDS * U(8)
        stored, crossed, again, catches = load(record, U(0)), load(record, U(1)), load(record, U(2)), load(record, U(3))
        lost = stored + crossed + (U(1) if catches else U(0))
        if lost > own:
            continue
        left, reached = own - lost, other + crossed
        there = added(context, crossed, other, vector)
        gain = int64(stored)
        numbers = load(context, NUMBER)
        if catches:
            at = (catches - U(1)) * vectors + load(begins, reached) + there
            caught = U(load_byte(load(context, CAUGHT), at))
            if caught == U(0) and empty == U(0):
                left += U(1)
                numbers = load(context, KEPT)
            else:
                there = load_int(load(context, EMPTIED), at)
                reached -= caught
                gain += 1 + int64(caught)
        row = work + kind * ROW_WORDS * U(8)
        store(row, U(0), numbers)
        store(row, U(4), U(gain))
        if again:
            first, by_mover = base(context, left, reached), left <= reached
        else:
            first, by_mover = base(context, reached, left), left < reached
        store(row, U(3), U(1) if again else MINUS_ONE)
        store(row, U(1), first + (there if by_mover else there * load(counts, left)))
        store(row, U(2), load(counts, reached) if by_mover else U(1))
    # An empty pit: some entry, without weight, and a gain that is none.
    store(work, U(0), load(context, NUMBER))
    store(work, U(1), U(0))
    store(work, U(2), U(0))
    store(work, U(3), U(0))
    store(work, U(4), NOTHING)
    here = load(begins, own)
    kinds = load(context, KIND)
    for n in range(count):
        best = int64(LOWEST)
        for pit in range(pits):
            at = pit * vectors + here + n
            row = work + (U(load_byte(kinds, at)) & U(255)) * ROW_WORDS * U(8)
            number = load_int(load(row, U(0)), at)
            source = load(row, U(1)) + number * load(row, U(2))
            value = int64(load(row, U(4))) + int64(load(row, U(3))) * load_byte(table, source)
            if value > best:
                best = value
        store_byte(table, target + n * step, best)


@kernel(void(uint64, uint64, uint64, uint64, uint64))
def fill(context, own, other, begin, end):
    """Rows `begin` to `end` of the blocks of `own` against `other` seeds and the reverse; `own` is at most `other`."""
    counts = load(context, COUNTS)
    first, second = base(context, own, other), base(context, other, own)
    columns = load(counts, other)
    for row in range(begin, end):
        if own < other:
            fill_mover(context, own, row, other, columns, first + row * columns)
            fill_other(context, other, row, own, columns, second + row * columns, U(1))
        else:
            fill_mover(context, own, row, other, row, first + row * columns)
            fill_other(context, own, row, other, row + U(1), first + row, columns)
