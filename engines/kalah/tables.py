"""Endgame tables: the values of all positions with few seeds in play, one signed byte each.

They grow level by level as needed; a level contains all positions with the same number of seeds in play.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import comb

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.jit.buffer import Buffer, zero_records
from fourth_seat.engines.kalah.kernels import tables as kernels
from fourth_seat.engines.kalah.pit_vectors import PitSowings, PitVectors

MAX_TABLE_SEEDS = 60  # so that every value fits in a byte, and every kind of sowing has a number
SLICE_POSITIONS = 1 << 21  # that a kernel fills before it can be stopped
EXTRA_LEVELS = 3  # beyond the one requested, whose sowings are computed with it: each time would take as long


def positions(pits: int, seeds: int) -> int:
    """Return the number of positions with at most this many seeds in play."""
    return comb(seeds + 2 * pits, 2 * pits)


def seeds_within(pits: int, most: int, size: int) -> int:
    """Return the largest number of seeds, up to `most`, for which the tables fit in `size` bytes."""
    seeds = 0
    while seeds < min(most, MAX_TABLE_SEEDS) and positions(pits, seeds + 1) <= size:
        seeds += 1
    return seeds


class KalahTables:
    """The endgame tables for one kind of board.

    Attributes:
        seeds: the highest number of seeds in play for which memory is reserved.
        ready: the highest number of seeds in play for which values are available.
        table: the values.
    """

    def __init__(self, pits: int, seeds: int, empty_capture: bool) -> None:
        self.pits, self.empty_capture = pits, empty_capture
        self.seeds = seeds
        self.ready = 0
        self.table = Buffer(positions(pits, seeds))  # zeroed: level 0, with nothing in play, is filled
        self._vectors = vectors = PitVectors(pits, seeds)
        self.counts = np.array(vectors.counts, np.uint64)
        self.bases, self._ends = self._layout()
        self.binomials = vectors.binomials
        self._builder: _Builder | None = None
        self._filled = set[int]()  # blocks of the next level, by the fewer seeds of a side

    def _layout(self) -> tuple[NDArray[np.uint64], list[int]]:
        """Return the offset of each block, by the seeds of both sides, and the end of each level; every level is
        contiguous.
        """
        bases = np.zeros((self.seeds + 1, self.seeds + 1), np.uint64)
        ends = []
        place = 0
        for level in range(self.seeds + 1):
            for own in range(level + 1):
                bases[own, level - own] = place
                place += self._vectors.counts[own] * self._vectors.counts[level - own]
            ends.append(place)
        return bases, ends

    def value(self, own: tuple[int, ...], other: tuple[int, ...]) -> int:
        """Return the value of a position with at most `ready` seeds in play."""
        own_seeds, other_seeds = sum(own), sum(other)
        first, second = (int(number) for number in self._vectors.numbers(np.array([own, other])))
        if own_seeds <= other_seeds:
            place = first * self._vectors.counts[other_seeds] + second
        else:
            place = second * self._vectors.counts[own_seeds] + first
        return int(self.table.bytes[int(self.bases[own_seeds, other_seeds]) + place])

    def build(self, seeds: int, pool: ThreadPoolExecutor, should_stop: Callable[[], bool]) -> bool:
        """Fill all levels up to this many seeds in play, unless stopped; return whether they are complete."""
        for level in range(self.ready + 1, min(seeds, self.seeds) + 1):
            if self._builder is None or self._builder.seeds < level:
                self._builder = _Builder(self, min(max(seeds, level + EXTRA_LEVELS), self.seeds))
            self._fill_ends(level)
            fill = self._builder.fill
            missing = set(range(1, level // 2 + 1)) - self._filled
            pairs = {own: pool.submit(fill, own, level - own, should_stop) for own in sorted(missing)}
            self._filled |= {own for own, pair in pairs.items() if pair.result()}
            if not missing <= self._filled:
                return False
            self.ready, self._filled = level, set()
        return True

    def _fill_ends(self, level: int) -> None:
        """Fill in the positions where one side has no seeds left and the game is over."""
        count = self._vectors.counts[level]
        for own, value in ((0, -level), (level, level)):
            begin = int(self.bases[own, level - own])
            self.table.bytes[begin : begin + count] = value


class _Builder:
    """Fills blocks in several threads.

    Attributes:
        seeds: the highest number of seeds in play that it can handle.
    """

    def __init__(self, tables: KalahTables, seeds: int) -> None:
        self.seeds = seeds
        self._table = tables.table.bytes
        vectors = PitVectors(tables.pits, seeds)
        self._counts = vectors.counts
        self._board: np.void = zero_records(kernels.BOARD)[0]
        self._board["pits"], self._board["table_seeds"] = vectors.pits, vectors.most
        self._board["empty_capture"], self._board["vectors"] = tables.empty_capture, len(vectors.all)
        sowings = PitSowings.of(vectors)
        kinds = [(kind.stored, kind.crossed, kind.again, kind.catches + 1) for kind in sowings.kinds]
        begins, added = _added(vectors)
        self._arrays = kernels.SowingArrays(
            counts=np.array(vectors.counts, np.uint64),
            begins=np.array(vectors.begins, np.uint64),
            bases=tables.bases[: seeds + 1, : seeds + 1].ravel(),
            added_begins=begins,
            kinds=np.array(kinds, kernels.SOWING_KIND),
            kind=sowings.kind.ravel(),
            caught=np.ascontiguousarray(vectors.all.T.astype(np.uint8)).ravel(),
            number=sowings.number.ravel(),
            kept=sowings.kept.ravel(),
            added=added,
            emptied=np.stack([_emptied(vectors, pit) for pit in range(vectors.pits)]).ravel(),
        )

    def fill(self, own: int, other: int, should_stop: Callable[[], bool]) -> bool:
        """Fill a block and its counterpart (`own` must not exceed `other`); return False if stopped."""
        successors = np.empty(len(self._arrays.kinds), kernels.SUCCESSOR)  # of this thread
        rows, columns = self._counts[own], self._counts[other]
        step = max(1, SLICE_POSITIONS // columns)
        for begin in range(0, rows, step):
            if should_stop():
                return False
            end = min(begin + step, rows)
            kernels.fill(self._board, self._arrays, self._table, successors, own, other, begin, end)
        return True


def _added(vectors: PitVectors) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Return the numbers of all vectors after each number of seeds has been dropped into their pits, and the start of each
    of these groups.
    """
    every = vectors.all
    begins, parts, place = [], [], 0
    for crossed in range(vectors.most + 1):
        rest = every[: vectors.begins[vectors.most - crossed + 1]]
        laps, more = divmod(crossed, vectors.pits)
        begins.append(place)
        parts.append(vectors.numbers(rest + laps + (np.arange(vectors.pits) < more)))
        place += len(rest)
    return np.array(begins, np.uint64), np.concatenate(parts)


def _emptied(vectors: PitVectors, pit: int) -> NDArray[np.uint32]:
    """Return the numbers of all vectors after one pit has been emptied."""
    rest = vectors.all.copy()
    rest[:, pit] = 0
    return vectors.numbers(rest)
