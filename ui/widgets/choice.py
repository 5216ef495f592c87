"""A drop-down box for choosing a value by name, and the lists of fields that suggest earlier entries."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import Generic, TypeVar

from fourth_seat.ui.widgets.drop_down import DropDown, close_list
from fourth_seat.ui.widgets.label import digits, font_of
from fourth_seat.ui.widgets.menu import DropButton
from fourth_seat.words.direction import break_lines

V = TypeVar("V")
MAX_WIDTH_DIGITS = 40  # digits; longer names are broken


class ChoiceBox(DropButton, Generic[V]):
    """A button with a drop-down list of names; `value` is the chosen value rather than its name."""

    def __init__(
        self, parent: tk.Misc, names: Mapping[V, str], value: V, chosen: Callable[[V], None] = lambda _: None
    ) -> None:
        self.names = dict(names)
        self._look: tuple[str, object] = "", ""
        super().__init__(parent)
        self._width = 0
        self._widen()
        self.bind("<<ThemeChanged>>", lambda _: self._widen())
        self.bind("<Configure>", lambda event: self._write(event.width))
        self.value = value
        self.bind("<<ComboboxSelected>>", lambda _: chosen(self.value))

    def _widen(self) -> None:
        """Make room for the longest name in the current font."""
        self._width = min(MAX_WIDTH_DIGITS, digits(font_of(self), self.names.values() or [""]))
        self.configure(width=self._width)

    @property
    def value(self) -> V:
        return self._value

    @value.setter
    def value(self, value: V) -> None:
        self._value = value if value in self.names else next(iter(self.names))
        self._write(self.winfo_width())

    def _write(self, width: int) -> None:
        """Show the name of the value, wrapped at this width in pixels (1 before the box is displayed).

        The box is high enough for the longest name, so that the parts below it never move.
        """
        font = font_of(self)
        around = self.winfo_reqwidth() - self._width * font.measure("0")
        broken = {each: break_lines(name, width - around, font.measure) for each, name in self.names.items()}
        lines = broken[self._value] if width > 1 else [self.names[self._value]]
        most = max(map(len, broken.values())) if width > 1 else 1
        look = "\n".join(lines), self._padding((most - len(lines)) * font.metrics("linespace")) if most > 1 else ""
        if look != self._look:
            self._look = look
            self.configure(text=look[0], padding=look[1])

    def _padding(self, more: int) -> tuple[int, int, int, int]:
        """Return the padding on all four sides, with this many extra pixels divided between top and bottom."""
        style = ttk.Style(self).lookup(str(self.cget("style")) or self.winfo_class(), "padding")
        sides = [self.tk.getint(side) for side in self.tk.splitlist(style)] or [0]
        left, top, right, bottom = (sides * 4)[:4] if len(sides) != 3 else (*sides, sides[1])
        return left, top + more // 2, right, bottom + more - more // 2

    def drop_down(self) -> None:
        values = list(self.names)
        DropDown(self, list(self.names.values()), values.index(self._value), lambda at: self._choose(values[at]))

    def _choose(self, value: V) -> None:
        self.value = value
        self.event_generate("<<ComboboxSelected>>")


class FieldLists:
    """Replaces the lists of all drop-down fields in a window, as the rows of Tk's own lists are too small for a finger."""

    def __init__(self, root: tk.Tk) -> None:
        self._root = root
        self._pressed = ""  # the field whose arrow is held
        # Tk's callback for a press on the arrow; registered, or the closed window would stay in memory with its pages.
        root.tk.call("interp", "alias", "", "ttk::combobox::Post", "", root.register(self._arrow_pressed))
        root.bind_class("TCombobox", "<ButtonRelease-1>", self._released, add="+")
        for key in ("<Down>", "<Up>"):
            root.bind_class("TCombobox", key, lambda event: self._drop_down(event.widget))
        root.bind_class("TCombobox", "<Unmap>", lambda event: close_list(event.widget), add="+")
        root.bind("<Configure>", lambda event: close_list(event.widget) if event.widget is root else None, add="+")

    def _arrow_pressed(self, path: str) -> None:
        self._pressed = path

    def _released(self, event: tk.Event[tk.Misc]) -> None:
        pressed, self._pressed = self._pressed, ""
        if pressed == str(event.widget):
            self._drop_down(event.widget)

    def _drop_down(self, box: object) -> str:
        if isinstance(box, ttk.Combobox) and box.instate(["!disabled"]):
            if command := str(box.cget("postcommand")):
                self._root.tk.call(command)
            names = [str(name) for name in box.tk.splitlist(box.cget("values"))]
            at = names.index(box.get()) if box.get() in names else None
            if names:
                DropDown(box, names, at, lambda number: _choose(box, number))
        return "break"


def _choose(box: ttk.Combobox, number: int) -> None:
    box.current(number)
    box.selection_range(0, "end")
    box.icursor("end")
    box.event_generate("<<ComboboxSelected>>")
