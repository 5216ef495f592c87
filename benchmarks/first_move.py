"""The time that a fresh engine process takes for its first move, from its start to its end.

    uv run python -m benchmarks.first_move

Machine code and endgame tables are at hand from an earlier run (one is made first).
"""

from __future__ import annotations

import statistics
import subprocess
import time

from fourth_seat.engines.players.engine_player import own_command
from fourth_seat.games import find

RUN_COUNT = 5
# Game, level and positions: "" is the start; the others are in no book.
CASES = (
    ("connect4", "9", ("", "1431735133")),
    ("kalah", "9", ("", "1,0,6,2,7,6,2/0,6,1,6,5,5,1/n")),
    ("blokus", "1", ("",)),
)


def seconds(name: str, level: str, position: str) -> float:
    """Return the wall time of one whole process."""
    game = find(name)
    state = game.parse_position(position, game.options()) if position else game.start(game.options())
    lines = f"level {level}\nset_position {game.position(state)}\ngenmove {state.mover}\n"
    started = time.perf_counter()
    done = subprocess.run(own_command(game), input=lines, text=True, capture_output=True, check=True)
    assert "?" not in done.stdout, done.stdout
    return time.perf_counter() - started


def main() -> None:
    for name, level, positions in CASES:
        for position in positions:
            seconds(name, level, position)
            spent = [seconds(name, level, position) for _ in range(RUN_COUNT)]
            at = f"{name} {level} {position or 'start'}"
            print(f"{at:42} median {statistics.median(spent):.2f} s, worst {max(spent):.2f} s", flush=True)


if __name__ == "__main__":
    main()
