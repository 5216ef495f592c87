"""Processor time of the kernels of every game, in this checkout and in another one, by paired runs.

    uv run python -m benchmarks.kernel_speed --before PATH [--games blokus,kalah] [--rounds 5]

An engine process of each checkout (PATH needs a `.venv`) chooses moves in the same positions, turn about. Printed are the
shortest processor times of the rounds and their ratio; a redesign must not cost more than `MAX_RATIO`. Each round begins
with a fresh search, and levels bounded by time get as much as they need, so that both checkouts do the same work.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.same_play import RECORDED, state_after
from engines.process.engine_process import EngineProcess
from games import find

MAX_RATIO = 1.03
ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / "build" / "kernel_speed"  # a folder for each checkout: they would remove each other's kernels
TIMEOUT_S = 600.0


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
    "kalah": Workload("9", 24, min_plies=8),
}


class TimedEngine:
    """An engine process of one checkout.

    Attributes:
        best_s: the shortest processor time of a round.
        answers: the moves chosen in the last round.
    """

    def __init__(self, root: Path, game: str) -> None:
        os.environ["NUMBA_CACHE_DIR"] = str(CACHE / hashlib.sha256(str(root).encode()).hexdigest()[:8])
        python = root / ".venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        self._process = EngineProcess([str(python), str(root / "companion.py"), "engine", game])
        self._game = game
        self.best_s = float("inf")
        self.answers: list[str] = []

    def _ask(self, command: str) -> str:
        return self._process.ask(command, TIMEOUT_S)

    def run(self, workload: Workload, commands: Sequence[tuple[str, str]]) -> None:
        """Choose a move in every position and note the processor time."""
        self._ask(f"set_game {self._game}")
        self._ask(f"level {workload.level}")
        self._ask(f"time_per_move {TIMEOUT_S}")
        self._ask("set_random_seed 1")
        self._choose(*commands[0])
        begun = float(self._ask("cputime"))
        self.answers = [self._choose(*each) for each in commands[1:]]
        self.best_s = min(self.best_s, float(self._ask("cputime")) - begun)

    def _choose(self, position: str, colour: str) -> str:
        self._ask(f"set_position {position}")
        return self._ask(f"genmove {colour}")

    def close(self) -> None:
        """End the process."""
        self._process.end()


def commands_of(game: str, workload: Workload) -> list[tuple[str, str]]:
    """The positions of a workload as text, each with the colour to move."""
    lines = json.loads(gzip.decompress(RECORDED.read_bytes()))[game]["lines"]
    chosen = [line for line in lines if len(line) >= workload.min_plies][: workload.positions]
    states = [state_after(game, line) for line in chosen]
    return [(find(game).position(state), str(state.mover)) for state in states]


def ratio_of(game: str, before: Path, rounds: int) -> float:
    """Time a game's workload in both checkouts and print the result; returns the ratio after/before."""
    workload = WORKLOADS[game]
    commands = commands_of(game, workload)
    engines = [TimedEngine(before, game), TimedEngine(ROOT, game)]
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
        f"processor time: {ratio:.3f}x (must be {MAX_RATIO}x), {same}",
        flush=True,
    )
    return ratio


def main() -> int:
    """Print the ratio of every game; the exit status is 1 where one is too high."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, required=True)
    parser.add_argument("--games", default=",".join(WORKLOADS))
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    ratios = [ratio_of(game, asked.before.resolve(), asked.rounds) for game in asked.games.split(",")]
    return int(max(ratios) > MAX_RATIO)


if __name__ == "__main__":
    sys.exit(main())
