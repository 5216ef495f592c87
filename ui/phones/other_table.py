"""A field for entering a new link to the other table after it has closed the connection."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from fourth_seat.table.table import Table
from fourth_seat.ui.services.phones import PhonesControl
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, Text, say, sentence

LINK_WIDTH = 32


class OtherTable(ttk.Frame):
    """A link field, and a button that joins the other table.

    Attributes:
        link: the field for the link.
        join: the button.
        answer: the label that shows the result.
    """

    def __init__(self, parent: tk.Misc, page: Page, table: Table, control: PhonesControl) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._window, self._table, self._control = page.window, table, control
        text, space = page.window.text, page.window.theme.space
        prompt = say("New link to the other table, if Fourth Seat was restarted there")
        wrapped(ttk.Label(self, text=text(prompt), style="Raised.Muted.TLabel")).pack(fill="x")
        self.link = ttk.Entry(self, width=LINK_WIDTH)
        self.link.pack(fill="x", pady=space(0.5))
        self.join = ttk.Button(self, text=text(say("Join again")), command=self._join)
        self.join.pack(anchor="w")
        self.answer = wrapped(ttk.Label(self, style="Raised.TLabel"))
        self.answer.pack(fill="x")
        on_return(self.link, self._join)

    def _join(self) -> None:
        try:
            self._control.rejoin(self._table, self.link.get())
        except FourthSeatError as error:
            self._show_text(error.text)
        else:
            self._show_text(say("Connected to the other table again: the game continues at both tables."))

    def _show_text(self, text: Text) -> None:
        self.answer.configure(text=sentence(self._window.text(text)))
