"""Keyboard operation: buttons that Tab reaches, what Return does, and which keys are for a field."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from tkinter import ttk
from typing import TypeVar

B = TypeVar("B", bound=ttk.Widget)
CONTROL_STATE = 0x4  # bit of a key event's state


def is_field(widget: object) -> bool:
    """Return whether a widget is a field or a list, for which keys are meant while it has the focus."""
    return isinstance(widget, (tk.Entry, ttk.Entry, tk.Text, tk.Listbox))


def on_return(widget: tk.Misc, action: Callable[[], object]) -> None:
    """Make Return, and Enter on the number pad, do something while a widget has the focus, and nothing else: otherwise the
    page's own action for Return would follow, even once the widget is gone.
    """

    for key in ("<Return>", "<KP_Enter>"):
        widget.bind(key, alone(action))


def alone(action: Callable[[], object]) -> Callable[[tk.Event[tk.Misc]], str]:
    """Return a function that does something for an event, and stops its further handling."""

    def pressed(_: tk.Event[tk.Misc]) -> str:
        action()
        return "break"

    return pressed


def by_keyboard(button: B, leave: Callable[[], None]) -> B:
    """Return a button; `leave` takes the keyboard focus from it when it disappears."""

    def gone(_: tk.Event[tk.Misc]) -> None:
        focus = str(button.tk.call("focus"))
        if focus in (str(button), "."):  # Tk gives the whole window the focus of a widget that was destroyed
            with suppress(tk.TclError):  # the whole page is closed
                leave()

    for end in ("<Unmap>", "<Destroy>"):
        button.bind(end, gone)
    return button
