"""Empty rectangles: the largest part of each page in which nothing is drawn, as a share of the page.

    python -m uv run --group dev python -m benchmarks.window.emptiness [--jobs 2]
    python -m uv run --group dev python -m benchmarks.window.emptiness --views seats --sizes 1280x800 --pictures build/empty

The start page, who plays, the settings (scrolled from top to bottom), the library and tables are shown at four sizes, in
three languages, with text of the default size and with the largest. Counted as drawn, in squares of 8 pixels:

- of a text or picture, the squares in which there is more than one colour: letters, cells, pieces, but not what lies around
  them, nor a plain box;
- a control in its requested size, whatever room it gets;
- a board in play and a list, with their whole area: how much of it they fill is for other measures.

Cards, grounds, frames and lines count for nothing: a box that is painted into an empty half leaves it empty. Each rectangle
of more than a fifth of a page is printed, then the largest of each page. The exit status is 1 if any is on the start page,
on the seats page, or in the settings.
"""

from __future__ import annotations

import argparse
import os
import tkinter as tk
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from tkinter import ttk

import numpy as np
from PIL import Image, ImageDraw, ImageGrab

from benchmarks.window.geometry.checks import PRESSED_CLASSES, box_of, shown
from benchmarks.window.geometry.rest import come_to_rest
from benchmarks.window.geometry.views import views
from benchmarks.window.inside import Box, Window, as_at_first, open_window
from benchmarks.window.reaching import own_screen
from fourth_seat.games import game_names
from fourth_seat.table.settings.language import named
from fourth_seat.ui.board.canvas import BoardCanvas
from fourth_seat.ui.widgets.scroll import Scrolled

SIZES = (800, 480), (1024, 600), (1280, 800), (2560, 1440)
LANGUAGES = "en", "de", "he"
TEXTS = "medium", "huge"
MOST_SHARE = 0.2  # of a page that may be empty in one rectangle
SQUARE_PX = 8
NEAR = 6  # of 255: the greatest difference between two colours that look the same
VIEWS = (
    {"start": 2, "settings": 3, "library": 1, "over": 2}
    | {f"seats {name}": 4 for name in game_names()}
    | {f"table {name}": 1 for name in game_names()}
)
"""The views to check, each with the number of its states that are pages without a sheet over them."""
WITHIN_BAR = "start", "settings", "seats"  # the beginnings of the names of the views on which there may be none
LISTS = tk.Listbox, tk.Text


@dataclass(frozen=True, slots=True)
class Empty:
    """The largest empty rectangle of a page, in pixels of the window."""

    view: str
    state: str
    share: float
    box: Box


@dataclass(frozen=True, slots=True)
class Look:
    """Views checked in one window."""

    size: tuple[int, int]
    language: str
    text: str
    names: tuple[str, ...]
    pictures: str = ""


def drawn(window: Window) -> np.ndarray:
    """Return which squares of the window have something drawn in them, row by row."""
    width, height = window.root.winfo_width(), window.root.winfo_height()
    left, top = window.root.winfo_rootx(), window.root.winfo_rooty()
    picture = ImageGrab.grab((left, top, left + width, top + height), xdisplay=os.environ["DISPLAY"]).convert("RGB")
    varied = _varied(np.asarray(picture, dtype=np.int16))
    found = np.zeros_like(varied)
    for widget in shown(window.root):
        box = _seen(widget, (left, top, left + width, top + height))
        if box is None or (isinstance(widget, tk.Canvas) and isinstance(widget.master, Scrolled)):
            continue
        part = _squares(box, (left, top))
        if isinstance(widget, (BoardCanvas, *LISTS)):
            found[part] = True
        elif widget.winfo_class() in PRESSED_CLASSES:
            found[_squares(_asked(widget, box), (left, top))] = True
        elif isinstance(widget, (ttk.Label, tk.Label, tk.Canvas)):
            found[part] |= varied[part]
    return found


def _varied(pixels: np.ndarray) -> np.ndarray:
    """Return the squares of a picture with more than one colour; incomplete ones at its edges count, too."""
    rows, columns = (-(-side // SQUARE_PX) for side in pixels.shape[:2])
    padded = np.pad(
        pixels, ((0, rows * SQUARE_PX - pixels.shape[0]), (0, columns * SQUARE_PX - pixels.shape[1]), (0, 0)), "edge"
    )
    squares = padded.reshape(rows, SQUARE_PX, columns, SQUARE_PX, 3)
    varied: np.ndarray = np.any(squares.max(axis=(1, 3)) - squares.min(axis=(1, 3)) > NEAR, axis=2)
    return varied


def _seen(widget: tk.Misc, whole: Box) -> Box | None:
    """Return the part of a widget that can be seen: not what a scrolled part or a parent cuts off."""
    box, at = box_of(widget), widget.master
    while at is not None:
        each = box_of(at) if at.master is not None else whole
        box = max(box[0], each[0]), max(box[1], each[1]), min(box[2], each[2]), min(box[3], each[3])
        at = at.master
    return box if box[0] < box[2] and box[1] < box[3] else None


def _asked(widget: tk.Misc, box: Box) -> Box:
    """Return the middle of a widget's visible part, in its requested size."""
    width, height = min(widget.winfo_reqwidth(), box[2] - box[0]), min(widget.winfo_reqheight(), box[3] - box[1])
    left, top = (box[0] + box[2] - width) // 2, (box[1] + box[3] - height) // 2
    return left, top, left + width, top + height


def _squares(box: Box, origin: tuple[int, int]) -> tuple[slice, slice]:
    """Return the squares that a box on the screen touches."""
    left, top, right, bottom = (side - origin[n % 2] for n, side in enumerate(box))
    rows = slice(max(0, top) // SQUARE_PX, -(-bottom // SQUARE_PX))
    return rows, slice(max(0, left) // SQUARE_PX, -(-right // SQUARE_PX))


def largest_empty(found: np.ndarray) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of the largest rectangle of squares in which nothing is drawn.

    For each row the heights of the columns above it that are empty make a histogram, whose largest rectangle a stack of
    rising heights finds.
    """
    best, where = 0, (0, 0, 0, 0)
    heights = [0] * found.shape[1]
    for bottom, row in enumerate(found.tolist(), 1):
        heights = [0 if taken else height + 1 for height, taken in zip(heights, row, strict=True)]
        stack: list[tuple[int, int]] = []  # where a height begins, and the height
        for right, height in enumerate((*heights, 0)):
            left = right
            while stack and stack[-1][1] >= height:
                left, above = stack.pop()
                if above * (right - left) > best:
                    best, where = above * (right - left), (left, bottom - above, right, bottom)
            stack.append((left, height))
    return where


def emptiest(window: Window, view: str, state: str) -> Empty:
    """Return the largest empty rectangle of the present window."""
    found = drawn(window)
    left, top, right, bottom = (side * SQUARE_PX for side in largest_empty(found))
    return Empty(view, state, (right - left) * (bottom - top) / (found.size * SQUARE_PX**2), (left, top, right, bottom))


def look(given: Look) -> list[Empty]:
    """Check some views on the present screen."""
    window = open_window(given.size, named(given.language), given.text)
    come_to_rest(window)
    title = f"{given.size[0]}x{given.size[1]} {given.language} {given.text}"
    found = []
    settings = window.settings
    for name in given.names:
        as_at_first(window, settings)
        states = views()[name](window)
        assert states is not None
        for number, _ in enumerate(islice(states, VIEWS[name]), 1):
            come_to_rest(window)
            for part in _scrolled_through(window, name == "settings"):
                empty = emptiest(window, name, f"{title} {number}{part}")
                found.append(empty)
                if given.pictures and not (number > 1 and part):
                    _keep(empty, Path(given.pictures))
    window.close()
    return found


def _scrolled_through(window: Window, all_of_it: bool) -> Iterator[str]:
    """Yield for each screenful of the page."""
    yield ""
    page = window.page
    scrolled = next((part for part in (page.winfo_children() if page else ()) if isinstance(part, Scrolled)), None)
    at = 0
    while all_of_it and scrolled and scrolled.body.winfo_height() > at + scrolled.room[1]:
        at += scrolled.room[1]
        scrolled.scroll(scrolled.room[1])
        come_to_rest(window)
        yield f" scrolled by {at}"


def _keep(empty: Empty, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    picture = ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).convert("RGB")
    if empty.share > MOST_SHARE:
        ImageDraw.Draw(picture).rectangle(empty.box, outline="red", width=2)
    name = f"{empty.view} {empty.state}".replace(" ", "-")
    Image.Image.save(picture, folder / f"{name}.png")


def look_alone(given: Look) -> list[Empty]:
    """Check on its own screen and in its own data folder; run this in a separate process."""
    with own_screen(given.size, given.language):
        return look(given)


def report(found: Sequence[Empty]) -> int:
    """Print the offenders, and the largest of each view; return how many are within the bar."""
    offenders = [each for each in found if each.share > MOST_SHARE]
    for each in sorted(offenders, key=lambda each: -each.share):
        print(f"{each.share:5.0%} {each.view:18} {each.state:40} {each.box}")
    for view in dict.fromkeys(each.view for each in found):
        of_view = [each for each in found if each.view == view]
        worst = max(of_view, key=lambda each: each.share)
        over = sum(each.share > MOST_SHARE for each in of_view)
        print(f"{view:18} largest {worst.share:4.0%}, {over} of {len(of_view)} screens")
    counted = sum(each.view.startswith(WITHIN_BAR) for each in offenders)
    print(f"{len(found)} screens: {len(offenders)} with an empty fifth, {counted} of them on {', '.join(WITHIN_BAR)}")
    return counted


def main() -> int:
    """Print the rectangles; the exit status is 1 if there are any on the pages with a bar."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--views", default="", metavar="PART", help="only views whose name contains this")
    parser.add_argument("--sizes", default=",".join(f"{width}x{height}" for width, height in SIZES))
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--texts", default=",".join(TEXTS))
    parser.add_argument("--pictures", default="", metavar="FOLDER", help="keep a picture of each screen here")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with a screen of its own")
    args = parser.parse_args()
    names = tuple(name for name in VIEWS if args.views in name)
    sizes: list[tuple[int, ...]] = [tuple(map(int, size.split("x"))) for size in args.sizes.split(",")]
    looks = [
        Look((size[0], size[1]), language, text, names, str(Path(args.pictures).resolve()) if args.pictures else "")
        for size in sizes
        for language in args.languages.split(",")
        for text in args.texts.split(",")
    ]
    found: list[Empty] = []
    with ProcessPoolExecutor(args.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        for each in pool.map(look_alone, looks):
            found += each
    return int(report(found) > 0)


if __name__ == "__main__":
    raise SystemExit(main())
