"""Train the small networks that select, when looking ahead, the turns that the others should evaluate.

    uv run python -m training.backgammon.pruning [--nets FILE] [--decisions 200000] [--hidden 32] [--to FILE]

They learn from the estimates that a file's larger networks make of every turn in self-play, and are stored in the same
file. Prints how often the best turn is among the `KEPT` in held-out decisions.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.outputs import output_file
from fourth_seat.engines.backgammon import networks
from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS, BackgammonEvaluator, Positions, packed
from fourth_seat.engines.backgammon.kernels.evaluate import KEPT, workspace
from fourth_seat.engines.backgammon.kernels.network import NetworkArrays
from fourth_seat.engines.backgammon.kernels.position_kind import KINDS
from fourth_seat.engines.backgammon.kernels.turns import HOME, SIZE, TURNS, turns_of
from fourth_seat.engines.backgammon.networks import Networks
from fourth_seat.games.backgammon.checkers import START_CHECKERS
from training.backgammon.ahead import MAX_ERROR_SHARE, MEAN_ERROR_BOUND_POINTS, STARTS_PER_SLICE, WHOLE_GAME_TURNS
from training.backgammon.evaluators import tables
from training.backgammon.fit import Samples, fit
from training.backgammon.kernels.lookahead import collect_decisions
from training.backgammon.starts import draw_positions

SPECIAL_START_SHARE = 0.4  # of the decisions, from games begun from special positions
CANDIDATES_PER_DECISION = 4  # positions: in some of them there are too few turns
HELD_OUT_SHARE = 0.1  # of the decisions
LEARNING_RATE = 0.004


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nets", type=Path, default=networks.NETWORKS_FILE)
    parser.add_argument("--decisions", type=int, default=200_000)
    parser.add_argument("--hidden", type=int, default=32, help="units of each network")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=output_file, help="the file, if not the same")
    args = parser.parse_args(arguments)
    teacher = networks.read(args.nets)
    samples = samples_of_all_turns(teacher, args.decisions, args.seed)
    held_out = samples.decisions < HELD_OUT_SHARE * args.decisions
    small = networks.fresh(args.hidden, args.seed)
    initial = Networks(*NetworkArrays(*(np.repeat(each, KINDS, 0) for each in small.arrays)))
    fitted = fit(initial, samples.select(~held_out), args.epochs, LEARNING_RATE, args.seed)
    share, lost = pruning_recall(fitted, samples.select(held_out))
    print(
        f"the best turn is among {KEPT} in {100 * share:.2f} % of the decisions; {1000 * lost:.3f} thousandths lost in each"
    )
    networks.write(replace(teacher, pruning=fitted.arrays), args.to or args.nets)
    return 0


def samples_of_all_turns(teacher: Networks, decisions: int, seed: int) -> Samples:
    """Return samples of all turns of decisions, one throw each, with the estimates of `teacher`.

    The decisions come from its own games, and have more than `KEPT` turns.
    """
    player = BackgammonEvaluator(replace(teacher, pruning=networks.NO_PRUNING), tables())
    noise, rng, work = (
        (np.float32(MAX_ERROR_SHARE), np.float32(MEAN_ERROR_BOUND_POINTS), seed),
        np.random.default_rng(seed),
        np.zeros(1, TURNS)[0],
    )
    candidate_parts: list[Positions] = []
    for starts, share in (
        (packed([(START_CHECKERS, START_CHECKERS)]), 1 - SPECIAL_START_SHARE),
        (draw_positions(STARTS_PER_SLICE, seed), SPECIAL_START_SHARE),
    ):
        candidates = np.empty((int(CANDIDATES_PER_DECISION * share * decisions), SIZE), np.int8)
        numbers, follows = np.empty(len(candidates), np.int64), np.empty(len(candidates), np.bool_)
        collect_decisions(
            player.knowledge, workspace(), MONEY_POINTS, *noise, starts, WHOLE_GAME_TURNS, candidates, numbers, follows
        )
        candidate_parts.append(candidates)
    after: list[Positions] = []
    for position in rng.permutation(np.concatenate(candidate_parts)):
        high, low = sorted(rng.integers(1, HOME + 1, 2).tolist(), reverse=True)
        count = turns_of(position, high, low, work)
        if count > KEPT:
            after.append(work["found"][:count].copy())
        if len(after) == decisions:
            break
    positions = np.concatenate(after)
    shares = player.shares(positions)
    return Samples(positions, shares, shares @ MONEY_POINTS, np.repeat(np.arange(len(after)), list(map(len, after))))


def pruning_recall(small: Networks, samples: Samples) -> tuple[float, float]:
    """Return the share of decisions in which the best turn is kept, and the mean loss per decision in points."""
    estimates = BackgammonEvaluator(small, tables()).shares(samples.positions) @ MONEY_POINTS
    begins = np.flatnonzero(np.diff(samples.decisions, prepend=-1))
    kept, lost = 0, 0.0
    for own, targets in zip(np.split(estimates, begins[1:]), np.split(samples.points, begins[1:]), strict=True):
        behind = targets[np.argpartition(own, KEPT)[:KEPT]].min() - targets.min()
        kept, lost = kept + int(behind == 0), lost + float(behind)
    return kept / len(begins), lost / len(begins)


if __name__ == "__main__":
    raise SystemExit(main())
