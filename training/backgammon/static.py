"""Fit the weights of `engines/backgammon/evaluation.py` to games, play on with them, and fit again.

    uv run --with numpy python -m training.backgammon.static [--games 1500] [--rounds 2]

In the first round the seed document's player plays itself, in each later one the player fitted before; one turn in ten is
random, so that the positions vary. It prints the weights in the form of the source, and takes a minute or two on one core.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random

import numpy as np

from fourth_seat.engines.backgammon import baseline, evaluation
from fourth_seat.games.backgammon.checkers import BAR, BackgammonBoard, rearmost
from fourth_seat.games.backgammon.match import DECLARED_OPTIONS
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState, start
from fourth_seat.games.backgammon.scoring import winner
from fourth_seat.games.backgammon.turns import turns
from fourth_seat.games.options import Options
from training.regression import fit

RANDOM_TURN_SHARE = 0.1

Value = Callable[[BackgammonBoard], float]
"""Value of a board for the side that has just moved: its checkers first."""


def play(value: Value, rng: Random) -> tuple[list[tuple[int, BackgammonBoard]], int]:
    """Play a game; return the positions before each throw, with the colour on roll, and the winner."""
    state: BackgammonState = start(Options(DECLARED_OPTIONS))
    visited: list[tuple[int, BackgammonBoard]] = []
    while not state.over:
        if state.phase is BackgammonPhase.PLAY:
            assert state.dice is not None
            ends = list(turns(state.board, state.dice))
            end = rng.choice(ends) if rng.random() < RANDOM_TURN_SHARE else max(ends, key=value)
            state = state.next_turn(*end)
            visited.append((state.turn, state.board))
        else:
            throws, chances = zip(*state.chances(), strict=True)
            state = state.play_unchecked(rng.choices(throws, chances)[0])
    return visited[:-1], winner(state.checkers)


class TrainingGames:
    """All positions played so far, separately for contact and race, each with whether the side on roll won."""

    def __init__(self) -> None:
        self.rows: dict[bool, list[tuple[float, ...]]] = {True: [], False: []}
        self.results: dict[bool, list[float]] = {True: [], False: []}

    def add(self, visited: list[tuple[int, BackgammonBoard]], won: int) -> None:
        """Add one game."""
        for colour, (own, other) in visited:
            contact = rearmost(own) + rearmost(other) > BAR
            self.rows[contact].append((evaluation.contact_sums if contact else evaluation.race_sums)(own, other))
            self.results[contact].append(float(colour == won))

    def weights(self, contact: bool) -> tuple[float, ...]:
        """Return the weights that best fit all results."""
        return tuple(round(float(w), 3) for w in fit(np.array(self.rows[contact]), np.array(self.results[contact])))


def main() -> None:
    """Print the weights after each round."""
    parser = argparse.ArgumentParser(prog="python -m training.backgammon.static", description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args()
    rng, games = Random(1), TrainingGames()
    value: Value = lambda end: baseline.score(*end)  # noqa: E731
    for _ in range(args.rounds):
        for _ in range(args.games):
            games.add(*play(value, rng))
        evaluation.CONTACT_WEIGHTS, evaluation.RACE_WEIGHTS = games.weights(contact=True), games.weights(contact=False)
        print(f"{len(games.rows[True]):,} positions with contact, {len(games.rows[False]):,} without")
        print(f"CONTACT = {evaluation.CONTACT_WEIGHTS}\nRACE = {evaluation.RACE_WEIGHTS}", flush=True)
        value = fitted_value


def fitted_value(end: BackgammonBoard) -> float:
    """Return the value of a board by the weights in use."""
    own, other = end
    return 1.0 if own[0] == 15 else 1 - evaluation.chance(other, own)


if __name__ == "__main__":
    main()
