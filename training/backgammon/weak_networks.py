"""Trains the small networks of backgammon's lower levels, from nothing, by games against themselves.

    uv run python -m training.backgammon.weak_networks [--level N ...] [--seed 1] [--folder F]

Each sees checkers only and plays as well as so few games teach so few hidden units: no move is spoilt by dice. They go to
`engines/backgammon/weights/weak` unless said otherwise; how far the levels are apart measures `benchmarks.levels`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from engines.backgammon import bearoff, networks, weak_networks
from engines.backgammon.bearoff import Bearoff
from engines.backgammon.evaluator import MONEY
from engines.backgammon.kernels.evaluate import Knowledge, workspace
from engines.backgammon.networks import Networks
from table.settings.tables import table_cache
from training.backgammon.kernels.selfplay import play

RUNGS = {1: (10, 1_000), 2: (10, 2_000), 3: (10, 3_000), 4: (10, 4_500), 5: (20, 12_000), 6: (40, 60_000)}
"""Hidden units and games by level."""
RATE = np.float32(0.02)
LAST = 0.25  # of the games teach slowly, so that the last of them do not weigh most
LAST_RATE = np.float32(0.005)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", type=int, nargs="+", choices=RUNGS, default=[*RUNGS], help="these alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=weak_networks.FOLDER)
    asked = parser.parse_args(arguments)
    endings = bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    for level in asked.level:
        networks.write(taught(*RUNGS[level], asked.seed, endings), weak_networks.path(asked.folder, level))
        print(f"level {level}: {RUNGS[level][0]} hidden units, {RUNGS[level][1]:,} games", flush=True)
    return 0


def taught(hidden: int, games: int, seed: int, endings: Bearoff) -> Networks:
    """A network by its number of hidden units and of games learned from."""
    learned = networks.fresh(hidden, seed)
    slowly = int(LAST * games)
    for number, (count, rate) in enumerate(((games - slowly, RATE), (slowly, LAST_RATE))):
        throws = int(np.random.SeedSequence((seed, hidden, number)).generate_state(1)[0])
        play(count, Knowledge(learned.arrays, networks.NO_PRUNING, endings.arrays), workspace(), MONEY, rate, throws)
    return learned


if __name__ == "__main__":
    raise SystemExit(main())
