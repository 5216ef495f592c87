"""Processor time of every game's kernels for the same moves: compared with another checkout, or with kernels compiled here.

    uv run python -m benchmarks.kernel_speed --before PATH [--games blokus,kalah] [--rounds 5]
    uv run python -m benchmarks.kernel_speed --ready [--games blokus,kalah] [--rounds 5]

Two engine processes choose moves in the same positions, one move after the other and in turns, so that the machine's other
load affects both. With `--before` one belongs to another checkout (which needs a `.venv`); with `--ready` one uses the
machine code that comes with the program, the other compiles for this processor. It prints the processor times of all rounds
and their ratio with its 95 % interval (bootstrap over the moves), which must not exceed the bar. Each round begins with a
fresh search and tables that are ready, in one thread, and levels that are limited by time get as much as they need, so that
both do the same work. The search of Blokus checks by the clock whether it has settled: even against itself it makes
different moves, and needs more rounds.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.same_play import CHOICES_FILE, state_after
from fourth_seat.engines.process.engine_process import EngineProcess
from fourth_seat.games import find

MAX_RATIO, MAX_READY_RATIO = 1.03, 1.06  # of a redesign; of ready code
COMPILED_HERE = {"FOURTH_SEAT_MACHINE_CODE": "none"}
ROOT = Path(__file__).resolve().parent.parent
CACHE_FOLDER = ROOT / "build" / "kernel_speed"  # one for each checkout: they would remove each other's kernels
ANSWER_TIMEOUT_S = 600.0
SETTLING_S = 0.3
DRAWS = 2_000  # of the bootstrap


@dataclass(frozen=True, slots=True)
class Workload:
    """Moves to choose in a game.

    Attributes:
        level: of the engine.
        positions: the number of recorded positions (`benchmarks.same_play`); the first is not timed, it warms the engine
            up.
        min_plies: the least length of their lines; with fewer, solvers take long, or have a book.
    """

    level: str
    positions: int
    min_plies: int = 0


WORKLOADS = {
    "backgammon": Workload("9", 24),
    "blokus": Workload("8", 60),
    "tridice": Workload("8", 190),
    "connect4": Workload("9", 80, min_plies=9),
    "kalah": Workload("8", 60),  # level 9 fills its tables only as far as needed, edition 1 filled them beforehand
}


class TimedEngine:
    """An engine process of one checkout, with these environment variables."""

    def __init__(self, root: Path, game: str, environment: Mapping[str, str]) -> None:
        kind = f"{root} {sorted(environment.items())}"
        own = {**environment, "NUMBA_CACHE_DIR": str(CACHE_FOLDER / hashlib.sha256(kind.encode()).hexdigest()[:8])}
        os.environ.update(own)
        python = root / ".venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        self._process = EngineProcess([str(python), str(root / "companion.py"), "engine", game])
        for name in own:
            del os.environ[name]
        self._game = game

    def _ask(self, command: str) -> str:
        return self._process.ask(command, ANSWER_TIMEOUT_S)

    def begin(self, workload: Workload, position: str, colour: str) -> None:
        """Begin a round: with a fresh search, warmed up by a move in one position."""
        self._ask(f"set_game {self._game}")
        self._ask("threads 1")  # several would grow a tree that is never the same twice
        self._ask("set_random_seed 1")  # before a level begins a search, which draws from it
        self._ask(f"level {workload.level}")
        self._ask(f"time_per_move {ANSWER_TIMEOUT_S}")
        self.choose(position, colour)
        self._settled_s()

    def choose(self, position: str, colour: str) -> tuple[str, float]:
        """Return the move chosen in a position, and the seconds of processor time that it took."""
        begun = float(self._ask("cputime"))
        self._ask(f"set_position {position}")
        move = self._ask(f"genmove {colour}")
        return move, float(self._ask("cputime")) - begun

    def _settled_s(self) -> float:
        """Return the processor time so far, once the process is idle: a solver prepares its tables between commands."""
        seconds = float(self._ask("cputime"))
        while True:
            time.sleep(SETTLING_S)
            before, seconds = seconds, float(self._ask("cputime"))
            if seconds - before < SETTLING_S / 10:
                return seconds

    def close(self) -> None:
        """End the process."""
        self._process.end()


def commands_of(game: str, workload: Workload) -> list[tuple[str, str]]:
    """Return the positions of a workload as text, each with the colour to move."""
    lines = json.loads(gzip.decompress(CHOICES_FILE.read_bytes()))[game]["lines"]
    chosen = [line for line in lines if len(line) >= workload.min_plies][: workload.positions]
    states = [state_after(game, line) for line in chosen]
    return [(find(game).position(state), str(state.mover)) for state in states]


def interval_of(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the 95 % interval of the ratio of two sums, of pairs (before, after) drawn again and again."""
    drawn = np.random.default_rng(1).integers(len(pairs), size=(DRAWS, len(pairs)))
    sums = pairs[drawn].sum(axis=1)
    interval: NDArray[np.float64] = np.quantile(sums[:, 1] / sums[:, 0], (0.025, 0.975))
    return interval


def lowest_ratio_of(game: str, before: Path, environment: Mapping[str, str], rounds: int, bar: float) -> float:
    """Time a game's workload in a checkout and environment and in this one.

    Print the ratio after/before, and return the lower end of its interval.
    """
    workload = WORKLOADS[game]
    first, *commands = commands_of(game, workload)
    engines = [TimedEngine(before, game, environment), TimedEngine(ROOT, game, {})]
    pairs: list[tuple[float, float]] = []
    differing = 0
    try:
        for _ in range(rounds):
            for engine in engines:
                engine.begin(workload, *first)
            for command in commands:
                order = (0, 1) if len(pairs) % 2 else (1, 0)
                chosen = {number: engines[number].choose(*command) for number in order}
                differing += chosen[0][0] != chosen[1][0]
                pairs.append((chosen[0][1], chosen[1][1]))
    finally:
        for engine in engines:
            engine.close()
    seconds = np.array(pairs)
    old, new = seconds.sum(axis=0)
    low, high = interval_of(seconds)
    same = f"OTHER MOVES: {differing}" if differing else "the same moves"
    print(
        f"{game} level {workload.level}: {len(pairs)} moves, before {old:.3f} s, after {new:.3f} s of processor time: "
        f"{new / old:.3f}x ({low:.3f} to {high:.3f}; must be {bar}x), {same}",
        flush=True,
    )
    return float(low)


def main() -> int:
    """Print the ratio of every game; the exit status is 1 if one is certainly too high."""
    parser = argparse.ArgumentParser(description=__doc__)
    beside = parser.add_mutually_exclusive_group(required=True)
    beside.add_argument("--before", type=Path)
    beside.add_argument("--ready", action="store_true")
    parser.add_argument("--games", default=",".join(WORKLOADS))
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    before, environment, bar = (
        (ROOT, COMPILED_HERE, MAX_READY_RATIO) if args.ready else (args.before.resolve(), {}, MAX_RATIO)
    )
    lowest = [lowest_ratio_of(game, before, environment, args.rounds, bar) for game in args.games.split(",")]
    return int(max(lowest) > bar)


if __name__ == "__main__":
    sys.exit(main())
