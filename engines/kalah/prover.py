"""Proves what Kalah positions are worth: the memory that the search kernel works on, and the windows it is asked about."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engines.exact import Bounds
from engines.jit.buffer import WORD, Buffer
from engines.kalah.kernels import search as kernels
from engines.kalah.tables import Tables
from games.kalah.rules import Ring, scatter

SLICE = 50_000  # nodes between two looks at whether to stop


class Prover:
    """Searches positions of one board: m pits a side, up to so many seeds in play.

    A position is a ring of counts as in `games.kalah.rules`, values are those of the seeds in play: the stores do not count.
    """

    def __init__(self, pits: int, seeds: int, empty_capture: bool, tables: Tables, size: int) -> None:
        """`size`: bytes for the transposition table."""
        self.pits, self.seeds = pits, seeds
        self.width = seeds.bit_length()
        if pits * self.width > 64:
            raise ValueError("a side with so many seeds does not fit in a word")
        self._tables = tables
        span = pits * self.width
        bucket = int(kernels.BUCKET) * 2 * WORD
        log = min(max((size // bucket).bit_length() - 1, span + int(kernels.DATA) - 64, 1), span)
        self._entries = Buffer(bucket << log)
        # Between two seeds that reach a store every sowing brings seeds nearer to one: so long can a line be.
        longest = seeds + (pits - 1) * seeds * (seeds + 1) // 2 + 2
        self._stack = Buffer(longest * int(kernels.FRAME_WORDS) * WORD)
        self._sowings = _sowings(pits, seeds, self.width)
        self._words: NDArray[np.uint64] = np.zeros(kernels.WORDS, np.uint64)
        for word, value in {
            kernels.PITS: pits,
            kernels.WIDTH: self.width,
            kernels.EMPTY: int(empty_capture),
            kernels.SOWINGS: self._sowings.ctypes.data,
            kernels.ENTRIES: self._entries.address,
            kernels.LOG: log,
            kernels.KNOWN: (1 << 59) - 1 if span <= 59 else (1 << 64) - 1,
            kernels.SPAN: (1 << span) - 1,
            kernels.STACK: self._stack.address,
            kernels.TABLE: tables.table.address,
            kernels.COUNTS: tables.counts.ctypes.data,
            kernels.BASES: tables.bases.ctypes.data,
            kernels.BINOMIALS: tables.binomials.ctypes.data,
            kernels.MOST: tables.seeds,
            kernels.ONES: sum(1 << self.width * pit for pit in range(pits)),
            kernels.SEEDS: seeds,
        }.items():
            self._words[word] = value
        self._context = self._words.ctypes.data

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return int(self._words[kernels.NODES])

    def clear(self) -> None:
        """Forgets everything but the endgame tables."""
        self._entries.clear()

    def pack(self, counts: tuple[int, ...]) -> int:
        """A side as a word."""
        return sum(count << self.width * pit for pit, count in enumerate(counts))

    def at_least(self, ring: Ring, beta: int, stopped: Callable[[], bool]) -> int | None:
        """A bound of a position's value: a lower one if at least `beta`, else an upper one; None where it was stopped."""
        m = self.pits
        self._words[kernels.READY] = self._tables.ready
        frame = self._stack.words
        own, other = ring[:m], ring[m + 1 : -1]
        frame[kernels.OWN], frame[kernels.OTHER] = self.pack(own), self.pack(other)
        frame[kernels.IN_PLAY] = sum(own) + sum(other)
        frame.view(np.int64)[kernels.BETA] = beta
        self._words[kernels.FRAME] = self._stack.address
        while not kernels.search(self._context, SLICE):
            if stopped():
                return None
        return int(self._words.view(np.int64)[kernels.VALUE])

    def value(self, ring: Ring, stopped: Callable[[], bool], guess: int = 0, trace: Callable[..., None] = lambda *_: None) -> Bounds:
        """What a position is worth (MTD(f)); exact unless stopped."""
        m = self.pits
        seeds = sum(ring[:m]) + sum(ring[m + 1 : -1])
        low, high = -seeds, seeds
        if (guess ^ seeds) & 1:
            guess += 1
        beta = guess
        while low < high:
            value = self.at_least(ring, beta, stopped)
            if value is None:
                break
            trace(beta, value, self.nodes)
            if value < beta:
                high = value
                beta = value
            else:
                low = value
                beta = value + 2
        return Bounds(low, high)


def _sowings(pits: int, seeds: int, width: int) -> NDArray[np.uint64]:
    """What every sowing adds to both sides, and where it ends; by pit and seeds."""
    table = np.zeros((pits, seeds + 1, int(kernels.SOWING)), np.uint64)
    full = (1 << 64) - 1
    for pit in range(pits):
        for lifted in range(seeds + 1):
            ring, last = scatter([0] * pit + [lifted] + [0] * (2 * pits + 1 - pit), pit)
            own = sum(count << width * place for place, count in enumerate(ring[:pits])) - (lifted << width * pit)
            other = sum(count << width * place for place, count in enumerate(ring[pits + 1 : -1]))
            place = last if last < pits else int(kernels.STORE if last == pits else kernels.BEYOND)
            table[pit, lifted] = own & full, other & full, place, ring[pits]
    return table
