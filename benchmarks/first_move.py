"""How long a fresh engine process takes to its first move at the highest level: from its start to its end.

    uv run python -m benchmarks.first_move

Machine code and endgame tables are at hand from an earlier run (one is made first).
"""

from __future__ import annotations

import statistics
import subprocess
import time

from engines.client import own_command
from games import find

RUNS = 5
# Beside each game's start a position that no book has.
LATER = {"connect4": "1431735133", "kalah": "1,0,6,2,7,6,2/0,6,1,6,5,5,1/n"}


def seconds(name: str, position: str) -> float:
    """Wall time of one whole process."""
    game = find(name)
    state = game.parse_position(position, game.options())
    lines = f"level 9\nset_position {position}\ngenmove {state.mover}\n"
    begun = time.perf_counter()
    done = subprocess.run(own_command(game), input=lines, text=True, capture_output=True, check=True)
    assert "?" not in done.stdout, done.stdout
    return time.perf_counter() - begun


def main() -> None:
    for name, later in LATER.items():
        game = find(name)
        for position in (game.position(game.start(game.options())), later):
            seconds(name, position)
            spent = [seconds(name, position) for _ in range(RUNS)]
            print(f"{name:9} {position:32} median {statistics.median(spent):.2f} s, worst {max(spent):.2f} s", flush=True)


if __name__ == "__main__":
    main()
