"""Buttons with drop-down lists, and a menu button with a list of actions."""

from __future__ import annotations

import tkinter as tk
from abc import abstractmethod
from collections.abc import Callable, Mapping
from tkinter import ttk

from fourth_seat.ui.widgets.by_keyboard import alone
from fourth_seat.ui.widgets.drop_down import DropDown, close_list
from fourth_seat.ui.widgets.timer import Timer

CLOSING_MS = 60  # until a list has disappeared from the screen
OPENING_KEYS = ("<Return>", "<KP_Enter>", "<space>", "<Down>", "<Up>")


class DropButton(ttk.Menubutton):
    """A button that opens a list on a tap (on release, like any button) or a key press."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self.bind("<ButtonPress-1>", lambda _: self._press())
        self.bind("<ButtonRelease-1>", self._released)
        self.bind("<Unmap>", lambda _: close_list(self))
        for key in OPENING_KEYS:
            self.bind(key, alone(self.invoke))

    @abstractmethod
    def drop_down(self) -> None:
        """Open the list."""

    def invoke(self) -> None:
        """Open the list, unless the button is disabled."""
        if self.instate(["!disabled"]):
            self.drop_down()

    def _press(self) -> None:
        if self.instate(["!disabled"]):
            self.state(["pressed"])
            self.focus_set()

    def _released(self, event: tk.Event[tk.Misc]) -> None:
        pressed = self.instate(["pressed"])
        self.state(["!pressed"])
        if pressed and 0 <= event.x < self.winfo_width() and 0 <= event.y < self.winfo_height():
            self.invoke()


class MenuButton(DropButton):
    """A menu button that shows only an arrow; `entries` returns the currently possible actions, keyed by name.

    An action is delayed until the area under the list is visible again, because a sheet copies the page from the screen.
    """

    def __init__(self, parent: tk.Misc, entries: Callable[[], Mapping[str, Callable[[], object]]]) -> None:
        super().__init__(parent)
        self.configure(style="Narrow.TMenubutton")
        self.entries = entries
        self._waiting = Timer(self)

    def drop_down(self) -> None:
        if entries := self.entries():
            actions = list(entries.values())
            DropDown(self, list(entries), None, lambda number: self._waiting.start(CLOSING_MS, actions[number]))
