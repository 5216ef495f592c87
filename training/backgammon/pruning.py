"""Trains the small networks that say which turns are worth the judgement of the others, for looks ahead.

    uv run python -m training.backgammon.pruning [--nets FILE] [--decisions 200000] [--hidden 32] [--to FILE]

They learn from the larger ones of a file what these say of every turn in games against themselves, and go into that file
with them. In each decision kept back it then counts how often the best turn is among the `KEPT`.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from engines.backgammon import networks
from engines.backgammon.evaluator import MONEY, BackgammonEvaluator
from engines.backgammon.kernels.evaluate import KEPT, workspace
from engines.backgammon.kernels.network import NetworkArrays
from engines.backgammon.kernels.position_kind import KINDS
from engines.backgammon.kernels.turns import HOME, SIZE, TURNS, turns_of
from engines.backgammon.networks import Networks
from engines.backgammon.position import Positions, packed
from games.backgammon.checkers import START_CHECKERS
from training.backgammon.ahead import SLIP, STARTS, STRAY
from training.backgammon.evaluators import tables
from training.backgammon.fit import Lessons, fitted
from training.backgammon.kernels.lookahead import collect
from training.backgammon.starts import drawn

SPECIAL = 0.4  # of the decisions come from games from special positions
MET = 4  # positions for each decision that is wanted: in some there are too few turns
KEPT_BACK = 0.1  # of the decisions
RATE = 0.004


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nets", type=Path, default=networks.PATH)
    parser.add_argument("--decisions", type=int, default=200_000)
    parser.add_argument("--hidden", type=int, default=32, help="units of each network")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, help="the file, if not the same")
    asked = parser.parse_args(arguments)
    judges = networks.read(asked.nets)
    lessons = every_turn(judges, asked.decisions, asked.seed)
    back = lessons.decisions < KEPT_BACK * asked.decisions
    small = networks.fresh(asked.hidden, asked.seed)
    begun = Networks(*NetworkArrays(*(np.repeat(each, KINDS, 0) for each in small.arrays)))
    learned = fitted(begun, lessons.of(~back), asked.epochs, RATE, asked.seed)
    share, lost = kept_best(learned, lessons.of(back))
    print(
        f"the best turn is among {KEPT} in {100 * share:.2f} % of the decisions; {1000 * lost:.3f} thousandths lost in each"
    )
    networks.write(replace(judges, pruning=learned.arrays), asked.to or asked.nets)
    return 0


def every_turn(judges: Networks, decisions: int, seed: int) -> Lessons:
    """Judge all turns of decisions with more than `KEPT` by networks, a throw each, in positions of their games."""
    player = BackgammonEvaluator(replace(judges, pruning=networks.NO_PRUNING), tables())
    lots, rng, work = (np.float32(STRAY), np.float32(SLIP), seed), np.random.default_rng(seed), np.zeros(1, TURNS)[0]
    met: list[Positions] = []
    for starts, share in ((packed([(START_CHECKERS, START_CHECKERS)]), 1 - SPECIAL), (drawn(STARTS, seed), SPECIAL)):
        found = np.empty((int(MET * share * decisions), SIZE), np.int8)
        numbers, follows = np.empty(len(found), np.int64), np.empty(len(found), np.bool_)
        collect(player.knowledge, workspace(), MONEY, *lots, starts, found, numbers, follows)
        met.append(found)
    after: list[Positions] = []
    for here in rng.permutation(np.concatenate(met)):
        high, low = sorted(rng.integers(1, HOME + 1, 2).tolist(), reverse=True)
        count = turns_of(here, high, low, work)
        if count > KEPT:
            after.append(work["found"][:count].copy())
        if len(after) == decisions:
            break
    positions = np.concatenate(after)
    shares = player.shares(positions)
    return Lessons(positions, shares, shares @ MONEY, np.repeat(np.arange(len(after)), list(map(len, after))))


def kept_best(small: Networks, lessons: Lessons) -> tuple[float, float]:
    """Return the part of the decisions in which the best turn is kept, and the points lost in each of them all."""
    said = BackgammonEvaluator(small, tables()).shares(lessons.positions) @ MONEY
    begins = np.flatnonzero(np.diff(lessons.decisions, prepend=-1))
    kept, lost = 0, 0.0
    for mine, wanted in zip(np.split(said, begins[1:]), np.split(lessons.points, begins[1:]), strict=True):
        behind = wanted[np.argpartition(mine, KEPT)[:KEPT]].min() - wanted.min()
        kept, lost = kept + int(behind == 0), lost + float(behind)
    return kept / len(begins), lost / len(begins)


if __name__ == "__main__":
    raise SystemExit(main())
