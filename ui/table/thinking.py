"""The progress of the computer's thinking, with a button that ends it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.words import Text, say

POLLS_BEFORE_PROGRESS = 12  # checks on a thinking computer before its progress is worth showing


class Thinking(ttk.Frame):
    """A progress bar with a button below it."""

    def __init__(self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], hurry: Callable[[], None]) -> None:
        super().__init__(parent)
        self._bar = ttk.Progressbar(self, maximum=1.0, mode="determinate")
        self._bar.pack(fill="x", pady=(0, theme.space(1)))
        self.hurry = ttk.Button(self, text=text(say("Play now")), command=hurry)
        self.hurry.pack(fill="x")
        self._looks = 0

    @property
    def late(self) -> bool:
        """Whether the computer has been thinking long enough for this to be shown."""
        return self._looks >= POLLS_BEFORE_PROGRESS

    def progress(self, thinking: Task[Choice] | None) -> None:
        """Show the progress of the computer's task; called at regular intervals."""
        self._looks = self._looks + 1 if thinking else 0
        if thinking:
            self._bar.configure(value=thinking.progress or 0.0)
