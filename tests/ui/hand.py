"""A pointer, a finger and keys, as events of the X server."""

from __future__ import annotations

import os
import tkinter as tk
from typing import Any

from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import xtest

from fourth_seat.ui.window import Window
from tests.ui.patience import settle

SIZE = 800, 480  # of the window
SHORT, LONG = 0.12, 0.5  # seconds between two taps: a double tap, and two


class Hand:
    """The pointer and the keys of the screen, on a window of a known size in its upper left corner."""

    def __init__(self, window: Window) -> None:
        self.window = window
        window.root.geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
        settle(window, 0.3)
        self._display: Any = Display(os.environ["DISPLAY"])
        self.move(SIZE[0] - 2, SIZE[1] - 2)
        window.root.focus_force()
        settle(window)

    def close(self) -> None:
        self._display.close()

    def move(self, x: float, y: float) -> None:
        xtest.fake_input(self._display, X.MotionNotify, x=round(x), y=round(y))
        self._display.sync()
        settle(self.window, 0.02)

    def down(self, x: float, y: float, button: int = 1) -> None:
        self.move(x, y)
        xtest.fake_input(self._display, X.ButtonPress, button)
        self._display.sync()
        settle(self.window, 0.02)

    def up(self, button: int = 1) -> None:
        xtest.fake_input(self._display, X.ButtonRelease, button)
        self._display.sync()
        settle(self.window, 0.02)

    def tap(self, x: float, y: float, after: float = LONG) -> None:
        settle(self.window, after)
        self.down(x, y)
        self.up()

    def key(self, *names: str) -> None:
        for name in names:
            code = self._display.keysym_to_keycode(XK.string_to_keysym(name))
            xtest.fake_input(self._display, X.KeyPress, code)
            xtest.fake_input(self._display, X.KeyRelease, code)
            self._display.sync()
            settle(self.window, 0.02)


def middle(widget: tk.Misc) -> tuple[float, float]:
    """Return the pixel of the screen in the middle of a widget."""
    return widget.winfo_rootx() + widget.winfo_width() / 2, widget.winfo_rooty() + widget.winfo_height() / 2
