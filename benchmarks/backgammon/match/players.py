"""Players for matches without a cube: each chooses a turn from a position and a throw.

GNU Backgammon's networks and Tesauro's pubeval come from gnubg-nn on PyPI, which is under the GPL: it is installed for
these commands only (`uv run --with gnubg-nn ...`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.backgammon import baseline
from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS, SIDE, BackgammonEvaluator, Positions, board_of
from fourth_seat.engines.backgammon.kernels.turns import TURNS, turns_of

Dice = tuple[int, int]
Choose = Callable[[Positions, Dice, Positions], int]
"""Chooses the number of the turn to play, by a position, the throw, and the other side's positions after each turn."""


class Player:
    """A player who chooses turns.

    Attributes:
        decisions: how often there was a choice; `looked`: the number of turns to choose among.
        seconds: of processor time for them.
        longest: seconds (of processor time) of the longest.
    """

    def __init__(self, name: str, choose: Choose) -> None:
        self.name, self._choose = name, choose
        self.decisions = self.looked = 0
        self.seconds = self.longest = 0.0

    def turn(self, here: Positions, dice: Dice, found: Positions) -> int:
        """Return the number of the turn to play, among two or more."""
        before = time.process_time()
        chosen = self._choose(here, dice, found)
        spent = time.process_time() - before
        self.decisions, self.looked = self.decisions + 1, self.looked + len(found)
        self.seconds, self.longest = self.seconds + spent, max(self.longest, spent)
        return chosen


def ours(evaluator: BackgammonEvaluator, plies: int) -> Player:
    """Return a player that chooses by our networks, `plies` throws ahead."""

    def choose(_here: Positions, _dice: Dice, found: Positions) -> int:
        return int(evaluator.looked(found, MONEY_POINTS, plies).order[0])

    return Player(f"{plies}-ply", choose)


def seed_player() -> Player:
    """Return the seed document's player."""

    def choose(_here: Positions, _dice: Dice, found: Positions) -> int:
        scores = [baseline.score(own, other) for other, own in map(board_of, found)]
        return scores.index(max(scores))

    return Player("seed", choose)


def gnubg_nn() -> ModuleType:
    """Import gnubg-nn; raise `SystemExit` with the remedy if it is missing."""
    try:
        return import_module("gnubg_nn")
    except ImportError:
        raise SystemExit("install the reference for this run: uv run --with gnubg-nn ...") from None


def gnubg(peer: ModuleType, plies: int = 0) -> Player:
    """Return a player that chooses by GNU Backgammon's networks."""

    def choose(here: Positions, dice: Dice, found: Positions) -> int:
        key = peer.best_move(_sides(here), *dice, n=plies, b=1)[1]
        return _turn_index(peer.board_from_position_key(key), found)

    return Player(f"gnubg {plies}-ply", choose)


def pubeval(peer: ModuleType) -> Player:
    """Return a player that chooses by Tesauro's weights of 1993."""

    def choose(here: Positions, dice: Dice, found: Positions) -> int:
        other, own = _sides(here)
        hops = peer.pub_best_move([other, own], *dice)
        for start, end in zip(hops[::2], hops[1::2], strict=True):
            own[start] -= 1
            if end >= 0:
                own[end] += 1
                if other[23 - end] == 1:
                    other[23 - end] = 0
                    other[24] += 1
        return _turn_index((own, other), found)

    return Player("pubeval", choose)


def _sides(here: Positions) -> list[list[int]]:
    """Return a position in gnubg-nn's form: the other side's counts and one's own on points 1 to 24 and the bar."""
    return [here[SIDE + 1 :].tolist(), here[1:SIDE].tolist()]


def _turn_index(sides: Any, found: Positions) -> int:
    """Return the number of the turn that leads to gnubg-nn's position, in which the side that has moved comes first."""
    own, other = sides
    wanted = np.array([*other, *own], np.int8)
    places: NDArray[np.int64] = np.r_[1:SIDE, SIDE + 1 : 2 * SIDE]
    return int(np.flatnonzero((found[:, places] == wanted).all(1))[0])


class Throws:
    """All turns of a throw, by the kernels."""

    def __init__(self) -> None:
        self._work = np.zeros(1, TURNS)[0]

    def __call__(self, here: Positions, dice: Dice) -> Positions:
        """Return the positions after each turn from the other side's view; after a pass, if nothing can be moved."""
        count = turns_of(here, max(dice), min(dice), self._work)
        return self._work["found"][:count].copy() if count else np.concatenate([here[SIDE:], here[:SIDE]])[None]
