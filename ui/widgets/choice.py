"""A box to choose one of several values by their names."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import Generic, TypeVar

V = TypeVar("V")
WIDEST = 40  # characters; longer names are cut off on the right


class ChoiceBox(ttk.Combobox, Generic[V]):
    """A drop-down list; `value` is the value chosen, not its name."""

    def __init__(
        self, parent: tk.Misc, names: Mapping[V, str], value: V, chosen: Callable[[V], None] = lambda _: None
    ) -> None:
        self._values = list(names)
        shown = list(names.values())
        super().__init__(parent, values=shown, state="readonly", width=min(WIDEST, max(map(len, shown), default=8) + 1))
        self.value = value
        self.bind("<<ComboboxSelected>>", lambda _: self._selected(chosen))

    @property
    def value(self) -> V:
        return self._values[max(0, self.current())]

    @value.setter
    def value(self, value: V) -> None:
        self.current(self._values.index(value) if value in self._values else 0)

    def _selected(self, chosen: Callable[[V], None]) -> None:
        self.selection_clear()  # else the name stays marked like text to be typed over
        chosen(self.value)
