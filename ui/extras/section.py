"""The settings section for extras, showing the purpose and size of each, and a button to add or remove it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from fourth_seat.engines.jit.ready import comes_with_program
from fourth_seat.processes.extras.catalogue import EXTRAS, MB, Extra
from fourth_seat.processes.extras.folder import ExtrasFolder
from fourth_seat.table.settings.folders import home
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.window import Page
from fourth_seat.words import say

NEEDLESS = "compiler"  # if machine code came with the program


class ExtrasSection(ttk.Frame):
    """A row for each extra.

    Attributes:
        buttons: the buttons, keyed by extra; extras that came with the program have none.
    """

    def __init__(self, parent: tk.Misc, page: Page, changed: Callable[[], None]) -> None:
        """`changed` is called after an extra has been added or removed."""
        super().__init__(parent, style="Raised.TFrame")
        self._page, self._window, self._changed = page, page.window, changed
        self._folder = ExtrasFolder(home())
        self.buttons: dict[str, ttk.Button] = {}
        self.columnconfigure(0, weight=1)
        shown = [extra for extra in EXTRAS.values() if extra.name != NEEDLESS or not comes_with_program()]
        for row, extra in enumerate(shown):
            self._show(row, extra)

    def _show(self, row: int, extra: Extra) -> None:
        space, text = self._window.theme.space, self._window.text
        frame = ttk.Frame(self, style="Raised.TFrame")
        frame.grid(row=row, column=0, sticky="ew", pady=space(0.5), padx=(0, space(2)))
        wrapped(ttk.Label(frame, text=text(extra.title), style="Raised.TLabel")).pack(fill="x")
        wrapped(ttk.Label(frame, text=text(extra.purpose), style="Raised.Muted.TLabel")).pack(fill="x")
        if extra.damaged:
            wrapped(ttk.Label(frame, text=text(say("It is damaged.")), style="Raised.Warn.TLabel")).pack(fill="x")
            label, command = say("Add again ({size} MB)", size=f"{extra.disk:.0f}"), partial(self._add, extra)
        elif extra in self._folder.added():
            size = f"{self._folder.size(extra) / MB:.0f}"
            label, command = say("Remove ({size} MB)", size=size), partial(self._remove, extra)
        elif not extra.there:
            label, command = say("Add ({size} MB)", size=f"{extra.disk:.0f}"), partial(self._add, extra)
        else:
            installed = ttk.Label(self, text=text(say("installed")), style="Raised.Muted.TLabel")
            installed.grid(row=row, column=1, sticky="e")
            return
        button = ttk.Button(self, text=text(label), command=command)
        button.grid(row=row, column=1, sticky="e")
        self.buttons[extra.name] = button

    def _add(self, extra: Extra) -> None:
        with_extra(self._page, extra.name, self._changed)

    def _remove(self, extra: Extra) -> None:
        freed = f"{self._folder.remove(extra) / MB:.1f}"
        self._changed()
        self._window.notice(say("{feature}: removed, {size} MB freed", feature=extra.title, size=freed))
