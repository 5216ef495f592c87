"""Teaches the networks of backgammon what they themselves find out by looking ahead, throughout games.

    uv run python -m training.backgammon_ahead [--rounds 3] [--positions 300000] [--hidden 256] [--folder F] [--begin FILE]
                                               [--install]

Goes on from what `training.backgammon_nets` left in the folder (`build/backgammon` unless said otherwise), or from any
networks with all inputs. Each round plays games with the networks so far, looks ahead from every position by one throw,
on the mean of all throws, and fits the networks to what that says and how it changes later in the same game: no luck of
the dice is in these targets, so that smaller differences can be learned than from games alone. All positions of the last
`REMEMBERED` rounds are gone through that the folder has, also those of other seeds that were put there.

What is found is kept bit by bit, and the networks after each round: a run that was ended goes on from there. With
`--install` the networks go to `engines/backgammon/nets.npz`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.backgammon import arrays_file, bearoff, nets
from engines.backgammon.brain import MONEY, Brain
from engines.backgammon.nets import Nets
from engines.backgammon.position import Positions
from table.home import tables
from training.backgammon_fit import fitted, wider
from training.backgammon_lookahead import collect, traced
from training.backgammon_nets import FOLDER, STAGES, resumed

STRAY, SLIP = 0.5, 0.1  # the most slips in a game, and points that one loses at most, on the mean
TRACE = 0.6  # how much each later position of a game counts, compared with the one before
SLICE = 10_000  # positions between two that are kept
REMEMBERED = 4

Floats = NDArray[np.float32]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--positions", type=int, default=300_000, help="in each round")
    parser.add_argument("--epochs", type=int, default=40, help="how often each is gone through")
    parser.add_argument("--hidden", type=int, default=256, help="units of each network, of which some may be new")
    parser.add_argument("--rate", type=float, default=0.001, help="of learning, at the begin of a round")
    parser.add_argument("--trace", type=float, default=TRACE, help="what later positions of a game count")
    parser.add_argument("--jobs", type=int, default=1, help="processes among which the positions are shared out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--begin", type=Path, help="networks to go on from, instead of those in the folder")
    parser.add_argument("--install", action="store_true", help="play with the outcome")
    asked = parser.parse_args(arguments)
    endings = bearoff.kept(tables(), lambda notice: print(notice, file=sys.stderr))
    outcome = nets.read(asked.begin) if asked.begin else resumed(asked.folder / f"{STAGES[-1].name}.npz").mean
    for round_ in range(1, asked.rounds + 1):
        path = asked.folder / f"ahead-{round_}.npz"
        if path.exists():
            outcome = nets.read(path)
            continue
        look(slices(asked.folder, round_, asked.positions), asked.positions, (asked.seed, round_), Brain(outcome, endings))
        positions, targets = read(kept(asked.folder, round_), asked.trace)
        begun = wider(outcome, asked.hidden, asked.seed)
        outcome = fitted(begun, positions, targets, asked.epochs, asked.rate, asked.seed + round_, asked.jobs, told)
        nets.write(outcome, path)
    if asked.install:
        nets.write(outcome)
    return 0


def told(epoch: int, _: Nets, off: float) -> None:
    """Prints how a fit is getting on."""
    print(f"epoch {epoch}: shares off by {off:.4f}", flush=True)


def slices(folder: Path, round_: int, positions: int) -> list[Path]:
    """Where the positions of a round are kept."""
    return [folder / f"positions-{round_}-{begin}.npz" for begin in range(0, positions, SLICE)]


def kept(folder: Path, round_: int) -> list[Path]:
    """The slices of the last rounds up to this one."""
    rounds = range(max(1, round_ - REMEMBERED + 1), round_ + 1)
    return [path for each in rounds for path in sorted(folder.glob(f"positions-{each}-*.npz"))]


def look(paths: list[Path], positions: int, seed: tuple[int, ...], brain: Brain) -> None:
    """Makes the slices that are missing: positions, what the networks say of them, and what looking ahead says."""
    for number, path in enumerate(paths):
        if not path.exists():
            begun = time.process_time()
            count = min(SLICE, positions - number * SLICE)
            found, follows = np.empty((count, 52), np.int8), np.empty(count, np.bool_)
            throws = int(np.random.SeedSequence((*seed, number)).generate_state(1)[0])
            lots = np.float32(STRAY), np.float32(SLIP), throws
            collect(*brain.nets.arrays, *brain.tables.arrays, MONEY, *lots, found, follows)
            looks = {"said": brain.shares(found), "ahead": brain.ahead(found, MONEY, 1)}
            arrays_file.save(path, nets.VERSION, looks, positions=found, follows=follows)
            spent = time.process_time() - begun
            print(f"{path.name}: {number * SLICE + count:,} positions, {spent:.0f} s", flush=True)


def read(paths: list[Path], trace: float) -> tuple[Positions, Floats]:
    """The positions of slices, and what the networks shall say of them."""
    positions, targets = [], []
    for path in paths:
        looks = arrays_file.load(path, nets.VERSION, ("said", "ahead"))
        with np.load(path) as file:
            positions.append(file["positions"])
            follows = file["follows"]
        targets.append(np.empty_like(looks["ahead"]))
        traced(looks["said"], looks["ahead"], follows, np.float32(trace), targets[-1])
    return np.concatenate(positions), np.concatenate(targets)


if __name__ == "__main__":
    raise SystemExit(main())
