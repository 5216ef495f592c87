"""Controls that appear in the place of another one, and controls that move.

    python -m uv run --group dev python -m benchmarks.window.between [--jobs 2]
    python -m uv run --group dev python -m benchmarks.window.between --games blokus --size 1024x600 --language en
    python -m uv run --group dev python -m benchmarks.window.between --quick

Whole games of all five are played by real events of the X server, in English; in three languages, in the largest letters
and in a small window it checks each two states that are joined by one press once, with an injected clock. It compares the
controls before and after each press, and whenever the screen has changed by itself. A control in another one's place counts
if a press there 200 ms later would reach it, which is tried. Each kind of offender is printed once, with its first example;
then how many there are of each. The exit status is 1 if any counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from Xlib import X

from benchmarks.window.changes import COUNTED, LATER_MS, MOVED, Report, Screen, changes
from benchmarks.window.controls import Control, Presses, controls
from benchmarks.window.finger import Finger
from benchmarks.window.geometry.rest import come_to_rest, settle
from benchmarks.window.inside import DEAD_TIME_MS, Window, open_window
from benchmarks.window.one_finger import Evening
from benchmarks.window.reaching import REST_S, Walker, own_screen, walked_views
from fourth_seat.games import game_names
from fourth_seat.table.settings.language import named
from fourth_seat.ui.settings import ALWAYS

GAME_SIZES = (1024, 600), (2560, 1440)
WALKS = (
    ((1024, 600), "en", "medium"),
    ((1024, 600), "de", "medium"),
    ((1024, 600), "he", "medium"),
    ((1024, 600), "de", "huge"),
    ((800, 480), "en", "medium"),
    ((800, 480), "he", "huge"),
)
VIEWS_PER_PROCESS = 10
SHOWN_AFTER_S = 0.12  # after a press: when people see what it has brought
LOOK_INTERVAL_S = 0.25  # between two looks at a screen that changes by itself
SOON_MS = 190  # after a look: so that a press that is tried comes less than 400 ms after whatever has changed since
TRIED_S = (LATER_MS + 60 + DEAD_TIME_MS) / 1000  # after a press was tried, until it is forgotten
PRESS_INTERVAL_MS = 10_000  # of the injected clock
QUICK_VIEWS = ("table backgammon", "placement connect4", "start")


class WatchedFinger(Finger):
    """A finger with checks before and after every tap, and for changes between taps."""

    def __init__(self, window: Window, name: str, report: Report) -> None:
        super().__init__(window)
        self._name, self._report = name, report
        self._before: Screen | None = None
        self._looked = self._tried = 0.0
        self._looked_ms = 0
        self._presses = Presses(window)
        self._window_of_time = self._display.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self._window_of_time.change_attributes(event_mask=X.PropertyChangeMask)

    def tap_at(self, x: float, y: float) -> None:
        self.pump(max(0.0, self._tried + TRIED_S - time.monotonic()))
        before = self._look()
        pressed = at(before, round(x), round(y))
        super().tap_at(x, y)
        since = time.monotonic() - self._tapped
        ms = self._now_ms() - round(1000 * since)
        self.pump(SHOWN_AFTER_S)
        self._report.actions += 1
        action = f"after a press on {pressed}" if pressed else "after a press"
        self._compare(before, action, ms, (round(x), round(y)), pressed)

    def until(self, holds: Callable[[], object], wanted: str) -> None:
        def look() -> object:
            if time.monotonic() - self._looked > LOOK_INTERVAL_S:
                self._look()
            return holds()

        super().until(look, wanted)

    def _look(self) -> Screen:
        """Look at the screen, which may have changed by itself since the last look."""
        before = self._before
        if before is None:
            self._before = Screen(controls(self.window))
            self._looked_ms = self._now_ms()
        else:
            self._compare(before, "by itself", self._looked_ms + SOON_MS)
        assert self._before
        return self._before

    def _compare(
        self,
        before: Screen,
        action: str,
        ms: int,
        press: tuple[int, int] | None = None,
        pressed: Control | None = None,
    ) -> None:
        after = Screen(controls(self.window))
        self._looked, self._looked_ms = time.monotonic(), self._now_ms()
        if after != before and not (pressed and pressed.kind == "TScrollbar"):
            self._presses.tried_ms = 0
            for offender in changes(self._presses, before, after, action, press, ms):
                self._report.add(offender, self._name)
            if self._presses.tried_ms:
                self._tried = time.monotonic()
        self._before = after

    def _now_ms(self) -> int:
        """Return the time on the screen's clock."""
        self._window_of_time.change_property(self._display.intern_atom("WM_NAME"), 31, 8, b"x")
        while True:
            event: Any = self._display.next_event()
            if event.type == X.PropertyNotify:
                return int(event.time)


def at(screen: Screen, x: int, y: int) -> Control | None:
    """Return the smallest control at a place."""
    here = [each for each in screen.controls if each.box[0] <= x < each.box[2] and each.box[1] <= y < each.box[3]]
    return min(here, key=lambda each: (each.box[2] - each.box[0]) * (each.box[3] - each.box[1]), default=None)


def play(name: str, size: tuple[int, int]) -> Report:
    """Play a game from the start page to its end on the present screen."""
    report = Report()
    window = open_window(size, keyboard=ALWAYS)
    evening = Evening(name, window, Random(1))
    evening.finger.close()
    evening.finger = WatchedFinger(window, f"{name} {size[0]}x{size[1]}", report)
    try:
        evening.play()
    except AssertionError as error:
        report.errors.append(f"{name} {size[0]}x{size[1]} was not played to its end: {error}")
    finally:
        evening.finger.close()
        window.close()
    return report


def play_alone(name: str, size: tuple[int, int]) -> Report:
    """Play a game on its own screen and in its own data folder; run this in a separate process."""
    with own_screen(size):
        return play(name, size)


@dataclass(frozen=True, slots=True)
class Walk:
    """Views whose every control is pressed once, in one window."""

    size: tuple[int, int]
    language: str
    text: str
    names: tuple[str, ...]
    most: int = 0


def walk(given: Walk, home: Path) -> Report:
    """Walk on the present screen."""
    report = Report()
    window = open_window(given.size, named(given.language), given.text)
    come_to_rest(window)
    walker, presses = Walker(window, home), Presses(window)
    title = f"{given.size[0]}x{given.size[1]} {given.language} {given.text}"
    ms = PRESS_INTERVAL_MS
    try:
        for step in walker.steps(given.names, given.most):
            ms += PRESS_INTERVAL_MS
            presses.tap(*step.place, ms)
            settle(window, REST_S)
            report.actions += 1
            after = Screen(controls(window))
            found = list(changes(presses, step.screen, after, f"after a press on {step.control}", step.place, ms + 60))
            come_to_rest(window, REST_S)
            settled = Screen(controls(window))
            if settled != after:
                found += changes(presses, after, settled, f"a while after a press on {step.control}", None, ms + 60)
            for offender in found:
                report.add(offender, f"{title} {step.state}")
            report.errors += [f"{title} {step.state}, {step.control}: {error!r}" for error in walker.errors]
            walker.errors.clear()
    finally:
        window.close()
    return report


def walk_alone(given: Walk) -> Report:
    """Walk on its own screen and in its own data folder; run this in a separate process."""
    with own_screen(given.size, given.language) as home:
        return walk(given, home)


def main() -> int:
    """Print the offenders; the exit status is 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(game_names()), help="that are played; empty for none")
    parser.add_argument("--size", default="", help="only this one, such as 1024x600")
    parser.add_argument("--language", default="", help="only this one; games are played in English")
    parser.add_argument("--views", default="", metavar="PART", help="only views whose name contains this are walked")
    parser.add_argument("--quick", action="store_true", help="one short game, and a few controls of a few views")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with a screen of its own")
    args = parser.parse_args()
    width, height = map(int, (args.size or "0x0").split("x"))
    size = (width, height) if args.size else None
    games = [] if args.language not in ("", "en") else [name for name in args.games.split(",") if name]
    sizes = [size] if size else list(GAME_SIZES)
    names = QUICK_VIEWS if args.quick else walked_views(args.views)
    if args.quick:
        games, sizes = [name for name in games if name == "connect4"], sizes[:1]
    walks = [
        Walk(each, language, text, tuple(names[first : first + VIEWS_PER_PROCESS]), 6 if args.quick else 0)
        for each, language, text in WALKS
        if size in (None, each) and args.language in ("", language)
        for first in range(0, len(names), VIEWS_PER_PROCESS)
    ][: 1 if args.quick else None]
    report, start = Report(), time.process_time()
    with ProcessPoolExecutor(args.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        jobs = [pool.submit(play_alone, name, each) for each in sizes for name in games]
        jobs += [pool.submit(walk_alone, each) for each in walks]
        for job in jobs:
            found = job.result()
            report.join(found)
            print(f"... {report.actions} presses: {report.total(*COUNTED)} offenders", flush=True)
            for (kind, *_), (state, offender) in found.examples.items():
                if kind in COUNTED:
                    print(f"    {offender}; {offender.action}; {state}", flush=True)
    for line in report.lines():
        print(line)
    for error in report.errors:
        print(f"error: {error}")
    taken, moved = report.total(*COUNTED) - report.total(MOVED), report.total(MOVED)
    print(f"{report.actions} presses, {time.process_time() - start:.0f} s of processor here")
    print(f"{taken} take another one's place; {moved} moved")
    return 1 if taken or moved or report.errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
