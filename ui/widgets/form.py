"""A sheet with a form."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk

from fourth_seat.ui.theme.theme import BODY, Theme
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.label import update
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.words import FourthSeatError, Text, say, sentence


class FormSheet(Sheet):
    """Shows a hint and a column of fields, and stays open until the entries can be saved.

    Attributes:
        said: the hint, or the reason why the entries cannot be saved.
        fields: the fields in order; the first has the focus.
        save: the button that saves the entries.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        title: Text,
        hint: Text,
        fields: Mapping[Text, str],
        keep: Callable[..., object],
    ) -> None:
        """`fields` maps titles to initial values. `keep` saves the entries, and may raise `FourthSeatError`."""
        super().__init__(parent, theme, text, title)
        self._keep = keep
        self.said = self.steady([hint], "Raised.Muted.TLabel")
        self.save = self.button(say("Save"), self.try_to_keep, main=True, stays=True)
        self.button(say("Cancel"), lambda: None)
        self.fields = [self._field(each, value) for each, value in fields.items()]

    def _field(self, title: Text, value: str) -> ttk.Entry:
        label = ttk.Label(self.body, text=self._text(title), style="Raised.Small.TLabel")
        label.pack(anchor="w", pady=(self._theme.space(1), 0))
        field = ttk.Entry(self.body, font=BODY)
        field.insert(0, value)
        field.pack(fill="x")
        on_return(field, self.try_to_keep)
        return field

    def focus_set(self) -> None:
        """Move the keyboard focus to the first field."""
        self.fields[0].focus_set()

    def try_to_keep(self) -> None:
        """Save the entries and close the sheet, or show why they cannot be saved."""
        try:
            self._keep(*(field.get() for field in self.fields))
        except FourthSeatError as error:
            update(self.said, style="Raised.Warn.TLabel")
            self.said.show(sentence(self._text(error.text)))
        else:
            self.close()
