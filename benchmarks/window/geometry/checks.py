"""Checks of a view: whether each widget that can be acted on can be reached, read and hit.

It lies wholly inside the window (or can be scrolled to), its text is not cut, nothing overlaps it, it is at least 9 mm high
and wide, and its text stands out from its ground by 4.5 to 1 or more. The main button is in sight without scrolling. The
list that a button opens is no larger than the screen. A notice covers no control except the board. Drawn texts are not cut.
The squares of a board are not widgets: a board of 20 by 20 has none of 9 mm on a screen of 7 inches.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from tkinter import font as tkfont
from tkinter import ttk

from fourth_seat.ui.keyboard.keyboard import ScreenKeyboard
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.widgets.card import Card
from fourth_seat.ui.widgets.drop_down import open_list
from fourth_seat.ui.widgets.menu import DropButton
from fourth_seat.ui.widgets.notice_bar import Notice
from fourth_seat.ui.widgets.scroll import Scrollable, Scrolled
from fourth_seat.ui.widgets.sheet import Sheet

MIN_TARGET_MM = 9.0
MIN_CONTRAST = 4.5
SIZE_SLACK_PX = 3  # by which a widget may be smaller than requested: the room that Tk leaves around a text
PRESSED_CLASSES = ("TButton", "TCheckbutton", "TRadiobutton", "TMenubutton", "TCombobox", "TEntry", "TSpinbox", "TScale")
NARROWED_CLASSES = (
    "TButton",
    "TMenubutton",
    "TLabel",
)  # may be given a width in characters, whatever the length of their text
READ_CLASSES = ("TLabel", "Label")
TYPED_CLASSES = ("TEntry", "TCombobox", "TSpinbox", "TScale")

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels of the screen."""


@dataclass(frozen=True)
class Offence:
    """A widget that does not fit."""

    view: str
    kind: str
    widget: str
    detail: str

    def __str__(self) -> str:
        return f"{self.view:48} {self.kind:9} {self.widget[:60]:60} {self.detail}"


def offences(window: MainWindow, view: str) -> Iterator[Offence]:
    """Check the present screen."""
    everything = [widget for part in _in_front(window) for widget in (part, *shown(part))]
    checked = [
        (widget, box_of(widget))
        for widget in everything
        if _pressed(widget) or (widget.winfo_class() in READ_CLASSES and _option(widget, "text"))
    ]
    for widget, box in checked:
        for kind, detail in (
            *_misplaced(window, widget, box),
            *_cut(widget),
            *_too_small(widget),
            *_pale(window, widget),
            *_long(widget),
        ):
            yield Offence(view, kind, _name(widget), detail)
    for canvas in everything:
        if isinstance(canvas, tk.Canvas):
            for detail in _drawn_cut(canvas):
                yield Offence(view, "cut", str(canvas), detail)
    for (one, a), (other, b) in combinations(checked, 2):
        if min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1 and _both_seen(one, other):
            yield Offence(view, "overlap", _name(one), _name(other))


def _pressed(widget: tk.Misc) -> bool:
    return widget.winfo_class() in PRESSED_CLASSES or isinstance(widget, Card)


Finding = tuple[str, str]
"""The kind of an offence, and its detail."""


def _misplaced(window: MainWindow, widget: tk.Misc, box: Box) -> Iterator[Finding]:
    """Yield a part outside the window, or outside what can be scrolled to; a main button that is not in sight."""
    seen, holder = _clip(widget, box_of(window.root)), _scrolled_around(widget)
    reachable = seen
    if holder is not None:
        inside = box_of(holder.body)
        reachable = seen[0], inside[1], seen[2], inside[3]
        if _option(widget, "style").endswith("Accent.TButton") and not _contains(seen, box):
            yield "primary", f"{box} of {seen}"
    if not _contains(reachable, box):
        yield "outside", f"{box} of {reachable}"


def _cut(widget: tk.Misc) -> Iterator[Finding]:
    """Yield a finding for each side on which a widget is smaller than its text; text fields may be narrower."""
    width, wanted = widget.winfo_width(), widget.winfo_reqwidth()
    if (
        widget.winfo_class() in NARROWED_CLASSES
        and (_option(widget, "width") or "0").isdigit()
        and int(_option(widget, "width") or 0)
    ):
        yield from _cut_inside(widget)
    elif width < wanted - SIZE_SLACK_PX and widget.winfo_class() not in TYPED_CLASSES:
        yield "cut", f"{width} of {wanted} pixels wide"
    height, wanted = widget.winfo_height(), widget.winfo_reqheight()
    if height < wanted - SIZE_SLACK_PX:
        yield "cut", f"{height} of {wanted} pixels high"


def _cut_inside(widget: tk.Misc) -> Iterator[Finding]:
    """Yield a text longer than its widget with a width in digits, whose requested size does not depend on the text."""
    digits = int(_option(widget, "width"))
    font = tkfont.nametofont(_option(widget, "font") or str(ttk.Style(widget).lookup(_style(widget), "font")), widget)
    text = max(map(font.measure, _option(widget, "text").split("\n")))
    around = widget.winfo_reqwidth() - digits * font.measure("0")
    if widget.winfo_width() < text + around - SIZE_SLACK_PX:
        yield "cut", f"{widget.winfo_width()} pixels for {text} and {around} around"


def _drawn_cut(canvas: tk.Canvas) -> Iterator[str]:
    """Yield the texts that lie partly outside a canvas. One whose middle is outside is left out: if only part of a board is
    drawn, what is beside that part ends at the edge, as the lines do. So is what a list that scrolls shows above and below.
    """
    right, bottom = canvas.winfo_width(), canvas.winfo_height()
    scrolls = isinstance(canvas.master, Scrollable)
    for item in canvas.find_all():
        if str(canvas.type(item)) != "text":
            continue
        text, state = (canvas.tk.call(str(canvas), "itemcget", item, f"-{option}") for option in ("text", "state"))
        if not text or state == "hidden":
            continue
        box = canvas.bbox(item)
        if not box or (scrolls and (box[1] < canvas.canvasy(0) or box[3] > canvas.canvasy(bottom))):
            continue
        inside = 0 < box[0] + box[2] < 2 * right and (scrolls or 0 < box[1] + box[3] < 2 * bottom)
        top, low = (box[1], box[3]) if not scrolls else (0, 0)
        below = (low - top) // 4  # of a line's box, for letters such as g: digits and capitals have nothing there
        if inside and not _contains(
            (-SIZE_SLACK_PX, -SIZE_SLACK_PX, right + SIZE_SLACK_PX, bottom + below), (box[0], top, box[2], low)
        ):
            yield f"{text!r} at {box} of {right} x {bottom}"


def _long(widget: tk.Misc) -> Iterator[Finding]:
    """Yield a list that reaches beyond the window, or has rows that a finger would miss."""
    if not isinstance(widget, DropButton) or widget.instate(["disabled"]):
        return
    focus = str(widget.tk.call("focus"))
    widget.invoke()
    if dropped := open_list(widget):
        box, whole = box_of(dropped), box_of(dropped.master)
        if not _contains(whole, box):
            yield "outside", f"list at {box} in a window at {whole}"
        lowest = min(bottom - top for _, top, _, bottom in map(dropped.box, range(len(dropped.names))))
        if lowest < widget.winfo_fpixels(f"{MIN_TARGET_MM}m") - 1.5:
            yield "small", f"rows of {lowest} pixels in a list"
        dropped.close()
    widget.tk.call("focus", focus or ".")


def _too_small(widget: tk.Misc) -> Iterator[Finding]:
    """Yield a target that a finger would miss; a slider is pushed along its whole length."""
    width, height = widget.winfo_width(), widget.winfo_height()
    least = widget.winfo_fpixels(f"{MIN_TARGET_MM}m") - 1.5
    if _pressed(widget) and not isinstance(widget, ttk.Scale) and min(width, height) < least:
        yield "small", f"{width} x {height}, {least:.0f} needed"


def _pale(window: MainWindow, widget: tk.Misc) -> Iterator[Finding]:
    """Yield a text that stands out too little."""
    if _option(widget, "text") and (found := _contrast(window, widget)) < MIN_CONTRAST:
        yield "contrast", f"{found:.1f}"


def _in_front(window: MainWindow) -> Iterator[tk.Misc]:
    """Yield the keyboard on the screen, if it is there, or else the sheet over the page, or the page and its neighbours."""
    parts = [part for part in window.root.winfo_children() if part.winfo_ismapped()]
    for part in [part for part in parts if isinstance(part, ScreenKeyboard)] or parts:
        if not isinstance(part, tk.Toplevel):
            sheets = [child for child in part.winfo_children() if isinstance(child, Sheet) and child.winfo_ismapped()]
            yield sheets[-1] if sheets else part  # Tk has the uppermost last


def shown(widget: tk.Misc) -> Iterator[tk.Misc]:
    for child in widget.winfo_children():
        if isinstance(child, tk.Toplevel) or not child.winfo_ismapped():
            continue
        yield child
        yield from shown(child)


def box_of(widget: tk.Misc) -> Box:
    left, top = widget.winfo_rootx(), widget.winfo_rooty()
    return left, top, left + widget.winfo_width(), top + widget.winfo_height()


def _clip(widget: tk.Misc, whole: Box) -> Box:
    """Return the part of the screen in which a widget can be seen: all of its ancestors' areas together."""
    box, at = whole, widget.master
    while at is not None:
        each = box_of(at)
        box = max(box[0], each[0]), max(box[1], each[1]), min(box[2], each[2]), min(box[3], each[3])
        at = at.master
    return box


def _contains(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _both_seen(one: tk.Misc, other: tk.Misc) -> bool:
    """Return whether neither belongs to the other, and either both scroll together or not at all, or one belongs to a
    notice, which may cover things that are only read.
    """
    apart = not str(one).startswith(str(other)) and not str(other).startswith(str(one))
    if _of_notice(one) != _of_notice(other):
        return _pressed(other if _of_notice(one) else one)
    return apart and _scrolled_around(one) is _scrolled_around(other)


def _of_notice(widget: tk.Misc | None) -> bool:
    while widget is not None and not isinstance(widget, Notice):
        widget = widget.master
    return widget is not None


def _scrolled_around(widget: tk.Misc | None) -> Scrolled | None:
    while widget is not None and not isinstance(widget, Scrolled):
        widget = widget.master
    return widget


def _option(widget: tk.Misc, name: str) -> str:
    """Return an option of a widget; empty if it has none of this name."""
    return str(widget.cget(name)) if name in widget.keys() else ""  # noqa: SIM118 - a widget is no mapping


def _style(widget: tk.Misc) -> str:
    return _option(widget, "style") or widget.winfo_class()


def _name(widget: tk.Misc) -> str:
    text = _option(widget, "text")
    return f"{widget.winfo_class()} {text!r}" if text else str(widget)


def _contrast(window: MainWindow, widget: tk.Misc) -> float:
    style = ttk.Style(window.root)
    name = _style(widget)
    if isinstance(widget, ttk.Widget) and widget.instate(["disabled"]):
        return 21.0  # disabled controls may be pale (WCAG 2.2, 1.4.3)
    states = widget.state() if isinstance(widget, ttk.Widget) else ()
    palette = window.theme.palette
    ink = str(style.lookup(name, "foreground", states)) or palette.ink
    ground = str(style.lookup(name, "background", states)) or palette.surface
    if name.endswith("Accent.TButton") or (name == "Toggle.TButton" and "selected" in states):
        ink, ground = palette.on_accent, palette.accent  # drawn with pictures
    return contrast(_rgb(window, ink), _rgb(window, ground))


def _rgb(window: MainWindow, colour: str) -> tuple[float, float, float]:
    red, green, blue = window.root.winfo_rgb(colour)
    return red / 65535, green / 65535, blue / 65535


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance of sRGB in 0..1)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[float]) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
