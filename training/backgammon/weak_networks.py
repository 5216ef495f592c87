"""Train the small networks of backgammon's lower levels from random weights, by self-play.

    uv run python -m training.backgammon.weak_networks [--level N ...] [--seed 1] [--folder F]

Their inputs are the checkers only; few hidden units and few games limit their strength, and no move is made worse at
random. They are written to `engines/backgammon/weights/weak` unless `--folder` says otherwise.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from benchmarks.outputs import output_folder
from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.bearoff import Bearoff
from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS
from fourth_seat.engines.backgammon.kernels.evaluate import Knowledge, workspace
from fourth_seat.engines.backgammon.networks import Networks
from fourth_seat.table.settings.tables import table_cache
from training.backgammon.kernels.selfplay import play_games

LEVEL_TRAINING = {1: (10, 1_000), 2: (10, 2_000), 3: (10, 3_000), 4: (10, 4_500), 5: (20, 12_000), 6: (40, 60_000)}
"""Hidden units and games by level."""
LEARNING_RATE = np.float32(0.02)
SLOW_SHARE = 0.25  # of the games, the last ones, at the lower rate, so that they do not have the most weight
SLOW_LEARNING_RATE = np.float32(0.005)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--level", type=int, nargs="+", choices=LEVEL_TRAINING, default=[*LEVEL_TRAINING], help="these alone"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=output_folder, default=networks.WEAK_FOLDER)
    args = parser.parse_args(arguments)
    bearoff_tables = bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    for level in args.level:
        networks.write(train(*LEVEL_TRAINING[level], args.seed, bearoff_tables), networks.weak_file(args.folder, level))
        print(f"level {level}: {LEVEL_TRAINING[level][0]} hidden units, {LEVEL_TRAINING[level][1]:,} games", flush=True)
    return 0


def train(hidden: int, games: int, seed: int, bearoff_tables: Bearoff) -> Networks:
    """Train a network with this many hidden units on this many games."""
    nets = networks.fresh(hidden, seed)
    slow_games = int(SLOW_SHARE * games)
    for number, (count, rate) in enumerate(((games - slow_games, LEARNING_RATE), (slow_games, SLOW_LEARNING_RATE))):
        dice_seed = int(np.random.SeedSequence((seed, hidden, number)).generate_state(1)[0])
        play_games(
            count,
            Knowledge(nets.arrays, networks.NO_PRUNING, bearoff_tables.arrays),
            workspace(),
            MONEY_POINTS,
            rate,
            dice_seed,
        )
    return nets


if __name__ == "__main__":
    raise SystemExit(main())
