"""Processor time of the first move of level 9 after a first start: with nothing kept from before, neither kernels nor
tables.

    python -m uv run --group dev python -m benchmarks.first_start [--games kalah,tridice] [--compile]

For each game a fresh engine process answers `genmove` in a position some moves into a game, which no book knows. It counts
the whole process with its children, once with the machine code that comes with the program, and with `--compile` once more
without it. A move by a simpler search, because the level was not ready in time on a busy machine, does not count.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from random import Random

from fourth_seat.engines.players.engine_player import own_command
from fourth_seat.games import find, game_names
from fourth_seat.games.protocol import CHANCE

MAX_CPU_S = 3.0
NO_READY_CODE_ENVIRONMENT = {"FOURTH_SEAT_MACHINE_CODE": "none"}
OPENING_PLIES = {"connect4": 10, "kalah": 10, "blokus": 12, "backgammon": 9, "tridice": 9}
"""Moves and throws, made at random, after which the position is in no book."""
POSITION_SEED = 4
NOT_READY = "none of the level's own: it was not ready in time"


def random_position(name: str) -> str:
    """Return a position some random moves into a game, a person's turn, not a throw."""
    game, rng = find(name), Random(POSITION_SEED)
    state = game.start(game.options())
    moves = 0
    while moves < OPENING_PLIES[name] or state.to_move == CHANCE:
        state = state.play(rng.choice(list(state.legal())))
        moves += 1
    return game.position(state)


def first_move(name: str, **environment: str) -> tuple[float, float, str]:
    """Return the processor time and wall time of a first start and move, in seconds, and the move."""
    game, position = find(name), random_position(name)
    mover = game.parse_position(position, game.options()).mover
    lines = f"level 9\nset_position {position}\n1 genmove {mover}\n2 notices\nquit\n"
    with tempfile.TemporaryDirectory() as folder:
        fresh = {"NUMBA_CACHE_DIR": f"{folder}/kernels", "FOURTH_SEAT_HOME": f"{folder}/home", "XDG_CACHE_HOME": folder}
        before, start = _children(), time.perf_counter()
        done = subprocess.run(
            own_command(find(name)),
            input=lines,
            text=True,
            capture_output=True,
            check=True,
            env={**os.environ, **fresh, **environment},
        )
        spent, wall = _children() - before, time.perf_counter() - start
    answers = [line for line in done.stdout.splitlines() if line]
    if any(line.startswith("?") for line in answers):
        raise ValueError(f"{name}: {done.stdout}")
    move = next(line.removeprefix("=1 ") for line in answers if line.startswith("=1 "))
    return spent, wall, NOT_READY if "preparing this level" in done.stdout else move


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Print a line per game; the exit status is 1 if the limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(game_names()), help="joined by commas")
    parser.add_argument("--compile", action="store_true", help="also without the code that comes with the program")
    args = parser.parse_args()
    kept = True
    for name in args.games.split(","):
        spent, wall, move = first_move(name)
        line = f"{name:12} {spent:5.1f} s of processor time, {wall:5.1f} s wall (bar {MAX_CPU_S:.0f} s): {move}"
        if args.compile:
            without, _, same = first_move(name, **NO_READY_CODE_ENVIRONMENT)
            line += f"; compiled here {without:5.1f} s: {same}"
        print(line, flush=True)
        kept &= spent <= MAX_CPU_S and move != NOT_READY
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
