"""The engines of other makers in the settings: set up, tried, changed and removed; every change is kept at once."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from tkinter import ttk

from fourth_seat.table.record.saved import unfinished
from fourth_seat.table.seats import ENGINE
from fourth_seat.table.settings.folders import records
from fourth_seat.ui.engines.form import EngineForm
from fourth_seat.ui.engines.row import EngineRow
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, Text, say, say_many

MOST_GAMES = 500  # unfinished ones in which an engine's name is looked for


class EnginesSection(ttk.Frame):
    """A row for each engine, and a form where one is added or changed.

    Attributes:
        rows: by the names of the engines.
        form: if one is open.
        add: the button that opens one for a new engine.
        asking: the sheet that asks whether to remove one, if it is open.
    """

    def __init__(self, parent: tk.Misc, page: Page, see: Callable[[tk.Misc], None]) -> None:
        """`see` scrolls the page so far that a widget can be seen."""
        super().__init__(parent, style="Raised.TFrame")
        self._page, self._window, self._see = page, page.window, see
        self.rows: dict[str, EngineRow] = {}
        self.form: EngineForm | None = None
        self.asking: Sheet | None = None
        self.show()

    def show(self, changing: str | None = None) -> None:
        """Show the engines, the one that is being changed as a form; an empty name stands for a new one."""
        for child in self.winfo_children():
            child.destroy()
        self.rows, self.form = {}, None
        space, text = self._window.theme.space, self._window.text
        hint = say("Programs that speak GTP, such as Pentobi's pentobi-gtp for Blokus. They can be chosen as players.")
        wrapped(ttk.Label(self, text=text(hint), style="Raised.Muted.TLabel")).pack(fill="x", pady=(0, space(1)))
        for name, command in self._window.engines.commands.items():
            if name == changing:
                self._open_form(name, command)
            else:
                row = EngineRow(
                    self, self._window, name, command, partial(self.show, name), partial(self._ask_to_remove, name)
                )
                row.pack(fill="x", pady=(0, space(2)))
                self.rows[name] = row
        if changing == "":
            self._open_form("", "")
        self.add = ttk.Button(self, text=text(say("Add an engine ...")), command=lambda: self.show(""))
        if self.form is None:
            self.add.pack(anchor="w")
        else:
            self.form.bind("<Configure>", lambda _: self._see_form())

    def _see_form(self) -> None:
        """Scroll to the form, which has just been placed or has grown."""
        self.update_idletasks()
        if self.form:
            self._see(self.form)

    def _open_form(self, name: str, command: str) -> None:
        self.form = EngineForm(self, self._page, name, command, partial(self._keep, name), self.show)
        self.form.pack(fill="x", pady=(0, self._window.theme.space(2)))

    def _keep(self, before: str, name: str, command: str) -> None:
        kept = self._window.engines.put(name, command, before)
        self.show()
        if before and kept != before:
            self._rename_in_settings(before, kept)
            if games := _count_games(before):
                self._window.notice(
                    say_many(
                        "One unfinished game still has the name {engine}: a person plays its seat there.",
                        "{n} unfinished games still have the name {engine}: a person plays its seat there.",
                        games,
                        engine=before,
                    )
                )

    def _rename_in_settings(self, before: str, name: str) -> None:
        settings = self._window.settings
        last = {
            game: replace(last, seats=tuple(ENGINE + name if seat == ENGINE + before else seat for seat in last.seats))
            for game, last in settings.last.items()
        }
        self._window.change(replace(settings, last=last))

    def _ask_to_remove(self, name: str) -> None:
        sheet = Sheet(self._page, self._window.theme, self._window.text, say("Remove {engine}?", engine=name))
        sheet.paragraph(_what_is_lost(name))
        sheet.button(say("Cancel"), lambda: None, main=True)
        sheet.button(say("Remove"), lambda: self._remove(name))
        sheet.open()
        self.asking = sheet

    def _remove(self, name: str) -> None:
        try:
            self._window.engines.remove(name)
        except FourthSeatError as error:
            self._window.notice(error.text)
            return
        self.show()


def _what_is_lost(name: str) -> Text:
    games = _count_games(name)
    if not games:
        return say("No unfinished game uses it. The engine stays installed.")
    return say_many(
        "One unfinished game uses it: a person plays its seat there. The engine stays installed.",
        "{n} unfinished games use it: a person plays its seat there. The engine stays installed.",
        games,
    )


def _count_games(name: str) -> int:
    """Return the number of unfinished games in which an engine of this name has a seat."""
    games = unfinished(records(), MOST_GAMES)
    return sum(any(seat.computer == ENGINE + name for seat in game.seats) for game in games)
