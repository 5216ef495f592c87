"""Values of positions as the side sees them whose turn is asked about: stores included, with the sign for that side."""

from __future__ import annotations

from engines.kalah.alpha_beta import KalahAlphaBeta, KalahProof, estimate
from engines.kalah.book import sides
from engines.results import Bounds
from engines.solver import ShouldStop
from games.kalah.rules import KalahState


class BoundedValue:
    """A position, what is proven of its value for one side, and the work of proving more.

    Attributes:
        state: the position.
        side: the colour that asks.
        seeds: in play.
        guess: what its value looks like for that side.
    """

    def __init__(self, state: KalahState, side: int, prover: KalahAlphaBeta | None, known: int | None = None) -> None:
        """`side`: the colour that asks; `prover`: None where there are too many seeds for one;
        `known`: the value of the pits for the side to move.
        """
        self.state, self.side = state, side
        self._sign = 1 if state.turn == side else -1
        self._stores = state.ring[state.pits] - state.ring[-1]
        own, other = sides(state.ring)
        self.seeds = sum(own) + sum(other)
        self._proof = KalahProof(prover, state.ring, known, known) if prover else None
        self.guess = self._outside(estimate(own, other) if self.seeds else 0)

    def _outside(self, value: int) -> int:
        """The value for the side that asks, from that of the pits for the side to move."""
        return self._sign * (self._stores + value)

    def _inside(self, value: int) -> int:
        """The reverse."""
        return self._sign * value - self._stores

    @property
    def bounds(self) -> Bounds:
        """What is proven."""
        low, high = (self._proof.low, self._proof.high) if self._proof else (-self.seeds, self.seeds)
        return Bounds(*sorted((self._outside(low), self._outside(high))))

    @property
    def provable(self) -> bool:
        """Whether work on it can prove anything."""
        return self._proof is not None

    @property
    def likely(self) -> int:
        """The value, or within what is proven what it looks like."""
        bounds = self.bounds
        return min(max(self.guess, bounds.low), bounds.high)

    def begin_with_guess(self) -> None:
        """Proves from what the value looks like."""
        if self._proof:
            self._proof.begin_at(self._inside(self.likely))

    def prove(self, should_stop: ShouldStop, nodes: int | None = None) -> bool:
        """Works on the exact value; gives whether it is known."""
        return self._proof is not None and self._proof.work(should_stop, nodes)

    def reaches(self, value: int, should_stop: ShouldStop, nodes: int | None = None) -> bool | None:
        """Whether it is worth at least so much for the side that asks; None where that is not known in time."""
        bounds = self.bounds
        if bounds.low < value <= bounds.high and self._proof:
            # For the other side: whether what it wins is at most so much, that is, not one more.
            beta = self._inside(value) if self._sign > 0 else self._inside(value) + 1
            self._proof.work(should_stop, nodes, beta)
            bounds = self.bounds
        return True if bounds.low >= value else False if bounds.high < value else None

    def at_most(self, value: int) -> None:
        """Takes it as proven that it is not worth more, and if it is worth so much already that this is its value."""
        if self._proof and self._sign > 0:
            self._proof.high = min(self._proof.high, self._inside(value))
        elif self._proof:
            self._proof.low = max(self._proof.low, self._inside(value))
