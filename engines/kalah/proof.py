"""Proofs of positions' values: the proven bounds, and the search that tightens them."""

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
    """Proof of a position's value from one side's point of view: its current bounds, tightened slice by slice with MTD(f)
    (Plaat et al. 1996). Several proofs can share a prover, but only one of them may use it at a time.

    Values include the stores, and are given from the point of view of `side`. A value that counts only the seeds in play,
    from the point of view of the side to move, is called an inside value.

    Attributes:
        state: the position.
        side: the colour from whose point of view values are given.
        seeds: number of seeds in play.
        guess: estimate of the value.
    """

    def __init__(
        self,
        state: KalahState,
        side: int,
        prover: KalahAlphaBeta | None,
        known: int | None = None,
        fill_more: FillMore = lambda _: False,
    ) -> None:
        """Start from the bounds known without a search.

        Args:
            side: the colour from whose point of view values are given.
            prover: None if there are too many seeds for one.
            known: the inside value, if known.
            fill_more: called between two slices of the search.
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
        """Convert an inside value to a value for `side`."""
        return self._sign * (self._stores + value)

    def _inside(self, value: int) -> int:
        """Convert a value for `side` to an inside value."""
        return self._sign * value - self._stores

    @property
    def bounds(self) -> Bounds:
        """The bounds proven so far."""
        return Bounds(*sorted((self._outside(self._low), self._outside(self._high))))

    @property
    def provable(self) -> bool:
        """Whether further work can prove anything about the position."""
        return self._prover is not None

    @property
    def likely(self) -> int:
        """The estimate of the value, clamped to the proven bounds."""
        bounds = self.bounds
        return min(max(self.guess, bounds.low), bounds.high)

    def begin_with_guess(self) -> None:
        """Start the next search at the estimated value."""
        guess = self._inside(self.likely)
        self._next, self._beta = guess + ((guess ^ self.seeds) & 1), None

    def reaches(self, value: int, should_stop: ShouldStop, nodes: int | None = None) -> bool | None:
        """Return whether the position's value for `side` is at least `value`, or None if the search was stopped first."""
        bounds = self.bounds
        if bounds.low < value <= bounds.high:
            # For the other side: whether it wins at most this much, that is, not one more.
            self.prove(should_stop, nodes, self._inside(value) if self._sign > 0 else self._inside(value) + 1)
            bounds = self.bounds
        return True if bounds.low >= value else False if bounds.high < value else None

    def at_most(self, value: int) -> None:
        """Record, as proven elsewhere, that the position's value for `side` is at most `value`."""
        if self._prover and self._sign > 0:
            self._high = min(self._high, self._inside(value))
        elif self._prover:
            self._low = max(self._low, self._inside(value))

    def prove(self, should_stop: ShouldStop, nodes: int | None = None, beta: int | None = None) -> bool:
        """Try to establish the inside value, or only whether it is at least `beta`; return whether this succeeded.

        Stops early if `should_stop` returns true or once `nodes` positions have been searched.
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
