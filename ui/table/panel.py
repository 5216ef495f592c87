"""The right side of the table page: whose turn, the placement card, scores, moves, the curve of the game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk

from calibration.orientation import Orientation
from table.analysis.review import Review
from table.table import Table
from table.turn_runner import TurnRunner
from ui.table.bars import GameOver, LookingBack
from ui.table.card import PlacementCard
from ui.table.graph import ValueGraph
from ui.table.moves import MoveList
from ui.table.scores import Scores
from ui.table.standing import Standing
from ui.table.turn import TurnHeader
from ui.theme import Theme
from words import Text

WIDTH = 340  # pixels at 96 dots an inch and medium text
WIDEST = 0.4  # of the page
FEWEST = 120  # pixels that the list of moves keeps, at medium text


@dataclass(frozen=True, slots=True)
class PanelActions:
    """What can be done from the panel."""

    hurry: Callable[[], None]
    set_down: Callable[[], None]
    print_card: Callable[[], None]
    view: Callable[[int | None], None]
    go_on_from_view: Callable[[], None]
    next_game: Callable[[], None]
    evening: Callable[[], None]
    report: Callable[[], None]


class Docked(ttk.Frame):
    """Something that stands in the panel for a while."""

    def fit(self, width: int, height: int, crowded: bool) -> None:
        """Fits it into a panel of this inner width and height; `crowded` while it shows a card as well."""


class Panel(ttk.Frame):
    """Parts from top to bottom; what has nothing to say takes no room."""

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        table: Table,
        review: Review,
        orientation: Orientation,
        actions: PanelActions,
    ) -> None:
        super().__init__(parent, padding=(theme.space(1), 0, theme.space(2), theme.space(2)))
        self._theme, self._table, self._review = theme, table, review
        self.pack_propagate(False)
        gap = theme.space(1.5)
        self.turn = TurnHeader(self, theme, text, table, actions.hurry)
        self.turn.pack(fill="x", pady=(0, gap))
        self.looking = LookingBack(self, theme, text, actions.go_on_from_view, lambda: actions.view(None))
        self.over = GameOver(
            self, theme, text, actions.next_game, actions.evening, actions.report if review.judges else None
        )
        self.card = PlacementCard(self, theme, text, table, orientation, actions.set_down, actions.print_card)
        self.scores = Scores(self, theme, text, table)
        self.scores.pack(fill="x", pady=(0, gap))
        self.graph = ValueGraph(self, theme, text, table, review, actions.view)
        self.graph.pack(side="bottom", fill="x", pady=(gap, 0))
        self.standing = Standing(self, text, table, review)
        if review.solved:
            self.standing.pack(side="bottom", fill="x", pady=(gap, 0))
        self.moves = MoveList(self, theme, text, table, review, actions.view)
        self.moves.pack(fill="both", expand=True)
        self._docked: Docked | None = None
        self.bind("<Configure>", lambda _: self._make_room())

    def refresh(self, viewing: int | None, waiting: bool = False) -> None:
        """Shows how the game stands; `waiting` while more about that is about to be known."""
        self.turn.refresh()
        history = self._table.history
        if viewing is not None:
            self.looking.show(viewing, history.at)
        self._show(self.looking, viewing is not None)
        self._show(self.over, self._table.result is not None)
        card_shown = viewing is None and self.card_waits()
        self._show(self.card, card_shown)
        if card_shown:
            self.card.refresh()
        self.scores.refresh()
        self.moves.refresh(viewing)
        self.graph.refresh(viewing)
        self.standing.refresh(viewing, waiting)
        self._make_room()

    def card_waits(self) -> bool:
        """Whether a computer's move is to be set down."""
        return self._table.pending is not None

    def progress(self, host: TurnRunner) -> None:
        """How far the computer is."""
        self.turn.progress(host.thinking)

    def dock(self, part: Docked) -> None:
        """Shows something at the lower end, in place of what stood there."""
        self.undock()
        self._docked = part
        part.pack(side="bottom", fill="x", pady=(self._theme.space(1.5), 0), before=self.scores)
        part.bind("<Configure>", lambda _: self._make_room())

    @property
    def docked(self) -> Docked | None:
        """What stands at the lower end."""
        return self._docked

    def undock(self) -> None:
        """Takes it away."""
        if self._docked:
            self._docked.destroy()
            self._docked = None
            self._make_room()

    def width_for(self, page: int) -> int:
        """The panel's width on a page of this width."""
        return min(round(WIDTH * self._theme.scale), round(WIDEST * page))

    def _show(self, part: ttk.Frame, shown: bool) -> None:
        if shown and not part.winfo_manager():
            part.pack(fill="x", pady=(0, self._theme.space(1.5)), before=self.scores)
        elif not shown and part.winfo_manager():
            part.pack_forget()

    def _make_room(self) -> None:
        """Where the panel is low, the card gets smaller, and the curve gives way to some lines of moves."""
        gap = self._theme.space(1.5)
        self.card.fit(self.winfo_width() - self._theme.space(3))
        parts: list[tk.Widget] = [self.turn, self.looking, self.over, self.card, self.scores, self.standing, self.graph]
        if self._docked:
            self._docked.fit(
                self.winfo_width() - self._theme.space(3), self.winfo_height(), bool(self.card.winfo_manager())
            )
            parts.append(self._docked)
        taken = sum(part.winfo_reqheight() + gap for part in parts if part.winfo_manager() or part is self.graph)
        room = self.winfo_height() - taken > FEWEST * self._theme.scale
        if room and not self.graph.winfo_manager():
            above = self.standing if self.standing.winfo_manager() else self.moves
            self.graph.pack(side="bottom", fill="x", pady=(gap, 0), before=above)
        elif not room and self.graph.winfo_manager():
            self.graph.pack_forget()
