"""Offers once a game is over: the next one, a page to keep, the scores, and the turning points."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk

from fourth_seat.table.analysis.review import Review
from fourth_seat.table.table import Table
from fourth_seat.ui.after.moments import Moments, ShowMoment
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.words import Text, say

Action = Callable[[], None]


@dataclass(frozen=True, slots=True)
class AfterActions:
    """Actions that are possible after a game.

    Attributes:
        report: shows the report on the game; None in games that are not judged.
        moments: lists the turning points where there is no room for them here.
        look: shows one on the board.
    """

    next_game: Action
    keep: Action
    scores: Action
    report: Action | None
    moments: Action
    look: ShowMoment


class GameOver(ttk.Frame):
    """Buttons two in a row, and below them the turning points, where there is room for them."""

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        table: Table,
        review: Review,
        actions: AfterActions,
    ) -> None:
        super().__init__(parent)
        self._theme, self._table = theme, table
        ttk.Frame(self, width=1, height=1).pack()  # a frame whose last child goes keeps its height without this one
        self._buttons = ttk.Frame(self)
        self._buttons.pack(fill="x")
        self._buttons.columnconfigure((0, 1), weight=1, uniform="half")

        def button(title: Text, command: Action, style: str = "TButton") -> ttk.Button:
            return ttk.Button(self._buttons, text=text(title), command=command, style=style)

        self.next = button(say("Next game"), actions.next_game, "Accent.TButton")
        self.keep = button(say("A page to keep ..."), actions.keep)
        self.scores = button(say("This evening"), actions.scores)
        self.report = button(say("How it was played"), actions.report) if actions.report else None
        self.points = button(say("Turning points"), actions.moments)
        self.moments = Moments(self, theme, text, table, review, actions.look)
        self._anything = False
        self._laid_out: tuple[list[ttk.Button], bool, int] | None = None

    @property
    def _gap(self) -> int:
        return self._theme.space(1)

    def offer_next(self, offered: bool) -> None:
        """Offer a next game, or not: there is none once a match is decided."""
        self.next.state(["!disabled" if offered else "disabled"])

    def fit(self, width: int, height: int, *, looking: bool) -> int:
        """Lay out for a panel so many pixels wide, of whose height so many are free: as much as there is room for.

        Returns the height that it takes. What is left out is behind "More", and the turning points behind a button; all of
        it while somebody is `looking` back and there is no room.
        """
        self._anything = self.moments.refresh(width)
        # A game that is only looked through has nothing after it.
        after = [] if self._table.read_only else [self.next, self.scores]
        every = [*after[:1], self.keep, *after[1:], *([self.report] if self.report else [])]
        columns = 2 if all(2 * button.winfo_reqwidth() + self._gap <= width for button in every) else 1
        points = [self.points] if self.moments.buttons else []
        layouts = [(every, True)] if self._anything else []
        layouts += [([*every, *points], False), ([every[0], *points], False)]
        layouts += [(points, False), ([], False)] if looking else []
        shown, listed = next((each for each in layouts if self._height(*each, columns) <= height), layouts[-1])
        if (shown, listed, columns) != self._laid_out:
            self._laid_out = shown, listed, columns
            self._lay_out(shown, listed, columns)
        return self._height(shown, listed, columns)

    def _height(self, buttons: list[ttk.Button], listed: bool, columns: int) -> int:
        rows = -(-len(buttons) // columns)
        list_height = self.moments.height + self._theme.space(1.5) if listed else 0
        return rows * (self.next.winfo_reqheight() + self._gap) + list_height

    def _lay_out(self, shown: list[ttk.Button], listed: bool, columns: int) -> None:
        gap = self._gap
        for button in (self.next, self.keep, self.scores, self.report, self.points):
            if button and button not in shown:
                button.grid_forget()
        for n, button in enumerate(shown):
            row, column = divmod(n, columns)
            alone = columns == 1 or (n == len(shown) - 1 and column == 0)
            sides = (0, 0) if alone else (gap // 2, 0) if column else (0, gap // 2)
            button.grid(
                row=row, column=column, columnspan=2 if alone else 1, sticky="ew", padx=sides, pady=(gap if row else 0, 0)
            )
        if shown:
            self._buttons.pack(fill="x")
        else:
            self._buttons.pack_forget()
        if listed:
            self.moments.pack(fill="x", pady=(self._theme.space(1.5), 0))
        else:
            self.moments.pack_forget()
