"""Endgame tables: the value of every position with few seeds in play, one signed byte each.

They grow level by level (a level holds the positions with one number of seeds in play), and answer for all levels that are
filled while the next one is on its way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.jit.buffer import WORD, Buffer
from engines.kalah.kernels import tables as kernels
from engines.kalah.pit_vectors import PitSowings, PitVectors

MAX_TABLE_SEEDS = 60  # so that every value fits in a byte, and every kind of sowing has a number
SLICE_POSITIONS = 1 << 21  # positions that a kernel fills before it can be stopped


def positions(pits: int, seeds: int) -> int:
    """How many positions have at most so many seeds in play."""
    return comb(seeds + 2 * pits, 2 * pits)


def seeds_within(pits: int, most: int, size: int) -> int:
    """The most seeds, at most `most`, with which a table fits in a size in bytes."""
    seeds = 0
    while seeds < min(most, MAX_TABLE_SEEDS) and positions(pits, seeds + 1) <= size:
        seeds += 1
    return seeds


class KalahTables:
    """The tables of one kind of board.

    Attributes:
        seeds: in play, up to which there is room.
        ready: seeds in play, up to which they are filled.
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

    def _layout(self) -> tuple[NDArray[np.uint64], list[int]]:
        """Where each block begins, by the seeds of both sides, and where each level ends. Levels lie one after another."""
        bases = np.zeros((self.seeds + 1, self.seeds + 1), np.uint64)
        ends = []
        place = 0
        for level in range(self.seeds + 1):
            for own in range(level + 1):
                bases[own, level - own] = place
                place += self._vectors.counts[own] * self._vectors.counts[level - own]
            ends.append(place)
        return bases, ends

    @property
    def filled(self) -> float:
        """The part of the work that is done, 0..1."""
        return self._ends[self.ready] / self._ends[-1]

    def level(self, level: int) -> NDArray[np.int8]:
        """The values of the positions with so many seeds in play; a view."""
        return self.table.bytes[self._ends[level - 1] if level else 0 : self._ends[level]]

    def value(self, own: tuple[int, ...], other: tuple[int, ...]) -> int:
        """The value of a position with at most `ready` seeds in play."""
        mine, yours = sum(own), sum(other)
        first, second = (int(number) for number in self._vectors.numbers(np.array([own, other])))
        if mine <= yours:
            place = first * self._vectors.counts[yours] + second
        else:
            place = second * self._vectors.counts[mine] + first
        return int(self.table.bytes[int(self.bases[mine, yours]) + place])

    def build(self, pool: ThreadPoolExecutor, should_stop: Callable[[], bool]) -> Iterator[int]:
        """Fills one level after another and gives its number; may be left and begun again at any time."""
        if self.ready == self.seeds:
            return
        context = _Context(self, self._vectors)
        for level in range(self.ready + 1, self.seeds + 1):
            self._fill_ends(level)
            pairs = [pool.submit(context.fill, own, level - own, should_stop) for own in range(1, level // 2 + 1)]
            done = [pair.result() for pair in pairs]
            if not all(done):
                return
            self.ready = level
            yield level

    def _fill_ends(self, level: int) -> None:
        """The positions in which one side has nothing left: the game is over."""
        count = self._vectors.counts[level]
        for own, value in ((0, -level), (level, level)):
            begin = int(self.bases[own, level - own])
            self.table.bytes[begin : begin + count] = value


class _Context:
    """What the kernels look up, and the buffer of words that tells them where it is."""

    def __init__(self, tables: KalahTables, vectors: PitVectors) -> None:
        self._counts = vectors.counts
        self._sowings = sowings = PitSowings.of(vectors)
        every = vectors.all
        begins, added = _added(vectors)
        emptied = [_emptied(vectors, pit) for pit in range(vectors.pits)]
        self._arrays: dict[np.uint64, NDArray[Any]] = {
            kernels.COUNTS: tables.counts,
            kernels.BEGINS: np.array(vectors.begins, np.uint64),
            kernels.BASES: tables.bases,
            kernels.KINDS: np.array(
                [(kind.stored, kind.crossed, kind.again, kind.catches + 1) for kind in sowings.kinds], np.uint64
            ),
            kernels.KIND: sowings.kind,
            kernels.NUMBER: sowings.number,
            kernels.KEPT: sowings.kept,
            kernels.ADDED: added,
            kernels.ADDED_BEGINS: begins,
            kernels.CAUGHT: np.ascontiguousarray(every.T.astype(np.uint8)),
            kernels.EMPTIED: np.stack(emptied),
        }
        self._words = np.zeros(kernels.WORDS, np.uint64)
        for word, array in self._arrays.items():
            self._words[word] = array.ctypes.data
        self._words[kernels.TABLE] = tables.table.address
        self._words[kernels.MOST] = vectors.most
        self._words[kernels.PITS] = vectors.pits
        self._words[kernels.EMPTY] = tables.empty_capture
        self._words[kernels.VECTORS] = len(every)
        self._words[kernels.KIND_COUNT] = len(sowings.kinds)

    def fill(self, own: int, other: int, should_stop: Callable[[], bool]) -> bool:
        """Fills a block and its reverse, `own` at most `other`; False where it was stopped."""
        words = self._words.copy()  # of this thread
        work = Buffer(len(self._sowings.kinds) * int(kernels.ROW_WORDS) * WORD)
        words[kernels.WORK] = work.address
        rows, columns = self._counts[own], self._counts[other]
        step = max(1, SLICE_POSITIONS // columns)
        for begin in range(0, rows, step):
            if should_stop():
                return False
            kernels.fill(words.ctypes.data, own, other, begin, min(begin + step, rows))
        return True


def _added(vectors: PitVectors) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """The numbers of all vectors after so many seeds were dropped into their pits, and where each such count begins."""
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
    """The numbers of all vectors after one pit was emptied."""
    rest = vectors.all.copy()
    rest[:, pit] = 0
    return vectors.numbers(rest)
