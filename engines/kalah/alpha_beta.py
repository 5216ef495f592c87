"""Proves what Kalah positions are worth: the memory that the search kernel works on, and the windows it is asked about."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engines.jit.buffer import Buffer, zero_records
from engines.kalah.book import sides
from engines.kalah.kernels import records
from engines.kalah.kernels import search as kernels
from engines.kalah.tables import KalahTables
from games.kalah.rules import Ring, scatter

SLICE_NODES = 50_000  # positions searched between two looks at whether to stop: some 15 ms


def fits(pits: int, seeds: int) -> bool:
    """Whether all seeds in play can lie in any pit of a side that is packed into a word, and their number in a byte."""
    return pits * seeds.bit_length() <= 64 and seeds <= 255


class KalahAlphaBeta:
    """Searches positions of one board: m pits a side, up to so many seeds in play.

    A position is a ring of counts as in `games.kalah.rules`; values are of the seeds in play: the stores do not count.
    """

    def __init__(self, pits: int, seeds: int, empty_capture: bool, tables: KalahTables, size: int) -> None:
        """`size`: bytes for the transposition table."""
        self.pits, self.seeds = pits, seeds
        self.width = seeds.bit_length()
        if not fits(pits, seeds):
            raise ValueError("a side with so many seeds does not fit in a word")
        self._tables = tables
        span = pits * self.width
        bucket = int(kernels.BUCKET) * records.ENTRY.itemsize
        log = min(max((size // bucket).bit_length() - 1, span + int(kernels.DATA_BITS) - 64, 1), span)
        self._entries = Buffer(bucket << log)
        # Between two seeds that reach a store every sowing brings seeds nearer to one: so long can a line be.
        longest = seeds + (pits - 1) * seeds * (seeds + 1) // 2 + 2
        self._memory = records.KalahMemory(
            _sowings(pits, seeds, self.width),
            self._entries.bytes.view(records.ENTRY),
            zero_records(records.FRAME, longest),
            tables.table.bytes,
            tables.bases.ravel(),
            tables.counts,
            tables.binomials.ravel(),
        )
        self._search: np.void = zero_records(records.SEARCH)[0]
        for field, value in {
            "pits": pits,
            "width": self.width,
            "empty_capture": int(empty_capture),
            "seeds": seeds,
            "ones": sum(1 << self.width * pit for pit in range(pits)),
            **_repeats(pits, self.width),
            "log": log,
            "span": (1 << span) - 1,
            "key_mask": (1 << 59) - 1 if span <= 59 else (1 << 64) - 1,
            "table_seeds": tables.seeds,
        }.items():
            self._search[field] = value

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return int(self._search["nodes"])

    @property
    def horizon(self) -> int:
        """Seeds in play down to which is searched; values of positions with fewer are estimated. 0 for a proof."""
        return int(self._search["horizon"])

    @horizon.setter
    def horizon(self, seeds: int) -> None:
        self._search["horizon"] = seeds
        self.clear()

    def clear(self) -> None:
        """Forgets everything but the endgame tables."""
        self._entries.clear()

    def _pack(self, counts: tuple[int, ...]) -> int:
        """A side as a word."""
        return sum(count << self.width * pit for pit, count in enumerate(counts))

    def begin(self, ring: Ring, beta: int) -> None:
        """Makes ready to find out whether a position is worth at least `beta`; what was under way is given up."""
        own, other = sides(ring)
        frame = self._memory.frames[0]
        frame["own"], frame["other"] = self._pack(own), self._pack(other)
        frame["in_play"], frame["beta"] = sum(own) + sum(other), beta
        self._search["ready"], self._search["depth"] = self._tables.ready, 0

    def advance(self, nodes: int) -> int | None:
        """Goes on for so many positions. Gives a bound of the value once there is one: a lower one if it is at least
        `beta`, else an upper one.
        """
        if not kernels.advance(self._search, self._memory, nodes):
            return None
        return int(self._search["value"])

    def favourite(self, ring: Ring) -> int | None:
        """The pit that showed the best bound of a position so far, where one is remembered."""
        own, other = sides(ring)
        pit = int(kernels.recall(self._search, self._memory.entries, self._pack(own), self._pack(other)))
        return pit if pit < self.pits else None

    def known(self, ring: Ring) -> int | None:
        """The value of a position that needs no search."""
        own, other = sides(ring)
        if not any(own) or not any(other):
            return sum(own) - sum(other)
        in_play = sum(own) + sum(other)
        if in_play <= self._tables.ready:
            return self._tables.value(own, other)
        return estimate(own, other) if in_play <= self.horizon else None


class KalahProof:
    """What is known of one position's value, and the work of finding out more, slice by slice (MTD(f), Plaat et al. 1996).

    One at a time works with a prover.

    Attributes:
        low, high: bounds of the value.
    """

    def __init__(self, prover: KalahAlphaBeta, ring: Ring, low: int | None = None, high: int | None = None) -> None:
        """`low`, `high`: what is known already."""
        self._prover, self._ring = prover, ring
        own, other = sides(ring)
        self._seeds = seeds = sum(own) + sum(other)
        self.low = -seeds if low is None else max(low, -seeds)
        self.high = seeds if high is None else min(high, seeds)
        self._guess = estimate(own, other)
        self._beta: int | None = None
        if (known := prover.known(ring)) is not None:
            self.low = self.high = known

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low >= self.high

    def begin_at(self, guess: int) -> None:
        """Asks about such a value next."""
        self._guess, self._beta = guess + ((guess ^ self._seeds) & 1), None

    def work(self, should_stop: Callable[[], bool], nodes: int | None = None, beta: int | None = None) -> bool:
        """Works until the value is known, or only whether it is at least `beta`; or until it was stopped, or had so many
        nodes. Gives whether it is done.
        """
        if beta is not None and (beta ^ self._seeds) & 1:
            beta += 1  # the value differs from the seeds by an even number
        begun = self._prover.nodes
        while not (self.exact or (beta is not None and (self.low >= beta or self.high < beta))):
            if should_stop() or (nodes is not None and self._prover.nodes - begun >= nodes):
                return False
            if self._beta is None or (beta is not None and self._beta != beta):
                self._beta = beta if beta is not None else min(max(self._guess, self.low + 2), self.high)
                self._prover.begin(self._ring, self._beta)
            value = self._prover.advance(SLICE_NODES)
            if value is not None:
                if value >= self._beta:
                    self.low, self._guess = max(self.low, value), value + 2
                else:
                    self.high = self._guess = min(self.high, value)
                self._beta = None
        return True


def estimate(own: Ring, other: Ring) -> int:
    """About what a position is worth, as the kernel has it."""
    seeds = sum(own) + sum(other)
    odd = seeds & 1
    return odd + ((sum(own) - (seeds >> 1) + kernels.TURN - odd) >> 1) * 2


def _repeats(pits: int, width: int) -> dict[str, int]:
    """Fields of SEARCH that count the sowings which end in the store: the counts for that, the lower bits of all pits,
    and the highest bits of those that can hold such a count.
    """
    highest = 1 << width - 1
    counts = {pit: pits - pit for pit in range(pits) if pits - pit < 2 * highest}
    return {
        "reaches": sum(count << width * pit for pit, count in counts.items()),
        "lower": sum(highest - 1 << width * pit for pit in range(pits)),
        "upper": sum(highest << width * pit for pit in counts),
    }


def _sowings(pits: int, seeds: int, width: int) -> NDArray[np.void]:
    """What every sowing adds to both sides, and where it ends; by pit and seeds."""
    table = np.zeros((pits, seeds + 1), records.SOWING)
    full = (1 << 64) - 1
    for pit in range(pits):
        for lifted in range(seeds + 1):
            ring, last = scatter([0] * pit + [lifted] + [0] * (2 * pits + 1 - pit), pit)
            own = sum(count << width * place for place, count in enumerate(ring[:pits])) - (lifted << width * pit)
            other = sum(count << width * place for place, count in enumerate(ring[pits + 1 : -1]))
            place = last if last < pits else int(kernels.STORE if last == pits else kernels.BEYOND)
            table[pit, lifted] = own & full, other & full, place, ring[pits]
    return table.ravel()
