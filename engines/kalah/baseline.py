"""Baseline players for Kalah: those of the seed document, which choose pit by pit, and common naive players.

Extra turns are detected with the ring's actual length (13 with six pits) instead of the document's `% 14`. The players'
look-ahead models sowing and capture, but not the sweep at the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from fourth_seat.engines.protocol import Choose
from fourth_seat.games.kalah.rules import KalahMove, KalahState, Ring, capture, scatter
from fourth_seat.words import say

PESSIMIST_DEPTH = 3  # extra turns within which the pessimist remains pessimistic; beyond them it is greedy
MAX_BOARDS = 40_000  # looked at for one sowing; with more, the look-ahead goes less deep: only wide boards have so many

ChoosePit = Callable[[Ring], int]
"""Chooses the next pit of a turn, from the ring as its side sees it."""


def pit_by_pit(begin: Callable[[KalahState, Random], ChoosePit]) -> Choose:
    """Return a player that calls `begin` at the start of each turn and chooses each pit with the function it returns."""

    def player(state: KalahState, rng: Random) -> KalahMove:
        choose = begin(state, rng)
        current, pits = state, []
        while current.turn == state.turn:
            pits.append(choose(current.ring))
            current = current.sow(pits[-1])
        return KalahMove(tuple(pits), state.north)

    return player


def simply(choose: ChoosePit) -> Choose:
    """Return a player that chooses every pit with `choose`."""
    return pit_by_pit(lambda *_: choose)


def filled(ring: Ring) -> list[int]:
    """Return the mover's pits that hold seeds, from left to right."""
    return [pit for pit in range(len(ring) // 2 - 1) if ring[pit]]


def greedy(state: KalahState, rng: Random) -> ChoosePit:
    """Choose as the player `seed:greedy` does: the first pit that wins the most seeds this turn, extra turns included."""
    return Lookahead(state, rng, depth=-1).choose


def pessimistic(state: KalahState, rng: Random) -> ChoosePit:
    """Choose as the player `seed` does: a pit that maximises the seeds won this turn minus the most that the opponent can
    win in reply.
    """
    depth = PESSIMIST_DEPTH

    def choose(ring: Ring) -> int:
        nonlocal depth
        while depth >= 0:
            try:
                return Lookahead(state, rng, depth, MAX_BOARDS).choose(ring)
            except TooManyBoardsError:
                depth -= 1
        return greedy(state, rng)(ring)

    return choose


class TooManyBoardsError(Exception):
    """A look-ahead exceeded its limit on the number of boards."""


class Lookahead:
    """Look-ahead search for the sowing that wins the most seeds this turn. Ties are broken at random, once per board.

    Every board here is a ring from the point of view of the side to move, with seeds in at least one of its pits. The level
    is 0 for the board where the search starts, and increases by one with each extra turn or reply.
    """

    def __init__(self, state: KalahState, rng: Random, depth: int, most: int | None = None) -> None:
        """`depth`: last level that is searched pessimistically; `most`: maximum number of boards."""
        self._empty_capture = bool(state.options["empty-capture"])
        self._store = state.pits
        self._rng = rng
        self._depth = depth
        self._most = most
        self._chosen: dict[tuple[Ring, int], int] = {}
        self._won: dict[tuple[Ring, int], int] = {}

    def choose(self, ring: Ring, level: int = 0) -> int:
        """Return the pit to sow; raise `TooManyBoardsError` if the limit is exceeded."""
        if (ring, level) not in self._chosen:
            if self._most is not None and len(self._chosen) >= self._most:
                raise TooManyBoardsError
            self._chosen[ring, level] = self._greedy(ring, level) if level > self._depth else self._pessimistic(ring, level)
        return self._chosen[ring, level]

    def _greedy(self, ring: Ring, level: int) -> int:
        return max(filled(ring), key=lambda pit: self._gain(ring, pit, level))

    def _pessimistic(self, ring: Ring, level: int) -> int:
        """Choose a pit by assuming, as in the document, that the opponent replies right after this sowing, even if the
        turn continues.
        """
        values = {pit: self._gain(ring, pit, level + 1) - self._answer(ring, pit, level + 1) for pit in filled(ring)}
        most = max(values.values())
        return self._rng.choice([pit for pit, value in values.items() if value == most])

    def _answer(self, ring: Ring, pit: int, level: int) -> int:
        """Return the most seeds that the opponent can win in reply to a sowing."""
        after, _ = self._sown(ring, pit)
        half = len(ring) // 2
        replies = after[half:] + after[:half]
        return max((self._gain(replies, answer, level) for answer in filled(replies)), default=0)

    def _gain(self, ring: Ring, pit: int, level: int) -> int:
        """Return the seeds won by a turn that begins with this pit and continues with the pits chosen at this level."""
        after, again = self._sown(ring, pit)
        gain = after[self._store] - ring[self._store]
        return gain + self._gain_on(after, level) if again and filled(after) else gain

    def _gain_on(self, ring: Ring, level: int) -> int:
        """Return the seeds won by the rest of a turn."""
        if (ring, level) not in self._won:
            self._won[ring, level] = self._gain(ring, self.choose(ring, level), level)
        return self._won[ring, level]

    def _sown(self, ring: Ring, pit: int) -> tuple[Ring, bool]:
        """Return the board after a sowing, without the sweep at the end, and whether the same side sows again."""
        board, last = scatter(ring, pit)
        capture(board, last, self._empty_capture)
        return tuple(board), last == self._store


PLAYERS = {
    "seed": pit_by_pit(pessimistic),
    "seed:greedy": pit_by_pit(greedy),
    "seed:first": simply(lambda ring: filled(ring)[0]),
    "naive:right": simply(lambda ring: filled(ring)[-1]),
    "naive:highest": simply(lambda ring: max(filled(ring), key=lambda pit: (ring[pit], pit))),
    "naive:lowest": simply(lambda ring: min(filled(ring), key=lambda pit: (ring[pit], -pit))),
}
TITLES = {
    "seed": say("Cautious · expects the best reply"),
    "seed:greedy": say("Greedy · takes the most seeds now"),
    "seed:first": say("Left hand · the leftmost pit with seeds"),
    "naive:right": say("Right hand · the rightmost pit with seeds"),
    "naive:highest": say("Full hand · the pit with the most seeds"),
    "naive:lowest": say("Light hand · the pit with the fewest seeds"),
}
