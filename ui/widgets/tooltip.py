"""Tooltips for buttons, shown while the mouse rests on a button or after it has received the focus by Tab."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TypeVar

from fourth_seat.ui.widgets.label import font_of
from fourth_seat.ui.widgets.overlay import EDGE_PX, lay_over
from fourth_seat.ui.widgets.timer import Timer

DELAY_MS = 600
MAX_WIDTH_DIGITS = 44
GAP_MM = 1.0  # between a control and its tooltip: never under the pointer, where it would take a click
PRESSED_STATE = 0x700  # bits of a motion's state: one of the first three buttons is held
TAG = "Explained"

W = TypeVar("W", bound=ttk.Widget)


def explained(control: W, words: str) -> W:
    """Set or replace a control's tooltip, and return the control."""
    control.explanation = words  # type: ignore[attr-defined]
    if TAG not in (tags := control.bindtags()):
        control.bindtags((TAG, *tags))
    return control


class Tooltips:
    """Shows one tooltip at a time in a window.

    Touch input never shows a tooltip, because a finger reaches a control only to press it, and none is shown after a press
    until the pointer has left the control.

    Attributes:
        shown: the visible tooltip, if any.
    """

    def __init__(self, root: tk.Tk) -> None:
        self._root, self._waiting = root, Timer(root)
        self.shown: ttk.Label | None = None
        self._control: tk.Misc | None = None  # over which the pointer is, or to which Tab has led
        self._pressed = False  # for as long as it is there
        for event, handle in (
            ("<Motion>", self._moved),
            ("<<TraverseIn>>", self._led),
            ("<ButtonPress>", self._press),
            ("<KeyPress>", self._press),
            ("<Leave>", self._left),
            ("<FocusOut>", self._left),
            ("<Unmap>", self._left),
            ("<Destroy>", self._left),
        ):
            root.bind_class(TAG, event, handle)

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        if int(event.state) & PRESSED_STATE:
            self._press(event)
        elif event.widget is not self._control or not (self._pressed or self.shown or self._waiting.due):
            self._wait(event.widget)

    def _led(self, event: tk.Event[tk.Misc]) -> None:
        self._wait(event.widget)

    def _wait(self, control: tk.Misc) -> None:
        self._hide()
        # Before the part that drops the second half of a double tap: a finger's press is seen here, too.
        control.bindtags((TAG, *(tag for tag in control.bindtags() if tag != TAG)))
        self._control, self._pressed = control, False
        self._waiting.start(DELAY_MS, self._show)

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self._control, self._pressed = event.widget, True
        self._hide()

    def _left(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._control:
            self._control, self._pressed = None, False
            self._hide()

    def _hide(self) -> None:
        self._waiting.stop()
        shown, self.shown = self.shown, None
        if shown:
            shown.destroy()

    def _show(self) -> None:
        control = self._control
        if control is None or not control.winfo_exists() or not control.winfo_viewable():
            return
        root = self._root
        words = control.explanation  # type: ignore[attr-defined]
        self.shown = label = ttk.Label(root, text=words, style="Tip.TLabel", justify="left")
        room = root.winfo_width() - 2 * EDGE_PX
        around = label.winfo_reqwidth() - font_of(label).measure(words)
        label.configure(wraplength=min(room - around, MAX_WIDTH_DIGITS * font_of(label).measure("0")))
        width, height = min(label.winfo_reqwidth(), room), label.winfo_reqheight()
        left, top = control.winfo_rootx() - root.winfo_rootx(), control.winfo_rooty() - root.winfo_rooty()
        gap = round(label.winfo_fpixels(f"{GAP_MM}m"))
        below = top + control.winfo_height() + gap
        y = below if below + height <= root.winfo_height() - EDGE_PX else top - gap - height
        x = left + (control.winfo_width() - width) // 2
        lay_over(label, max(EDGE_PX, min(x, EDGE_PX + room - width)), y, width, height)
