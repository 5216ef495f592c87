"""Headline that names the player to move, and the progress of the computer's thinking."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice
from fourth_seat.table import announce
from fourth_seat.table.table import Table
from fourth_seat.ui.table.swatch import Swatches
from fourth_seat.ui.theme.theme import TITLE, Theme
from fourth_seat.ui.widgets.label import update
from fourth_seat.words import Text, say, sentence

POLLS_BEFORE_PROGRESS = 12  # looks at a computer that thinks, before it is worth saying how far it is


class TurnHeader(ttk.Frame):
    """The uppermost part of the panel.

    Attributes:
        instead: is said in place of whose turn it is, such as that the board shows an earlier position; None as a rule.
    """

    def __init__(
        self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], table: Table, hurry: Callable[[], None]
    ) -> None:
        super().__init__(parent)
        self._theme, self._text, self._table = theme, text, table
        self._swatches = Swatches(self, theme, table.game.sides(table.options), 30, TITLE)
        self._chip = ttk.Label(self)
        self._chip.grid(row=0, column=0, padx=(0, theme.space(1.25)), sticky="n")
        self.message = ttk.Label(self, style="Title.TLabel", justify="left")
        self.message.grid(row=0, column=1, sticky="ew")
        self.columnconfigure(1, weight=1)
        self._work = ttk.Frame(self)
        self._bar = ttk.Progressbar(self._work, maximum=1.0, mode="determinate")
        self._bar.pack(side="left", fill="x", expand=True, padx=(0, theme.space(1)))
        self.hurry = ttk.Button(self._work, text=text(say("Play now")), command=hurry)
        self.hurry.pack(side="right")
        self._looks = 0
        self.instead: Text | None = None
        self.bind("<Configure>", lambda event: self._wrap(event.width))
        theme.on_change(self, self.refresh)

    def refresh(self) -> None:
        """Show the player to move, or what is said instead."""
        text, colour = (self.instead, 0) if self.instead else announce.headline(self._table)
        happened = None if self.instead else announce.remark(self._table)
        update(self.message, text=" ".join(sentence(self._text(each)) for each in (happened, text) if each))
        picture = self._swatches.of(colour)
        update(self._chip, image=picture)
        if not picture:
            self._chip.grid_remove()
        elif not self._chip.winfo_manager():
            self._chip.grid()

    def progress(self, thinking: Task[Choice] | None) -> None:
        """Show the progress of the computer; nothing while it does not think, or has only just begun."""
        self._looks = self._looks + 1 if thinking else 0
        if thinking is None or self._looks < POLLS_BEFORE_PROGRESS:
            if self._work.winfo_manager():
                self._work.grid_remove()
            return
        if not self._work.winfo_manager():
            self._work.grid(row=1, column=0, columnspan=2, sticky="ew", pady=(self._theme.space(1), 0))
        self._bar.configure(value=thinking.progress or 0.0)

    def _wrap(self, width: int) -> None:
        self.message.configure(wraplength=max(80, width - self._swatches.size - self._theme.space(2)))
