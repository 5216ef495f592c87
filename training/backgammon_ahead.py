"""Teaches the networks of backgammon what they themselves say one throw later, on the mean of all throws.

    uv run python -m training.backgammon_ahead [--rounds 3] [--positions 300000] [--epochs 12] [--folder F] [--install]

Goes on from what `training.backgammon_nets` left in the folder (`build/backgammon` unless said otherwise). Each round plays
games with the networks so far, looks ahead from every position, and fits the networks to what was found in this round and
the one before. What is found is kept bit by bit, and the networks after each round: a run that was ended goes on from
there. Targets have no luck of the dice in them, so that smaller differences can be learned than from single games. With
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
from engines.backgammon.bearoff import Bearoff
from engines.backgammon.brain import MONEY, Brain
from engines.backgammon.nets import Nets
from engines.backgammon.position import Positions
from table.home import tables
from training.backgammon_lookahead import collect, fit
from training.backgammon_nets import FOLDER, STAGES, resumed

STRAY = 0.15  # of the turns are any legal one, so that what follows from mistakes is seen too
SLICE = 10_000  # positions between two that are kept
RATE, FINAL_RATE = 0.004, 0.0002  # of learning, in the first epoch of a round and in the last


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--positions", type=int, default=300_000, help="in each round")
    parser.add_argument("--epochs", type=int, default=12, help="how often each is gone through")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--install", action="store_true", help="play with the outcome")
    asked = parser.parse_args(arguments)
    endings = bearoff.kept(tables(), lambda notice: print(notice, file=sys.stderr))
    outcome = resumed(asked.folder / f"{STAGES[-1].name}.npz").mean
    before: list[Path] = []
    for round_ in range(1, asked.rounds + 1):
        path = asked.folder / f"ahead-{round_}.npz"
        if path.exists():
            outcome = nets.read(path)
        else:
            found = looked_up(asked.folder, round_, asked.positions, asked.seed, Brain(outcome, endings))
            outcome = fitted(outcome, endings, before + found, asked.epochs, asked.seed + round_)
            nets.write(outcome, path)
        before = slices(asked.folder, round_, asked.positions)
    if asked.install:
        nets.write(outcome)
    return 0


def slices(folder: Path, round_: int, positions: int) -> list[Path]:
    """Where the positions of a round are kept."""
    return [folder / f"positions-{round_}-{begin}.npz" for begin in range(0, positions, SLICE)]


def looked_up(folder: Path, round_: int, positions: int, seed: int, brain: Brain) -> list[Path]:
    """The positions of a round with what looking ahead says about them; those that are missing are made."""
    paths = slices(folder, round_, positions)
    for number, path in enumerate(paths):
        if not path.exists():
            begun = time.process_time()
            found = np.empty((min(SLICE, positions - number * SLICE), 52), np.int8)
            throws = np.random.SeedSequence((seed, round_, number)).generate_state(1)[0]
            collect(*brain.nets.arrays, *brain.tables.arrays, MONEY, np.float32(STRAY), int(throws), found)
            arrays_file.save(path, nets.VERSION, {"targets": brain.ahead(found, MONEY, 1)}, positions=found)
            spent = time.process_time() - begun
            print(f"round {round_}: {(number + 1) * SLICE:,} positions, {spent:.0f} s", flush=True)
    return paths


def fitted(begun: Nets, endings: Bearoff, paths: list[Path], epochs: int, seed: int) -> Nets:
    """Networks fitted to kept positions, begun with these."""
    positions, targets = read(paths)
    dice = np.random.default_rng(seed)
    now = begun.copy()
    for epoch in range(epochs):
        rate = RATE * (FINAL_RATE / RATE) ** (epoch / max(1, epochs - 1))
        order = dice.permutation(len(positions))
        off = fit(*now.arrays, *endings.arrays, positions, targets, order, np.float32(rate))
        print(f"epoch {epoch + 1} of {epochs}: rate {rate:.4f}, {1000 * off:.3f} thousandths of a nat off", flush=True)
    return now


def read(paths: list[Path]) -> tuple[Positions, NDArray[np.float32]]:
    """Kept positions and their targets."""
    targets = [arrays_file.load(path, nets.VERSION, ("targets",))["targets"] for path in paths]
    positions = []
    for path in paths:
        with np.load(path) as file:
            positions.append(file["positions"])
    return np.concatenate(positions), np.concatenate(targets)


if __name__ == "__main__":
    raise SystemExit(main())
