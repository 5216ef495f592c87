"""Shows the on-screen keyboard after a tap on a field, until a tap elsewhere or a key press on a physical keyboard."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.hardware.machine.input_devices import touch_alone
from fourth_seat.ui.keyboard.keyboard import Field, ScreenKeyboard
from fourth_seat.ui.settings import ALWAYS, AUTOMATIC
from fourth_seat.ui.window import Window

TYPED = "FourthSeatTyped"  # the bind tag of the field that is being written in


class KeyboardControl:
    """Shows and hides a window's on-screen keyboard.

    Attributes:
        keyboard: the on-screen keyboard; None while hidden.
    """

    def __init__(self, window: Window, touched: Callable[[], bool] = touch_alone) -> None:
        """`touched` returns whether a touch screen is this machine's only input device."""
        self._window = window
        self._alone = window.kiosk or touched()
        self.keyboard: ScreenKeyboard | None = None
        self._field: Field | None = None
        self._size = 0, 0
        root = window.root
        root.bind_all("<ButtonRelease-1>", self._tapped, add="+")
        root.bind("<Configure>", self._resized, add="+")
        for event in ("<KeyPress>", "<Unmap>", "<Destroy>"):
            root.bind_class(TYPED, event, lambda _: self.hide())

    @property
    def wanted(self) -> bool:
        """Whether a tap on a field should show the keyboard."""
        chosen = self._window.settings.keyboard
        return chosen == ALWAYS or (chosen == AUTOMATIC and self._alone)

    def show(self, field: Field) -> None:
        """Show the keyboard for a field."""
        if field is self._field:
            if self.keyboard:
                self.keyboard.echo()
            return
        self.hide()
        window = self._window
        self._field = field
        self._size = window.root.winfo_width(), window.root.winfo_height()
        field.bindtags((*field.bindtags(), TYPED))
        self.keyboard = ScreenKeyboard(window.root, window.theme, field, window.catalogue.language, self.hide)
        if self._field is field:
            self.keyboard.echo()
        else:  # the page, which was laid out meanwhile, has replaced the field
            self.hide()

    def hide(self) -> None:
        """Hide the keyboard."""
        field, self._field = self._field, None
        keyboard, self.keyboard = self.keyboard, None
        if keyboard:
            keyboard.destroy()
        if field and field.winfo_exists():
            field.bindtags(tuple(tag for tag in field.bindtags() if tag != TYPED))

    def _tapped(self, event: tk.Event[tk.Misc]) -> None:
        path = str(event.widget)
        if self.keyboard and path.startswith(str(self.keyboard)):
            return
        widget = event.widget
        field = widget.master if isinstance(widget, ttk.Label) else widget  # a field's hint is its child
        if self.wanted and isinstance(field, Field) and _writable(field, event):
            self.show(field)
        else:
            self.hide()

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        field = self._field
        if field and event.widget is self._window.root and (event.width, event.height) != self._size:
            self.hide()
            self.show(field)


def _writable(field: Field, event: tk.Event[tk.Misc]) -> bool:
    """Return whether a tap was on the text rather than on the arrow that opens the list."""
    inside = type(field) is ttk.Entry or str(field.identify(event.x, event.y)) == "textarea"
    return inside and field.instate(["!disabled", "!readonly"])
