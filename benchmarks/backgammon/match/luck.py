"""Luck of the throws of a game, to be taken out of a match.

A throw's luck is its worth, played as the networks think best, less the mean of all throws; so its mean is zero whatever
they think, and a result less its luck has the same expectation and a narrower interval (as programs for backgammon adjust
results; White and Bowling 2009).
"""

from __future__ import annotations

from statistics import mean

import numpy as np

from benchmarks.backgammon.match.games import Game
from benchmarks.backgammon.match.players import Dice
from fourth_seat.engines.arena.intervals import standard_error
from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS, THROW_PROBABILITIES, BackgammonEvaluator, Positions

OPENING_PROBABILITIES = (
    np.where(THROW_PROBABILITIES[0] < THROW_PROBABILITIES, THROW_PROBABILITIES, 0)
    / THROW_PROBABILITIES[THROW_PROBABILITIES[0] < THROW_PROBABILITIES].sum()
)  # no equal dice


def of_throw(evaluator: BackgammonEvaluator, here: Positions, dice: Dice, opens: bool) -> float:
    """Return the points that a throw gave its side, beyond the mean of all possible throws."""
    equity = evaluator.throws(here, MONEY_POINTS, 0)
    high, low = max(dice), min(dice)
    return float(
        equity[high * (high - 1) // 2 + low - 1] - (OPENING_PROBABILITIES if opens else THROW_PROBABILITIES) @ equity
    )


def of_game(evaluator: BackgammonEvaluator, game: Game) -> float:
    """Return the points that all throws of a game gave the first player."""
    return sum(
        of_throw(evaluator, here, dice, opens=not number) * (1 if (game.first + number) % 2 == 0 else -1)
        for number, (dice, here, _) in enumerate(game.steps)
    )


def points_without(evaluator: BackgammonEvaluator, both: list[tuple[Game, Game]]) -> tuple[float, float]:
    """Return the first player's points per game less luck, and their standard error, over pairs."""
    results = [mean(game.points - of_game(evaluator, game) for game in pair) for pair in both]
    return mean(results), standard_error(results)
