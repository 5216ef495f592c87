"""Labels that wrap at the available width, and are redrawn only if something has changed."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from tkinter import font as tkfont
from tkinter import ttk
from typing import TypeVar

from fourth_seat.ui.theme.theme import Theme
from fourth_seat.words.direction import break_lines

L = TypeVar("L", bound=ttk.Button | ttk.Label)

LARGE_PX = 500  # a size whose letters are nearly in proportion
MARGIN = 1.02  # for sizes whose letters are wider than in proportion
_DIGITS: dict[tuple[str, str, str, tuple[str, ...]], int] = {}  # what was measured: every change of theme asks again
MIN_FIRST_COLUMN_SHARE = 0.35  # of a grid's width that the first column keeps


def update(label: ttk.Label | ttk.Button, **options: str) -> None:
    """Set a label's options only if they differ, because every change makes Tk lay out and redraw everything around it."""
    changed = {option: value for option, value in options.items() if str(label.cget(option)) != value}
    if changed:
        label.configure(**changed)


def wrapped(label: ttk.Label) -> ttk.Label:
    """Wrap a label's text at its width; the label must be placed so that it fills its space horizontally."""
    label.configure(justify="left")
    label.bind("<Configure>", lambda event: _wrap(label, event.width), add="+")
    return label


def _wrap(label: ttk.Label, width: int) -> None:
    label.configure(wraplength=max(1, width))


class SteadyLabel(ttk.Label):
    """A label that shows one of several texts, and is always tall enough for the longest.

    Attributes:
        shown: the current text.
    """

    def __init__(self, parent: tk.Misc, texts: Sequence[str], style: str, width: int = 0) -> None:
        """`texts` are the texts for which it reserves height; `width` is the line width in pixels, or 0 for a label that
        fills its space horizontally.
        """
        super().__init__(parent, style=style, justify="left")
        self._texts, self._width, self.shown = tuple(texts), width, ""
        self._most: tuple[object, int] = None, 1  # the height of lines, and the width and font for which it holds
        self.bind("<Configure>", lambda event: self._write(event.width), add="+")

    def show(self, text: str) -> None:
        """Show this text."""
        self.shown = text
        self._write(self.winfo_width())

    def _write(self, width: int) -> None:
        width = self._width or width
        font = font_of(self)
        wanted = width, font.cget("size")

        def broken(text: str) -> list[str]:
            return break_lines(text, width, font.measure) if 1 < width < font.measure(text) else [text]

        if self._most[0] != wanted:
            self._most = wanted, max(len(broken(text)) for text in self._texts)
        lines = broken(self.shown)
        update(self, text="\n".join((*lines, *[""] * (self._most[1] - len(lines)))))


def steady(control: L, *texts: str) -> L:
    """Reserve room in a button or label for the longest of these texts, so that its neighbours do not move."""

    def widen() -> None:
        control.configure(width=digits(font_of(control), texts))

    widen()
    control.bind("<<ThemeChanged>>", lambda _: widen(), add="+")
    return control


def digits(font: tkfont.Font, texts: Iterable[str]) -> int:
    """Return the width in digits (Tk's unit for widget widths) that is sufficient for the longest text at any font size.

    The ratio varies with the size, because letters are a whole number of pixels wide: a label that is as wide as five
    digits in one window may be wider than five digits in a larger one.
    """
    key = str(font.actual("family")), str(font.actual("weight")), str(font.cget("size")), tuple(texts)
    if key not in _DIGITS:
        large = font.copy()
        large.configure(size=-LARGE_PX)
        wide = (MARGIN * each.measure(text) / each.measure("0") for text in key[-1] for each in (font, large))
        _DIGITS[key] = math.ceil(max(wide))
    return _DIGITS[key]


def fitted(
    control: ttk.Button | ttk.Checkbutton,
    within: tk.Widget | None = None,
    margin: Callable[[], int] = lambda: 0,
    room: Callable[[], int] | None = None,
) -> ttk.Button | ttk.Checkbutton:
    """Wrap the text of a button or switch at its width, since Tk would clip it; without `within`, the widget must be placed
    so that it fills its space horizontally.

    With `within`, the text wraps at the end of that widget, less a margin; `room` returns the maximum width of `within` in
    pixels, if that is as wide as its content.
    """
    text = str(control.cget("text"))

    place = within or control

    def fit(_: object) -> None:
        if place.winfo_width() > 1:  # else it is not on the screen yet
            _break(control, text, (room() if room else place.winfo_width()) - margin())

    for happening in ("<Configure>", "<<ThemeChanged>>"):
        place.bind(happening, fit, add="+")
    return control


def _break(control: ttk.Button | ttk.Checkbutton, text: str, width: int) -> None:
    if not control.winfo_exists():
        return
    font = font_of(control)
    shown = str(control.cget("text"))
    around = control.winfo_reqwidth() - max(map(font.measure, shown.split("\n")))
    broken = "\n".join(break_lines(text, max(1, width - around), font.measure))
    if broken != shown:
        control.configure(text=broken)


def font_of(widget: ttk.Widget) -> tkfont.Font:
    """Return the font of a widget's style."""
    style = str(widget.cget("style")) or widget.winfo_class()
    return tkfont.nametofont(str(ttk.Style(widget).lookup(style, "font")), widget)


class SharedWidth:
    """Wraps the labels in the first column of a grid so that they leave room for the widgets beside them."""

    def __init__(self, grid: ttk.Frame, theme: Theme, gap: float, room: Callable[[], int] | None = None) -> None:
        """`gap` is the distance between the columns, in spacing steps. `room` returns the maximum width in pixels, for a
        grid that is as wide as its content: wrapping at its current width would make it narrower, and the text would
        wrap again.
        """
        self._grid, self._theme, self._gap, self._room = grid, theme, gap, room
        self._pairs: list[tuple[ttk.Label, tk.Widget]] = []
        grid.bind("<Configure>", lambda _: self._share(), add="+")
        theme.on_measured(grid, self._share)

    def add(self, label: ttk.Label, beside: tk.Widget) -> None:
        """Divide the width between a label and the widget beside it."""
        self._pairs.append((label, beside))

    def _share(self) -> None:
        if self._grid.winfo_width() <= 1:  # not on the screen yet
            return
        width, gap = self._room() if self._room else self._grid.winfo_width(), self._theme.space(self._gap)
        self._pairs = [pair for pair in self._pairs if all(part.winfo_exists() for part in pair)]
        beside = max((widget.winfo_reqwidth() for _, widget in self._pairs), default=0)
        for label, _ in self._pairs:
            label.configure(wraplength=round(max(MIN_FIRST_COLUMN_SHARE * width, width - beside - gap)), justify="left")
