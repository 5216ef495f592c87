"""Records for the Kalah search: its state, its stack, the transposition table and the precomputed sowings."""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import array_of, named_tuple

MAX_PITS = 9

SOWING = record_dtype(
    [  # of this many seeds from a pit, added to the sides as words
        ("own", np.uint64),  # change of the own side
        ("other", np.uint64),  # change of the other side
        ("last", np.uint64),  # the pit of the last seed, STORE or BEYOND
        ("stored", np.uint64),  # seeds dropped into the store
    ]
)
ENTRY = record_dtype(
    [  # of the transposition table
        ("own", np.uint64),  # the own side, and from EFFORT on what the entry cost
        ("data", np.uint64),  # the rest of the other side (`slot_of`), best pit, upper bound, lower bound
    ]
)
CHILD = record_dtype(
    [  # a sowing and the position after it
        ("mover", np.uint64),  # the side to move then
        ("waiting", np.uint64),  # the other side
        ("promise", np.uint32),  # sowings with the highest are searched first
        ("gain", np.uint8),  # seeds that the sowing brings to the store
        ("pit", np.uint8),
        ("again", np.uint8),  # 1: the same side moves again
        ("within", np.uint8),  # 1: the last seed fell into an own pit
        ("place", np.uint64),  # of the position in the endgame tables, or of its bucket's first entry
    ]
)
FRAME = record_dtype(
    [  # of the stack: a position that is being searched
        ("own", np.uint64),
        ("other", np.uint64),
        ("in_play", np.uint64),  # seeds
        ("beta", np.int64),  # is the value at least this?
        ("best", np.int64),  # of the sowings searched so far
        ("low", np.int64),  # bounds of the value that are known
        ("high", np.int64),
        ("next", np.uint64),  # the child that is being searched
        ("count", np.uint64),  # children
        ("begun", np.uint64),  # nodes searched before it
        ("pit", np.uint64),  # the favourite; NO_PIT if there is none
        ("children", CHILD, MAX_PITS),  # the most promising first
    ]
)
SEARCH = record_dtype(
    [
        ("pits", np.uint64),
        ("width", np.uint64),  # bits for a pit in a side's word
        ("empty_capture", np.uint64),  # whether a capture from an empty pit takes the capturing seed
        ("seeds", np.uint64),  # in play, at most
        ("ones", np.uint64),  # a 1 in every pit
        ("reaches", np.uint64),  # for `repeats_of`: the counts with which a pit reaches the store,
        ("lower", np.uint64),  # the lower bits of all pits,
        ("upper", np.uint64),  # and the highest bits of those that can hold such a count
        ("log", np.uint64),  # logarithm of the number of buckets
        ("span", np.uint64),  # all bits of a side
        ("key_mask", np.uint64),  # the bits of an entry's first word that hold the own side
        ("table_seeds", np.uint64),  # up to which the endgame tables have room
        ("ready", np.uint64),  # seeds in play up to which they are filled
        ("horizon", np.uint64),  # seeds in play up to which values are estimated; 0 for a proof
        ("nodes", np.uint64),  # positions searched so far
        ("depth", np.uint64),  # of the frame where the search stands
        ("value", np.int64),  # the bound that was found
    ]
)


class KalahMemory(NamedTuple):
    """Arrays used by the search.

    Attributes:
        sowings: SOWING records, indexed by pit * (seeds + 1) + seeds lifted.
        entries: ENTRY records; the transposition table.
        frames: FRAME records; the stack.
        table, bases, counts, binomials: the endgame tables; see `engines.kalah.tables.KalahTables`.
    """

    sowings: NDArray[np.void]
    entries: NDArray[np.void]
    frames: NDArray[np.void]
    table: NDArray[np.int8]
    bases: NDArray[np.uint64]
    counts: NDArray[np.uint64]
    binomials: NDArray[np.uint64]


NUMBERS = array_of(np.uint64)
MEMORY = named_tuple(
    (array_of(SOWING), array_of(ENTRY), array_of(FRAME), array_of(np.int8), NUMBERS, NUMBERS, NUMBERS), KalahMemory
)
