"""Yardsticks: expectiminimax to a fixed depth with a simple evaluation made by hand, so that strength can be compared over
time. Turns of equal value are chosen among at random.
"""

from __future__ import annotations

from random import Random

import numpy as np

from benchmarks.tridice.kernels.expectiminimax import VALUES
from fourth_seat.engines.tridice.kernels.dice import MAX_TURNS, PASS
from fourth_seat.engines.tridice.position import position_of, turn_of
from fourth_seat.games.tridice.moves import TriDiceMove
from fourth_seat.games.tridice.rules import TriDiceState


class Expectiminimax:
    """A player that searches a number of turns ahead, including its own."""

    def __init__(self, plies: int, rng: Random) -> None:
        self._values, self._rng = VALUES[plies], rng
        self._turns, self._worth = np.zeros(MAX_TURNS, np.int64), np.zeros(MAX_TURNS)

    def choose(self, state: TriDiceState) -> TriDiceMove:
        """Return one of the turns that are worth the most."""
        here = position_of(state)
        found = self._values(here.own, here.other, here.own_hand, here.other_hand, self._turns, self._worth)
        if not found:
            return turn_of(PASS, state)
        worth = self._worth[:found]
        best = self._turns[:found][worth > worth.max() - 1e-9]
        return turn_of(int(self._rng.choice(list(best))), state)
