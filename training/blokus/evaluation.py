"""Fit the weights of `engines/blokus/evaluation.py`: `python -m training.blokus.evaluation [--games N]`.

In its games each placement is drawn with the odds of its prior. Some positions of each game are kept, with the share of the
win that every seat got. Coordinate descent then lowers the log loss on the first three quarters of the games; the last
quarter shows how good the weights are.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import fields, replace
from math import log
from random import Random

from fourth_seat.engines.blokus.evaluation import WEIGHTS, BlokusEvaluationWeights, BlokusPrior, shares
from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.rules import BlokusState

KEPT_POSITION_INTERVAL = 5  # positions of a game of which one is kept
WEIGHT_FACTORS = (0.7, 0.9, 1.1, 1.4)
VARIANTS = ("", "players=2", "variant=duo")

Sample = tuple[BlokusState, tuple[float, ...]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1200)
    games = parser.parse_args().games
    played = [play(VARIANTS[n % len(VARIANTS)], Random(n)) for n in range(games)]
    samples = [
        [sample for game in part for sample in game] for part in (played[: games * 3 // 4], played[games * 3 // 4 :])
    ]
    weights = fit(samples[0])
    print(weights)
    print(f"log loss on {len(samples[1])} positions not fitted: {loss(samples[1], weights):.3f};", end=" ")
    print(f"all seats alike: {sum(log(len(won)) for _, won in samples[1]) / len(samples[1]):.3f};", end=" ")
    print(f"squares placed alone: {loss(samples[1], fit(samples[0], blind=True)):.3f}")


def play(options: str, rng: Random) -> list[Sample]:
    """Play one game; return some of its positions, each with the share of the win that every seat got."""
    state, prior, kept = GAME.start(GAME.options(options)), BlokusPrior(), list[BlokusState]()
    while not state.over:
        if rng.randrange(KEPT_POSITION_INTERVAL) == 0:
            kept.append(state)
        moves = state.legal()
        state = state.play_unchecked(rng.choices(moves, [prior(state, move) for move in moves])[0])
    standing = state.standing()
    won = tuple(standing.share(seat) for seat in range(1, len(standing.scores) + 1))
    return [(position, won) for position in kept]


def fit(samples: Sequence[Sample], blind: bool = False) -> BlokusEvaluationWeights:
    """Return the weights with the least log loss; `blind`: whether only the squares placed count."""
    names = [field.name for field in fields(BlokusEvaluationWeights)]
    weights = WEIGHTS
    if blind:
        weights, names = replace(WEIGHTS, own=0.0, contested=0.0), ["certainty", "rest"]
    least, improved = loss(samples, weights), True
    while improved:
        improved = False
        for name in names:
            for factor in WEIGHT_FACTORS:
                other = replace(weights, **{name: getattr(weights, name) * factor})
                if (its := loss(samples, other)) < least - 1e-5:
                    weights, least, improved = other, its, True
    return weights


def loss(samples: Sequence[Sample], weights: BlokusEvaluationWeights) -> float:
    """Return the mean log loss of the expected shares against the shares won."""
    total = 0.0
    for state, won in samples:
        expected = shares(state, weights)
        total -= sum(part * log(max(share, 1e-9)) for part, share in zip(won, expected, strict=True))
    return total / len(samples)


if __name__ == "__main__":
    main()
