"""Processor time of the kernels of every game by paired runs: beside another checkout, or beside kernels compiled here.

    uv run python -m benchmarks.kernel_speed --before PATH [--games blokus,kalah] [--rounds 5]
    uv run python -m benchmarks.kernel_speed --ready [--games blokus,kalah] [--rounds 5]

Two engine processes choose moves in the same positions, turn about. With `--before` one is of another checkout (which needs
a `.venv`); with `--ready` one uses the machine code that comes with the program, the other compiles for this processor.
Printed are the shortest processor times of the rounds and their ratio, which must not exceed the bar. Each round begins
with a fresh search and tables that are ready, and levels bounded by time get as much as they need, so that both checkouts
do the same work.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.same_play import CHOICES_FILE, state_after
from fourth_seat.engines.process.engine_process import EngineProcess
from fourth_seat.games import find

MAX_RATIO, MAX_READY_RATIO = 1.03, 1.06  # of a redesign; of ready code
COMPILED_HERE = {"FOURTH_SEAT_MACHINE_CODE": "none"}
ROOT = Path(__file__).resolve().parent.parent
CACHE_FOLDER = ROOT / "build" / "kernel_speed"  # one for each checkout: they would remove each other's kernels
ANSWER_TIMEOUT_S = 600.0
SETTLING_S = 0.3


@dataclass(frozen=True, slots=True)
class Workload:
    """Moves to choose in a game.

    Attributes:
        level: of the engine.
        positions: how many recorded positions (`benchmarks.same_play`); the first is not timed, it warms the engine up.
        min_plies: of their lines; solvers take long, or have a book, where there are fewer.
    """

    level: str
    positions: int
    min_plies: int = 0


WORKLOADS = {
    "backgammon": Workload("9", 24),
    "blokus": Workload("8", 60),
    "tridice": Workload("8", 190),
    "connect4": Workload("9", 80, min_plies=9),
    "kalah": Workload("8", 60),  # level 9 fills its tables as far as questions need them, edition 1 filled them beforehand
}


class TimedEngine:
    """An engine process of one checkout, with these variables in its environment.

    Attributes:
        best_s: the shortest processor time of a round.
        answers: the moves chosen in the last round.
    """

    def __init__(self, root: Path, game: str, environment: Mapping[str, str]) -> None:
        kind = f"{root} {sorted(environment.items())}"
        own = {**environment, "NUMBA_CACHE_DIR": str(CACHE_FOLDER / hashlib.sha256(kind.encode()).hexdigest()[:8])}
        os.environ.update(own)
        python = root / ".venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        self._process = EngineProcess([str(python), str(root / "companion.py"), "engine", game])
        for name in own:
            del os.environ[name]
        self._game = game
        self.best_s = float("inf")
        self.answers: list[str] = []

    def _ask(self, command: str) -> str:
        return self._process.ask(command, ANSWER_TIMEOUT_S)

    def run(self, workload: Workload, commands: Sequence[tuple[str, str]]) -> None:
        """Choose a move in every position and note the processor time."""
        self._ask(f"set_game {self._game}")
        self._ask("set_random_seed 1")  # before a level begins a search, which draws from it
        self._ask(f"level {workload.level}")
        self._ask(f"time_per_move {ANSWER_TIMEOUT_S}")
        self._choose(*commands[0])
        begun = self._settled_s()
        self.answers = [self._choose(*each) for each in commands[1:]]
        self.best_s = min(self.best_s, float(self._ask("cputime")) - begun)

    def _settled_s(self) -> float:
        """Return the processor time so far, once the process is idle: a solver prepares its tables between commands."""
        seconds = float(self._ask("cputime"))
        while True:
            time.sleep(SETTLING_S)
            before, seconds = seconds, float(self._ask("cputime"))
            if seconds - before < SETTLING_S / 10:
                return seconds

    def _choose(self, position: str, colour: str) -> str:
        self._ask(f"set_position {position}")
        return self._ask(f"genmove {colour}")

    def close(self) -> None:
        """End the process."""
        self._process.end()


def commands_of(game: str, workload: Workload) -> list[tuple[str, str]]:
    """Return the positions of a workload as text, each with the colour to move."""
    lines = json.loads(gzip.decompress(CHOICES_FILE.read_bytes()))[game]["lines"]
    chosen = [line for line in lines if len(line) >= workload.min_plies][: workload.positions]
    states = [state_after(game, line) for line in chosen]
    return [(find(game).position(state), str(state.mover)) for state in states]


def ratio_of(game: str, before: Path, environment: Mapping[str, str], rounds: int, bar: float) -> float:
    """Time a game's workload in a checkout and environment and in this one; print and return the ratio after/before."""
    workload = WORKLOADS[game]
    commands = commands_of(game, workload)
    engines = [TimedEngine(before, game, environment), TimedEngine(ROOT, game, {})]
    try:
        for number in range(rounds):
            for engine in engines if number % 2 else engines[::-1]:
                engine.run(workload, commands)
    finally:
        for engine in engines:
            engine.close()
    old, new = engines
    same = "the same moves" if old.answers == new.answers else "OTHER MOVES"
    ratio = new.best_s / old.best_s
    print(
        f"{game} level {workload.level}: {len(commands) - 1} moves, before {old.best_s:.3f} s, after {new.best_s:.3f} s of "
        f"processor time: {ratio:.3f}x (must be {bar}x), {same}",
        flush=True,
    )
    return ratio


def main() -> int:
    """Print the ratio of every game; the exit status is 1 where one is too high."""
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
    ratios = [ratio_of(game, before, environment, args.rounds, bar) for game in args.games.split(",")]
    return int(max(ratios) > bar)


if __name__ == "__main__":
    sys.exit(main())
