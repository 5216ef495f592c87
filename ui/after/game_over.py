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
    """Buttons, two in a row, the next game last.

    Attributes:
        moments: the turning points, where there is room for them beside these buttons.
    """

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
        self.columnconfigure((0, 1), weight=1, uniform="half")

        def button(title: Text, command: Action, style: str = "TButton") -> ttk.Button:
            return ttk.Button(self, text=text(title), command=command, style=style)

        self.next = button(say("Next game"), actions.next_game, "Accent.TButton")
        self.keep = button(say("A page to keep ..."), actions.keep)
        self.scores = button(say("This evening"), actions.scores)
        self.report = button(say("How it was played"), actions.report) if actions.report else None
        self.points = button(say("Turning points"), actions.moments)
        self.moments = Moments(parent, theme, text, table, review, actions.look)
        self._laid_out: tuple[list[ttk.Button], int] | None = None

    @property
    def _gap(self) -> int:
        return self._theme.space(1)

    def offer_next(self, offered: bool) -> None:
        """Offer a next game, or not: there is none once a match is decided."""
        self.next.state(["!disabled" if offered else "disabled"])

    def fit(self, width: int, height: int, *, looking: bool) -> bool:
        """Lay out in so many pixels as much as there is room for; return whether the turning points are part of that.

        What is left out is behind "More", and the turning points behind a button; the buttons make way while somebody is
        `looking` back.
        """
        anything = self.moments.refresh(width)
        report = [self.report] if self.report else []
        # A game that is only looked through has nothing after it.
        every = [self.keep, *report] if self._table.read_only else [self.keep, self.scores, *report, self.next]
        columns = 2 if all(2 * button.winfo_reqwidth() + self._gap <= width for button in every) else 1
        points = [self.points] if self.moments.buttons else []
        layouts = [([] if looking else every, True)] if anything else []
        layouts += [([], False)] if looking else [([*points, *every], False), ([*points, every[-1]], False)]
        shown, listed = next((each for each in layouts if self._height(*each, columns) <= height), layouts[-1])
        if (shown, columns) != self._laid_out:
            self._laid_out = shown, columns
            self._lay_out(shown, columns)
        return listed

    def _height(self, buttons: list[ttk.Button], listed: bool, columns: int) -> int:
        rows = len(_rows(buttons, columns))
        return rows * (self.next.winfo_reqheight() + self._gap) + (self.moments.height + self._gap if listed else 0)

    def _lay_out(self, buttons: list[ttk.Button], columns: int) -> None:
        gap = self._gap
        for button in (self.next, self.keep, self.scores, self.report, self.points):
            if button and button not in buttons:
                button.grid_forget()
        for row, pair in enumerate(_rows(buttons, columns)):
            for column, button in enumerate(pair):
                sides = (0, 0) if len(pair) == 1 else (gap // 2, 0) if column else (0, gap // 2)
                button.grid(row=row, column=column, columnspan=3 - len(pair), sticky="ew", padx=sides, pady=(gap, 0))


def _rows(buttons: list[ttk.Button], columns: int) -> list[list[ttk.Button]]:
    """Return the buttons in rows, the last one in a row of its own, and before it the rows that are full last."""
    if not buttons:
        return []
    *others, main = buttons
    short = len(others) % columns
    full = [others[at : at + columns] for at in range(short, len(others), columns)]
    return [*([others[:short]] if short else []), *full, [main]]
