"""Proofs of positions' values: bounds for one side, and the search that tightens them."""

from __future__ import annotations

from collections.abc import Callable

from fourth_seat.engines.kalah.alpha_beta import KalahAlphaBeta, estimate
from fourth_seat.engines.kalah.book import sides
from fourth_seat.engines.results import Bounds
from fourth_seat.engines.solver import ShouldStop
from fourth_seat.games.kalah.rules import KalahState

FillMore = Callable[[ShouldStop], bool]
"""Fills larger endgame tables when it is time; returns whether it did."""
SLICE_NODES = 50_000  # searched between two checks whether to stop: some 15 ms


class KalahProof:
    """Proof of a position's value for one side: its bounds so far, tightened slice by slice (MTD(f), Plaat et al. 1996).
    Proofs share a prover, one at a time.

    Values include the stores, and are seen from the side that asks. Values of the seeds in play alone, for the side to
    move, are called inside values.

    Attributes:
        state: the position.
        side: the colour from whose point of view values are given.
        seeds: in play.
        guess: estimate of its value for that side.
    """

    def __init__(
        self,
        state: KalahState,
        side: int,
        prover: KalahAlphaBeta | None,
        known: int | None = None,
        fill_more: FillMore = lambda _: False,
    ) -> None:
        """Begin with the bounds known before any search.

        Args:
            side: the colour that asks.
            prover: None if there are too many seeds for one.
            known: the inside value, if it is known.
            fill_more: called between two slices of the work.
        """
        self.state, self.side = state, side
        self._prover, self._fill_more = prover, fill_more
        self._sign = 1 if state.turn == side else -1
        self._stores = state.ring[state.pits] - state.ring[-1]
        own, other = sides(state.ring)
        self.seeds = sum(own) + sum(other)
        self._low, self._high = -self.seeds, self.seeds  # of the inside value
        self._next = estimate(own, other)  # the inside value that is tested next
        self._beta: int | None = None  # the bound that the prover is searching
        self.guess = self._outside(self._next if self.seeds else 0)
        if prover:
            value = prover.known(state.ring)
            if value is None and known is not None:
                value = min(max(known, -self.seeds), self.seeds)
            if value is not None:
                self._low = self._high = value

    def _outside(self, value: int) -> int:
        """Return the value for the side that asks, from the inside value."""
        return self._sign * (self._stores + value)

    def _inside(self, value: int) -> int:
        """Return the inside value, from the value for the side that asks."""
        return self._sign * value - self._stores

    @property
    def bounds(self) -> Bounds:
        """Return the proven bounds."""
        return Bounds(*sorted((self._outside(self._low), self._outside(self._high))))

    @property
    def provable(self) -> bool:
        """Whether more work can prove anything about the position."""
        return self._prover is not None

    @property
    def likely(self) -> int:
        """The value, or its estimate within the proven bounds."""
        bounds = self.bounds
        return min(max(self.guess, bounds.low), bounds.high)

    def begin_with_guess(self) -> None:
        """Start the proof at the estimated value."""
        guess = self._inside(self.likely)
        self._next, self._beta = guess + ((guess ^ self.seeds) & 1), None

    def reaches(self, value: int, should_stop: ShouldStop, nodes: int | None = None) -> bool | None:
        """Return whether the position is worth at least this much to the side that asks; None if there is not enough time
        to find out.
        """
        bounds = self.bounds
        if bounds.low < value <= bounds.high:
            # For the other side: whether it wins at most this much, that is, not one more.
            self.prove(should_stop, nodes, self._inside(value) if self._sign > 0 else self._inside(value) + 1)
            bounds = self.bounds
        return True if bounds.low >= value else False if bounds.high < value else None

    def at_most(self, value: int) -> None:
        """Accept as proven that the position is worth no more than this; if it is also known to be worth no less, this is
        its value.
        """
        if self._prover and self._sign > 0:
            self._high = min(self._high, self._inside(value))
        elif self._prover:
            self._low = max(self._low, self._inside(value))

    def prove(self, should_stop: ShouldStop, nodes: int | None = None, beta: int | None = None) -> bool:
        """Try to prove the inside value, or only whether it is at least `beta`; return whether that is known.

        The work ends once that is known, `should_stop` returns true, or this many positions have been searched.
        """
        if self._prover is None:
            return False
        if beta is not None and (beta ^ self.seeds) & 1:
            beta += 1  # the value differs from the seeds by an even number
        begun = self._prover.nodes
        while self._low < self._high and (beta is None or self._low < beta <= self._high):
            if should_stop() or (nodes is not None and self._prover.nodes - begun >= nodes):
                return False
            if self._fill_more(should_stop):
                self._beta = None  # the prover starts again with more known; its transposition table stays
            if self._beta is None or (beta is not None and self._beta != beta):
                self._beta = beta if beta is not None else min(max(self._next, self._low + 2), self._high)
                self._prover.begin(self.state.ring, self._beta)
            value = self._prover.advance(SLICE_NODES)
            if value is not None:
                if value >= self._beta:
                    self._low, self._next = max(self._low, value), value + 2
                else:
                    self._high = self._next = min(self._high, value)
                self._beta = None
        return True
