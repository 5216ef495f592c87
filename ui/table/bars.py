"""Two small bars in the panel: one while an earlier position is looked at, one after the game has ended."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ui.theme import Theme
from words import Text, say

Action = Callable[[], None]


class LookingBack(ttk.Frame):
    """Says which position is shown, and leads back or on from there."""

    def __init__(self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], go_on: Action, back: Action) -> None:
        super().__init__(parent, style="Card.TFrame", padding=theme.space(1.5))
        self._text = text
        self._said = ttk.Label(self, style="Raised.Strong.TLabel")
        self._said.pack(anchor="w")
        self._gap = theme.space(1)
        row = ttk.Frame(self, style="Raised.TFrame")
        row.pack(fill="x", pady=(self._gap, 0))
        self.back = ttk.Button(
            row, text=text(say("Back to the game")), style="Accent.TButton", command=back, takefocus=False
        )
        self.go_on = ttk.Button(row, text=text(say("Continue from here")), command=go_on, takefocus=False)
        row.bind("<Configure>", lambda event: self._fit(event.width))

    def _fit(self, width: int) -> None:
        """The buttons side by side where there is room for that, else one below the other."""
        beside = self.back.winfo_reqwidth() + self._gap + self.go_on.winfo_reqwidth() <= width
        for place, button in enumerate((self.back, self.go_on)):
            gap = self._gap if place else 0
            if beside:
                button.pack(side="left", fill="x", expand=True, padx=(gap, 0), pady=0)
            else:
                button.pack(side="top", fill="x", padx=0, pady=(gap, 0))

    def show(self, count: int, of: int) -> None:
        """Says where in the game the shown position is."""
        self._said.configure(text=self._text(say("Looking back: after {n} of {all}", n=count, all=of)))


class GameOver(ttk.Frame):
    """What comes after a game."""

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        next_game: Action,
        scores: Action,
        report: Action | None = None,
    ) -> None:
        """`report` shows how it was played; None in games that are not judged."""
        super().__init__(parent)
        if report:
            self.report = ttk.Button(self, text=text(say("How it was played")), command=report, takefocus=False)
            self.report.pack(side="bottom", fill="x", pady=(theme.space(1), 0))
        self.next = ttk.Button(
            self, text=text(say("Next game")), style="Accent.TButton", command=next_game, takefocus=False
        )
        self.next.pack(side="left", fill="x", expand=True)
        self.scores = ttk.Button(self, text=text(say("This evening")), command=scores, takefocus=False)
        self.scores.pack(side="left", fill="x", expand=True, padx=(theme.space(1), 0))

    def offer_next(self, offered: bool) -> None:
        """Whether there is a next game: not once a match is decided."""
        self.next.state(["!disabled" if offered else "disabled"])
