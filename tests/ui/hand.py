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

XK.load_keysym_group("xf86")
SIZE = 800, 480  # of the window
SHORT, LONG = 0.12, 0.5  # seconds between two taps: a double tap, and two


class Hand:
    """The pointer and the keys of the screen, on a window of a known size in its upper left corner."""

    def __init__(self, window: Window) -> None:
        self.window = window
        window.root.geometry(f"{SIZE[0]}x{SIZE[1]}+0+0")
        settle(window, 0.3)
        self._display: Any = Display(os.environ["DISPLAY"])
        self._added: dict[int, int] = {}  # keycodes of keys that the keyboard lacked
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

    def key(self, *names: str, seconds: float = 0.0) -> None:
        """Press keys one after another, each for so long; those that the screen's keyboard lacks are added to it."""
        for name in names:
            code = self._code(XK.string_to_keysym(name))
            xtest.fake_input(self._display, X.KeyPress, code)
            if seconds:
                self._display.sync()
                settle(self.window, seconds)
            xtest.fake_input(self._display, X.KeyRelease, code)
            self._display.sync()
            settle(self.window, 0.02)

    def click(self, button: int) -> None:
        """Press a button of the mouse where the pointer is."""
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(self._display, kind, button)
        self._display.sync()
        settle(self.window, 0.02)

    def _code(self, keysym: int) -> int:
        display = self._display
        code = self._added.get(keysym) or int(display.keysym_to_keycode(keysym))
        if not code:
            first, last = display.display.info.min_keycode, display.display.info.max_keycode
            codes = enumerate(display.get_keyboard_mapping(first, last + 1 - first), first)
            code = self._added[keysym] = next(code for code, keysyms in codes if not any(keysyms))
            display.change_keyboard_mapping(code, [[keysym]])
        return code


def middle(widget: tk.Misc) -> tuple[float, float]:
    """Return the pixel of the screen in the middle of a widget."""
    return widget.winfo_rootx() + widget.winfo_width() / 2, widget.winfo_rooty() + widget.winfo_height() / 2
