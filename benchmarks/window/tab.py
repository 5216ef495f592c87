"""Controls that Tab does not reach or show, and the processor time of an idle window.

    python -m uv run --group dev python -m benchmarks.window.tab [--jobs 2]
    python -m uv run --group dev python -m benchmarks.window.tab --views "table connect4" --idle-s 0
    python -m uv run --group dev python -m benchmarks.window.tab --quick

In each state of the geometry's views, Tab is pressed until it has come full circle. Each control in sight that can be
pressed has to be reached, a list as a whole and a board as a whole, and has to look different while it has the focus:
pixels of the screen are compared. `NEEDLESS` lists those that need not be reached, with the reasons. Then a window rests on
its start page, and at a table where a person is to move, and its processor time is taken, in per cent of a core. The exit
status is 1 if a control is not reached or not shown, or an idle window takes too much.
"""

from __future__ import annotations

import argparse
import os
import time
import tkinter as tk
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

from PIL import Image, ImageChops, ImageGrab

from benchmarks.window.controls import Control, controls
from benchmarks.window.geometry.rest import come_to_rest, settle
from benchmarks.window.geometry.views import views
from benchmarks.window.inside import KEYBOARD, Box, Window, as_at_first, interpreter, open_window, show_table
from benchmarks.window.reaching import own_screen

MAX_STEPS = 250  # of Tab, until it has come full circle
MIN_RING_PX = 6  # pixels that look different
RING_MARGIN_PX = 4  # around a control, in which a ring may be drawn
SHOWN_S = 0.02  # until a ring is drawn
MAX_IDLE_PERCENT = 0.5
SETTLE_S = 6.0  # before a window counts as idle
VIEWS_PER_PROCESS = 12
QUICK_VIEWS = ("start", "table connect4")
UNTABBED_VIEW = "keyboard"  # which disappears when Tab leaves its field
NEEDLESS = {
    "TScrollbar": "what has the keyboard is scrolled into sight",
    "keys": "the keyboard on the screen is for whoever has none",
    "entry": "arrows lead through an open list",
}
"""Kinds of controls that Tab need not reach, each with its reason."""


@dataclass(slots=True)
class Found:
    """Controls that Tab does not reach, and that it does not show."""

    unreached: Counter[tuple[str, str]] = field(default_factory=Counter)
    unshown: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], str] = field(default_factory=dict)
    controls: int = 0
    states: int = 0

    def join(self, other: Found) -> None:
        """Add the findings of another process."""
        self.unreached += other.unreached
        self.unshown += other.unshown
        self.controls, self.states = self.controls + other.controls, self.states + other.states
        for key, example in other.examples.items():
            self.examples.setdefault(key, example)


def check(window: Window, state: str, found: Found) -> None:
    """Press Tab until it has come full circle, and compare with the controls."""
    tk_, root = interpreter(window), window.root
    # Without a window manager, the keyboard is where the pointer is.
    tk_.call("event", "generate", ".", "<Motion>", "-warp", 1, "-x", root.winfo_width() - 1, "-y", root.winfo_height() - 1)
    settle(window, SHOWN_S)
    tk_.call("focus", ".")  # on nothing
    settle(window, SHOWN_S)
    wanted = {_whole(each): each for each in controls(window) if _has_to_be_reached(each)}
    reached: dict[str, bool] = {}  # by Tk's name of the widget: whether it looked different
    before, plain = "", _photo(window)
    pictures: list[tuple[str, Image.Image]] = []
    boxes: dict[str, Box] = {}  # of the widget that then has the focus: Tab may scroll
    for _ in range(MAX_STEPS):
        focus = str(tk_.call("focus"))
        tk_.call("event", "generate", focus or ".", "<Tab>")
        settle(window, SHOWN_S)
        before, focus = focus, str(tk_.call("focus"))
        if not focus or focus in reached or focus == before:
            break
        reached[focus] = False
        boxes[focus] = _box(window, focus)
        pictures.append((focus, _photo(window)))
    pictures = [("", plain), *pictures, ("", plain)]
    for number, (path, picture) in enumerate(pictures[1:-1], 1):
        others = pictures[number - 1][1], pictures[number + 1][1]
        # Where each Tab scrolls by one of several equal rows, all rings are in one place.
        reached[path] = any(_differ(picture, other, boxes[path]) for other in others) or _shown(window, path)
    found.states += 1
    found.controls += len(wanted)
    for path, control in wanted.items():
        key = control.layer, "a list" if control.kind == "row" else str(control)
        mine = [shown for each, shown in reached.items() if each == path or each.startswith(f"{path}.")]
        if not mine:
            found.unreached[key] += 1
        elif not any(mine):
            found.unshown[key] += 1
        else:
            continue
        found.examples.setdefault(key, state)


def _has_to_be_reached(control: Control) -> bool:
    return control.enabled and control.kind not in NEEDLESS and control.layer != KEYBOARD


def _whole(control: Control) -> str:
    """Return Tk's name of the widget of a control: for a row its list, for a cell its board."""
    return control.path.split(":")[0]


def _box(window: Window, path: str) -> Box:
    """Return the edges of a widget on the screen."""
    call = interpreter(window).call
    left, top, width, height = (int(call("winfo", each, path)) for each in ("rootx", "rooty", "width", "height"))
    return left, top, left + width, top + height


def _shown(window: Window, path: str) -> bool:
    """Return whether a widget looks different with the focus than without it."""

    def photo(focus: str) -> Image.Image:
        interpreter(window).call("focus", focus)
        settle(window, SHOWN_S)
        return _photo(window)

    return _differ(photo(path), photo("."), _box(window, path))


def _photo(window: Window) -> Image.Image:
    window.root.update_idletasks()
    window.root.winfo_pointerx()  # a question to the screen, which it answers once it has drawn
    return ImageGrab.grab(xdisplay=os.environ["DISPLAY"])


def _differ(one: Image.Image, other: Image.Image, box: Box) -> bool:
    margin = RING_MARGIN_PX
    area = max(0, box[0] - margin), max(0, box[1] - margin), box[2] + margin, box[3] + margin
    difference = ImageChops.difference(one.crop(area).convert("L"), other.crop(area).convert("L"))
    return sum(difference.histogram()[8:]) >= MIN_RING_PX


def check_views(size: tuple[int, int], names: Sequence[str]) -> Found:
    """Check each state of some views, on its own screen and in its own data folder; run this in a separate process."""
    found = Found()
    with own_screen(size):
        window = open_window(size)
        settings = window.settings
        for name in names:
            as_at_first(window, settings)
            states = views()[name](window)
            for number, _ in enumerate(states if isinstance(states, Iterator) else (None,), 1):
                come_to_rest(window, 0.05)
                check(window, f"{name} {number}", found)
        window.close()
    return found


def idle_percent(page: str, seconds: float, game: str = "blokus") -> float:
    """Return the processor time of a window that nobody touches, on the present screen, in per cent of a core."""
    window = open_window((1024, 600))
    if page == "start":
        window.go_home()
    else:
        show_table(window, game, "", ("human:Anna", "random", "random", "random"))
    marks: list[tuple[float, float]] = []

    def mark() -> None:
        marks.append((time.process_time(), time.monotonic()))
        if len(marks) == 2:
            window.root.quit()

    window.root.after(round(1000 * SETTLE_S), mark)
    window.root.after(round(1000 * (SETTLE_S + seconds)), mark)
    tk.mainloop()
    window.close()
    (work, start), (worked, end) = marks
    return 100 * (worked - work) / (end - start)


def idle_alone(page: str, seconds: float) -> float:
    """Measure a window on its own screen and with its own data folder; run this in a separate process."""
    with own_screen((1024, 600)):
        return idle_percent(page, seconds)


def main() -> int:
    """Print the controls, and the processor time of an idle window."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="1366x768")
    parser.add_argument("--views", default="", metavar="PART", help="only views whose name contains this")
    parser.add_argument("--idle-s", type=float, default=30.0, help="seconds of rest on each page; 0 for none")
    parser.add_argument("--quick", action="store_true", help="two views, and one second of rest")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with a screen of its own")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    names = list(QUICK_VIEWS) if args.quick else [name for name in views() if args.views in name and name != UNTABBED_VIEW]
    parts = [names[first : first + VIEWS_PER_PROCESS] for first in range(0, len(names), VIEWS_PER_PROCESS)]
    rest_s = min(args.idle_s, 1.0) if args.quick else args.idle_s
    found = Found()
    with ProcessPoolExecutor(args.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        for job in [pool.submit(check_views, (width, height), part) for part in parts]:
            found.join(job.result())
        rests = {page: pool.submit(idle_alone, page, rest_s) for page in ("start", "table") if rest_s}
        idle = {page: job.result() for page, job in rests.items()}
    for title, counts in (("not reached", found.unreached), ("reached, but not shown", found.unshown)):
        for key, count in counts.most_common():
            print(f"{count:4}x {title}: {key[0]}: {key[1]}; {found.examples[key]}")
    unreached, unshown = found.unreached.total(), found.unshown.total()
    print(
        f"{found.controls} controls in {found.states} states: {unreached} not reached by Tab ({len(found.unreached)} "
        f"kinds), {unshown} reached but not shown ({len(found.unshown)} kinds)"
    )
    for page, percent in idle.items():
        print(f"idle, {page} page, {rest_s:.0f} s: {percent:.2f} % of a core (at most {MAX_IDLE_PERCENT} %)")
    return 1 if unreached or unshown or any(percent > MAX_IDLE_PERCENT for percent in idle.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
