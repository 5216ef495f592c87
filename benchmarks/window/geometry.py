"""Does everything fit: each page at each screen size, text size, language and mode, as real windows on a virtual screen.

    python -m uv run --group dev python -m benchmarks.window.geometry [--sizes 800x480,...] [--texts huge] [--pages table]

Of each widget that can be acted on: it lies wholly inside the window (or can be scrolled to), its text is not cut, nothing
overlaps it, it is at least 9 mm high and wide, and its text stands out from its ground by 4.5 to 1 or more. The main button
of each page is in sight without scrolling. The squares of a board are no widgets: a board of 20 by 20 has none of 9 mm on a
screen of 7 inches. Each line of the output is an offender; the last one counts them.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
import tkinter as tk
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations, product
from tkinter import ttk

from benchmarks.start_up import screen
from engines.results import MoveValue
from games import find, game_names
from table.analysis.turning_points import turning_points
from table.seats import read_seat
from table.settings.folders import records
from table.settings.language import named
from table.table import Table
from ui.after.looking import show_moment
from ui.context import WindowContext
from ui.library.page import LibraryPage
from ui.palette import PALETTES
from ui.settings import TEXT_SIZES, Settings
from ui.table.page import TablePage
from ui.widgets.scroll import Scrolled
from ui.window import Window

SIZES = ((800, 480), (1024, 600), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160), (600, 1024), (1080, 1920))
LANGUAGES = ("en", "de", "he")
TARGET_MM = 9.0
MIN_CONTRAST = 4.5
SLACK = 3  # pixels by which a widget may be smaller than it asks: what Tk leaves around a text
PRESSED = ("TButton", "TCheckbutton", "TRadiobutton", "TCombobox", "TEntry", "TSpinbox", "Scale", "TScale")
READ = ("TLabel", "Label")
TYPED = ("TEntry", "TCombobox", "TSpinbox", "TScale")
SETTLED_S, MAX_REST_S = 0.15, 5.0  # between two looks at whether anything moves, and at most

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels of the screen."""


@dataclass(frozen=True)
class Offence:
    """One widget that does not fit."""

    view: str
    kind: str
    widget: str
    detail: str

    def __str__(self) -> str:
        return f"{self.view:48} {self.kind:9} {self.widget[:60]:60} {self.detail}"


def offences(window: Window, view: str) -> Iterator[Offence]:
    """Check what is on the screen now."""
    checked = [
        (widget, _box(widget))
        for widget in _shown(_uppermost(window))
        if widget.winfo_class() in PRESSED or (widget.winfo_class() in READ and _option(widget, "text"))
    ]
    for widget, box in checked:
        for kind, detail in (*_misplaced(window, widget, box), *_cut(widget), *_too_small(widget), *_pale(window, widget)):
            yield Offence(view, kind, _name(widget), detail)
    for (one, a), (other, b) in combinations(checked, 2):
        if min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1 and _both_seen(one, other):
            yield Offence(view, "overlap", _name(one), _name(other))


Finding = tuple[str, str]
"""The kind of an offence, and its detail."""


def _misplaced(window: Window, widget: tk.Misc, box: Box) -> Iterator[Finding]:
    """A part outside the window, or outside what can be scrolled to; a main button that is not in sight."""
    seen, holder = _clip(widget, _box(window.root)), _scrolled_around(widget)
    reachable = seen
    if holder is not None:
        inside = _box(holder.body)
        reachable = seen[0], inside[1], seen[2], inside[3]
        if _option(widget, "style").endswith("Accent.TButton") and not _contains(seen, box):
            yield "primary", f"{box} of {seen}"
    if not _contains(reachable, box):
        yield "outside", f"{box} of {reachable}"


def _cut(widget: tk.Misc) -> Iterator[Finding]:
    """Less room than the text needs; what is typed into may be longer than its field."""
    width, wanted = widget.winfo_width(), widget.winfo_reqwidth()
    if width < wanted - SLACK and widget.winfo_class() not in TYPED:
        yield "cut", f"{width} of {wanted} pixels wide"
    height, wanted = widget.winfo_height(), widget.winfo_reqheight()
    if height < wanted - SLACK:
        yield "cut", f"{height} of {wanted} pixels high"


def _too_small(widget: tk.Misc) -> Iterator[Finding]:
    """A target that a finger would miss; a slider is pushed along its whole length."""
    width, height = widget.winfo_width(), widget.winfo_height()
    least = widget.winfo_fpixels(f"{TARGET_MM}m") - 1.5
    if widget.winfo_class() in PRESSED and not isinstance(widget, ttk.Scale) and min(width, height) < least:
        yield "small", f"{width} x {height}, {least:.0f} needed"


def _pale(window: Window, widget: tk.Misc) -> Iterator[Finding]:
    """A text that stands out too little."""
    if _option(widget, "text") and (found := _contrast(window, widget)) < MIN_CONTRAST:
        yield "contrast", f"{found:.1f}"


def _uppermost(window: Window) -> tk.Misc:
    """The sheet that lies over the page, if one does; else the whole window."""
    page = window.page
    sheet = getattr(page, "sheet", None)
    return sheet if sheet is not None and sheet.winfo_exists() and sheet.winfo_ismapped() else window.root


def _shown(widget: tk.Misc) -> Iterator[tk.Misc]:
    for child in widget.winfo_children():
        if isinstance(child, (tk.Menu, tk.Toplevel)) or not child.winfo_ismapped():
            continue
        yield child
        yield from _shown(child)


def _box(widget: tk.Misc) -> Box:
    left, top = widget.winfo_rootx(), widget.winfo_rooty()
    return left, top, left + widget.winfo_width(), top + widget.winfo_height()


def _clip(widget: tk.Misc, whole: Box) -> Box:
    """The part of the screen in which a widget can be seen: all of its ancestors' areas together."""
    box, at = whole, widget.master
    while at is not None:
        each = _box(at)
        box = max(box[0], each[0]), max(box[1], each[1]), min(box[2], each[2]), min(box[3], each[3])
        at = at.master
    return box


def _contains(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _both_seen(one: tk.Misc, other: tk.Misc) -> bool:
    """Whether neither belongs to the other, and both scroll together or not at all."""
    apart = not str(one).startswith(str(other)) and not str(other).startswith(str(one))
    return apart and _scrolled_around(one) is _scrolled_around(other)


def _scrolled_around(widget: tk.Misc | None) -> Scrolled | None:
    while widget is not None and not isinstance(widget, Scrolled):
        widget = widget.master
    return widget


def _option(widget: tk.Misc, name: str) -> str:
    """An option of a widget; empty where it has none of this name."""
    return str(widget.cget(name)) if name in widget.keys() else ""  # noqa: SIM118 - a widget is no mapping


def _name(widget: tk.Misc) -> str:
    text = _option(widget, "text")
    return f"{widget.winfo_class()} {text!r}" if text else str(widget)


def _contrast(window: Window, widget: tk.Misc) -> float:
    style = ttk.Style(window.root)
    name = _option(widget, "style") or widget.winfo_class()
    if isinstance(widget, ttk.Widget) and widget.instate(["disabled"]):
        return 21.0  # what cannot be pressed may be pale (WCAG 2.2, 1.4.3)
    states = widget.state() if isinstance(widget, ttk.Widget) else ()
    palette = window.theme.palette
    ink = str(style.lookup(name, "foreground", states)) or palette.ink
    ground = str(style.lookup(name, "background", states)) or palette.surface
    if name.endswith("Accent.TButton") or (name == "Toggle.TButton" and "selected" in states):
        ink, ground = palette.on_accent, palette.accent  # drawn by pictures
    return contrast(_rgb(window, ink), _rgb(window, ground))


def _rgb(window: Window, colour: str) -> tuple[float, float, float]:
    red, green, blue = window.root.winfo_rgb(colour)
    return red / 65535, green / 65535, blue / 65535


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance of sRGB in 0..1)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[float]) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# -- pages ---------------------------------------------------------------------------------------------------------------


def _table(window: Window, name: str, seats: Sequence[str] = ()) -> TablePage:
    game = find(name)
    options = game.options()
    names = ("human:Anna", "human:Ben", "human:Christina", "human:Dan")[: game.seats(options)]
    table = Table.begin(game, options, [read_seat(seat) for seat in seats or names], None, datetime.now)
    window.show_table(table)
    assert isinstance(window.page, TablePage)
    return window.page


def _placement(window: Window, name: str) -> None:
    """A computer's move waits to be made on the real board."""
    game = find(name)
    people = ["human:Anna"] * (game.seats(game.options()) - 1)
    page = _table(window, name, ["random", *people])
    end = time.monotonic() + 20
    while page.table.pending is None and time.monotonic() < end:
        if page.table.needs_throw:
            page.actions.invoke("roll")
        _settle(window, 0.05)


def _earlier(window: Window) -> None:
    page = _table(window, "connect4")
    for move in "4433":
        page.table.play(move)
    page.view(2)


def _over(window: Window) -> None:
    page = _table(window, "connect4")
    for move in "1212121":
        page.table.play(move)


def _turned(window: Window) -> TablePage:
    """A game that is over, in which each move but the last gave the lead away."""
    page = _table(window, "connect4")
    for move in "1122334":
        page.table.play(move)
    page.advice.busy = True
    for number, entry in enumerate(page.table.history.standing):
        line = page.table.history.line_at(number)
        good, bad = ((1.0, 0.0), (0.0, 1.0))[:: 1 if entry.seat == 1 else -1]
        other = next(move for move in reversed(line.state.legal()) if move != entry.move)
        page.review.learn(line, [MoveValue(other, good, True), MoveValue(entry.move, bad, True)])
    page.refresh()
    _settle(window, 0.05)
    return page


def _moment(window: Window) -> None:
    page = _turned(window)
    show_moment(page, turning_points(page.table, page.review)[0])


def _taps(window: Window) -> None:
    page = _table(window, "blokus")
    for name in ("a20", "b20"):
        page.tap(name, False)


def _refused(window: Window) -> None:
    page = _table(window, "blokus")
    page.tap("k10", False)
    page.line.begin("xyz")


def _sheet(window: Window, name: str, action: str) -> None:
    _table(window, name).actions.invoke(action)


def _editing(window: Window, name: str) -> None:
    _table(window, name).setting_right.begin()


def _library(window: Window, action: Callable[[LibraryPage], object] = lambda _: None) -> None:
    """All games, some of which were played before the first look at them."""
    if not records().is_dir():
        for name in game_names():
            game = find(name)
            seats = [read_seat("human:Anna") for _ in range(game.seats(game.options()))]
            for _ in range(4):
                Table.begin(game, game.options(), seats, records(), datetime.now).close()
    window.show_library()
    page = window.page
    assert isinstance(page, LibraryPage)
    while page.busy:
        _settle(window, 0.02)
    action(page)


def _replay(window: Window) -> None:
    table = Table.begin(
        find("connect4"), find("connect4").options(), [read_seat("human:Anna")] * 2, records(), datetime.now
    )
    for move in "1212121":
        table.play(move)
    table.close()
    assert table.record
    window.look_through(table.record.path)
    table.record.path.unlink()


def pages() -> dict[str, Callable[[Window], object]]:
    """Every page, by name, with what shows it."""
    views: dict[str, Callable[[Window], object]] = {
        "start": lambda window: window.show_start(),
        "settings": lambda window: window.show_settings(),
        "help": lambda window: window.show_help(),
        "hardware": lambda window: window.show_hardware("blokus"),
        "table earlier": _earlier,
        "table over": _over,
        "table over moments": _turned,
        "table over moment": _moment,
        "table over keep": lambda window: _turned(window).panel.over.keep.invoke(),
        "table over next": lambda window: _turned(window).panel.over.next.invoke(),
        "table over points": lambda window: _turned(window).panel.over.points.invoke(),
        "table taps": _taps,
        "table refused": _refused,
        "library": _library,
        "library deleted": lambda window: _library(window, LibraryPage.delete),
        "library find": lambda window: _library(window, LibraryPage.ask_find),
        "library export": lambda window: _library(window, LibraryPage.ask_export),
        "replay": _replay,
        "sheet more": lambda window: _table(window, "backgammon").actions.open_more(),
    }
    for action in ("reseat", "resign", "evening", "camera", "hardware"):
        views[f"sheet {action}"] = lambda window, action=action: _sheet(window, "kalah", action)  # type: ignore[misc]
    for name in game_names():
        views[f"seats {name}"] = lambda window, name=name: window.show_seats(name)  # type: ignore[misc]
        views[f"table {name}"] = lambda window, name=name: _table(window, name)  # type: ignore[misc]
        views[f"table {name} edit"] = lambda window, name=name: _editing(window, name)  # type: ignore[misc]
        views[f"table {name} placement"] = lambda window, name=name: _placement(window, name)  # type: ignore[misc]
    return views


def _settle(window: WindowContext, seconds: float) -> None:
    end = time.monotonic() + seconds
    while True:
        window.root.update()
        if time.monotonic() >= end:
            return
        time.sleep(0.005)


def _come_to_rest(window: Window) -> None:
    """Wait until nothing has moved for a while."""
    end = time.monotonic() + MAX_REST_S
    before: list[Box] = []
    while time.monotonic() < end:
        _settle(window, SETTLED_S)
        now = [_box(widget) for widget in _shown(window.root)]
        if now == before:
            return
        before = now


def check(
    size: tuple[int, int], language: str, texts: Sequence[str], modes: Sequence[str], names: Sequence[str]
) -> Iterator[Offence]:
    """Check pages in one window of this size and language, at each text size and mode."""
    settings = replace(Settings(), chime=False, awake=False, width=size[0], height=size[1])
    window = Window(tk.Tk(), settings, catalogue=named(language))
    try:
        window.root.geometry(f"{size[0]}x{size[1]}+0+0")
        for text, mode, name in product(texts, modes, names):
            window.change(replace(window.settings, text=text, mode=mode))
            pages()[name](window)
            _come_to_rest(window)
            view = f"{size[0]}x{size[1]} {text} {language} {mode} {name}"
            yield from offences(window, view)
    finally:
        window.close()


def main() -> int:
    """Print the offenders; the exit status is 1 where there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(f"{width}x{height}" for width, height in SIZES))
    parser.add_argument("--texts", default=",".join(TEXT_SIZES))
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--modes", default=",".join(PALETTES))
    parser.add_argument("--pages", default="", metavar="PART", help="only pages whose name contains this")
    args = parser.parse_args()
    sizes = [tuple(map(int, size.split("x"))) for size in args.sizes.split(",")]
    names = [name for name in pages() if args.pages in name]
    texts, modes = args.texts.split(","), args.modes.split(",")
    kinds: Counter[str] = Counter()
    views = 0
    with tempfile.TemporaryDirectory() as home, screen("3840x2160x24") as display:
        os.environ.update(FOURTH_SEAT_HOME=home, DISPLAY=display)
        for (width, height), language in product(sizes, args.languages.split(",")):
            for offence in check((width, height), language, texts, modes, names):
                kinds[offence.kind] += 1
                print(offence, flush=True)
            views += len(texts) * len(modes) * len(names)
    print(f"{views} views, {kinds.total()} offenders" + (f": {dict(kinds)}" if kinds else ""))
    return 1 if kinds else 0


if __name__ == "__main__":
    raise SystemExit(main())
