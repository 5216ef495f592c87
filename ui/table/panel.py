"""The panel beside or below the board, with the current instruction, the scores, the moves and the graph of the game."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from tkinter import ttk
from typing import Any, Literal

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.game_state import Placement
from fourth_seat.table.table import Table
from fourth_seat.ui.after.game_over import AfterActions, GameOver
from fourth_seat.ui.table.bars import LookingBack
from fourth_seat.ui.table.card import PlacementCard
from fourth_seat.ui.table.graph import ValueGraph
from fourth_seat.ui.table.hand import PieceInHand
from fourth_seat.ui.table.line import RESIZED, EntryLine
from fourth_seat.ui.table.moves import MoveList
from fourth_seat.ui.table.scores import Scores
from fourth_seat.ui.table.standing import Standing
from fourth_seat.ui.table.thinking import Thinking
from fourth_seat.ui.table.turn import TurnHeader
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.docked import Docked
from fourth_seat.words import Text, say

Side = Literal["left", "top"]

MIN_MOVES = 90  # pixels that the list of moves needs to be shown, at medium text
MOVES_AFTER = 120  # that it keeps beside the result of a game, in a panel with this much room
CARD_LINES, LEAST_CARD_LINES = 9, 2  # lines of an instruction, for which the card has room beside its buttons, and at least
CARD_SHARE = 0.45  # of the panel's height, from which on a card of this many lines may have more
DOCKED_SHARE = 0.6  # of the panel's height that a docked part and the record have at least
LOW_PX = 600  # of the panel's height, below which a docked part leaves one line to the headline, at medium text
DOCKED_ROOM_PX = 500  # below the place of the instruction, with which a docked part needs no more, at medium text
MIN_HALF_PX = 200  # of the width of either half below the board, at medium text


@dataclass(frozen=True, slots=True)
class PanelActions:
    """Callbacks for the panel's actions.

    Attributes:
        enter: performs an action at the table, and shows the reason if it is refused.
        type: enters a typed line, and returns whether it was accepted.
        to_board: returns the keyboard focus to the board.
        show_step: shows one step of the placement on the board, from 1; 0 for all.
        view: shows an earlier position; None for the current one.
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
    """Shows the instruction in the `present` part and, below or beside it, the course of the game in the `record` part.

    The layout does not depend on the state of the game. Below the headline, the `present` part reserves a constant height
    for the next action, with the message about the last tap at the top and the main button at the bottom.

    Attributes:
        line: the message about the last tap.
        editing: the heading shown in place of the player to move while the board is being corrected; otherwise None.
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
        self._viewing: int | None = None
        self._laid_out: object = None
        self.pack_propagate(False)
        self.present, self.record = ttk.Frame(self), ttk.Frame(self)
        self.turn = TurnHeader(self.present, theme, text, table)
        self.turn.pack(fill="x", pady=(0, gap))
        self.now = ttk.Frame(self.present)
        self.now.pack_propagate(False)
        self.line = EntryLine(self.now, theme, text, actions.type, actions.to_board)
        self.looking = LookingBack(self.now, theme, text, actions.go_on_from_view, lambda: actions.view(None))
        self.over = GameOver(self.now, theme, text, table, review, actions.after)
        self.card = PlacementCard(self.now, theme, text, table, orientation, actions.set_down, actions.show_step)
        self.thinking = Thinking(self.now, theme, text, actions.hurry)
        self.hand = PieceInHand(self.now, theme, text, table, orientation, actions.enter, actions.to_board)
        self.line.pack(fill="x")
        self.afar = Scores(self.now, theme, text, table, afar=True)
        self.scores = Scores(self.record, theme, text, table)
        self.scores.pack(fill="x", pady=(0, gap))
        self.graph = ValueGraph(self.record, theme, text, table, review, actions.view, actions.after.look)
        self.standing = Standing(self.record, text, table, review)
        self.moves = MoveList(self.record, theme, text, table, review, actions.view)
        self._docked: Docked | None = None
        self.editing: Text | None = None
        self._ranked = False  # whether the scores are on the result's card
        self._alone_for: Placement | None = None  # the placement for which the headline is hidden
        self.bind("<Configure>", lambda _: self._make_room())
        theme.on_measured(self, self._make_room)
        self.line.bind(RESIZED, lambda _: self._make_room())
        for part in (self.line, self.looking, self.scores):  # they grow after they have been filled
            part.bind("<Configure>", lambda _: self._make_room(), add="+")
        self.arrange(beside=True, alone=False)

    def arrange(self, *, beside: bool, alone: bool) -> None:
        """Stack the parts if the panel is `beside` the board; `alone` hides the record."""
        self._beside, self._alone = beside, alone
        self._make_room()

    def refresh(self, viewing: int | None, waiting: bool = False) -> None:
        """Show the state of the game; `waiting` is True while a better evaluation is pending."""
        docked = self._docked.headline if self._docked else None
        back = None if viewing is None else say("Looking back: after {n} of {all}", n=viewing, all=self._table.history.at)
        self.turn.instead = docked or self.editing or back
        self.turn.refresh()
        self._viewing = viewing
        self.scores.refresh()
        self.moves.refresh(viewing)
        self.graph.refresh(viewing)
        self.standing.refresh(viewing, waiting)
        self._show_parts()
        self._make_room()

    def _show_parts(self) -> None:
        """Show the parts for the current state, such as the placement, the piece in hand or the result."""
        ended = self._ended
        looking = self._viewing is not None and not self._table.read_only and not ended
        card = self._table.pending is not None and self.editing is None and self._viewing is None
        hand = self.hand.has_piece and self._viewing is None
        thinking = self.thinking.late and not (looking or card or ended or hand)
        self._pack(self.looking, looking, side="bottom", fill="x")
        self._pack(self.over, ended, side="bottom", fill="both", expand=True)
        self._pack(self.card, card, side="bottom", fill="both", expand=True)
        self._pack(self.thinking, thinking, side="bottom", fill="x")
        self._pack(self.hand, hand, side="bottom", fill="x")
        self.hand.refresh()
        if card:
            self.card.refresh()

    @property
    def _ended(self) -> bool:
        """Whether the game is over, its last move is on the board, and the board is not being corrected."""
        return self._table.result is not None and self._table.pending is None and self.editing is None

    def progress(self, thinking: Task[Choice] | None) -> None:
        """Show the progress of the computer's task; None if it is not thinking."""
        late = self.thinking.late
        self.thinking.progress(thinking)
        if late != self.thinking.late:
            self._show_parts()
            self._make_room()

    def dock(self, part: Docked) -> None:
        """Show a child of `record` at the bottom, replacing any part already docked."""
        self.undock()
        self._docked = part
        for each in _with_all_inside(part):  # a part without room cannot grow, but its contents grow or move
            each.bind("<Configure>", lambda _: self._make_room(), add="+")
        self._make_room()

    @property
    def docked(self) -> Docked | None:
        """The docked part, if any."""
        return self._docked

    def undock(self) -> None:
        """Remove the docked part."""
        if self._docked:
            self._docked.destroy()
            self._docked = None
            self._make_room()

    # -- room --------------------------------------------------------------------------------------------------------------

    def _make_room(self) -> None:
        """Divide the panel's space between the instruction and the record, and among their parts."""
        theme, gap = self._theme, self._theme.space(1.5)
        width, height = self.winfo_width() - theme.space(3), self.winfo_height() - 2 * gap
        if min(width, height) <= 1:  # not on the screen yet
            return
        halves = not (self._beside or self._alone) and width >= 2 * MIN_HALF_PX * theme.scale + theme.space(2)
        if halves:
            width = (width - theme.space(2)) // 2
        head = self.turn.fit(width, height, lines=1 if self._crowded else 2)
        room = height - head - gap
        place = room if self._alone or not self._beside else self._place_height(height, room)
        if self._needs_all(width, room):
            place = height
        if self._docked and self._beside and self._free and room - place < DOCKED_ROOM_PX * theme.scale:
            place = min(place, self.line.height)  # a docked part may have that room as well
        self._ranked = self._ended and self._docked is None and not halves
        if self._ranked and self._beside and not self._alone:
            place = self._result_height(width, place, room)
        self._lay_out(halves, width, place)
        self._fit_place(width, place)
        self._fit_record(width, height if halves else room - place - gap)

    def _needs_all(self, width: int, height: int) -> bool:
        """Return whether, in the view from across the room, the headline must make way for a card that does not fit."""
        pending = self._table.pending if self._alone and self.card.winfo_manager() else None
        if pending is None or pending is not self._alone_for:
            self._alone_for = None
            if pending is not None:
                self.card.fit(width, height)
                self._alone_for = None if self.card.fits else pending
        self._pack(self.turn, self._alone_for is None, before=self.now, fill="x", pady=(0, self._theme.space(1.5)))
        return self._alone_for is not None

    def _place_height(self, height: int, room: int) -> int:
        """Return the height reserved for the next action beside the board, which is constant during a game."""
        theme, gap = self._theme, self._theme.space(1.5)
        least = self.card.height_of(1 if self._crowded else LEAST_CARD_LINES)
        wanted = max(self.card.height_of(CARD_LINES), round(CARD_SHARE * height))
        record = self.scores.winfo_reqheight() + round(MIN_MOVES * theme.scale) + 3 * gap
        if self._review.solved:
            record += self.standing.winfo_reqheight() + gap
        if self._docked:
            record = round(DOCKED_SHARE * height)
        return max(min(least, room), min(wanted, room - record))

    def _result_height(self, width: int, place: int, room: int) -> int:
        """Return the height of the result's card, including the scores and any space that the moves cannot use."""
        theme, gap = self._theme, self._theme.space(1.5)
        moves = round(MOVES_AFTER * theme.scale) + gap
        if self._review.open:
            moves += self.graph.winfo_reqheight() + gap
        least, wanted = place + self.scores.winfo_reqheight() + gap, self.over.wanted(width)
        height = max(least, min(wanted, room - moves - gap))
        standing = self.standing.winfo_reqheight() + gap if self._review.solved else 0
        shows_moves = room - height - gap >= standing + round(MIN_MOVES * theme.scale)
        return height if shows_moves else max(height, min(wanted, room - standing - gap))

    @property
    def _crowded(self) -> bool:
        """Whether the window is low and a docked part is below the instruction."""
        return bool(self._docked) and self._beside and self.winfo_height() < LOW_PX * self._theme.scale

    @property
    def _free(self) -> bool:
        """Whether entering a move is currently the only possible action."""
        parts = self.card, self.over, self.looking, self.thinking, self.hand
        return not any(part.winfo_manager() for part in parts)

    def _lay_out(self, halves: bool, width: int, place: int) -> None:
        """Place the `present` part and the record."""
        wanted = self._beside, self._alone, halves, width, place
        if wanted == self._laid_out:
            return
        self._laid_out = wanted
        self.present.pack_forget()
        self.record.pack_forget()
        for half in (self.present, self.record):
            half.pack_propagate(not halves)
            half.configure(width=width if halves else 1)
        side: Side = "left" if halves else "top"
        gap = self._theme.space(2) if halves else 0
        self.present.pack(side=side, fill="both" if halves else "x", expand=halves, padx=(0, gap))
        self.now.configure(height=place)
        self.now.pack_forget()
        above = self._beside and not self._alone  # the present part is above the record
        self.now.pack(fill="x", pady=(0, self._theme.space(1.5) if above else 0))
        if halves or above:
            self.record.pack(side=side, fill="both", expand=True)

    def _fit_place(self, width: int, height: int) -> None:
        """Fit the parts into the space for the next action."""
        gap = self._theme.space(1)
        below = (self.looking, self.thinking, self.hand)
        self.line.fit(height - sum(part.winfo_reqheight() for part in below if part.winfo_manager()))
        said = self.line.height
        if self.card.winfo_manager():
            self.card.fit(width, height - said)
        if self._ended:
            looking = self._viewing is not None and not self._table.read_only
            self.over.fit(width, height, said, looking=looking, ranked=self._ranked, afar=self._alone)
        alone = not (self.record.winfo_manager() and self.scores.winfo_manager())
        shown = alone and self._free and self.afar.height + gap + said <= height
        if shown:
            self.afar.refresh()
        self._pack(self.afar, shown, fill="x", pady=(gap, 0))

    def _fit_record(self, width: int, height: int) -> None:
        """Show as much as fits, in order of priority: the scores, the moves, the graph."""
        theme, gap = self._theme, self._theme.space(1.5)
        shows_game = not (self._docked and self._docked.headline)
        least, curve = round(MIN_MOVES * theme.scale), self.graph.winfo_reqheight() + gap
        self._pack(self.standing, self._review.solved and shows_game, side="bottom", fill="x", pady=(gap, 0))
        room = height - (self.standing.winfo_reqheight() + gap if self.standing.winfo_manager() else 0)
        scores = self.scores.winfo_reqheight() + gap
        if self._docked:
            if self._docked.winfo_reqheight() + gap > room:
                self.standing.pack_forget()
                room = height
            self._pack(self._docked, True, side="bottom", fill="x", pady=(gap, 0))
            self._docked.fit(width, self.winfo_height(), room - scores - least - gap, room - gap)
            room -= self._docked.winfo_reqheight() + gap
        room = room if shows_game else -1
        self._pack_first(self.scores, room >= scores and not self._ranked)
        room -= 0 if self._ranked else scores
        self._pack(self.moves, room >= least, fill="both", expand=True)
        self._pack(self.graph, room >= least + curve, side="bottom", fill="x", pady=(gap, 0))

    def _pack_first(self, part: tk.Widget, shown: bool) -> None:
        """Show or hide a part at the top."""
        if not shown:
            part.pack_forget()
        elif not part.winfo_manager():
            others = self.record.pack_slaves()
            part.pack(fill="x", pady=(0, self._theme.space(1.5)))
            if others:
                part.pack_configure(before=others[0])

    @staticmethod
    def _pack(part: tk.Widget, shown: bool, **options: Any) -> None:
        if not shown:
            part.pack_forget()
        elif not part.winfo_manager():
            part.pack(**options)


def _with_all_inside(widget: tk.Misc) -> Iterator[tk.Misc]:
    yield widget
    for child in widget.winfo_children():
        yield from _with_all_inside(child)
