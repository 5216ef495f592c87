"""The settings section for add-ons, which shows what each adds, its folder, and whether it may be used."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from fourth_seat.games import forget_games
from fourth_seat.table.settings import addons
from fourth_seat.table.settings.addons import AddOn
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.window import Window
from fourth_seat.words import FourthSeatError, Text, say


class AddOnsSection(ttk.Frame):
    """A list of add-ons, with one row for each.

    Attributes:
        buttons: the buttons of usable add-ons, keyed by name.
    """

    def __init__(self, parent: tk.Misc, window: Window, changed: Callable[[], None]) -> None:
        """`changed` is called whenever an answer has changed."""
        super().__init__(parent, style="Raised.TFrame")
        self._window, self._changed = window, changed
        self.buttons: dict[str, ttk.Button] = {}
        self.columnconfigure(0, weight=1)
        for row, addon in enumerate(addons.found()):
            self._show(row, addon)

    def _show(self, row: int, addon: AddOn) -> None:
        space, text = self._window.theme.space, self._window.text
        frame = ttk.Frame(self, style="Raised.TFrame")
        frame.grid(row=row, column=0, sticky="ew", pady=space(0.5), padx=(0, space(2)))
        name = f"{addon.name} {addon.version}".strip()
        wrapped(ttk.Label(frame, text=name, style="Raised.TLabel")).pack(fill="x")
        for line, style in _lines(addon):
            wrapped(ttk.Label(frame, text=text(line), style=style)).pack(fill="x")
        if addon.trouble:
            return
        try:
            allowed = bool(addons.is_allowed(addon))
        except FourthSeatError:  # reported when the program started
            allowed = False
        label = say("Do not use it") if allowed else say("Use it")
        button = ttk.Button(self, text=text(label), command=partial(self._answer, addon, allowed=not allowed))
        button.grid(row=row, column=1, sticky="e")
        self.buttons[addon.name] = button

    def _answer(self, addon: AddOn, *, allowed: bool) -> None:
        try:
            addons.answer(addon, allowed)
            addons.activate()
        except FourthSeatError as error:
            self._window.notice(error.text)
            return
        forget_games()
        self._changed()


def _lines(addon: AddOn) -> list[tuple[Text, str]]:
    """Return the lines to show below an add-on's name, with their styles."""
    adds = [(say("Adds {things}", things=addon.adds), "Raised.Muted.TLabel")] if addon.additions else []
    place = (say("In {folder}", folder=str(addon.place)), "Raised.Muted.TLabel")
    trouble = [(say("Not used: {reason}", reason=addon.trouble), "Raised.Warn.TLabel")] if addon.trouble else []
    return [*adds, place, *trouble]
