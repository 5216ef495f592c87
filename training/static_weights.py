"""Fits the weights of the static evaluations: `python -m training.static_weights kalah --games 2000`.

Games are played by the generic search with the weights as they are, with random moves thrown in so that all kinds of
positions come up; each position is paired with the share that the side it is seen from got in the end, and the weights are
the logistic regression's. Run it again with the new weights until they stay.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

from engines import engine_of
from engines.logistic import logistic
from engines.search import Limit, Search, best
from games import CHANCE, AnyState, find

GAMES = ("connect4", "kalah", "tridice")
RANDOM_MOVES = 0.2  # part of the moves
SIMULATIONS = 60  # for each of the others
ROUNDS = 8  # of Newton's method
RIDGE = 1e-3  # keeps a feature that never varies from growing without end

Features = Callable[[Any], tuple[float, ...]]
Viewpoint = Callable[[Any], int]


def main(arguments: list[str] | None = None) -> int:
    """Prints the weights of one game."""
    parser = argparse.ArgumentParser(prog="python -m training.static_weights", description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=2000, help="how many games to learn from")
    parser.add_argument("--seed", type=int, default=1, help="of the random moves")
    asked = parser.parse_args(arguments)
    evaluation = import_module(f"engines.{asked.game}.evaluation")
    viewpoint = getattr(evaluation, "viewpoint", lambda state: state.mover)
    features: list[tuple[float, ...]] = []
    shares: list[float] = []
    dice = random.Random(asked.seed)
    for _ in range(asked.games):
        for seen, share in positions(asked.game, dice, evaluation.features, viewpoint):
            features.append(seen)
            shares.append(share)
    weights = fit(features, shares)
    print(f"{asked.game}: {len(shares)} positions, weights {', '.join(f'{weight:.3f}' for weight in weights)}")
    return 0


def positions(
    name: str, dice: random.Random, features: Features, viewpoint: Viewpoint
) -> Iterator[tuple[tuple[float, ...], float]]:
    """The positions of one game, each as its features and what the side they are seen from got in the end."""
    game = find(name)
    state = game.start(game.options())
    came: list[AnyState] = []
    while not state.over:
        came.append(state)
        state = state.play(_move(name, state, dice))
    standing = state.standing()
    for position in came:
        yield features(position), standing.share(viewpoint(position))


def _move(name: str, state: AnyState, dice: random.Random) -> Any:
    if state.to_move == CHANCE or dice.random() < RANDOM_MOVES:
        return dice.choice(list(state.legal()))
    search = Search(engine_of(name), find(name).seats(state.options), dice)
    return best(search.run(state, Limit(SIMULATIONS)))[0]


def fit(features: Sequence[Sequence[float]], shares: Sequence[float]) -> list[float]:
    """Logistic regression by Newton's method."""
    size = range(len(features[0]))
    weights = [0.0] * len(size)
    for _ in range(ROUNDS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE if i == j else 0.0 for j in size] for i in size]
        for seen, share in zip(features, shares, strict=True):
            expected = logistic(seen, weights)
            spread = expected * (1 - expected)
            for i in size:
                slope[i] += (share - expected) * seen[i]
                for j in size:
                    bend[i][j] += spread * seen[i] * seen[j]
        weights = [weight + step for weight, step in zip(weights, solve(bend, slope), strict=True)]
    return weights


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations with a positive definite matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for n, pivot in enumerate(rows):
        pivot[:] = [value / pivot[n] for value in pivot]
        for row in rows:
            if row is not pivot:
                row[:] = [value - row[n] * top for value, top in zip(row, pivot, strict=True)]
    return [row[-1] for row in rows]


if __name__ == "__main__":
    sys.exit(main())
