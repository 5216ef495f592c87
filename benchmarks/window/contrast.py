"""Contrast of every text and mark in all colours of the window and of the page for phones, and colours of pieces that look
alike to people with colour blindness.

    python -m uv run --group dev python -m benchmarks.window.contrast [--jobs 2] [--views table] [--size 1280x800]

The views of the geometry's walk are shown by day and by night, with usual and with high contrast, and tables with each set
of colours of pieces. Each text, of a widget or drawn, is compared with the most frequent colour of its place on the screen:
4.5 to 1 at least, 3 to 1 for large ones (24 pixels at 96 dots an inch, bold from 18.66; WCAG 2.2, 1.4.3) and for marks
(1.4.11). Disabled controls are left out, as in WCAG. A mark of two lines beside each other is visible if one of them is.
Colours of pieces, seen with each kind of colour blindness (`benchmarks.sight`), have to differ by `MIN_DIFFERENCE`. The
last line counts the offenders.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import tempfile
import tkinter as tk
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from tkinter import font as tkfont
from tkinter import ttk

from PIL import Image, ImageColor, ImageGrab

from benchmarks.sight import BLINDNESS, difference, seen
from benchmarks.start_up import screen
from benchmarks.window.controls import option_of
from benchmarks.window.geometry.checks import shown
from benchmarks.window.geometry.rest import come_to_rest
from benchmarks.window.geometry.views import views
from fourth_seat.games import find, game_names
from fourth_seat.hardware.hues import PIECE_HUES, USUAL_HUES, contrast, hue_colour, ink_on, tone_colour
from fourth_seat.look.tokens import COLOURS
from fourth_seat.ui.board import paint
from fourth_seat.ui.board.marks import BLACK, BLUE, ORANGE, WHITE
from fourth_seat.ui.board.pieces import NUMBER, SEED
from fourth_seat.ui.guide.tour import tour_of
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import NEVER, Settings
from fourth_seat.ui.theme.palette import MODES
from fourth_seat.ui.theme.typeface import open_root

TEXT, LARGE = 4.5, 3.0
LARGE_PX, LARGE_BOLD_PX = 24.0, 18.66
MIN_DIFFERENCE = 15.0
"""CIEDE2000 between two colours of pieces. 1 is just visible when they touch; ten times as much is a different colour at a
glance; half as much is added because pieces lie apart, and a family's screen is not calibrated.
"""
MIN_DIFFERENCE_MEANT = 25.0  # with the kind of blindness for which a set of colours is meant
MEANT_FOR = {"red-green": ("protanopia", "deuteranopia"), "blue-yellow": ("tritanopia",)}
VIEWS_PER_PROCESS = 12
HALO_PX = 4  # between the middles of a text and of the same text around it in another colour


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours of a window."""

    mode: str
    contrast: bool
    hues: str = USUAL_HUES

    def __str__(self) -> str:
        return f"{self.mode}{' contrast' * self.contrast}, pieces {self.hues}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Something on its background, and the least contrast for it."""

    what: str
    ink: str
    ground: str
    least: float

    @property
    def contrast(self) -> float:
        return contrast(self.ink, self.ground)

    @property
    def fails(self) -> bool:
        return self.contrast < self.least

    def __str__(self) -> str:
        return f"{self.what[:90]:90} {self.ink} on {self.ground}: {self.contrast:.2f}, {self.least} needed"


SCHEMES = tuple(Scheme(mode, high) for mode in MODES for high in (False, True))
PIECES = tuple(Scheme("light", False, hues) for hues in PIECE_HUES if hues != USUAL_HUES)


def main() -> int:
    """Print the offenders; the exit status is 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with a screen of its own")
    parser.add_argument("--views", default="", metavar="PART", help="only views whose name contains this; none: -")
    parser.add_argument("--size", default="1280x800")
    args = parser.parse_args()
    names = [name for name in views() if args.views in name]
    tables = [name for name in names if name.startswith(("table", "placement", "seats", "over"))]
    tasks = [
        (scheme, some[first : first + VIEWS_PER_PROCESS], args.size)
        for scheme, some in (*((scheme, names) for scheme in SCHEMES), *((scheme, tables) for scheme in PIECES))
        for first in range(0, len(some), VIEWS_PER_PROCESS)
    ]
    found: dict[Pair, str] = {}
    looked = 0
    with ProcessPoolExecutor(args.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        for (scheme, *_), pairs in zip(tasks, pool.map(_walk, tasks), strict=True):
            looked += len(pairs)
            for pair in pairs:
                if pair.fails:
                    found.setdefault(pair, str(scheme))
    static = [*window_marks(), *phone_pairs()]
    found |= {pair: "by its colours" for pair in static if pair.fails}
    for pair, where in sorted(found.items(), key=lambda item: item[0].contrast):
        print(f"{pair}   ({where})")
    alike = list(alike_pieces())
    print(*alike, sep="\n", end="\n" if alike else "")
    for hues in PIECE_HUES:
        least = {kind or "all cones": round(least_difference(hues, kind), 1) for kind in (None, *BLINDNESS)}
        print(f"pieces {hues}: least CIEDE2000 between two colours of a game: {least}")
    print(f"{looked} texts on {len(names)} views, in {len(SCHEMES)} schemes and {len(PIECES)} more colours of pieces")
    print(f"{len(static)} pairs of colours by themselves")
    print(f"{len(found)} texts and marks are too pale, {len(alike)} pairs of pieces look alike")
    return 1 if found or alike else 0


# -- what the window shows --


def _walk(task: tuple[Scheme, list[str], str]) -> list[Pair]:
    """Show views on a virtual screen, with an empty data folder; run this in a separate process."""
    scheme, names, size = task
    width, height = map(int, size.split("x"))
    with tempfile.TemporaryDirectory() as home, screen(f"{size}x24") as display:
        os.environ.update(FOURTH_SEAT_HOME=home, DISPLAY=display)
        settings = replace(
            Settings(), chime=False, awake=False, width=width, height=height,
            mode=scheme.mode, contrast=scheme.contrast, hues=scheme.hues, motion=NEVER,
        )  # fmt: skip
        window = MainWindow(open_root(), settings)
        try:
            window.root.geometry(f"{size}+0+0")
            return [pair for name in names for pair in _view(window, name, display)]
        finally:
            window.close()


def _view(window: MainWindow, name: str, display: str) -> Iterator[Pair]:
    states = views()[name](window)
    for _ in states if isinstance(states, Iterator) else (None,):
        come_to_rest(window)
        picture = ImageGrab.grab(xdisplay=display)
        for pair in texts(window, picture):
            yield replace(pair, what=f"{name}: {pair.what}")
    window.notices.drop()
    if tour := tour_of(window):
        tour.destroy()


def texts(window: MainWindow, picture: Image.Image) -> Iterator[Pair]:
    """Yield all visible texts, with their colours on a picture of the window."""
    root = window.root
    for widget in shown(root):
        box = (widget.winfo_rootx(), widget.winfo_rooty(), widget.winfo_width(), widget.winfo_height())
        if isinstance(widget, tk.Canvas):
            yield from _drawn(widget, box, picture)
        elif (text := option_of(widget, "text")) and isinstance(widget, ttk.Widget) and not widget.instate(["disabled"]):
            style = option_of(widget, "style") or widget.winfo_class()
            styles = ttk.Style(root)
            ink = option_of(widget, "foreground") or str(styles.lookup(style, "foreground", widget.state()))
            font = option_of(widget, "font") or str(styles.lookup(style, "font"))
            if _in_front(root, widget, box) and (
                ground := _ground(picture, (box[0], box[1], box[0] + box[2], box[1] + box[3]), ink)
            ):
                yield Pair(f"{style} {text!r}", _hex(root, ink), ground, _least(root, font))


def _drawn(canvas: tk.Canvas, box: tuple[int, int, int, int], picture: Image.Image) -> Iterator[Pair]:
    """Yield the texts drawn on a canvas, with the most visible part of those with a halo."""
    best: dict[tuple[str, int, int], Pair] = {}
    for place, pair in _written(canvas, box, picture):
        near = next((key for key in best if key[0] == pair.what and math.dist(key[1:], place) <= HALO_PX), None)
        if near is None or pair.contrast > best[near].contrast:
            best[near or (pair.what, *place)] = pair
    yield from best.values()


def _written(
    canvas: tk.Canvas, box: tuple[int, int, int, int], picture: Image.Image
) -> Iterator[tuple[tuple[int, int], Pair]]:
    """Yield the visible texts of a canvas, each with the middle of its place on the screen."""
    for item in canvas.find_all():
        get = partial(canvas.tk.call, str(canvas), "itemcget", item)
        if str(canvas.type(item)) != "text" or str(get("-state")) == "hidden" or not str(get("-text")):
            continue
        if not (place := canvas.bbox(item)):
            continue
        left, top = box[0] - canvas.canvasx(0), box[1] - canvas.canvasy(0)
        inside = round(place[0] + left), round(place[1] + top), round(place[2] + left), round(place[3] + top)
        middle = (inside[0] + inside[2]) // 2, (inside[1] + inside[3]) // 2
        clip = box[0], box[1], box[0] + box[2], box[1] + box[3]
        if not (clip[0] <= middle[0] < clip[2] and clip[1] <= middle[1] < clip[3]) or not _is(canvas, middle):
            continue
        ink = _hex(canvas, str(get("-fill")))
        if not _covered(canvas, item, place, picture.crop(inside), ink) and (ground := _ground(picture, inside, ink)):
            text, font = str(get("-text")), str(get("-font"))
            yield middle, Pair(f"drawn {text!r}", ink, ground, _least(canvas, font))


def _covered(canvas: tk.Canvas, item: int, place: tuple[int, int, int, int], seen: Image.Image, ink: str) -> bool:
    """Return whether pieces or marks that are drawn later hide a text or cross its middle."""
    across, down = (place[0] + place[2]) / 2, (place[1] + place[3]) / 2
    over = canvas.find_overlapping(across, down, across, down)
    marks = [other for other in over[over.index(item) + 1 :] if str(canvas.type(other)) in ("line", "oval", "polygon")]
    colours = {colour for _, colour in seen.convert("RGB").getcolors(1 << 22) or []}
    return (
        any(canvas.tk.call(str(canvas), "itemcget", mark, "-fill") for mark in marks)
        or ImageColor.getrgb(ink) not in colours
    )


def _is(widget: tk.Misc, point: tuple[int, int]) -> bool:
    return widget.winfo_containing(*point) is widget


def _in_front(root: tk.Tk, widget: tk.Misc, box: tuple[int, int, int, int]) -> bool:
    """Return whether the middle of a widget is in sight: no sheet or scrolled edge covers it."""
    at = root.winfo_containing(box[0] + box[2] // 2, box[1] + box[3] // 2)
    return at is widget


def _ground(picture: Image.Image, box: tuple[int, int, int, int], ink: str) -> str:
    """Return the colour of most pixels of a place beside the ink's own; empty if the place is not on the picture."""
    left, top, right, bottom = (max(0, value) for value in box)
    right, bottom = min(right, picture.width), min(bottom, picture.height)
    if right <= left or bottom <= top:
        return ""
    counts = picture.crop((left, top, right, bottom)).convert("RGB").getcolors(1 << 22) or []
    for _, colour in sorted(counts, reverse=True):
        found = "#{:02x}{:02x}{:02x}".format(*colour)  # type: ignore[misc]
        if found != ink:
            return found
    return ""


def _hex(widget: tk.Misc, colour: str) -> str:
    if re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        return colour.lower()
    return "#" + "".join(f"{value >> 8:02x}" for value in widget.winfo_rgb(colour))


def _least(widget: tk.Misc, font: str) -> float:
    actual = tkfont.Font(widget, font=font).actual()
    pixels = abs(actual["size"]) if actual["size"] < 0 else actual["size"] * widget.winfo_fpixels("1i") / 72
    pixels *= 96 / widget.winfo_fpixels("1i")
    return LARGE if pixels >= (LARGE_BOLD_PX if actual["weight"] == "bold" else LARGE_PX) else TEXT


# -- what follows from the colours alone --


def window_marks() -> Iterator[Pair]:
    """Yield marks, of adjacent lines the more visible one, on all grounds of all boards and all pieces."""
    lines = {"last move": (WHITE, BLACK), "tap, hint, next, hands": (BLUE, WHITE), "wrong, cross": (ORANGE, WHITE)}
    for name in game_names():
        game = find(name)
        options = game.options()
        geometry = game.geometry(options)
        tones = {cell.tone for cell in geometry.cells} | {ground.tone for ground in geometry.grounds}
        for hues in PIECE_HUES:
            grounds = {
                f"{tone}{' at night' * night}": tone_colour(tone, night=night, hues=hues)
                for tone in tones
                for night in (False, True)
            }
            grounds |= {side.hue: hue_colour(side.hue, hues) for side in game.sides(options)}
            for what, ground in grounds.items():
                for mark, colours in lines.items():
                    ink = max(colours, key=lambda colour: contrast(colour, ground))
                    yield Pair(f"{name}, {hues}: mark of {mark} on {what}", ink, ground, LARGE)
            for side in game.sides(options):
                piece = hue_colour(side.hue, hues)
                face = "#{:02x}{:02x}{:02x}".format(*paint.disc(64, piece).getpixel((32, 32))[:3])  # type: ignore[index]
                for part, ground in (("edge", piece), ("face", face)):
                    yield Pair(f"{name}, {hues}: figure on the {part} of {side.hue}", ink_on(piece), ground, TEXT)
        for tone in tones & {"pit", "store"}:
            for night in (False, True):
                ground = tone_colour(tone, night=night)
                yield Pair(f"{name}: number in a {tone}", NUMBER, ground, LARGE)
                yield Pair(f"{name}: seeds in a {tone}", SEED, ground, LARGE)
    for scheme, given in COLOURS.items():
        for ground in ("surface", "raised", "sunken"):
            yield Pair(f"{scheme}: what has the keyboard, on {ground}", given.accent, getattr(given, ground), LARGE)
        yield Pair(f"{scheme}: an edge around what is pressed on a phone", given.edge, given.raised, LARGE)


def phone_pairs() -> Iterator[Pair]:
    """Yield the texts of the page for phones on their grounds: what page.css combines."""
    for scheme, colours in COLOURS.items():
        for ink in ("ink", "muted", "accent", "warn", "good"):
            for ground in ("surface", "raised", "sunken"):
                yield Pair(f"phones, {scheme}: {ink} on {ground}", getattr(colours, ink), getattr(colours, ground), TEXT)
        yield Pair(f"phones, {scheme}: main button", colours.on_accent, colours.accent, TEXT)
        yield Pair(f"phones, {scheme}: warning", colours.warn, colours.warn_ground, TEXT)


def alike_pieces() -> Iterator[str]:
    """Yield two colours of a game that look alike."""
    for hues in PIECE_HUES:
        for kind in (None, *BLINDNESS):
            least = MIN_DIFFERENCE_MEANT if kind in MEANT_FOR.get(hues, ()) else MIN_DIFFERENCE
            if hues != USUAL_HUES and kind is not None and kind not in MEANT_FOR[hues]:
                continue  # colours meant for one kind of eyes are chosen by people who have them
            for game, one, other in _pairs():
                found = _difference(one, other, hues, kind)
                if found < least:
                    who = kind or "all cones"
                    yield f"{game}, pieces {hues}, {who}: {one} and {other} differ by {found:.1f}, {least} needed"


def least_difference(hues: str, kind: str | None) -> float:
    """Return the least difference between two colours of a game."""
    return min(_difference(one, other, hues, kind) for _, one, other in _pairs())


def _difference(one: str, other: str, hues: str, kind: str | None) -> float:
    return difference(seen(hue_colour(one, hues), kind), seen(hue_colour(other, hues), kind))


def _pairs() -> Iterator[tuple[str, str, str]]:
    for name in game_names():
        game = find(name)
        for one, other in combinations(sorted({side.hue for side in game.sides(game.options())}), 2):
            yield name, one, other


if __name__ == "__main__":
    raise SystemExit(main())
