"""Teaches the networks of backgammon what they themselves find out by looking ahead, throughout games.

    uv run python -m training.backgammon.ahead [--rounds 3] [--positions 300000] [--hidden 256] [--folder F] [--begin FILE]
                                               [--install]

Goes on from what `training.backgammon.networks` left in the folder (`build/backgammon` unless said otherwise), or from any
networks with all inputs. Each round plays games with the networks so far, looks ahead by one throw, on the mean of all
throws, from every position that is reached and from the best of those that could have been instead, and fits the networks
to what that says, to how it changes later in the same game, and to how turns differ by it: no luck of the dice is in these
targets, so that smaller differences can be learned than from games alone. All positions of the last `REMEMBERED` rounds are
gone through that the folder has, also those of other seeds that were put there.

What is found is kept bit by bit, and the networks after each round: a run that was ended goes on from there. With
`--install` the networks go to `engines/backgammon/weights/networks.npz`.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from engines.backgammon import array_file, bearoff, networks
from engines.backgammon.evaluator import MONEY, BackgammonEvaluator
from engines.backgammon.kernels.evaluate import workspace
from engines.backgammon.networks import Networks
from table.settings.tables import table_cache
from training.backgammon.fit import Lessons, fitted, wider
from training.backgammon.kernels.lookahead import collect, traced
from training.backgammon.networks import FOLDER, STAGES, resumed

STRAY, SLIP = 0.5, 0.1  # the most slips in a game, and points that one loses at most, on the mean
TRACE = 0.6  # how much each later position of a game counts, compared with the one before
SLICE = 10_000  # positions between two that are kept
REMEMBERED = 4


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--positions", type=int, default=300_000, help="in each round")
    parser.add_argument("--epochs", type=int, default=12, help="how often each is gone through")
    parser.add_argument("--hidden", type=int, default=256, help="units of each network, of which some may be new")
    parser.add_argument("--rate", type=float, default=0.001, help="of learning, at the begin of a round")
    parser.add_argument("--trace", type=float, default=TRACE, help="what later positions of a game count")
    parser.add_argument("--jobs", type=int, default=1, help="processes that look ahead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--begin", type=Path, help="networks to go on from, instead of those in the folder")
    parser.add_argument("--install", action="store_true", help="play with the outcome")
    asked = parser.parse_args(arguments)
    endings = bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    outcome = networks.read(asked.begin) if asked.begin else resumed(asked.folder / f"{STAGES[-1].name}.npz").mean
    for round_ in range(1, asked.rounds + 1):
        path = asked.folder / f"ahead-{round_}.npz"
        if path.exists():
            outcome = networks.read(path)
            continue
        look(
            slices(asked.folder, round_, asked.positions),
            (asked.seed, round_),
            BackgammonEvaluator(outcome, endings),
            asked.jobs,
        )
        lessons = read(kept(asked.folder, round_), asked.trace)
        outcome = fitted(
            wider(outcome, asked.hidden, asked.seed), lessons, asked.epochs, asked.rate, asked.seed + round_, told
        )
        networks.write(outcome, path)
    if asked.install:
        networks.write(outcome)
    return 0


def told(epoch: int, _: Networks, off: float, apart: float) -> None:
    """Print how a fit is getting on."""
    print(f"epoch {epoch}: shares off by {off:.4f}, differences between turns by {apart:.4f}", flush=True)


def slices(folder: Path, round_: int, positions: int) -> list[Path]:
    """Return the files of the positions of a round."""
    return [folder / f"positions-{round_}-{begin}.npz" for begin in range(0, positions, SLICE)]


def kept(folder: Path, round_: int) -> list[Path]:
    """The slices of the last rounds up to this one."""
    rounds = range(max(1, round_ - REMEMBERED + 1), round_ + 1)
    return [path for each in rounds for path in sorted(folder.glob(f"positions-{each}-*.npz"))]


def look(paths: list[Path], seed: tuple[int, ...], evaluator: BackgammonEvaluator, jobs: int) -> None:
    """Make the slices that are missing."""
    missing = [(path, SLICE, (*seed, number), evaluator) for number, path in enumerate(paths) if not path.exists()]
    if jobs == 1:
        for each in missing:
            look_slice(*each)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        list(pool.map(look_slice, *zip(*missing, strict=True)))


def look_slice(path: Path, count: int, seed: tuple[int, ...], evaluator: BackgammonEvaluator) -> None:
    """Make a slice: so many positions, what the networks say of them, and what looking ahead says."""
    begun = time.process_time()
    found, decisions, follows = np.empty((count, 52), np.int8), np.empty(count, np.int64), np.empty(count, np.bool_)
    throws = int(np.random.SeedSequence(seed).generate_state(1)[0])
    lots = np.float32(STRAY), np.float32(SLIP), throws
    collect(evaluator.knowledge, workspace(), MONEY, *lots, found, decisions, follows)
    looks = {"said": evaluator.shares(found), "ahead": evaluator.ahead(found, MONEY, 1)}
    array_file.save(path, networks.VERSION, looks, positions=found, decisions=decisions, follows=follows)
    print(f"{path.name}: {count:,} positions, {time.process_time() - begun:.0f} s", flush=True)


def read(paths: list[Path], trace: float) -> Lessons:
    """Read the lessons of slices."""
    parts = []
    for path in paths:
        looks = array_file.load(path, networks.VERSION, ("said", "ahead"))
        with np.load(path) as file:
            positions, decisions, follows = file["positions"], file["decisions"], file["follows"]
        targets = np.empty_like(looks["ahead"])
        traced(looks["said"], looks["ahead"], decisions, follows, np.float32(trace), targets)
        parts.append(Lessons(positions, targets, looks["ahead"] @ MONEY, decisions))
    return Lessons.joined(parts)


if __name__ == "__main__":
    raise SystemExit(main())
