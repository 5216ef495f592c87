"""Alpha-beta search of Kalah positions: manages the search kernel's memory and the search windows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.jit.buffer import Buffer, zero_records
from fourth_seat.engines.kalah.book import sides
from fourth_seat.engines.kalah.kernels import records
from fourth_seat.engines.kalah.kernels import search as kernels
from fourth_seat.engines.kalah.tables import KalahTables
from fourth_seat.games.kalah.rules import Ring, scatter


def fits(pits: int, seeds: int) -> bool:
    """Return whether one side's pits always fit in a 64-bit word, and the number of seeds in a byte."""
    return pits * seeds.bit_length() <= 64 and seeds <= 255


class KalahAlphaBeta:
    """Searches positions on one kind of board, with `pits` pits on each side and at most `seeds` seeds in play.

    A position is a ring of counts as in `games.kalah.rules`; values count only the seeds in play, not those in the stores.

    Attributes:
        entries: the transposition table; it can be cleared without affecting the endgame tables.
    """

    def __init__(self, pits: int, seeds: int, empty_capture: bool, tables: KalahTables, size: int) -> None:
        """`size`: size of the transposition table in bytes."""
        self.pits, self.seeds = pits, seeds
        self.width = seeds.bit_length()
        if not fits(pits, seeds):
            raise ValueError("a side with so many seeds does not fit in a word")
        self._tables = tables
        span = pits * self.width
        bucket = int(kernels.BUCKET) * records.ENTRY.itemsize
        log = min(max((size // bucket).bit_length() - 1, span + int(kernels.DATA_BITS) - 64, 1), span)
        self.entries = Buffer(bucket << log)
        # Between two seeds that reach a store, every sowing brings seeds nearer to one, which limits the length of a line.
        longest = seeds + (pits - 1) * seeds * (seeds + 1) // 2 + 2
        self._memory = records.KalahMemory(
            _sowings(pits, seeds, self.width),
            self.entries.bytes.view(records.ENTRY),
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
        """Total number of positions searched."""
        return int(self._search["nodes"])

    @property
    def horizon(self) -> int:
        """Positions with at most this many seeds in play are estimated instead of searched; 0 for a proof."""
        return int(self._search["horizon"])

    @horizon.setter
    def horizon(self, seeds: int) -> None:
        self._search["horizon"] = seeds
        self.entries.clear()

    def _pack(self, counts: tuple[int, ...]) -> int:
        """Pack a side's counts into a word."""
        return sum(count << self.width * pit for pit, count in enumerate(counts))

    def begin(self, ring: Ring, beta: int) -> None:
        """Start testing whether a position's value is at least `beta`, abandoning any search in progress."""
        own, other = sides(ring)
        frame = self._memory.frames[0]
        frame["own"], frame["other"] = self._pack(own), self._pack(other)
        frame["in_play"], frame["beta"] = sum(own) + sum(other), beta
        self._search["ready"], self._search["depth"] = self._tables.ready, 0

    def advance(self, nodes: int) -> int | None:
        """Search up to `nodes` more positions. Return None if the search is not finished, or else a bound on the value: a
        lower bound if it is at least `beta`, otherwise an upper bound.
        """
        if not kernels.advance(self._search, self._memory, nodes):
            return None
        return int(self._search["value"])

    def favourite(self, ring: Ring) -> int | None:
        """Return a position's best pit according to the transposition table, or None if the table has none."""
        own, other = sides(ring)
        pit = int(kernels.recall(self._search, self._memory.entries, self._pack(own), self._pack(other)))
        return pit if pit < self.pits else None

    def known(self, ring: Ring) -> int | None:
        """Return the value of a position if it is known without a search, or None."""
        own, other = sides(ring)
        if not any(own) or not any(other):
            return sum(own) - sum(other)
        in_play = sum(own) + sum(other)
        if in_play <= self._tables.ready:
            return self._tables.value(own, other)
        return estimate(own, other) if in_play <= self.horizon else None


def estimate(own: Ring, other: Ring) -> int:
    """Estimate the value of a position, using the kernel's formula."""
    seeds = sum(own) + sum(other)
    odd = seeds & 1
    return odd + ((sum(own) - (seeds >> 1) + kernels.TURN - odd) >> 1) * 2


def _repeats(pits: int, width: int) -> dict[str, int]:
    """Return the fields of SEARCH that count the sowings which end in the store: the counts for that, the lower bits of all
    pits, and the highest bits of those that can hold such a count.
    """
    highest = 1 << width - 1
    counts = {pit: pits - pit for pit in range(pits) if pits - pit < 2 * highest}
    return {
        "reaches": sum(count << width * pit for pit, count in counts.items()),
        "lower": sum(highest - 1 << width * pit for pit in range(pits)),
        "upper": sum(highest << width * pit for pit in counts),
    }


def _sowings(pits: int, seeds: int, width: int) -> NDArray[np.void]:
    """Return a table of each sowing's effect on both sides and its end, indexed by pit and number of seeds."""
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
