"""Windows that are resized in the middle of something, compared with windows that were opened at that size.

    python -m uv run --group dev python -m benchmarks.window.resized [--jobs 2]
    python -m uv run --group dev python -m benchmarks.window.resized --sizes 1024x600,600x1024 --views table

Each state of each view is reached in a window of the first size; the window is given the second one, and then the first
one again. An offender is a widget that lies elsewhere, by more than `SLACK_PX`, than in a window that had this size when
the state was reached; or a picture of the screen of which more than `MOST_CHANGED` looks different, such as a board that
was painted for another size. The rules of `geometry` hold for the resized window, too. A sheet keeps the width with which
it was opened, so that these rules alone hold for it. The exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import os
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context

import numpy as np
from PIL import Image, ImageGrab

from benchmarks.window.controls import option_of
from benchmarks.window.geometry.checks import Box, box_of, offences, shown
from benchmarks.window.geometry.rest import LOOK_INTERVAL_S, come_to_rest
from benchmarks.window.geometry.views import views
from benchmarks.window.inside import Window, as_at_first, open_window
from benchmarks.window.reaching import own_screen
from fourth_seat.table.settings.language import named
from fourth_seat.ui.widgets.sheet import uppermost

Size = tuple[int, int]

PAIRS: tuple[tuple[Size, Size], ...] = (
    ((1280, 800), (2560, 1440)),  # maximised
    ((1920, 1080), (1024, 600)),  # made smaller
    ((1024, 600), (600, 1024)),  # a tablet that is turned
)
UNWALKED = {"keyboard": "it goes when the page replaces its field"}  # views, each with its reason
VIEWS_PER_PROCESS = 12
SLACK_PX = 6  # what the rounded distances of widgets in a row may add up to
COARSE = 8  # pixels of the screen, each way, for one of the pictures that are compared
MOST_MOVED = 4  # widgets of a window that are printed
DIFFERENT = 24  # steps of grey, of 256
MOST_CHANGED = 0.01  # of the screen: less is a clock, or a letter that was moved by one pixel


@dataclass(slots=True)
class Look:
    """What a window shows: each widget's class and text, and its box; the offenders; the screen, coarse and grey; whether a
    sheet is open.
    """

    widgets: list[tuple[str, Box]]
    offences: list[str]
    picture: np.ndarray
    sheet: bool


@dataclass(slots=True)
class Found:
    """The offenders of a walk, and how many windows were compared."""

    offenders: list[str] = field(default_factory=list)
    compared: int = 0


def look(window: Window, size: Size) -> Look:
    """Look at the window when nothing in it moves any more."""
    window.root.geometry(f"{size[0]}x{size[1]}+0+0")
    come_to_rest(window, 2 * LOOK_INTERVAL_S)
    screen = ImageGrab.grab((0, 0, *size), xdisplay=os.environ["DISPLAY"]).convert("L")
    picture = np.asarray(screen.resize((size[0] // COARSE, size[1] // COARSE), Image.Resampling.BOX), np.int16)
    widgets = [(f"{type(widget).__name__} {option_of(widget, 'text')!r}", box_of(widget)) for widget in shown(window.root)]
    found = [f"{each.kind} {each.widget}: {each.detail}" for each in offences(window, "")]
    return Look(widgets, found, picture, window.page is not None and uppermost(window.page) is not None)


def differences(one: Look, other: Look) -> Iterator[str]:
    """Yield how a resized window differs from one of that size; the first of the widgets that moved."""
    yield from (line for line in one.offences if line not in other.offences)
    if one.sheet:
        return
    kinds, wanted_kinds = (Counter(kind for kind, _ in each.widgets) for each in (one, other))
    if _otherwise(wanted_kinds - kinds) & _otherwise(kinds - wanted_kinds):  # another moment, as of a computer that thinks
        return
    yield from (f"{kind} is missing" for kind in wanted_kinds - kinds)
    yield from (f"{kind} is shown" for kind in kinds - wanted_kinds)
    if kinds == wanted_kinds:
        yield from islice(_moved(one.widgets, other.widgets), MOST_MOVED)
    changed = float((np.abs(one.picture - other.picture) > DIFFERENT).mean())
    if changed > MOST_CHANGED:
        yield f"{100 * changed:.1f} % of the screen looks different"


def _otherwise(widgets: Counter[str]) -> set[str]:
    """Return the classes of the widgets that have a text."""
    return {kind for kind, text in (each.split(" ", 1) for each in widgets) if text != "''"}


def _moved(widgets: Sequence[tuple[str, Box]], wanted: Sequence[tuple[str, Box]]) -> Iterator[str]:
    for (kind, box), (_, there) in zip(sorted(widgets), sorted(wanted), strict=True):
        if max(abs(a - b) for a, b in zip(box, there, strict=True)) > SLACK_PX:
            yield f"{kind} at {box} instead of {there}"


def looks(names: Sequence[str], sizes: Sequence[Size], language: str) -> Iterator[tuple[str, list[Look]]]:
    """Yield each state of these views, reached at the first size, and how it looks at each of the sizes, in this order."""
    window = open_window(sizes[0], named(language))
    errors: list[BaseException] = []
    window.root.report_callback_exception = lambda _, error, __: errors.append(error)
    settings = window.settings
    try:
        for name in names:
            look(window, sizes[0])
            states = views()[name](window)
            for number, _ in enumerate(states if isinstance(states, Iterator) else (None,), 1):
                yield f"{name} {number}", [look(window, size) for size in sizes]
                look(window, sizes[0])
                if errors:
                    raise errors[0]
            as_at_first(window, settings)
    finally:
        window.close()


def walk(names: Sequence[str], before: Size, after: Size, language: str) -> Found:
    """Compare all states of these views; on a virtual screen of its own, in a process of its own."""
    found = Found()
    screen = max(before[0], after[0]), max(before[1], after[1])
    with own_screen(screen, language) as home:
        wanted = {state: each[0] for state, each in looks(names, [after], language)}
        shutil.rmtree(home, ignore_errors=True)  # what the views have saved
        for state, (first, resized, again) in looks(names, [before, after, before], language):
            for what, one, other in (("resized", resized, wanted[state]), ("and back", again, first)):
                found.compared += 1
                found.offenders += [f"{before} -> {after}, {state}, {what}: {each}" for each in differences(one, other)]
    return found


def main() -> int:
    """Print the offenders; the exit status is 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="", metavar="1024x600,600x1024", help="the first size and the second one")
    parser.add_argument("--language", default="en")
    parser.add_argument("--views", default="", metavar="PART", help="only views whose name contains this")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with a screen of its own")
    args = parser.parse_args()
    names = [name for name in views() if args.views in name and name not in UNWALKED]
    pairs: Sequence[tuple[Size, Size]] = PAIRS
    if args.sizes:
        (a, b), (c, d) = (map(int, size.split("x")) for size in args.sizes.split(","))
        pairs = [((a, b), (c, d))]
    start = time.monotonic()
    offenders = compared = 0
    with ProcessPoolExecutor(args.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        waiting = {
            pool.submit(walk, names[first : first + VIEWS_PER_PROCESS], *pair, args.language): names[first]
            for pair in pairs
            for first in range(0, len(names), VIEWS_PER_PROCESS)
        }
        for done in as_completed(waiting):
            if error := done.exception():  # the other walks go on
                offenders += 1
                print(f"the walk from {waiting[done]} on broke off: {error!r}\n{error.__cause__}", flush=True)
                continue
            found = done.result()
            compared += found.compared
            offenders += len(found.offenders)
            print(*found.offenders, sep="\n", end="\n" if found.offenders else "", flush=True)
            print(f"... {compared} windows: {offenders} offenders", flush=True)
    print(f"{compared} windows of {len(names)} views compared, {time.monotonic() - start:.0f} s: {offenders} offenders")
    return 1 if offenders else 0


if __name__ == "__main__":
    raise SystemExit(main())
