"""A box to choose one of several values by their names."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import font as tkfont
from tkinter import ttk
from typing import Generic, TypeVar

from ui.theme import BODY

V = TypeVar("V")
WIDEST = 40  # characters; longer names are cut off on the right
MENU_EDGE = 2  # pixels around a menu, and around each row
ROW_MARGIN = 0.5  # of a line of text, above and below each row: a finger needs room


class ChoiceBox(ttk.Menubutton, Generic[V]):
    """A button with a menu of names; `value` is the value chosen, not its name."""

    def __init__(
        self, parent: tk.Misc, names: Mapping[V, str], value: V, chosen: Callable[[V], None] = lambda _: None
    ) -> None:
        self.names = dict(names)
        width = min(WIDEST, max(map(len, self.names.values()), default=8) + 1)
        super().__init__(parent, width=width, direction="below")
        self.menu = tk.Menu(self, tearoff=False, postcommand=self._dress)
        for each, name in self.names.items():
            self.menu.add_command(label=name, command=lambda each=each: self._choose(each))  # type: ignore[misc]
        self.configure(menu=self.menu)
        self.value = value
        self.bind("<<ComboboxSelected>>", lambda _: chosen(self.value))

    @property
    def value(self) -> V:
        return self._value

    @value.setter
    def value(self, value: V) -> None:
        self._value = value if value in self.names else next(iter(self.names))
        self.configure(text=self.names[self._value])

    def _choose(self, value: V) -> None:
        self.value = value
        self.event_generate("<<ComboboxSelected>>")

    def _dress(self) -> None:
        """Give the menu the colours of now: it is Tk's own and follows no theme."""
        style = ttk.Style(self)
        ink, ground = style.lookup("Raised.TLabel", "foreground"), style.lookup("Raised.TLabel", "background")
        chosen, on_chosen = style.lookup(".", "selectbackground"), style.lookup(".", "selectforeground")
        line = tkfont.nametofont(BODY, self).metrics("linespace")
        self.menu.configure(
            background=ground,
            foreground=ink,
            activebackground=chosen,
            activeforeground=on_chosen,
            activeborderwidth=round(ROW_MARGIN * line),
            borderwidth=1,
            relief="flat",
            font=BODY,
        )
        row = line + 2 * round(ROW_MARGIN * line) + 2 * MENU_EDGE
        rows = max(1, (self.winfo_screenheight() - 2 * MENU_EDGE) // row)  # Tk scrolls no menu
        current = list(self.names).index(self._value)
        for number in range(len(self.names)):
            here = number == current
            self.menu.entryconfigure(number, background=chosen if here else "", foreground=on_chosen if here else "")
            self.menu.entryconfigure(number, columnbreak=number > 0 and number % rows == 0)
