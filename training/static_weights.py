"""Fit the weights of the static evaluations of Connect 4, Kalah and TriDice.

    uv run --with numpy python -m training.static_weights kalah [--games 1000] [--seed 1]

Games are played by the generic search with the present weights, with random moves thrown in so that all kinds of
positions come up; each position is paired with the share that the side whose view it shows got in the end, and the weights
are the logistic regression's. Run it again with the new weights until they no longer change.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

from fourth_seat.engines import engine_of
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.search.mcts import TreeSearch
from fourth_seat.engines.search.tree import best
from fourth_seat.games import CHANCE, AnyState, find
from training.regression import fit

FITTED_GAMES = ("connect4", "kalah", "tridice")
RANDOM_MOVE_SHARE = 0.2
SIMULATIONS_PER_MOVE = 60  # for each that is not random

Features = Callable[[Any], tuple[float, ...]]
Viewpoint = Callable[[Any], int]


def main(arguments: list[str] | None = None) -> int:
    """Print the weights of one game."""
    parser = argparse.ArgumentParser(prog="python -m training.static_weights", description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=FITTED_GAMES)
    parser.add_argument("--games", type=int, default=1000, help="how many games to learn from")
    parser.add_argument("--seed", type=int, default=1, help="of the random moves")
    args = parser.parse_args(arguments)
    evaluation = import_module(f"fourth_seat.engines.{args.game}.evaluation")
    viewpoint = getattr(evaluation, "viewpoint", lambda state: state.mover)
    features: list[tuple[float, ...]] = []
    results: list[float] = []
    rng = random.Random(args.seed)
    for _ in range(args.games):
        for row, result in positions(args.game, rng, evaluation.features, viewpoint):
            features.append(row)
            results.append(result)
    weights = fit(np.array(features), np.array(results))
    print(f"{args.game}: {len(results)} positions, weights {', '.join(f'{weight:.3f}' for weight in weights)}")
    return 0


def positions(
    name: str, rng: random.Random, features: Features, viewpoint: Viewpoint
) -> Iterator[tuple[tuple[float, ...], float]]:
    """Yield the positions of one game, each as its features and the final share of the side from whose view they are
    computed."""
    game = find(name)
    state = game.start(game.options())
    visited: list[AnyState] = []
    while not state.over:
        visited.append(state)
        state = state.play(_move(name, state, rng))
    standing = state.standing()
    for position in visited:
        yield features(position), standing.share(viewpoint(position))


def _move(name: str, state: AnyState, rng: random.Random) -> Any:
    if state.to_move == CHANCE or rng.random() < RANDOM_MOVE_SHARE:
        return rng.choice(list(state.legal()))
    search = TreeSearch(engine_of(name), find(name).seats(state.options), rng)
    return best(search.run(state, SearchLimit(SIMULATIONS_PER_MOVE)))[0]


if __name__ == "__main__":
    sys.exit(main())
