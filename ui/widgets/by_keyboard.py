"""Keyboard operation of widgets: buttons in the Tab order, the Return key, and fields that take all keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from tkinter import ttk
from typing import TypeVar

B = TypeVar("B", bound=ttk.Widget)
CONTROL_STATE = 0x4  # bit of a key event's state


def is_field(widget: object) -> bool:
    """Return whether a widget is a field or a list, which receives all keys while it has the focus."""
    return isinstance(widget, (tk.Entry, ttk.Entry, tk.Text, tk.Listbox))


def on_return(widget: tk.Misc, action: Callable[[], object]) -> None:
    """Bind only this action to Return and the keypad's Enter while a widget has the focus. Otherwise the page's own action
    for Return would follow, even if the widget no longer exists.
    """

    for key in ("<Return>", "<KP_Enter>"):
        widget.bind(key, alone(action))


def alone(action: Callable[[], object]) -> Callable[[tk.Event[tk.Misc]], str]:
    """Return an event handler that performs the action and stops further handling of the event."""

    def pressed(_: tk.Event[tk.Misc]) -> str:
        action()
        return "break"

    return pressed


def by_keyboard(button: B, leave: Callable[[], None]) -> B:
    """Make a button work from the keyboard and return it; `leave` moves the focus elsewhere when the button disappears."""

    def gone(_: tk.Event[tk.Misc]) -> None:
        focus = str(button.tk.call("focus"))
        if focus in (str(button), "."):  # Tk gives the whole window the focus of a widget that was destroyed
            with suppress(tk.TclError):  # the whole page is closed
                leave()

    for end in ("<Unmap>", "<Destroy>"):
        button.bind(end, gone)
    return button
