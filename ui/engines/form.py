"""An engine's name and command, to be written or changed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk

from fourth_seat.processes.command_line import join_command
from fourth_seat.ui.files.open_sheet import OpenSheet
from fourth_seat.ui.theme.theme import BODY
from fourth_seat.ui.widgets.by_keyboard import alone, on_return
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, Text, say, sentence


class EngineForm(ttk.Frame):
    """Two fields and their buttons.

    Attributes:
        name, command: the fields.
        complaint: why it cannot be kept as it is.
    """

    def __init__(
        self,
        parent: tk.Misc,
        page: Page,
        name: str,
        command: str,
        keep: Callable[[str, str], None],
        cancel: Callable[[], None],
    ) -> None:
        """`keep` takes what is in the fields, and may raise `FourthSeatError`."""
        super().__init__(parent, style="Raised.TFrame")
        self._page, self._window, self._keep, self._cancel = page, page.window, keep, cancel
        window, space = page.window, page.window.theme.space
        self.columnconfigure(1, weight=1)
        self.name = self._field(0, say("Name"), name)
        self.command = self._field(1, say("Command that starts the program"), command)
        self.complaint = wrapped(ttk.Label(self, style="Raised.Warn.TLabel"))
        row = Flow(self, space(1))
        row.grid(row=3, column=0, columnspan=2, sticky="ew", pady=(space(0.5), 0))
        self.save = ttk.Button(row, text=window.text(say("Save")), style="Accent.TButton", command=self.try_to_keep)
        row.add(self.save)
        row.add(ttk.Button(row, text=window.text(say("Cancel")), command=cancel))
        row.add(ttk.Button(row, text=window.text(say("Choose a program ...")), command=self._browse), at_end=True)
        self.name.focus_set()

    def _field(self, row: int, title: Text, value: str) -> ttk.Entry:
        space = self._window.theme.space
        label = ttk.Label(self, text=self._window.text(title), style="Raised.Muted.TLabel")
        label.grid(row=row, column=0, sticky="w", padx=(0, space(2)), pady=space(0.5))
        field = ttk.Entry(self, font=BODY)
        field.insert(0, value)
        field.grid(row=row, column=1, sticky="ew", pady=space(0.5))
        on_return(field, self.try_to_keep)
        field.bind("<Escape>", alone(self._cancel))
        return field

    def try_to_keep(self) -> None:
        """Save the fields, or show why that is impossible."""
        try:
            self._keep(self.name.get(), self.command.get())
        except FourthSeatError as error:
            self.complaint.configure(text=sentence(self._window.text(error.text)))
            self.complaint.grid(row=2, column=0, columnspan=2, sticky="ew")

    def _browse(self) -> None:
        OpenSheet(self._page, say("Choose a program"), self._opened).open()

    def _opened(self, path: Path) -> None:
        self.command.delete(0, "end")
        self.command.insert(0, join_command([str(path)]))
