"""A side's pits as vectors, which can be packed into words, numbered and sown.

A vector holds m counts, leftmost pit first. Vectors with the same sum are numbered in colexicographic order, with the
pits nearest to the store first: number 0 has all seeds in the last pit. A sowing that stays within the side's own pits
moves seeds towards the store, so it always leads to a smaller number, and tables can be filled in that order.

The number of a vector depends only on its prefix sums p(0), p(1), ...: it is the sum of the binomial coefficients
"p(j)+j choose j+1" for j = 0 to m-2 (Knuth, The Art of Computer Programming 4A, 7.2.1.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.kalah.rules import scatter

Words = NDArray[np.uint64]
Numbers = NDArray[np.uint32]


@dataclass(frozen=True)
class PitVectors:
    """All vectors for `pits` pits with at most `most` seeds, ordered by their sums.

    Attributes:
        pits: number of pits on a side.
        most: maximum number of seeds.
    """

    pits: int
    most: int

    @property
    def width(self) -> int:
        """The number of bits per pit, enough to hold all seeds."""
        return max(self.most.bit_length(), 1)

    @cached_property
    def counts(self) -> list[int]:
        """The number of vectors of each sum from 0 to `most`."""
        return [comb(total + self.pits - 1, self.pits - 1) for total in range(self.most + 1)]

    @cached_property
    def begins(self) -> list[int]:
        """The index of each sum's first vector, followed by the total number of vectors."""
        places = [0]
        for count in self.counts:
            places.append(places[-1] + count)
        return places

    @cached_property
    def binomials(self) -> Words:
        """The terms of a vector's number, indexed by [j, p(j)] for j = 0 to m-2; shape (m, most + 1)."""
        return np.array(
            [[comb(p + j, j + 1) if j < self.pits - 1 else 0 for p in range(self.most + 1)] for j in range(self.pits)],
            np.uint64,
        )

    @cached_property
    def all(self) -> NDArray[np.int64]:
        """Every vector, unpacked, in order; shape (number of vectors, m)."""
        last: list[NDArray[np.int64]] = [np.full((1, 1), total, np.int64) for total in range(self.most + 1)]
        for _ in range(1, self.pits):
            longer = []
            for total in range(self.most + 1):
                parts = [
                    np.hstack([last[before], np.full((len(last[before]), 1), total - before)])
                    for before in range(total + 1)
                ]
                longer.append(np.vstack(parts))
            last = longer
        return np.vstack(last)

    def numbers(self, vectors: NDArray[np.int64]) -> Numbers:
        """Return each vector's number among those with the same sum, or 0 for vectors with too many seeds."""
        sums = np.minimum(np.cumsum(vectors, axis=1), self.most)
        terms = sum(self.binomials[j][sums[:, j]] for j in range(self.pits))
        numbers: Numbers = np.where(vectors.sum(axis=1) <= self.most, terms, 0).astype(np.uint32)
        return numbers


@dataclass(frozen=True, order=True)
class SowingKind:
    """The effect of a sowing beyond its own side's pits.

    Attributes:
        stored: number of seeds dropped into the mover's store.
        crossed: number of seeds dropped into the other side's pits.
        again: whether the last seed fell into the store.
        catches: if the last seed fell into an empty pit of the mover, the opposite pit as numbered by the other side;
            otherwise -1.
    """

    stored: int
    crossed: int
    again: bool
    catches: int


@dataclass(frozen=True)
class PitSowings:
    """Every sowing of every vector, regardless of the other side.

    Attributes:
        kinds: the distinct kinds; entry 0 represents an empty pit.
        kind: kind of each sowing, by pit and vector; shape (m, vectors).
        number: number of the mover's vector after the sowing, by pit and vector; for a possible capture, without the last
            seed.
        kept: the same, but with the last seed.
    """

    kinds: list[SowingKind]
    kind: NDArray[np.uint8]
    number: Numbers
    kept: Numbers

    @classmethod
    def of(cls, vectors: PitVectors) -> PitSowings:
        """Return all sowings of these vectors."""
        m, every = vectors.pits, vectors.all
        kinds = [SowingKind(0, 0, False, -1)]
        numbered: dict[SowingKind, int] = {}
        kind = np.zeros((m, len(every)), np.uint8)
        number = np.zeros((m, len(every)), np.uint32)
        kept = np.zeros((m, len(every)), np.uint32)
        for pit in range(m):
            for seeds in range(1, vectors.most + 1):
                rows = np.flatnonzero(every[:, pit] == seeds)
                ring, last = scatter([0] * pit + [seeds] + [0] * (2 * m + 1 - pit), pit)
                after = every[rows].copy()
                after[:, pit] = 0
                after += np.array(ring[:m])
                alone = after[:, last] == 1 if last < m else np.zeros(len(rows), bool)
                stored, crossed = ring[m], sum(ring[m + 1 : -1])
                for catches in (False, True):
                    those = rows[alone == catches]
                    which = SowingKind(stored, crossed, last == m, m - 1 - last if catches else -1)
                    if len(those):
                        if which not in numbered:
                            numbered[which] = len(kinds)
                            kinds.append(which)
                        kind[pit, those] = numbered[which]
                kept[pit, rows] = number[pit, rows] = vectors.numbers(after)
                if alone.any():
                    after[:, last] -= alone
                    number[pit, rows] = vectors.numbers(after)
        if len(kinds) > 256:
            raise ValueError("more kinds of sowings than a byte can number")
        return cls(kinds, kind, number, kept)
