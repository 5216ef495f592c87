"""Kalah's seed players, pit by pit as their document has them, and the usual naive yardsticks.

Where the document counts an extra turn with `% 14`, the ring's own length is built (13 with six pits). Their look ahead
knows sowing and capture, not the sweep at the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engines.protocol import Choose
from games.kalah.rules import Chain, Kalah, Ring, capture, scatter

DEPTH = 3  # extra turns within which the pessimist stays one; further on it is greedy
MOST_BOARDS = 4_000  # looked at pessimistically, then greedily: bounds its time on wide boards; six pits never came near

ChoosePit = Callable[[Kalah, Random], int]


def pit_by_pit(choose: ChoosePit) -> Choose:
    """The player that chooses each pit of its turn in this way."""

    def player(state: Kalah, dice: Random) -> Chain:
        here, pits = state, []
        while here.turn == state.turn:
            pits.append(choose(here, dice))
            here = here.sow(pits[-1])
        return Chain(tuple(pits), state.north)

    return player


def filled(ring: Ring) -> list[int]:
    """The mover's pits that hold seeds, from its left."""
    return [pit for pit in range(len(ring) // 2 - 1) if ring[pit]]


def first(state: Kalah, _dice: Random) -> int:
    """`seed:first`: the first pit with seeds."""
    return filled(state.ring)[0]


def greedy(state: Kalah, dice: Random) -> int:
    """`seed:greedy`: most seeds in this turn, its own extra turns searched; the first such pit."""
    return Lookahead(state, dice).greedy(state.ring)[0]


def pessimistic(state: Kalah, dice: Random) -> int:
    """`seed`: most seeds in this turn less the most that the opponent then takes; any such pit."""
    return Lookahead(state, dice).pessimistic(state.ring, level=0)[0]


class Lookahead:
    """What a sowing is worth: seeds won in a turn. Choices among equals are made once for each board looked at.

    Every board here is a ring seen from the side whose turn is looked at, with seeds in at least one of its pits.
    """

    def __init__(self, state: Kalah, dice: Random) -> None:
        self._empty_capture = bool(state.rules["empty-capture"])
        self._store = state.pits
        self._dice = dice
        self._greedy: dict[Ring, tuple[int, int]] = {}
        self._pessimistic: dict[tuple[Ring, int], tuple[int, int]] = {}

    def greedy(self, ring: Ring) -> tuple[int, int]:
        """The pit that wins most seeds in this turn, and how many."""
        if ring not in self._greedy:
            gains = [(pit, self._gain(ring, pit, self.greedy)) for pit in filled(ring)]
            self._greedy[ring] = max(gains, key=_value)
        return self._greedy[ring]

    def pessimistic(self, ring: Ring, level: int) -> tuple[int, int]:
        """The pit with the best difference between its turn's seeds and those of the best answer, and its turn's seeds.

        As in the document the answer is looked for right after this one sowing, also where the turn goes on.
        """
        if level > DEPTH or len(self._pessimistic) >= MOST_BOARDS:
            return self.greedy(ring)
        if (ring, level) not in self._pessimistic:
            gains = {pit: self._deep_gain(ring, pit, level + 1) for pit in filled(ring)}
            values = {pit: gain - self._worst_case(self._sown(ring, pit)[0], level + 1) for pit, gain in gains.items()}
            most = max(values.values())
            pit = self._dice.choice([pit for pit, value in values.items() if value == most])
            self._pessimistic[ring, level] = pit, gains[pit]
        return self._pessimistic[ring, level]

    def _deep_gain(self, ring: Ring, pit: int, level: int) -> int:
        return self._gain(ring, pit, lambda after: self.pessimistic(after, level))

    def _worst_case(self, ring: Ring, level: int) -> int:
        """The most seeds that the other side wins in its next turn."""
        half = len(ring) // 2
        theirs = ring[half:] + ring[:half]
        return max((self._deep_gain(theirs, pit, level) for pit in filled(theirs)), default=0)

    def _gain(self, ring: Ring, pit: int, go_on: Callable[[Ring], tuple[int, int]]) -> int:
        """The seeds that a turn wins that begins with this pit and goes on as told."""
        after, again = self._sown(ring, pit)
        gain = after[self._store] - ring[self._store]
        return gain + go_on(after)[1] if again and filled(after) else gain

    def _sown(self, ring: Ring, pit: int) -> tuple[Ring, bool]:
        """The board after a sowing, the sweep at the end left out, and whether it gives another one."""
        board, last = scatter(ring, pit)
        capture(board, last, self._empty_capture)
        return tuple(board), last == self._store


def _value(pair: tuple[int, int]) -> int:
    return pair[1]


def rightmost(state: Kalah, _dice: Random) -> int:
    """`naive:right`: the pit nearest to the own store."""
    return filled(state.ring)[-1]


def highest(state: Kalah, _dice: Random) -> int:
    """`naive:highest`: the fullest pit, of equals the nearest to the store."""
    return max(filled(state.ring), key=lambda pit: (state.ring[pit], pit))


def lowest(state: Kalah, _dice: Random) -> int:
    """`naive:lowest`: the pit with the fewest seeds, of equals the nearest to the store."""
    return min(filled(state.ring), key=lambda pit: (state.ring[pit], -pit))


PLAYERS = {
    "seed": pit_by_pit(pessimistic),
    "seed:greedy": pit_by_pit(greedy),
    "seed:first": pit_by_pit(first),
    "naive:right": pit_by_pit(rightmost),
    "naive:highest": pit_by_pit(highest),
    "naive:lowest": pit_by_pit(lowest),
}
