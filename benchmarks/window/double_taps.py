"""The effect of a double tap beyond one press: on every control, in every state of a walk.

    python -m uv run --group dev python -m benchmarks.window.double_taps [--jobs 2]
    python -m uv run --group dev python -m benchmarks.window.double_taps --views table --size 800x480 --language de
    python -m uv run --group dev python -m benchmarks.window.double_taps --quick

Two taps, 80 to 350 ms apart, are real events of the X server, on the same pixel. It compares, before the second tap and
after it, page, sheets, the record and a half-entered move, settings, files, and all texts on the screen. If they differ,
the state is reached again and tapped once, and the result is compared. Controls that repeat by design are left out:
`REPEATED` lists them with the reasons. Each kind of offender is printed once; the exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tkinter import ttk
from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from benchmarks.window.controls import Control, box_of, home_of, mapped, moves_on, option_of
from benchmarks.window.geometry.rest import come_to_rest, settle
from benchmarks.window.inside import (
    DEAD_TIME_MS,
    KEYBOARD,
    LIBRARY,
    DropDown,
    Window,
    condition,
    dead_for,
    open_window,
    table_of,
)
from benchmarks.window.reaching import REST_S, Walker, own_screen, walked_views
from fourth_seat.table.settings.language import named

DELAYS_S = 0.080, 0.350  # between the two taps
APART_S = DEAD_TIME_MS / 1000 + 0.4  # between two taps that have nothing to do with each other
LOOK_S = 0.03  # that a look at the screen takes, before the second tap
AGAIN = 3  # single taps besides the first one: anything that differs each time is left out
GOES_ON = "moves", "pending", "sentences", "values"  # what a game of computers changes by itself
VIEWS_PER_PROCESS = 8
QUICK_VIEWS = ("table connect4", "placement connect4")

REPEATED = {
    "dice": "two dice show the same number: it is tapped twice",
    "keys": "a word has the same letter twice",
    "Turn left": "a piece is turned by two quarters",
    "Turn right": "a piece is turned by two quarters",
    "Flip": "a piece is flipped twice, to look at it",
    "Undo": "two moves are taken back",
    "Undo tap": "two taps are taken back",
    "Redo": "two moves are played again",
    "‹": "a stepper: two steps back",
    "›": "a stepper: two steps on",
    "Next ›": "a stepper: two lessons on",
    "‹ Back": "a stepper: two lessons back",
    "One move back": "a stepper: two moves back",
    "One move forward": "a stepper: two moves on",
    "−": "a stepper: two less",
    "+": "a stepper: two more",
    "Turn the board": "the board is turned by two quarters",
    "field": "two taps in a field choose a word",
    "scroll bar": "two taps scroll twice",
    "game in a list": "the second tap on a picture of a game opens it, as files are opened",
}
"""Controls that may act twice: by their text, or their kind."""


@dataclass(slots=True)
class Found:
    """Controls on which a double tap did more than one press: each with its first state."""

    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str, str], str] = field(default_factory=dict)
    taps: int = 0
    repeated: int = 0
    errors: list[str] = field(default_factory=list)

    def join(self, other: Found) -> None:
        """Add another walk's."""
        self.counts += other.counts
        self.taps, self.repeated = self.taps + other.taps, self.repeated + other.repeated
        self.errors += other.errors
        for key, example in other.examples.items():
            self.examples.setdefault(key, example)

    def lines(self) -> Iterator[str]:
        """Yield each kind of offender, the most frequent first."""
        for key, count in self.counts.most_common():
            layer, control, what = key
            yield f"{count:4}x {layer}: {control}: {what}; {self.examples[key]}"


def kind_of_repeating(control: Control) -> str:
    """Return the entry of `REPEATED` under which a control falls; empty if there is none."""
    if control.kind == "dice":
        return "dice"
    if control.layer == KEYBOARD:
        return "keys"
    if control.kind in ("TEntry", "TCombobox", "TSpinbox"):
        return "field"
    if control.kind == "TScrollbar":
        return "scroll bar"
    if control.layer == LIBRARY and control.kind == "Canvas":
        return "game in a list"
    words = control.text.split("   ")[0]
    return next((each for each in REPEATED if words == each or words.startswith(f"{each} Ctrl+")), "")


class Taps:
    """Taps of one finger on the screen of a window."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self._display: Any = Display(os.environ["DISPLAY"])
        self._last = 0.0

    def close(self) -> None:
        """Let go of the screen."""
        self._display.close()

    def tap(self, x: int, y: int, again_s: float = 0.0) -> float:
        """Press and let go, and again this much later if requested; return when. Earlier taps are long over.

        The second tap then comes in time by the screen's own clock, however busy the window is.
        """
        settle(self.window, max(0.0, self._last + APART_S - time.monotonic()))
        if (there := self.window.root.winfo_containing(x, y)) is not None:
            settle(self.window, dead_for(there))
        self._press(x, y, again_s)
        return self._last

    def tap_again(self, x: int, y: int) -> None:
        """Press and let go, as the second of two taps."""
        self._press(x, y)

    def _press(self, x: int, y: int, again_s: float = 0.0) -> None:
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        for delay in (0, round(1000 * again_s))[: 2 if again_s else 1]:
            xtest.fake_input(self._display, X.ButtonPress, 1, time=delay)
            xtest.fake_input(self._display, X.ButtonRelease, 1)
        if again_s:
            self._display.flush()
        else:
            self._display.sync()
        self._last = time.monotonic()

    def finish(self) -> None:
        """Wait until the screen has processed all requests."""
        self._display.sync()

    def away(self) -> None:
        """Move the pointer away from all controls."""
        root = self.window.root
        xtest.fake_input(self._display, X.MotionNotify, x=root.winfo_screenwidth() - 1, y=root.winfo_screenheight() - 1)
        self._display.sync()


def tap_twice(taps: Taps, walker: Walker, place: tuple[int, int], delay: float) -> dict[str, str]:
    """Tap twice on the control; return the changes beyond one tap."""
    window = taps.window
    first = taps.tap(*place)
    settle(window, max(0.0, first + delay - LOOK_S - time.monotonic()))
    before = everything(window)
    settle(window, max(0.0, first + delay - time.monotonic()))
    if time.monotonic() - first <= DELAYS_S[1] + LOOK_S:
        taps.tap_again(*place)
        come_to_rest(window, REST_S)
        twice = everything(window)
        if not differences(before, twice):
            return {}
    else:  # it was busy for longer, and only the screen can tap in time
        taps.away()
        if not walker.reach(*walker.at):
            return {}
        taps.tap(*place, again_s=delay)
        settle(window, delay + LOOK_S)
        taps.finish()
        come_to_rest(window, REST_S)
        twice = everything(window)
    once = _tapped_once(taps, walker, place, delay)
    if once is None or not (beyond := differences(once, twice)):
        return {}
    for _ in range(AGAIN):
        again = _tapped_once(taps, walker, place, delay) or {}
        beyond = {name: value for name, value in beyond.items() if once.get(name) == again.get(name)}
    table = table_of(window)
    if table is not None and not any(seat.people for seat in table.seats):  # the game goes on by itself, ever further
        beyond = {name: value for name, value in beyond.items() if name not in GOES_ON}
    return beyond


def _tapped_once(taps: Taps, walker: Walker, place: tuple[int, int], delay: float) -> dict[str, object] | None:
    """Return the result of one tap in the present state; None if it cannot be reached any more."""
    taps.away()
    if not walker.reach(*walker.at):
        return None
    taps.tap(*place)
    settle(taps.window, delay + LOOK_S)
    come_to_rest(taps.window, REST_S)
    return everything(taps.window)


def differences(once: Mapping[str, object], twice: Mapping[str, object]) -> dict[str, str]:
    """Return the differences, each with both values."""
    found: dict[str, str] = {}
    for name in sorted(once.keys() | twice.keys()):
        one, other = once.get(name), twice.get(name)
        if one == other:
            continue
        if isinstance(one, Counter) and isinstance(other, Counter):
            gone, come = sorted((one - other).elements()), sorted((other - one).elements())
            found[name] = f"{_short(gone)} -> {_short(come)}"
        elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
            pairs = [f"{a} -> {b}" for a, b in zip(one, other, strict=True) if a != b]
            found[name] = ", ".join(pairs)
        else:
            found[name] = f"{one} -> {other}"
    return found


def _short(texts: list[str]) -> str:
    return "; ".join(text[:60] for text in texts[:3]) + (f" and {len(texts) - 3} more" if len(texts) > 3 else "")


def everything(window: Window) -> dict[str, object]:
    """Return everything that a press may have changed: texts and choices on the screen, and the state behind it."""
    found: dict[str, object] = dict(condition(window))
    read: Counter[str] = Counter()
    values: Counter[str] = Counter()
    for widget, _ in mapped(window.root, box_of(window.root)):
        name = home_of(widget).rsplit(".", 1)[-1]
        if isinstance(widget, DropDown):
            values[f"{name} is open"] += 1
        elif text := " ".join(option_of(widget, "text").split()):
            read[text] += 1
        if isinstance(widget, (ttk.Checkbutton, ttk.Radiobutton)) and widget.instate(["selected"]):
            values[f"{name} {option_of(widget, 'text')} is on"] += 1
        elif isinstance(widget, ttk.Entry):  # a combobox is one
            values[f"{name} has {widget.get()!r}"] += 1
        elif (moves := moves_on(widget)) and moves.current:
            values[f"{name} at {moves.current.end}"] += 1
    return {**found, "sentences": read, "values": values}


@dataclass(frozen=True, slots=True)
class Walk:
    """Views on whose every control is tapped twice, in one window."""

    size: tuple[int, int]
    language: str
    names: tuple[str, ...]
    most: int = 0


def walk(given: Walk, home: Path) -> Found:
    """Walk on the present screen."""
    found = Found()
    window = open_window(given.size, named(given.language))
    come_to_rest(window)
    walker, taps = Walker(window, home), Taps(window)
    try:
        for step in walker.steps(given.names, given.most):
            if kind_of_repeating(step.control):
                found.repeated += 1
                continue
            delay = Random(f"{step.state} {step.control}").uniform(*DELAYS_S)
            found.taps += 1
            if beyond := tap_twice(taps, walker, step.place, delay):
                key = step.control.layer, str(step.control), ", ".join(beyond)
                found.counts[key] += 1
                detail = "; ".join(f"{name}: {value}" for name, value in beyond.items())
                found.examples.setdefault(key, f"{step.state}, {1000 * delay:.0f} ms: {detail[:400]}")
            found.errors += [f"{step.state} {step.control}: {error!r}" for error in walker.errors]
            walker.errors.clear()
            taps.away()
    finally:
        taps.close()
        window.close()
    return found


def walk_alone(given: Walk) -> Found:
    """Walk on its own screen and in its own data folder; run this in a separate process."""
    with own_screen(given.size, given.language) as home:
        return walk(given, home)


def main() -> int:
    """Print the offenders; the exit status is 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="1024x600")
    parser.add_argument("--language", default="en")
    parser.add_argument("--views", default="", metavar="PART", help="only views whose name contains this")
    parser.add_argument("--quick", action="store_true", help="a few controls of a few views")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with a screen of its own")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    names = list(QUICK_VIEWS) if args.quick else walked_views(args.views)
    walks = [
        Walk((width, height), args.language, tuple(names[first : first + VIEWS_PER_PROCESS]), 8 if args.quick else 0)
        for first in range(0, len(names), VIEWS_PER_PROCESS)
    ]
    found = Found()
    with ProcessPoolExecutor(args.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        for each in pool.map(walk_alone, walks):
            found.join(each)
            print(f"... {found.taps} double taps: {found.counts.total()} did more than one press", flush=True)
    for line in found.lines():
        print(line)
    for error in found.errors:
        print(f"error: {error}")
    print(f"{found.taps} double taps, {found.repeated} controls that repeat by design left out")
    print(f"{found.counts.total()} did more than one press, of {len(found.counts)} kinds")
    return 1 if found.counts or found.errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
