"""Instructions read by a stranger.

    uv run python -m benchmarks.instructions                 1,000 moves a game, for both ways the board may lie
    uv run python -m benchmarks.instructions --rim off       with the names of the rim switched off
    uv run python -m benchmarks.instructions --games kalah --moves 100 --jobs 1

Hands that know only the sentences and the names on the drawn board make every move of random games, undo and redo up to
four of them, and turn one board into another. Then the board must match the position, and each place in a sentence must be
marked on the drawn board. The exit status is 0 only then.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from benchmarks.instructions.check import BOARD_ORIENTATIONS, check_alone
from benchmarks.start_up import screen
from fourth_seat.games import game_names

MOVE_COUNT = 1000
MAX_PRINTED = 5  # differences that are printed


def main() -> int:
    """Print one line for each game and orientation; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.instructions", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=lambda text: text.split(","), default=game_names(), help="joined by commas")
    parser.add_argument("--moves", type=int, default=MOVE_COUNT, help="of each game, for each way the board lies")
    parser.add_argument("--rim", choices=("on", "off"), default="on", help="whether the rim carries names")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes, each with one game and way at a time")
    args = parser.parse_args()
    wrong = 0
    with screen() as display, ProcessPoolExecutor(args.jobs, multiprocessing.get_context("spawn")) as pool:
        os.environ["DISPLAY"] = display
        runs = [
            (name, way, pool.submit(check_alone, name, args.moves, way, rim=args.rim == "on"))
            for name, way in product(args.games, BOARD_ORIENTATIONS)
        ]
        for name, way, run in runs:
            found = run.result()
            print(
                f"{name:10} turned by {90 * way.turn:3}: {found.moves} moves, {found.undone} undone, {found.redone} "
                f"redone, {found.corrected} corrections: {len(found.differences)} differences; "
                f"{found.named} places named, {len(found.unmarked)} not marked",
                flush=True,
            )
            for line in (*found.differences[:MAX_PRINTED], *found.unmarked[:MAX_PRINTED]):
                print("   ", line)
            wrong += len(found.differences) + len(found.unmarked)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
