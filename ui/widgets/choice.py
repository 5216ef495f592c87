"""A box to choose one of several values by their names."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import font as tkfont
from tkinter import ttk
from typing import Generic, TypeVar

from fourth_seat.ui.theme.theme import BODY, TARGET_MM
from fourth_seat.ui.widgets.label import font_of
from fourth_seat.words.direction import break_lines

V = TypeVar("V")
MAX_WIDTH_DIGITS = 40  # digits; longer names are broken
TEXT_SCALES = (1.0, 0.9, 0.8, 0.7)  # of the usual letters, that a menu may be drawn in where it is too large for the screen
MENU_EDGE = 2  # pixels around a menu, and around each row
ROW_MARGIN = 0.5  # of a line of text, above and below each row: a finger needs room


class ChoiceBox(ttk.Menubutton, Generic[V]):
    """A button with a menu of names; `value` is the value chosen, not its name."""

    def __init__(
        self, parent: tk.Misc, names: Mapping[V, str], value: V, chosen: Callable[[V], None] = lambda _: None
    ) -> None:
        self.names = dict(names)
        super().__init__(parent, direction="below")
        widest = max(map(font_of(self).measure, self.names.values()), default=0)
        self._width = min(MAX_WIDTH_DIGITS, -(-widest // font_of(self).measure("0")))
        self.configure(width=self._width)
        self.bind("<Configure>", lambda event: self._write(event.width))
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
        self._write(self.winfo_width())

    def _write(self, width: int) -> None:
        """Show the name of the value, in lines that fit into so many pixels; 1 before it is on the screen."""
        font, name = font_of(self), self.names[self._value]
        around = self.winfo_reqwidth() - self._width * font.measure("0")
        lines = break_lines(name, width - around, font.measure) if width > 1 else [name]
        if "\n".join(lines) != self.cget("text"):
            self.configure(text="\n".join(lines))

    def _choose(self, value: V) -> None:
        self.value = value
        self.event_generate("<<ComboboxSelected>>")

    def _dress(self) -> None:
        """Set the menu's colours from the palette: it is Tk's own and follows no theme."""
        style = ttk.Style(self)
        ink, ground = style.lookup("Raised.TLabel", "foreground"), style.lookup("Raised.TLabel", "background")
        chosen, on_chosen = style.lookup(".", "selectbackground"), style.lookup(".", "selectforeground")
        self.menu.configure(
            background=ground,
            foreground=ink,
            activebackground=chosen,
            activeforeground=on_chosen,
            borderwidth=1,
            relief="solid",  # a line around it: its ground may be that of the card below
        )
        current = list(self.names).index(self._value)
        for number in range(len(self.names)):
            here = number == current
            self.menu.entryconfigure(number, background=chosen if here else "", foreground=on_chosen if here else "")
        for size in TEXT_SCALES:
            if self._fit_menu(size):
                return

    def _fit_menu(self, size: float) -> bool:
        """Draw the menu in letters of this size, in columns as high as the screen; whether it fits: Tk scrolls no menu."""
        usual = tkfont.nametofont(BODY, self)
        font = tkfont.Font(self, **usual.actual())
        font.configure(size=round(size * self.tk.getint(usual.cget("size"))))
        line, target = font.metrics("linespace"), round(self.winfo_fpixels(f"{TARGET_MM}m"))
        margin = max(round(ROW_MARGIN * line), -(-(target - line) // 2))
        rows = max(1, (self.winfo_screenheight() - 2 * MENU_EDGE) // (line + 2 * margin + MENU_EDGE))
        self.menu.configure(font=font, activeborderwidth=margin)
        self._font = font  # a reference: a Tk font ends with its last one
        for number in range(len(self.names)):
            self.menu.entryconfigure(number, columnbreak=number > 0 and number % rows == 0)
        self.menu.update_idletasks()
        wide, high = self.menu.winfo_reqwidth(), self.menu.winfo_reqheight()
        return wide <= self.winfo_screenwidth() and high <= self.winfo_screenheight()
