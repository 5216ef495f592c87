"""Trains the networks of backgammon from nothing, by games of theirs against themselves.

    uv run python -m training.backgammon.networks [--stage raw] [--games N] [--hidden 128] [--seed 1]
                                               [--folder F] [--install]

Stage `raw` begins with one network of random weights that sees checkers only; stage `features` goes on from what `raw`
left, with a network for each kind of position and all inputs; without `--stage` both are done. Each stage keeps what it
has in a file of the folder (`build/backgammon` unless said otherwise): a run that was ended goes on from there, and one
that was done goes on when it is given more games. The steps grow smaller towards the end of a stage; what a stage gives is
the mean of its weights over the last games. With `--install` the last stage's networks go to
`engines/backgammon/weights/networks.npz`.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engines.backgammon import array_file, bearoff, networks
from engines.backgammon.bearoff import Bearoff
from engines.backgammon.evaluator import MONEY
from engines.backgammon.kernels.evaluate import Knowledge, workspace
from engines.backgammon.kernels.network import NetworkArrays
from engines.backgammon.networks import Networks
from table.settings.tables import table_cache
from training.backgammon.kernels.selfplay import play

FOLDER = Path("build/backgammon")
CHUNK = 2_000  # games between two looks at the schedule
KEPT_EVERY = 20_000  # games
MEMORY = 60_000  # games over which weights are averaged
MEANS = "mean_first", "mean_second", "mean_last"


@dataclass(frozen=True, slots=True)
class Stage:
    """Stage of training.

    Attributes:
        games: how many, unless asked otherwise.
        rate: of learning, at first.
        final_rate: at the end; it falls steadily, by the same part each game, after `steady` of the games.
    """

    name: str
    games: int
    rate: float
    final_rate: float
    steady: float = 0.3

    def rate_at(self, done: float) -> float:
        """The rate after a part of the games."""
        falling = max(0.0, min(1.0, (done - self.steady) / (1 - self.steady)))
        return self.rate * float((self.final_rate / self.rate) ** falling)


STAGES = (Stage("raw", 200_000, 0.02, 0.01), Stage("features", 600_000, 0.012, 0.0008))


@dataclass(slots=True)
class Progress:
    """A stage under way: the weights, their means, the games played and the processor time taken."""

    now: Networks
    mean: Networks
    games: int = 0
    seconds: float = 0.0

    def average(self, games: int) -> None:
        """Move the means towards the weights after so many more games."""
        part = np.float32(max(games / MEMORY, games / max(self.games, games)))
        for mean, now in zip(self.mean.arrays, self.now.arrays, strict=True):
            mean += min(part, np.float32(1)) * (now - mean)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", choices=[stage.name for stage in STAGES], help="this one alone")
    parser.add_argument("--games", type=int, help="of each stage")
    parser.add_argument("--hidden", type=int, default=128, help="units of each network")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--install", action="store_true", help="play with the outcome")
    asked = parser.parse_args(arguments)
    endings = bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    outcome: Networks | None = None
    for stage in STAGES:
        path = asked.folder / f"{stage.name}.npz"
        if asked.stage in (None, stage.name):
            begun = networks.fresh(asked.hidden, asked.seed) if outcome is None else networks.widened(outcome)
            outcome = trained(stage, path, begun, asked.games or stage.games, asked.seed, endings)
        elif path.exists():
            outcome = resumed(path).mean
    if asked.install and outcome:
        networks.write(outcome)
    return 0


def trained(stage: Stage, path: Path, begun: Networks, games: int, seed: int, endings: Bearoff) -> Networks:
    """Return the networks of a stage: resumed from its file, or begun with these networks."""
    progress = resumed(path) if path.exists() else Progress(begun.copy(), begun.copy())
    while progress.games < games:
        chunk = min(CHUNK, games - progress.games)
        rate = stage.rate_at(progress.games / games)
        before = time.process_time()
        throws = np.random.SeedSequence((seed, STAGES.index(stage), progress.games)).generate_state(1)[0]
        known = Knowledge(progress.now.arrays, networks.NO_PRUNING, endings.arrays)
        play(chunk, known, workspace(), MONEY, np.float32(rate), int(throws))
        progress.seconds += time.process_time() - before
        progress.games += chunk
        progress.average(chunk)
        if progress.games % KEPT_EVERY < chunk or progress.games >= games:
            keep(path, progress)
            print(
                f"{stage.name}: {progress.games:,} of {games:,} games, rate {rate:.4f}, {progress.seconds:.0f} s",
                flush=True,
            )
    return progress.mean


def keep(path: Path, progress: Progress) -> None:
    """Write down how far a stage is."""
    names = [*networks.NAMES, *MEANS]
    arrays = dict(zip(names, progress.now.arrays + progress.mean.arrays, strict=True))
    array_file.save(path, networks.VERSION, arrays, games=progress.games, seconds=progress.seconds)


def resumed(path: Path) -> Progress:
    """Return the progress of a stage."""
    first, second, last, *means = array_file.load(path, networks.VERSION, (*networks.NAMES, *MEANS)).values()
    with np.load(path) as file:
        now, mean = Networks(first, second, last), Networks(*NetworkArrays(*means))
        return Progress(now, mean, int(file["games"]), float(file["seconds"]))


if __name__ == "__main__":
    raise SystemExit(main())
