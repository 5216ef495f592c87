"""Buttons that the keyboard reaches: Tab leads to them, Space and Return press them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from tkinter import ttk
from typing import TypeVar

B = TypeVar("B", ttk.Button, ttk.Radiobutton)


def by_keyboard(button: B, leave: Callable[[], None]) -> B:
    """Let Return press a button, and return it; `leave` takes the keyboard focus when the button disappears."""

    def pressed(_: tk.Event[tk.Misc]) -> str:
        button.invoke()
        return "break"

    def gone(_: tk.Event[tk.Misc]) -> None:
        focus = str(button.tk.call("focus"))
        if focus in (str(button), "."):  # Tk gives the whole window the focus of a widget that was destroyed
            with suppress(tk.TclError):  # the whole page is closed
                leave()

    for key in ("<Return>", "<KP_Enter>"):
        button.bind(key, pressed)
    for end in ("<Unmap>", "<Destroy>"):
        button.bind(end, gone)
    return button
