"""Kernels that fill the endgame tables row by row, without any search.

A position is given by the vectors of both sides (see `engines.kalah.pit_vectors`). Its value is the number of seeds that
the side to move will still win, minus the number that the other side will still win. The values of all positions with s
seeds on the mover's side and t on the other side form a block, a matrix of signed bytes. Its rows correspond to the side
with fewer seeds (the mover in case of a tie), its columns to the other side.

Every sowing that puts no seed into a store leads from a position with vectors numbered a and b to one in which b is to move
against a vector with a smaller number than a. Rows are therefore filled in this order: for a = 0, 1, ..., row a of the
block (s, t), then row a of the block (t, s). This ensures that the values a row depends on are always available. Within a
row, entries do not depend on each other, so rows are filled move by move, in long loops.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import array_of, int64, named_tuple, record_type, uint64, void

U = np.uint64

LOWEST = -127

SOWING_KIND = record_dtype(
    [  # what a sowing does beyond its own pits (`engines.kalah.pit_vectors.SowingKind`)
        ("stored", np.uint64),  # seeds dropped into the store
        ("crossed", np.uint64),  # seeds dropped into the other side's pits
        ("again", np.uint64),  # 1: the last seed fell into the store
        ("catches", np.uint64),  # 1 + the pit opposite the last seed if it fell into an empty own pit; otherwise 0
    ]
)
SUCCESSOR = record_dtype(
    [  # of all vectors of a sum by one kind of sowing, against one vector: where the values after it are
        ("kept", np.uint64),  # 1: the last seed stays (`SowingArrays.kept`), 0: it was caught (`SowingArrays.number`)
        ("base", np.uint64),  # the place of number 0
        ("step", np.uint64),  # from one number to the next
        ("sign", np.int64),  # 1: the same side moves again, -1: the other
        ("gain", np.int64),  # seeds for the store
    ]
)
BOARD = record_dtype(
    [
        ("pits", np.uint64),
        ("table_seeds", np.uint64),  # up to which the tables have room
        ("empty_capture", np.uint64),  # whether a capture from an empty pit takes the capturing seed
        ("vectors", np.uint64),  # of all sums together
    ]
)


class SowingArrays(NamedTuple):
    """Lookup tables for the kernels. A vector is identified by its place among all vectors, or by its number among the
    vectors with the same sum.

    Attributes:
        counts: number of vectors with each sum.
        begins: place of each sum's first vector.
        bases: start of each block, indexed by own * (table_seeds + 1) + other, the numbers of seeds on both sides.
        kinds: SOWING_KIND records; number 0 represents an empty pit.
        kind: kind of each sowing, indexed by pit * vectors + place, like the next two.
        number: number of the mover's vector after the sowing; for a capture, without the last seed.
        kept: the same, but with the last seed.
        added: numbers of vectors after this many seeds have been dropped into their pits, by place from `added_begins` on.
        caught: seeds in a pit, indexed by pit * vectors + place.
        emptied: number of a vector after that pit has been emptied.
    """

    counts: NDArray[np.uint64]
    begins: NDArray[np.uint64]
    bases: NDArray[np.uint64]
    added_begins: NDArray[np.uint64]
    kinds: NDArray[np.void]
    kind: NDArray[np.uint8]
    caught: NDArray[np.uint8]
    number: NDArray[np.uint32]
    kept: NDArray[np.uint32]
    added: NDArray[np.uint32]
    emptied: NDArray[np.uint32]


LONGS, BYTES, NUMBERS = array_of(np.uint64), array_of(np.uint8), array_of(np.uint32)
ARRAYS = named_tuple(
    (LONGS, LONGS, LONGS, LONGS, array_of(SOWING_KIND), BYTES, BYTES, NUMBERS, NUMBERS, NUMBERS, NUMBERS), SowingArrays
)
TABLE, SUCCESSORS = array_of(np.int8), array_of(SUCCESSOR)


@record_part
def block(board, arrays, own, other):
    """Return the start of the block with this many seeds on the mover's side and on the other side."""
    return arrays.bases[own * (board.table_seeds + U(1)) + other]


@record_part
def added(arrays, crossed, other, vector):
    """Return the number of a vector, given by its sum and number, after dropping this many seeds into its pits."""
    if crossed == U(0):
        return vector
    return U(arrays.added[arrays.added_begins[crossed] + arrays.begins[other] + vector])


@record_part
def raise_to(table, target, source, step, count, sign, gain):
    """Raise each of `count` entries to gain + sign * another entry, if that is greater."""
    for n in range(U(0), count):
        value = gain + sign * int64(table[source + n * step])
        if value > int64(table[target + n]):
            table[target + n] = value


@record_kernel(void(record_type(BOARD), ARRAYS, TABLE, uint64, uint64, uint64, uint64, uint64))
def fill_mover(board, arrays, table, own, vector, other, count, target):
    """Fill in the values of one vector of `own` seeds, to move, against the first `count` vectors of `other` seeds.

    `own` must not exceed `other`. The values are written to `count` entries starting at `target`.
    """
    vectors = board.vectors
    counts = arrays.counts
    place = arrays.begins[own] + vector
    here = arrays.begins[other]
    for n in range(count):
        table[target + n] = LOWEST
    for pit in range(board.pits):
        kind = arrays.kind[pit * vectors + place]
        if kind == 0:
            continue
        sowing = arrays.kinds[U(kind)]
        stored, crossed, again, catches = sowing.stored, sowing.crossed, sowing.again, sowing.catches
        after = U(arrays.number[pit * vectors + place])
        left = own - stored - crossed
        if catches == U(0):
            reached = other + crossed
            if again:
                source, step, sign = block(board, arrays, left, reached) + after * counts[reached], U(1), 1
            elif reached <= left:
                source, step, sign = block(board, arrays, reached, left) + after, counts[left], -1
            else:
                source, step, sign = block(board, arrays, reached, left) + after * counts[reached], U(1), -1
            gain = int64(stored)
            if crossed == U(0):
                if step == U(1) and sign == 1:
                    raise_to(table, target, source, U(1), count, 1, gain)
                elif step == U(1):
                    raise_to(table, target, source, U(1), count, -1, gain)
                else:
                    raise_to(table, target, source, step, count, -1, gain)
            else:
                numbers = arrays.added
                first = arrays.added_begins[crossed] + here
                for n in range(count):
                    value = gain + sign * int64(table[source + U(numbers[first + n]) * step])
                    if value > int64(table[target + n]):
                        table[target + n] = value
            continue
        kept = U(arrays.kept[pit * vectors + place])
        left -= U(1)
        reached = other + crossed
        row = (catches - U(1)) * vectors + arrays.begins[reached]
        for n in range(count):
            there = added(arrays, crossed, other, n)
            caught = U(arrays.caught[row + there])
            if caught == U(0) and board.empty_capture == U(0):
                if reached <= left + U(1):
                    source = block(board, arrays, reached, left + U(1)) + there * counts[left + U(1)] + kept
                else:
                    source = block(board, arrays, reached, left + U(1)) + kept * counts[reached] + there
                value = int64(stored) - int64(table[source])
            else:
                there = U(arrays.emptied[row + there])
                rest = reached - caught
                if rest <= left:
                    source = block(board, arrays, rest, left) + there * counts[left] + after
                else:
                    source = block(board, arrays, rest, left) + after * counts[rest] + there
                value = int64(stored + U(1) + caught) - int64(table[source])
            if value > int64(table[target + n]):
                table[target + n] = value


@record_kernel(void(record_type(BOARD), ARRAYS, TABLE, SUCCESSORS, uint64, uint64, uint64, uint64, uint64, uint64))
def fill_other(board, arrays, table, successors, own, vector, other, count, target, step):
    """Fill in the values of the first `count` vectors of `own` seeds, to move, against one vector of `other` seeds.

    `other` must not exceed `own`. The values are written to `target`, `target + step` and so on. `successors` is scratch
    space for one record per kind.
    """
    vectors = board.vectors
    for kind in range(U(1), U(len(arrays.kinds))):
        sowing = arrays.kinds[kind]
        stored, crossed, again, catches = sowing.stored, sowing.crossed, sowing.again, sowing.catches
        lost = stored + crossed + (U(1) if catches else U(0))
        if lost > own:
            continue
        left, reached = own - lost, other + crossed
        there = added(arrays, crossed, other, vector)
        after = successors[kind]
        after.kept, after.gain = U(0), int64(stored)
        if catches:
            at = (catches - U(1)) * vectors + arrays.begins[reached] + there
            caught = U(arrays.caught[at])
            if caught == U(0) and board.empty_capture == U(0):
                left += U(1)
                after.kept = U(1)
            else:
                there = U(arrays.emptied[at])
                reached -= caught
                after.gain = int64(stored + U(1) + caught)
        if again:
            first, by_mover = block(board, arrays, left, reached), left <= reached
        else:
            first, by_mover = block(board, arrays, reached, left), left < reached
        after.sign = 1 if again else -1
        after.base = first + (there if by_mover else there * arrays.counts[left])
        after.step = arrays.counts[reached] if by_mover else U(1)
    # An empty pit: any entry, with no weight, and a gain that does not count.
    empty = successors[U(0)]
    empty.kept, empty.base, empty.step, empty.sign, empty.gain = U(0), U(0), U(0), 0, LOWEST
    here = arrays.begins[own]
    for n in range(count):
        best = int64(LOWEST)
        for pit in range(board.pits):
            at = pit * vectors + here + n
            after = successors[U(arrays.kind[at])]
            number = U(arrays.kept[at]) if after.kept else U(arrays.number[at])
            value = after.gain + after.sign * int64(table[after.base + number * after.step])
            if value > best:
                best = value
        table[target + n * step] = best


@record_kernel(void(record_type(BOARD), ARRAYS, TABLE, SUCCESSORS, uint64, uint64, uint64, uint64))
def fill(board, arrays, table, successors, own, other, begin, end):
    """Fill in rows `begin` to `end` (exclusive) of the blocks of `own` against `other` seeds, and vice versa; `own` must
    not exceed `other`.
    """
    first, second = block(board, arrays, own, other), block(board, arrays, other, own)
    columns = arrays.counts[other]
    for row in range(begin, end):
        if own < other:
            fill_mover(board, arrays, table, own, row, other, columns, first + row * columns)
            fill_other(board, arrays, table, successors, other, row, own, columns, second + row * columns, U(1))
        else:
            fill_mover(board, arrays, table, own, row, other, row, first + row * columns)
            fill_other(board, arrays, table, successors, own, row, other, row + U(1), first + row, columns)
