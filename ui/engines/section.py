"""The settings section for adding, testing, changing and removing third-party engines; changes are saved immediately."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from functools import partial
from pathlib import Path
from tkinter import ttk

from fourth_seat.processes.command_line import join_command
from fourth_seat.table.record.saved import unfinished
from fourth_seat.table.seats import ENGINE
from fourth_seat.table.settings.folders import records
from fourth_seat.ui.engines.row import EngineRow
from fourth_seat.ui.files.open_sheet import OpenSheet
from fourth_seat.ui.widgets.form import FormSheet
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, Text, say, say_many

MOST_GAMES = 500  # unfinished games that are searched for an engine's name
HINT = say("Programs that speak GTP, such as Pentobi's pentobi-gtp for Blokus. They can be chosen as players.")


class EnginesSection(ttk.Frame):
    """A row for each engine, with sheets for adding, changing and removing engines.

    Attributes:
        rows: the rows, keyed by engine name.
        add: the button for adding an engine.
    """

    def __init__(self, parent: tk.Misc, page: Page) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._page, self._window = page, page.window
        self.rows: dict[str, EngineRow] = {}
        space, text = self._window.theme.space, self._window.text
        wrapped(ttk.Label(self, text=text(HINT), style="Raised.Muted.TLabel")).pack(fill="x", pady=(0, space(1)))
        self._rows = ttk.Frame(self, style="Raised.TFrame")
        self._rows.pack(fill="x")
        self.add = ttk.Button(self, text=text(say("Add an engine ...")), command=self.write)
        self.add.pack(anchor="w")
        self._show()

    def _show(self) -> None:
        for row in self.rows.values():
            row.destroy()
        self.rows = {}
        for name, command in self._window.engines.commands.items():
            change, remove = partial(self.write, name, command), partial(self._ask_to_remove, name)
            row = self.rows[name] = EngineRow(self._rows, self._window, name, command, change, remove)
            row.pack(fill="x", pady=(0, self._window.theme.space(2)))

    def write(self, name: str = "", command: str = "") -> None:
        """Ask for the name and command of a new engine, or change those of an existing one."""
        window = self._window
        title = say("Change {engine}", engine=name) if name else say("Add an engine")
        fields = {say("Name"): name, say("Command that starts the program"): command}
        sheet = FormSheet(self._page, window.theme, window.text, title, HINT, fields, partial(self._keep, name))
        sheet.button(say("Choose a program ..."), lambda: self._browse(sheet.fields[1]), stays=True)
        sheet.open()

    def _browse(self, field: ttk.Entry) -> None:
        def opened(path: Path) -> None:
            field.delete(0, "end")
            field.insert(0, join_command([str(path)]))

        OpenSheet(self._page, say("Choose a program"), opened).open()

    def _keep(self, before: str, name: str, command: str) -> None:
        kept = self._window.engines.put(name, command, before)
        self._show()
        if before and kept != before:
            self._rename_in_settings(before, kept)
            if games := _count_games(before):
                self._window.notice(
                    say_many(
                        "One unfinished game still uses the name {engine}: a person will take over its seat.",
                        "{n} unfinished games still use the name {engine}: in each of them, a person will take over its "
                        "seat.",
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

    def _remove(self, name: str) -> None:
        try:
            self._window.engines.remove(name)
        except FourthSeatError as error:
            self._window.notice(error.text)
            return
        self._show()


def _what_is_lost(name: str) -> Text:
    games = _count_games(name)
    if not games:
        return say("No unfinished game uses it. The engine stays installed.")
    return say_many(
        "One unfinished game uses it: a person will take over its seat. The engine stays installed.",
        "{n} unfinished games use it: in each of them, a person will take over its seat. The engine stays installed.",
        games,
    )


def _count_games(name: str) -> int:
    """Return the number of unfinished games in which the engine of this name plays."""
    games = unfinished(records(), MOST_GAMES)
    return sum(any(seat.computer == ENGINE + name for seat in game.seats) for game in games)
