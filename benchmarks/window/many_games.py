"""The time that the library of games takes from a tap to its repaint, with thousands of records, while it reads and paints
them.

    python -m uv run --group dev python -m benchmarks.window.many_games [--games 2000] [--sizes 1366x768,2560x1440]

The records hold random games of all kinds. Taps, pushes, the wheel, pages, filters and words fall into the reading and
painting at random, as a person's would. "Stretch" is the longest time that the window was busy with anything else without a
break: a tap that falls into it waits that much longer at worst.
"""

from __future__ import annotations

import _tkinter
import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import psutil

from benchmarks.start_up import screen
from fourth_seat.games import CHANCE, all_games
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.ui.library.listing import Kind
from fourth_seat.ui.library.page import LibraryPage
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import Settings
from fourth_seat.ui.theme.typeface import open_root

MAX_MEDIAN_S, MAX_WORST_S, MAX_MEMORY_MB = 0.030, 0.100, 200.0
MOVE_COUNTS = (12, 60, 1000)  # of the games: unfinished, nearly over, played out
PLAYER_NAMES = ("Anna", "Ben", "Christina", "Dan", "Eva", "Noa")
HOUR_S = 3600
TAP_COUNT = 150


def make_records(count: int, rng: Random) -> None:
    """Fill the records folder with games of all kinds, an hour apart."""
    games: list[tuple[str, bytes]] = []
    for game in all_games():
        options = game.options()
        for moves in MOVE_COUNTS:
            seats = [read_seat(f"human:{PLAYER_NAMES[seat]}") for seat in range(game.seats(options))]
            table = Table.begin(game, options, seats, records(), datetime.now)
            while moves and not table.result:
                moves -= table.state.to_move != CHANCE
                table.play(str(rng.choice(list(table.state.legal()))))
            table.close()
            assert table.record
            games.append((table.record.path.stem, table.record.path.read_bytes()))
    now = time.time()
    for number in range(count - len(games)):
        name, data = games[number % len(games)]
        path = records() / f"{name}-{number}.jsonl"
        path.write_bytes(data.replace(b"human:Anna", f"human:{rng.choice(PLAYER_NAMES)}".encode(), 1))
        os.utime(path, (now - number * HOUR_S, now - number * HOUR_S))


class TimedLibrary:
    """The library page in a window, whose every event is timed."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.root = open_root()
        self.window = MainWindow(self.root, replace(Settings(), chime=False, awake=False, width=size[0], height=size[1]))
        self.root.geometry(f"{size[0]}x{size[1]}+0+0")
        self.root.update()
        self.taps: list[float] = []
        self.work: list[float] = []  # processor time of this program, of each tap
        self.stretches: list[float] = []
        start = time.perf_counter()
        self.window.show(LibraryPage)
        self.repaint()
        self.shown_s = time.perf_counter() - start
        assert isinstance(self.window.page, LibraryPage)
        self.page = self.window.page

    def repaint(self) -> None:
        """Wait until the screen has drawn all changes."""
        self.root.update_idletasks()
        self.root.winfo_pointerx()  # a question to the screen, which it answers once it has drawn

    def pump(self, seconds: float) -> None:
        """Let the window work for a while, timing each piece of work."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            start = time.perf_counter()
            if self.root.tk.dooneevent(_tkinter.DONT_WAIT):
                self.stretches.append(time.perf_counter() - start)
            else:
                time.sleep(0.001)

    def time(self, action: Callable[[], object]) -> None:
        """Do something, and time it until the screen has drawn."""
        start, worked = time.perf_counter(), time.thread_time()
        action()
        self.repaint()
        self.taps.append(time.perf_counter() - start)
        self.work.append(time.thread_time() - worked)

    def act(self, rng: Random) -> None:
        """Do what a person might do next."""
        grid, canvas = self.page.tiles, self.page.tiles.canvas
        x, y = rng.randrange(canvas.winfo_width()), rng.randrange(canvas.winfo_height())

        def tap() -> None:
            canvas.event_generate("<ButtonPress-1>", x=x, y=y)
            canvas.event_generate("<ButtonRelease-1>", x=x, y=y)

        actions: list[Callable[[], object]] = [
            tap,
            tap,
            tap,
            lambda: grid.scroll(rng.choice((60, 60, -60))),
            lambda: grid.scroll(rng.choice((60, 60, -60))),
            lambda: grid.move(grid.page_rows, rows=True),
            lambda: grid.choose(rng.randrange(max(1, len(grid.games)))),
            lambda: self.page.set_kind(rng.choice((Kind.ALL, Kind.ALL, Kind.UNFINISHED, Kind.FINISHED))),
            lambda: self.page.find(rng.choice(("", "", "anna", "kalah ben", "november", "nobody"))),
        ]
        self.time(rng.choice(actions))


def measure(size: tuple[int, int]) -> tuple[TimedLibrary, float]:
    """Open the library and use it while it reads and paints; return how long it read as well."""
    library, rng = TimedLibrary(size), Random(size[0])
    start, read_s = time.perf_counter(), 0.0
    for _ in range(TAP_COUNT):
        library.pump(rng.uniform(0.01, 0.08))
        library.act(rng)
        if not read_s and not library.page.reading:
            read_s = time.perf_counter() - start
    return library, read_s


def main() -> int:
    """Print the figures; the exit status is 1 if a limit is not met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="records in the folder")
    parser.add_argument("--sizes", default="1366x768,2560x1440", help="of the window, joined by commas")
    args = parser.parse_args()
    kept = True
    print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    sizes = [tuple(map(int, size.split("x"))) for size in args.sizes.split(",")]
    with tempfile.TemporaryDirectory() as home, screen("2560x1440x24") as display:
        os.environ.update(DISPLAY=display, FOURTH_SEAT_HOME=str(Path(home)))
        make_records(args.games, Random(1))
        for width, height in sizes:
            library, read_s = measure((width, height))
            median, worst = statistics.median(library.taps), max(library.taps)
            print(
                f"{width}x{height}: {args.games} games, shown after {library.shown_s * 1000:.0f} ms, all read after "
                f"{read_s:.1f} s; {len(library.taps)} taps: median {median * 1000:.1f} ms, worst {worst * 1000:.1f} ms "
                f"(own work {statistics.median(library.work) * 1000:.1f} and {max(library.work) * 1000:.1f}); "
                f"longest other stretch {max(library.stretches) * 1000:.1f} ms",
                flush=True,
            )
            kept &= median < MAX_MEDIAN_S and worst < MAX_WORST_S
            library.window.close()
    memory = psutil.Process().memory_info().rss / 1e6
    print(f"memory of this process after all of them: {memory:.0f} MB (limit {MAX_MEMORY_MB:.0f} MB)")
    print(
        "ok"
        if kept and memory < MAX_MEMORY_MB
        else f"too slow or too large: {MAX_MEDIAN_S} s median, {MAX_WORST_S} s worst"
    )
    return 0 if kept and memory < MAX_MEMORY_MB else 1


if __name__ == "__main__":
    sys.exit(main())
