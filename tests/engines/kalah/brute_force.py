"""Kalah solved the plain way: the rules of `games`, a search of everything, and a memory. For small boards only."""

from __future__ import annotations

from random import Random

from fourth_seat.games import find
from fourth_seat.games.kalah.rules import KalahState
from fourth_seat.games.options import Options

GAME = find("kalah")


def options(pits: int, seeds: int, empty_capture: bool) -> Options:
    """Return the options of a board."""
    return GAME.options(f"pits={pits},seeds={seeds},empty-capture={'on' if empty_capture else 'off'}")


class BruteForce:
    """Values of positions of one kind of board, by single sowings."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], int] = {}

    def value(self, state: KalahState) -> int:
        """Return the final seeds of the side to move less those of the other."""
        return state.ring[state.pits] - state.ring[-1] + self._inside(emptied(state))

    def _inside(self, state: KalahState) -> int:
        half = state.pits + 1
        if state.over:
            return sum(state.ring[:half]) - sum(state.ring[half:])
        if state.ring not in self._known:
            best = -sum(state.ring)
            for pit in range(state.pits):
                if state.ring[pit]:
                    after = state.sow(pit)
                    best = max(best, self.value(after) * (1 if after.turn == state.turn else -1))
            self._known[state.ring] = best
        return self._known[state.ring]


def emptied(state: KalahState) -> KalahState:
    """Return the same pits with empty stores."""
    ring = list(state.ring)
    ring[state.pits] = ring[-1] = 0
    return KalahState(state.options, tuple(ring), state.turn)


def scattered(rules: Options, seeds: int, rng: Random, pits_used: int = 99) -> KalahState:
    """Return this many seeds thrown into pits, into few of them or all, and some into the stores; the game is not over."""
    pits = int(rules["pits"])
    places = [place for place in range(2 * pits + 1) if place != pits]
    while True:
        ring = [0] * (2 * pits + 2)
        used = rng.sample(places, min(pits_used, len(places)))
        for _ in range(seeds):
            ring[rng.choice(used)] += 1
        ring[pits], ring[-1] = rng.randrange(9), rng.randrange(9)
        state = KalahState(rules, tuple(ring), rng.choice((1, 2)))
        if not state.over:
            return state
