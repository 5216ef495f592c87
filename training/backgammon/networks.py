"""Train the networks of backgammon from random weights, by self-play.

    uv run python -m training.backgammon.networks [--stage raw] [--games N] [--hidden 128] [--seed 1]
                                               [--folder F] [--install]

Stage `raw` begins with one network of random weights whose inputs are the checkers only; stage `features` starts from the
result of `raw`, with a network for each kind of position and all inputs; without `--stage` both run. Each stage saves its
progress in a file of the folder (`build/backgammon` by default): an interrupted run resumes there, and a finished one
continues when it is given more games. The learning rate falls towards the end of a stage; its result is the mean of the
weights over the last games. With `--install` the networks of the last stage are written to
`engines/backgammon/weights/networks.npz`.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.outputs import output_folder
from fourth_seat.engines.backgammon import array_file, bearoff, networks
from fourth_seat.engines.backgammon.bearoff import Bearoff
from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS
from fourth_seat.engines.backgammon.kernels.evaluate import Knowledge, workspace
from fourth_seat.engines.backgammon.kernels.network import NetworkArrays
from fourth_seat.engines.backgammon.networks import Networks
from fourth_seat.table.settings.tables import table_cache
from training.backgammon.kernels.selfplay import play_games

NETWORK_FOLDER = Path("build/backgammon")
CHUNK_GAMES = 2_000  # between two updates of the learning rate
SAVE_EVERY_GAMES = 20_000
AVERAGED_GAMES = 60_000  # over which weights are averaged
MEAN_NAMES = "mean_first", "mean_second", "mean_last"


@dataclass(frozen=True, slots=True)
class Stage:
    """Stage of training.

    Attributes:
        games: their number, unless another one is given.
        rate: the learning rate at first.
        final_rate: at the end; it decays exponentially once the share `steady` of the games has been played.
    """

    name: str
    games: int
    rate: float
    final_rate: float
    steady: float = 0.3

    def rate_at(self, done: float) -> float:
        """Return the learning rate once the share `done` of the games has been played."""
        falling = max(0.0, min(1.0, (done - self.steady) / (1 - self.steady)))
        return self.rate * float((self.final_rate / self.rate) ** falling)


STAGES = (Stage("raw", 200_000, 0.02, 0.01), Stage("features", 600_000, 0.012, 0.0008))


@dataclass(slots=True)
class StageProgress:
    """Progress of a stage: the weights, their running means, the games played and the processor time in seconds."""

    now: Networks
    mean: Networks
    games: int = 0
    seconds: float = 0.0

    def average(self, games: int) -> None:
        """Update the running means of the weights after `games` more games."""
        weight = np.float32(max(games / AVERAGED_GAMES, games / max(self.games, games)))
        for mean, now in zip(self.mean.arrays, self.now.arrays, strict=True):
            mean += min(weight, np.float32(1)) * (now - mean)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", choices=[stage.name for stage in STAGES], help="this one alone")
    parser.add_argument("--games", type=int, help="of each stage")
    parser.add_argument("--hidden", type=int, default=128, help="units of each network")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=output_folder, default=NETWORK_FOLDER)
    parser.add_argument("--install", action="store_true", help="play with the outcome")
    args = parser.parse_args(arguments)
    bearoff_tables = bearoff.kept(table_cache(), lambda notice: print(notice, file=sys.stderr))
    outcome: Networks | None = None
    for stage in STAGES:
        path = args.folder / f"{stage.name}.npz"
        if args.stage in (None, stage.name):
            initial = networks.fresh(args.hidden, args.seed) if outcome is None else networks.widened(outcome)
            outcome = train(stage, path, initial, args.games or stage.games, args.seed, bearoff_tables)
        elif path.exists():
            outcome = load_progress(path).mean
    if args.install and outcome:
        networks.write(outcome)
    return 0


def train(stage: Stage, path: Path, initial: Networks, games: int, seed: int, bearoff_tables: Bearoff) -> Networks:
    """Train the networks of a stage, resumed from its file or begun with `initial` ones, and return their running means."""
    progress = load_progress(path) if path.exists() else StageProgress(initial.copy(), initial.copy())
    while progress.games < games:
        chunk = min(CHUNK_GAMES, games - progress.games)
        rate = stage.rate_at(progress.games / games)
        start = time.process_time()
        dice_seed = np.random.SeedSequence((seed, STAGES.index(stage), progress.games)).generate_state(1)[0]
        knowledge = Knowledge(progress.now.arrays, networks.NO_PRUNING, bearoff_tables.arrays)
        play_games(chunk, knowledge, workspace(), MONEY_POINTS, np.float32(rate), int(dice_seed))
        progress.seconds += time.process_time() - start
        progress.games += chunk
        progress.average(chunk)
        if progress.games % SAVE_EVERY_GAMES < chunk or progress.games >= games:
            save_progress(path, progress)
            print(
                f"{stage.name}: {progress.games:,} of {games:,} games, rate {rate:.4f}, {progress.seconds:.0f} s",
                flush=True,
            )
    return progress.mean


def save_progress(path: Path, progress: StageProgress) -> None:
    """Save the progress of a stage."""
    names = [*networks.ARRAY_NAMES, *MEAN_NAMES]
    arrays = dict(zip(names, progress.now.arrays + progress.mean.arrays, strict=True))
    array_file.save(path, networks.VERSION, arrays, games=progress.games, seconds=progress.seconds)


def load_progress(path: Path) -> StageProgress:
    """Load the progress of a stage."""
    first, second, last, *means = array_file.load(path, networks.VERSION, (*networks.ARRAY_NAMES, *MEAN_NAMES)).values()
    with np.load(path) as file:
        now, mean = Networks(first, second, last), Networks(*NetworkArrays(*means))
        return StageProgress(now, mean, int(file["games"]), float(file["seconds"]))


if __name__ == "__main__":
    raise SystemExit(main())
