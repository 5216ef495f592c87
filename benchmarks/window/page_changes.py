"""Processor time of the window from a press until the page to which it leads is complete.

    python -m uv run --group dev python -m benchmarks.window.page_changes [--times 5] [--games 200]

Each page is shown again and again, after another one; the library holds as many games as `--games` says, and all pictures
in sight are painted. Finally the start page grows from 1,280 x 800 to 2,560 x 1,440. It prints the median and the worst of
each.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from statistics import median

from benchmarks.window.inside import Window, open_window, show_table
from benchmarks.window.reaching import own_screen
from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.ui.library.page import LibraryPage
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.start.page import StartPage

SEATS = ("human:Anna", "random", "random", "random")
MOVES = "44353226"
QUIET_S = 0.25  # without work: the page is complete
LONGEST_S = 30.0
BARS = {"start": 0.25, "set-up": 0.25, "table": 0.25, "settings": 0.25, "library": 0.4, "maximised": 1.0}


def played(count: int) -> None:
    """Fill the data folder with this many games of Connect 4."""
    game, day = find("connect4"), datetime(2026, 1, 1, 20, tzinfo=UTC)
    for number in range(count):
        when = day + timedelta(hours=number)
        table = Table.begin(game, game.options(), [read_seat("human")] * 2, records(), lambda when=when: when)  # type: ignore[misc]
        for move in MOVES[: 1 + number % len(MOVES)]:
            table.play(move)
        table.close()


def until_complete(window: Window, act: Callable[[], object]) -> float:
    """Do something; return the processor time until the window has nothing more to do, not counting the time that it
    rests.
    """
    start = used = time.process_time()
    act()
    last = end = time.monotonic()
    end += LONGEST_S
    while last + QUIET_S > time.monotonic() and time.monotonic() < end:
        before = time.process_time()
        window.root.update()
        if time.process_time() - before > 0.002:  # more than checking clocks
            used, last = time.process_time(), time.monotonic()
        if isinstance(window.page, LibraryPage) and window.page.busy:
            last = time.monotonic()
        time.sleep(0.002)
    return used - start


def measured(times: int, games: int) -> dict[str, list[float]]:
    """Return the seconds of each change of the page."""
    played(games)
    window = open_window((1280, 800))
    ways: dict[str, Callable[[], object]] = {
        "start": window.go_home,
        "set-up": lambda: window.show(SeatsPage, find("blokus")),
        "table": lambda: show_table(window, "blokus", "", SEATS),
        "settings": lambda: window.show(SettingsPage),
        "library": lambda: window.show(LibraryPage),
    }
    found: dict[str, list[float]] = {name: [] for name in BARS}
    for _ in range(times):
        for name, way in ways.items():
            found[name].append(until_complete(window, way))
    for _ in range(times):
        window.root.geometry("1280x800+0+0")
        until_complete(window, window.go_home)
        assert isinstance(window.page, StartPage)
        found["maximised"].append(until_complete(window, lambda: window.root.geometry("2560x1440+0+0")))
    window.close()
    return found


def main() -> int:
    """Print a row for each page; the exit status is 1 if one takes longer than its bar."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args()
    with own_screen((2560, 1440)):
        found = measured(args.times, args.games)
    for name, seconds in found.items():
        print(f"{name:12} {median(seconds):5.2f} s, worst {max(seconds):5.2f} s   (bar {BARS[name]:.2f} s)")
    return int(any(median(seconds) > BARS[name] for name, seconds in found.items()))


if __name__ == "__main__":
    raise SystemExit(main())
