"""A card that acts as a single large button, operated by mouse or keyboard."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.ui.theme.theme import Theme


class Card(ttk.Frame):
    """A raised frame with a `body`; pressing it anywhere calls `command`. Call `ready()` once its contents are complete."""

    def __init__(self, parent: tk.Misc, theme: Theme, command: Callable[[], object], padding: float = 1.5) -> None:
        super().__init__(parent, style="Card.TFrame", padding=theme.space(padding), takefocus=True, cursor="hand2")
        self.command = command
        self.body = ttk.Frame(self, style="Raised.TFrame")
        self.body.pack(fill="both", expand=True)
        for event, state in (
            ("<Enter>", "active"),
            ("<Leave>", "!active"),
            ("<FocusIn>", "focus"),
            ("<FocusOut>", "!focus"),
        ):
            self.bind(event, lambda _, state=state: self.state([state]))  # type: ignore[misc]
        for key in ("<Return>", "<KP_Enter>", "<space>"):
            self.bind(key, lambda _: self.command())

    def ready(self) -> None:
        """Make a press anywhere inside count as a press on the card, except on widgets that handle presses themselves."""
        _press_all(self, lambda _: self.command())


def _press_all(widget: tk.Misc, pressed: Callable[[object], object]) -> None:
    if not isinstance(widget, (ttk.Button, ttk.Entry)):
        widget.bind("<ButtonRelease-1>", pressed)
        for child in widget.winfo_children():
            _press_all(child, pressed)
