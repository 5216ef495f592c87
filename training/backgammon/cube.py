"""Measure the constants of the cube model in self-play games of the installed networks.

    uv run python -m training.backgammon.cube [--games 4000] [--seed 1] [--part chances gammons efficiency]

Prints the figures of `engines/backgammon/cube/janowski.py` and `match_table.py`:

- the share of games without a cube, played to their end, that are gammons;
- a side's chances at its first turn with a cube when only that side may double: over all opening throws, and all answers if
    the other side begins;
- the efficiency of the cube, with contact and in races: where between the equity with a dead cube and that with a live one
  the results of games with a cube lie, by least squares over all throws of these games. +- is one standard error over
  games.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from benchmarks.backgammon.match.cube_games import CubeGame, CubePlayer, game, ours, without_cube
from benchmarks.backgammon.match.players import Throws
from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.cube.at_stake import at_stake, relative_cube
from fourth_seat.engines.backgammon.cube.janowski import CubePosition, Prospect
from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS, THROW_PROBABILITIES, BackgammonEvaluator, packed
from fourth_seat.games.backgammon.checkers import BAR, START_CHECKERS, rearmost
from fourth_seat.games.backgammon.match import DECLARED_OPTIONS
from fourth_seat.games.backgammon.rules import BackgammonPhase
from fourth_seat.games.options import Options, OptionValue
from fourth_seat.table.settings.tables import table_cache

CHANCE_QUANTILES = 20  # each given by its mean
PARTS = "chances", "gammons", "efficiency"
CUBELESS_OPTIONS: Mapping[str, OptionValue] = {"backgammon": True}
CUBE_OPTIONS: Mapping[str, OptionValue] = {"backgammon": True, "cube": True}

POSITION_KINDS = "in races", "with contact"

Floats = NDArray[np.float64]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4_000, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", nargs="+", choices=PARTS, default=PARTS)
    args = parser.parse_args()
    evaluator = BackgammonEvaluator(
        networks.read(), bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    )
    if "chances" in args.part:
        chances = ", ".join(f"{chance:.3f}" for chance in first_chances(evaluator))
        print(f"FIRST_CHANCES = ({chances})", flush=True)
    if "gammons" in args.part:
        gammons = [max(played.points) > 1 for played in self_play_games(without_cube(evaluator), args, CUBELESS_OPTIONS)]
        part = float(np.mean(gammons))
        print(f"GAMMONS = {part:.3f}  # +-{(part * (1 - part) / len(gammons)) ** 0.5:.3f}", flush=True)
    if "efficiency" in args.part:
        games = [
            regression_sums(evaluator, played)
            for played in self_play_games(ours(evaluator, cube_plies=0), args, CUBE_OPTIONS)
        ]
        for kind, name in enumerate(POSITION_KINDS):
            value, error = ratio(np.array([sums[kind] for sums in games]))
            print(f"EFFICIENCY = {value:.2f}  # +-{error:.2f} {name}")
    return 0


def self_play_games(player: CubePlayer, args: argparse.Namespace, options: Mapping[str, OptionValue]) -> Iterator[CubeGame]:
    """Yield games of a player against itself."""
    throws = Throws()
    for number in range(args.games):
        yield game((player, player), Options(DECLARED_OPTIONS, options), random.Random(f"{args.seed} {number}"), throws)


def first_chances(evaluator: BackgammonEvaluator) -> list[float]:
    """Return the mean winning chance in each of `CHANCE_QUANTILES` quantiles, at the first turn with a cube."""
    start_boards = packed([(START_CHECKERS, START_CHECKERS)])
    after_one = evaluator.replies(start_boards[0], MONEY_POINTS)
    singles = [
        n for n, chance in enumerate(THROW_PROBABILITIES) if chance > 1.5 / 36
    ]  # the opening throw never has equal dice
    weighted = []
    for n in singles:
        after_two = evaluator.replies(after_one[n], MONEY_POINTS)
        weighted += [(chance, 0.5 / len(singles)) for chance in evaluator.shares(after_one[n : n + 1])[:, 3:].sum(1)]
        weighted += [
            (chance, 0.5 / len(singles) * part)
            for chance, part in zip(evaluator.shares(after_two)[:, 3:].sum(1), THROW_PROBABILITIES, strict=True)
        ]
    values, weights = (np.array(column, float) for column in zip(*sorted(weighted), strict=True))
    ends = np.concatenate([[0], np.cumsum(weights) / weights.sum()])
    total = np.concatenate([[0], np.cumsum(values * weights) / weights.sum()])
    edges = np.interp(np.linspace(0, 1, CHANCE_QUANTILES + 1), ends, total)
    return [float(step) * CHANCE_QUANTILES for step in np.diff(edges)]


def regression_sums(evaluator: BackgammonEvaluator, played: CubeGame) -> Floats:
    """Return, shape (kinds, 2), the sums of d * (result - dead) and d * d over the positions before a throw, where d is the
    difference between the equities with a live and with a dead cube, in units of the cube.
    """
    white, black = played.points
    states = [
        state for state, _ in played.decisions if state.phase is BackgammonPhase.PLAY
    ]  # the cube is as it was at the throw
    sums = np.zeros((len(POSITION_KINDS), 2))
    for state, shares in zip(states, evaluator.shares(packed(state.board for state in states)), strict=True):
        result = (white - black) * (1 if state.turn == 1 else -1) / state.cube.value
        position = CubePosition(Prospect(tuple(shares.tolist()), 1.0), at_stake(state, state.turn))
        cube = relative_cube(state.cube, state.turn)
        dead = position.dead(cube.value)
        gain = position.live(cube) - dead
        own, other = state.board
        sums[int(rearmost(own) + rearmost(other) > BAR)] += gain * (result - dead), gain * gain
    return sums


def ratio(sums: Floats) -> tuple[float, float]:
    """Return the ratio of the two sums, and its standard error over games."""
    above, below = sums.sum(0)
    value = above / below
    return value, float(np.sqrt(((sums[:, 0] - value * sums[:, 1]) ** 2).sum()) / below)


if __name__ == "__main__":
    raise SystemExit(main())
