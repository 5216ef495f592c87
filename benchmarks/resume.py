"""Time to open a long record: 500 events of every game, including moves, throws, taps and take-backs.

python -m uv run python -m benchmarks.resume [--events 500]
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from fourth_seat.games import CHANCE, find, game_names
from fourth_seat.table.record.events import Event
from fourth_seat.table.record.record_file import read
from fourth_seat.table.seats import Person, Seat
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError

MAX_CPU_S = 0.3
REPEAT_COUNT = 5
UNDO_PROBABILITY = 0.02  # of undoing instead of moving


def clock() -> datetime:
    return datetime.now(UTC)


def long_record(name: str, events: int, folder: Path) -> Path:
    """Return a record of at least this number of events: a game that is played, taken back and played on."""
    game = find(name)
    options = game.options()
    rng = random.Random(1)
    table = Table.begin(game, options, [Seat((Person(),))] * game.seats(options), folder, clock)
    assert table.record
    written: list[Event] = []
    table.watchers.append(written.append)
    while len(written) < events:
        if table.result or rng.random() < UNDO_PROBABILITY:
            if table.history.at:
                table.back_to(rng.randrange(table.history.at))
            continue
        move = rng.choice(list(table.state.legal()))
        if table.state.to_move != CHANCE and rng.random() < 0.3:  # half entered, then taken back
            try:
                table.tap(rng.choice(sorted(table.move_input.partial.next)))
                table.clear_taps()
                continue
            except (FourthSeatError, IndexError):
                continue
        table.play(str(move))
    table.close()
    return table.record.path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=500)
    args = parser.parse_args()
    slow = False
    for name in game_names():
        with tempfile.TemporaryDirectory() as folder:
            path = long_record(name, args.events, Path(folder))
            seconds = []
            for _ in range(REPEAT_COUNT):
                start = time.process_time()
                Table.resume(path, clock).close()
                seconds.append(time.process_time() - start)
            lines = len(read(path).events)
        median = statistics.median(seconds)
        slow |= median > MAX_CPU_S
        limit = f"limit {MAX_CPU_S * 1000:.0f} ms"
        print(f"{name:12} {lines} events resumed in {median * 1000:.0f} ms CPU, median of {REPEAT_COUNT} ({limit})")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
