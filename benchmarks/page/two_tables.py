"""Two tables play one game over a connection that is cut again and again: in the end, both records must be the same.

    python -m benchmarks.page.two_tables                # 20 games, five cuts of up to a minute in each: some 15 minutes
    python -m benchmarks.page.two_tables --games 5 --cuts 5 --longest 2

The tables are real, each with the process that holds its end of the line; bytes go through a socket that breaks without
notice. Both families go on playing during a cut as far as they can, and now and then one of them takes a move back.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random

from fourth_seat.games import game_names
from tests.page.linked_tables import Linked, linked

GAME_TIMEOUT_S = 1800.0
UNDO_PROBABILITY = 0.02  # probability that a move is taken back instead of made
MOVE_INTERVAL_S = 0.01  # between two moves


@dataclass(frozen=True, slots=True)
class Course:
    """Course of a game.

    Attributes:
        moves: how many there are in the end.
        cut_s: seconds for which the connection was cut.
        back_s: the longest time from a restored connection until both tables were the same.
    """

    name: str
    moves: int
    cuts: int
    cut_s: float
    back_s: float
    same: bool


def played(name: str, seed: int, cuts: int, longest: float) -> Course:
    """Play a game to its end, and at least until the connection has been cut this often."""
    rng = Random(seed)
    with linked(name, seed) as both:
        waiting, cut_s, back_s = [rng.uniform(0, longest) for _ in range(cuts)], 0.0, 0.0
        mended = until = 0.0
        over = time.monotonic() + GAME_TIMEOUT_S
        while not _ended(both) or waiting or not both.cutter.whole:
            now = time.monotonic()
            if now > over:
                break
            both.step()
            if both.cutter.whole and mended and both.same:
                back_s, mended = max(back_s, now - mended), 0.0
            if not both.cutter.whole and now > until:
                both.cutter.mend()
                mended = now
            elif both.cutter.whole and waiting and not mended and rng.random() < 0.1:
                length = waiting.pop()
                both.cutter.cut()
                cut_s, until = cut_s + length, now + length
            _play_on(both, rng)
            time.sleep(MOVE_INTERVAL_S)
        return Course(name, both.here.history.at, cuts - len(waiting), cut_s, back_s, both.same and _ended(both))


def _ended(both: Linked) -> bool:
    return both.here.result is not None and both.there.result is not None and both.same


def _play_on(both: Linked, rng: Random) -> None:
    """Let each family do something; one whose game is over goes back a little as long as there are cuts to come."""
    for family in both.families:
        table = family.table
        can_go_back = table.history.at > 3 and table.history.last_choice() is not None and not table.pending
        if can_go_back and (table.result is not None or rng.random() < UNDO_PROBABILITY):
            table.undo()
        else:
            family.act()


def main() -> int:
    """Print a line per game; the exit status is 1 if two records differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--cuts", type=int, default=5, help="a game")
    parser.add_argument("--longest", type=float, default=60.0, help="seconds")
    parser.add_argument("--jobs", type=int, default=5, help="games at once: most of the time the lines are cut")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    names = list(islice(cycle(game_names()), args.games))
    with ProcessPoolExecutor(args.jobs) as pool:
        running = [pool.submit(played, name, args.seed + n, args.cuts, args.longest) for n, name in enumerate(names)]
        courses = []
        for each in running:
            courses.append(course := each.result())
            print(
                f"{course.name:12} {course.moves:3} moves, {course.cuts} cuts, {course.cut_s:4.0f} s cut off, the same "
                f"again within {course.back_s:.1f} s: {'the same records' if course.same else 'DIFFERENT RECORDS'}",
                flush=True,
            )
    wrong = sum(not course.same for course in courses)
    print(f"{len(courses)} games, {sum(course.cuts for course in courses)} cuts: {wrong} pairs of records differ (bar 0)")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
