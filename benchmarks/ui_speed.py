"""Time of the table page from a click to its repaint, idle and while an engine thinks, and its memory.

    python -m uv run --group dev python -m benchmarks.ui_speed [--games blokus,kalah] [--moves 40] [--size 2560x1440]

Games are played on a virtual screen by clicks at the pixels that follow from the geometry, against a player that moves at
once. A click's time ends when the screen has drawn its effect. "Stretch" is the longest time that the window was busy with
anything else without a break, such as showing a placement card: a click that falls into it waits that much longer at worst.
"""

from __future__ import annotations

import _tkinter
import argparse
import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import psutil

from benchmarks.start_up import screen
from fourth_seat.engines.players.from_text import player
from fourth_seat.games import find, game_names
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.geometry import centre
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import ALWAYS, Settings
from fourth_seat.ui.table.page import TablePage, sit_down
from fourth_seat.ui.theme.typeface import open_root

MAX_MEDIAN_S, MAX_CLICK_S, MAX_MEMORY_MB = 0.030, 0.100, 200.0
WARM_UP_MOVES = 3  # before measuring, for everything that is loaded on its first use
THINKER_LEVEL = "9"  # that keeps a processor busy meanwhile


@dataclass(slots=True)
class Times:
    """Seconds of each click, this program's own part of them, and seconds of each stretch of other work."""

    clicks: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    stretches: list[float] = field(default_factory=list)

    def line(self, name: str) -> str:
        median, worst, other = statistics.median(self.clicks), max(self.clicks), max(self.stretches)
        return (
            f"{name:28} {len(self.clicks):4} clicks: median {median * 1000:5.1f} ms, worst {worst * 1000:5.1f} ms "
            f"(own work {statistics.median(self.work) * 1000:4.1f} and {max(self.work) * 1000:4.1f}); "
            f"longest other stretch {other * 1000:5.1f} ms"
        )

    @property
    def kept(self) -> bool:
        """Whether the limits are met."""
        return statistics.median(self.clicks) < MAX_MEDIAN_S and max(self.clicks) < MAX_CLICK_S


class Measured:
    """A window with a game in it, whose every event is timed."""

    def __init__(self, name: str, rng: Random, size: tuple[int, int]) -> None:
        self.root = open_root()
        settings = replace(Settings(), motion=ALWAYS, chime=False, awake=False, width=size[0], height=size[1])
        self.window = MainWindow(self.root, settings)
        self.root.geometry(f"{size[0]}x{size[1]}+0+0")
        game = find(name)
        options = game.options()
        seats = ["human", *["random"] * (game.seats(options) - 1)]
        self.table = Table.begin(game, options, list(map(read_seat, seats)), records(), datetime.now)
        sit_down(self.window, self.table)
        assert isinstance(self.window.page, TablePage)
        self.page = self.window.page
        self.rng = rng
        self.times = Times()
        self._clock = 1000

    def pump(self, seconds: float = 0.0) -> None:
        """Let the window work for a while, timing each piece of work."""
        end = time.perf_counter() + seconds
        while True:
            start = time.perf_counter()
            worked = self.root.tk.dooneevent(_tkinter.DONT_WAIT)
            if worked:
                self.times.stretches.append(time.perf_counter() - start)
            elif time.perf_counter() >= end:
                return
            else:
                time.sleep(0.001)

    def click(self, name: str) -> None:
        """Click, and time it until the screen has drawn."""
        board, geometry = self.page.stage.board, self.page.stage.board.geometry
        area = next((area for area in geometry.tap_areas if area.name == name), None)
        spots = [centre(area.polygon)] if area else [geometry[name].foot, centre(geometry[name].polygon)]
        x, y = next(spot for spot in map(board.projection.pixel, spots) if board.place_at(*spot) == name)
        self._clock += 1000
        start, worked = time.perf_counter(), time.thread_time()
        board.event_generate("<Button-1>", x=round(x), y=round(y), time=self._clock)
        self.root.update_idletasks()
        self.root.winfo_pointerx()  # a question to the screen, which it answers once it has drawn
        self.times.clicks.append(time.perf_counter() - start)
        self.times.work.append(time.thread_time() - worked)
        self.pump()

    def enter(self, move: Any) -> None:
        """Enter a move by clicks; one that waits for a confirmation is played with it."""
        table, before = self.table, self.table.history.at
        while table.history.at == before:
            partial = table.move_input.partial
            if partial.complete == move:
                self.page.stage.enter(self.page.stage.table.confirm)
                return
            self.click(self._next(move))

    def _next(self, move: Any) -> str:
        table, taps = self.table, self.table.taps
        geometry = self.page.stage.geometry
        for name in sorted(table.move_input.partial.next):
            if name in geometry and geometry[name].zone == "tray":
                continue
            try:
                if move in table.game.partial_move(table.state, (*taps, name)).moves:
                    return name
            except IllegalMove:
                continue
        raise AssertionError(f"no tap leads to {move}")

    def play(self, moves: int) -> None:
        """Play a number of turns, or to the end."""
        table = self.table
        for _ in range(moves):
            while table.computers_turn and not table.result:
                self.pump(0.02)
                if table.pending:
                    self.page.stage.set_down()
            if table.result:
                return
            self.enter(self.rng.choice(list(table.state.legal())))
            self.pump(0.03)


def measure(name: str, moves: int, busy: bool, size: tuple[int, int]) -> Times:
    """Measure a game, perhaps while an engine thinks in its own process."""
    window = Measured(name, Random(1), size)
    selector = player(THINKER_LEVEL, window.table.game, window.table.options) if busy else None
    window.pump(0.5)
    window.play(WARM_UP_MOVES)
    window.times = Times()
    job = selector.choose(window.table.line) if selector and window.table.state.to_move else None
    for _ in range(moves):
        if selector and (job is None or job.poll() is not None) and window.table.state.to_move and not window.table.result:
            job = selector.choose(window.table.line)
        window.play(1)
    if selector:
        selector.close()
    window.window.close()
    return window.times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(game_names()), help="joined by commas")
    parser.add_argument("--moves", type=int, default=40, help="turns and throws of each game")
    parser.add_argument("--size", default="1280x800", help="of the window and its screen")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    kept = True
    print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as home, screen(f"{width}x{height}x24") as display:
        os.environ.update(DISPLAY=display, FOURTH_SEAT_HOME=str(Path(home)))
        for name in args.games.split(","):
            for busy in (False, True):
                times = measure(name, args.moves, busy, (width, height))
                print(times.line(f"{name}{', engine thinking' if busy else ''}"), flush=True)
                kept &= times.kept
    memory = psutil.Process().memory_info().rss / 1e6
    print(f"memory of this process after all of them: {memory:.0f} MB (limit {MAX_MEMORY_MB:.0f} MB)")
    print(
        "ok"
        if kept and memory < MAX_MEMORY_MB
        else f"too slow or too large: {MAX_MEDIAN_S} s median, {MAX_CLICK_S} s worst"
    )
    return 0 if kept and memory < MAX_MEMORY_MB else 1


if __name__ == "__main__":
    sys.exit(main())
