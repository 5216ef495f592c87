"""Panel beside or below the board: the present instruction, then scores, moves and the curve of the game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk
from typing import Any

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.game_state import Placement
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import TurnRunner
from fourth_seat.ui.after.game_over import AfterActions, GameOver
from fourth_seat.ui.table.bars import LookingBack
from fourth_seat.ui.table.card import PlacementCard
from fourth_seat.ui.table.graph import ValueGraph
from fourth_seat.ui.table.hand import PieceInHand
from fourth_seat.ui.table.line import EntryLine
from fourth_seat.ui.table.moves import MoveList
from fourth_seat.ui.table.scores import Scores
from fourth_seat.ui.table.standing import Standing
from fourth_seat.ui.table.turn import TurnHeader
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.docked import Docked
from fourth_seat.words import Text, say

MIN_MOVES = 90  # pixels that the list of moves needs to be shown, at medium text
MAX_CARD_SHARE = 0.72  # of the panel's height that the card may take,
MAX_CARD_SHARE_DOCKED = 0.5  # and beside a docked part, whose buttons need room


@dataclass(frozen=True, slots=True)
class PanelActions:
    """Actions of the panel.

    Attributes:
        enter: carries out an action at the table; shows the reason where it is refused.
        type: enters a typed line, and returns whether it was accepted.
        to_board: returns the keyboard focus to the board.
        show_step: shows one step of the placement on the board, from 1; 0 for all.
        view: shows an earlier position; None for the present one.
    """

    hurry: Callable[[], None]
    enter: Callable[[Callable[[], object]], None]
    type: Callable[[str], bool]
    to_board: Callable[[], None]
    set_down: Callable[[], None]
    show_step: Callable[[int], None]
    view: Callable[[int | None], None]
    go_on_from_view: Callable[[], None]
    after: AfterActions


class Panel(ttk.Frame):
    """The present part shows the instruction; below or beside it, the record shows the course of the game.

    Attributes:
        line: the sentence about the last tap.
    """

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
        gap = theme.space(1.5)
        super().__init__(parent, padding=(theme.space(1), gap, theme.space(2), gap))
        self._theme, self._table, self._review = theme, table, review
        self._beside, self._alone = True, False
        self.pack_propagate(False)
        self.present, self.record = ttk.Frame(self), ttk.Frame(self)
        self.turn = TurnHeader(self.present, theme, text, table, actions.hurry)
        self.turn.pack(fill="x", pady=(0, gap))
        self.line = EntryLine(self.present, theme, text, actions.type, actions.to_board)
        self.looking = LookingBack(self.present, theme, text, actions.go_on_from_view, lambda: actions.view(None))
        self.over = GameOver(self.present, theme, text, table, review, actions.after)
        self.card = PlacementCard(self.present, theme, text, table, orientation, actions.set_down, actions.show_step)
        self.hand = PieceInHand(self.present, theme, text, table, orientation, actions.enter, actions.to_board)
        self.line.pack(fill="x")
        self.afar = Scores(self.present, theme, text, table, afar=True)
        self.scores = Scores(self.record, theme, text, table)
        self.scores.pack(fill="x", pady=(0, gap))
        self.graph = ValueGraph(self.record, theme, text, table, review, actions.view, actions.after.look)
        self.standing = Standing(self.record, text, table, review)
        self.moves = MoveList(self.record, theme, text, table, review, actions.view)
        self._docked: Docked | None = None
        self._alone_for: Placement | None = None  # the placement for which all other parts are hidden
        self.bind("<Configure>", lambda _: self._make_room())
        for part in (self.turn, self.looking, self.line, self.card):  # they grow after they were filled
            part.bind("<Configure>", lambda _: self._make_room(), add="+")
        self.arrange(beside=True, alone=False)

    def arrange(self, *, beside: bool, alone: bool) -> None:
        """Put both parts below one another where the panel is `beside` the board; `alone` leaves the record out."""
        self._beside, self._alone = beside, alone
        self._alone_for = None
        for half in (self.present, self.record):  # beside each other both are as wide, whatever they hold
            half.pack_propagate(beside)
            half.configure(width=1)
        if beside:
            self.present.pack(side="top", fill="x", expand=False)
        else:
            self.present.pack(side="left", fill="both", expand=True)
        self._show_record(not alone)
        self._make_room()

    def _show_record(self, shown: bool) -> None:
        """Show the record below or beside the present part, or leave its room to that."""
        if shown:
            self.record.pack(side="top" if self._beside else "left", fill="both", expand=True)
        else:
            self.record.pack_forget()
        self.present.pack_configure(padx=(0, self._theme.space(2) if shown and not self._beside else 0))

    def refresh(self, viewing: int | None, waiting: bool = False) -> None:
        """Show the state of the game; `waiting` while a better value is expected."""
        docked = self._docked.headline if self._docked else None
        back = None if viewing is None else say("Looking back: after {n} of {all}", n=viewing, all=self._table.history.at)
        self.turn.instead = docked or back
        self.turn.refresh()
        self._show(self.looking, viewing is not None and not self._table.read_only)
        self._show(self.over, self._table.result is not None and not self._table.pending)  # the last move comes first
        self._show(self.hand, viewing is None and self.hand.has_piece)
        self.hand.refresh()
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
        """Return whether something is to be done on the real board."""
        return self._table.pending is not None

    def progress(self, runner: TurnRunner) -> None:
        """Show how far the computer is."""
        self.turn.progress(runner.thinking)

    def dock(self, part: Docked) -> None:
        """Show a child of `record` at its lower end, in place of the one there."""
        self.undock()
        self._pack_first(self.scores, self.record, True)
        self._docked = part
        part.pack(side="bottom", fill="x", pady=(self._theme.space(1.5), 0), before=self.scores)
        part.bind("<Configure>", lambda _: self._make_room())

    @property
    def docked(self) -> Docked | None:
        """The part at the lower end."""
        return self._docked

    def undock(self) -> None:
        """Take the docked part away."""
        if self._docked:
            self._docked.destroy()
            self._docked = None
            self._make_room()

    def _show(self, part: ttk.Frame, shown: bool) -> None:
        if shown and not part.winfo_manager():
            part.pack(fill="x", pady=(0, self._theme.space(1.5)), before=self.line)
        elif not shown and part.winfo_manager():
            part.pack_forget()

    def _make_room(self) -> None:
        """Shrink the card where the panel is low, then hide the curve for the moves, then these for the scores."""
        if self.winfo_height() <= 1:  # not on the screen yet
            return
        theme, gap = self._theme, self._theme.space(1.5)
        width, height = self.winfo_width() - theme.space(3), self.winfo_height() - 2 * gap
        header = self.turn.winfo_reqheight() + gap
        if self._alone:
            self._fit_alone(width, height, header)
        elif self._beside:
            share = MAX_CARD_SHARE_DOCKED if self._docked else MAX_CARD_SHARE
            self.card.fit(width, round(share * height) - header)
        else:
            width = self._fit_below(width, height - header)
        shows_game = not (self._docked and self._docked.headline)
        self._pack(self.standing, self._review.solved and shows_game, side="bottom", fill="x", pady=(gap, 0))
        stage = [self.turn, self.line, self.looking, self.card, self.hand] if self._beside else []
        parts: list[tk.Widget] = [*stage, self.scores, self.standing]
        over, looking = bool(self.over.winfo_manager()), bool(self.looking.winfo_manager())
        always = self.turn, self.scores  # counted though they may be hidden now, or they would come and go
        room = height - sum(part.winfo_reqheight() + gap for part in parts if part.winfo_manager() or part in always)
        least, curve = round(MIN_MOVES * theme.scale), self.graph.winfo_reqheight() + gap
        if self._docked:
            most = room - gap + (self.scores.winfo_reqheight() + gap if self._beside else 0)
            self._docked.fit(width, self.winfo_height(), room - gap - least, most, bool(self.card.winfo_manager()))
            room -= self._docked.winfo_reqheight() + gap
        room = room if shows_game else -1
        if over:
            above = sum(part.winfo_reqheight() + gap for part in (self.line, self.looking) if part.winfo_manager())
            taken = self.over.fit(width, room if self._beside else height - header - above, looking=looking) + gap
            room -= taken if self._beside else 0
        self._pack_first(self.scores, self.record, room >= 0)
        self._pack_first(self.turn, self.present, over or not (self._alone and self._alone_for))
        self._show_afar(height)
        first = curve if over else least  # after the game the curve is of more use than the moves
        self._pack(self.moves, room >= (curve + least if over else first), fill="both", expand=True)
        self._pack(self.graph, room >= (first if over else least + curve), side="bottom", fill="x", pady=(gap, 0))

    def _show_afar(self, height: int) -> None:
        """Show the score across the room while nothing is to be done on the real board and there is room for it."""
        if not self._alone or self.card.winfo_manager():
            self.afar.pack_forget()
            return
        self.afar.refresh()
        gap = self._theme.space(1.5)
        others = (part for part in (self.turn, self.line, self.looking, self.over, self.hand) if part.winfo_manager())
        room = height - sum(part.winfo_reqheight() + gap for part in others)
        self._pack(self.afar, self.afar.winfo_reqheight() <= room, fill="x", pady=(gap, 0))

    def _fit_alone(self, width: int, height: int, header: int) -> None:
        """Fit the card for reading across the room; the headline is hidden for a card that is too high below it."""
        pending = self._table.pending if self.card.winfo_manager() else None
        if pending is None or pending is not self._alone_for:
            self._alone_for = None
            self.card.fit(width, height - header)
            if pending is not None and not self.card.fits:
                self._alone_for = pending
        if self._alone_for:
            self.card.fit(width, height)

    def _fit_below(self, width: int, height: int) -> int:
        """Fit the card into half of the width below the board; the record is hidden for a card that is too high, until
        the move has been made. Returns the width of the visible parts.
        """
        half = (width - self._theme.space(2)) // 2
        pending = self._table.pending if self.card.winfo_manager() else None
        if pending is None or pending is not self._alone_for:
            self._alone_for = None
            self.card.fit(half, height)
            if pending is not None and not self.card.fits:
                self._alone_for = pending
        if self._alone_for is None:
            if not self.record.winfo_manager():
                self._show_record(True)
            return half
        if self.record.winfo_manager():
            self._show_record(False)
        self.card.fit(width, height)
        return width

    def _pack_first(self, part: tk.Widget, parent: ttk.Frame, shown: bool) -> None:
        """Show a part above all others of its parent, or not."""
        if not shown:
            part.pack_forget()
        elif not part.winfo_manager():
            others = parent.pack_slaves()
            part.pack(fill="x", pady=(0, self._theme.space(1.5)))
            if others:
                part.pack_configure(before=others[0])

    @staticmethod
    def _pack(part: tk.Widget, shown: bool, **options: Any) -> None:
        if not shown:
            part.pack_forget()
        elif not part.winfo_manager():
            part.pack(**options)
