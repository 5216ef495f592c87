"""The contents of the board on the page: the current or an earlier position, with its marks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from fourth_seat.games import AnyState
from fourth_seat.games.contents import Cells, differences
from fourth_seat.games.drawing.flights import whole_step
from fourth_seat.games.drawing.labels import printed_names
from fourth_seat.games.geometry import Geometry
from fourth_seat.games.protocol import Line
from fourth_seat.games.steps import UNTOUCHED_ZONES, Step, rebuild
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.game_state import Placement
from fourth_seat.table.record.events import PEOPLE
from fourth_seat.table.stage.board import board_now, board_pending, last_touched, touched
from fourth_seat.table.table import Table
from fourth_seat.ui.board.canvas import BoardCanvas
from fourth_seat.ui.board.marks import Mark
from fourth_seat.words import Text

FROM_HAND = ("tray", "hand")  # zones from which a piece is taken up to be laid on the board
SHOWN_AS_MADE_S = 2.0  # for which a person's move is shown as hands made it


class Shown:
    """Keeps a board in sync with a table.

    Attributes:
        hint: the cells of the suggested move.
        wrong: the cells whose contents on the real board are wrong.
        step: the number of the single placement step shown, from 1; 0 for all.
        threats: whether to mark cells on which a colour could take a piece.
    """

    def __init__(
        self,
        table: Table,
        board: BoardCanvas,
        review: Review,
        text: Callable[[Text], str],
        shows_motion: Callable[[], bool],
    ) -> None:
        """`text` translates text into the window's language; `shows_motion` returns whether to animate moves."""
        self._text, self._shows_motion = text, shows_motion
        self._table, self._board, self._review = table, board, review
        self._viewed: tuple[int, Line] | None = None
        self.hint: tuple[str, ...] = ()
        self.wrong: tuple[str, ...] = ()
        self.threats = False
        self.step = 0
        self._ends: Cells = {}
        self._misfits: tuple[str, ...] = ()
        self._seen = table.history.at
        self._moment_ends = 0.0
        self._compared: tuple[Line | None, Any, Any] = None, None, None
        self._count = table.history.at  # moves and throws on the board that was shown last
        self._proposed: tuple[Placement, int] | None = None

    @property
    def viewing(self) -> int | None:
        """The number of moves and throws shown; None if all are shown, or if the game no longer contains those shown."""
        if self._viewed is None or not self._table.history.leads_to(*self._viewed):
            return None
        return self._viewed[0]

    @viewing.setter
    def viewing(self, count: int | None) -> None:
        self._viewed = None if count is None else (count, self._table.history.line_at(count))

    def compare(self, count: int, played: Any, best: Any | None) -> None:
        """Mark a played move and a better alternative whenever the position after this many entries is shown."""
        self._compared = self._table.history.line_at(count), played, best

    def refresh(self) -> None:
        """Show the position and its marks, and animate the change that led to it."""
        lay, laid = self._board.cells, self._board.previewed
        self._refresh()
        self._move(lay, laid)

    def _refresh(self) -> None:
        if self.viewing is not None:
            self._refresh_old(self.viewing)
            return
        table, board = self._table, self._board
        taps, pending = table.taps, table.pending
        showing_moment = not pending and not taps and self._show_moment()
        colour = pending.colour if pending else table.history.last.colour if showing_moment and table.history.last else 0
        board.name_cells(self._names(colour or table.state.mover))
        if pending and not taps:
            board.offer({})
            self._refresh_pending(pending)
            return
        if not showing_moment:
            board.instruct()
        shown = board_now(table)
        board.show(shown.cells, shown.unfit)
        board.offer(shown.buttons)
        board.mark(Mark.LAST, shown.last)
        board.mark(Mark.TAPPED, shown.tapped)
        board.mark(Mark.HINT, shown.deciding or self.hint)
        self._ends, self._misfits = shown.coming, shown.misfits
        board.mark(Mark.NEXT, shown.next)
        board.badge(self._threatened(table.state))
        self.hover(board.hovered)

    def _move(self, lay: Cells, laid: Cells) -> None:
        """Animate the change from the previous contents `lay`, with `laid` half transparent, to the current contents, or
        the pending placement.
        """
        table, board = self._table, self._board
        count = table.history.at if self.viewing is None else self.viewing
        before, self._count = self._count, count
        pending = table.pending if self.viewing is None and not table.taps else None
        if pending:
            proposed = pending, self.step
            if self._proposed != proposed:
                if self._proposed:
                    board.motion.cut()
                self._proposed = proposed
                if self._shows_motion():
                    board.show_to_move(board.steps, board.cells)
            return
        if self._proposed:  # hands have done it, or it need not be done any more
            self._proposed = None
            board.motion.cut()
        elif board.cells != lay and self._shows_motion() and (steps := self._steps(before, count, lay)):
            board.show_moved(_put_down(steps, laid, board.geometry), lay)

    def _steps(self, before: int, count: int, lay: Cells) -> tuple[Step, ...]:
        """Return the steps from the previous contents `lay`, after `before` entries, to the current contents, after
        `count`; empty if the change was not made by hand.
        """
        table, board = self._table, self._board
        history = table.history
        steps: tuple[Step, ...] = ()
        if table.taps and self.viewing is None:
            moves = table.move_input.partial.moves
            steps = self._missing(table.state, moves[0], lay) if moves else ()
        elif count > before and (entry := history.entries[count - 1]).move is not None:
            if not entry.seat and entry.by in PEOPLE and self.viewing is None:  # it has shown which dice they tapped
                return ()
            steps = self._missing(history.line_at(count - 1).state, entry.move, lay)
        corrected = count > before and history.entries[count - 1].move is None
        return steps or ((whole_step(lay, board.cells),) if abs(count - before) <= 1 and not corrected else ())

    def _missing(self, state: AnyState, move: Any, lay: Cells) -> tuple[Step, ...]:
        """Return the steps of a move between the contents `lay` and the current contents; empty if these do not occur
        during the move.
        """
        steps = self._table.game.steps(state, move)
        boards = [state.cells()]
        for step in steps:
            boards.append(rebuild(boards[-1], (step,)))
        first = next((n for n, cells in enumerate(boards) if self._alike(cells, lay)), len(boards))
        last = next((n for n in range(len(boards) - 1, -1, -1) if self._alike(boards[n], self._board.cells)), 0)
        return steps[first:last]

    def _alike(self, one: Cells, other: Cells) -> bool:
        """Return whether two boards have the same contents, ignoring anything beside them."""
        return all(self._board.geometry[change.cell].zone in UNTOUCHED_ZONES for change in differences(one, other))

    @property
    def moment_over(self) -> bool:
        """Whether the steps of a person's move have been shown for long enough."""
        return bool(self._moment_ends) and self.viewing is None and time.monotonic() > self._moment_ends

    def _show_moment(self) -> bool:
        """Show the steps of a person's move briefly after it was made; return whether they are shown."""
        history = self._table.history
        new, self._seen = history.at - self._seen == 1, history.at
        last = history.last
        if new and last is not None and last.seat and last.move is not None and last.by in PEOPLE:
            before = history.line_at(history.at - 1).state
            self._moment_ends = time.monotonic() + SHOWN_AS_MADE_S
            self._board.instruct()
            self._board.instruct(self._table.game.steps(before, last.move), before.cells())
        elif new or self.moment_over:
            self._moment_ends = 0.0
        return bool(self._moment_ends)

    def _refresh_pending(self, pending: Placement) -> None:
        """Show the real board with the steps of the placement."""
        board = self._board
        shown = board_pending(pending, board.geometry, self.step)
        for mark in (Mark.LAST, Mark.TAPPED, Mark.HINT, Mark.NEXT, Mark.HOVER):
            board.mark(mark)
        board.instruct()
        board.show(shown.cells)
        board.badge(self._threatened(pending.before))
        self._ends = shown.coming
        board.preview(self._ends)
        board.instruct(shown.steps)
        board.mark(Mark.WRONG, self.wrong)

    def _names(self, colour: int) -> dict[str, str]:
        """Return the names of the labelled cells from a colour's point of view, if they differ from the printed names."""
        table = self._table
        return printed_names(table.game, self._board.geometry, colour, table.options, self._text)

    def hover(self, name: str) -> None:
        """Preview the effect of a tap at the mouse pointer. A piece that has been laid on the board but not played stays
        where it is.
        """
        board, table, entry = self._board, self._table, self._table.move_input
        if self.viewing is not None or (table.pending and not table.taps):
            return
        if entry.laid:
            board.preview(self._ends)
            board.mark(Mark.WRONG, self._misfits)
            board.mark(Mark.HOVER)
            return
        cells, allowed = entry.preview(name) if table.people_move else ({}, True)
        board.preview({**self._ends, **cells})
        board.mark(Mark.WRONG, self.wrong if allowed else cells)
        offered = bool(name) and table.people_move and not entry.in_hand
        board.mark(Mark.HOVER, (name,) if offered and name in entry.partial.next else ())

    def drag(self, over: str) -> None:
        """Preview the dragged piece at this cell; hide it outside the board."""
        entry, on_board = self._table.move_input, bool(over) and self._board.geometry[over].zone == "board"
        cells, fits = entry.preview(over if on_board else "")
        self._board.preview(cells)
        self._board.mark(Mark.TAPPED, entry.tapped.taps)
        self._board.mark(Mark.WRONG, () if fits else cells)

    def _refresh_old(self, count: int) -> None:
        board = self._board
        line = self._table.history.line_at(count)
        state = line.state
        board.instruct()
        board.show(state.cells())
        board.offer({})
        board.badge(self._threatened(state))
        board.preview({})
        for mark in (Mark.TAPPED, Mark.HINT, Mark.NEXT, Mark.WRONG, Mark.HOVER):
            board.mark(mark)
        before, played, best = self._compared
        if line is not before:
            board.mark(Mark.LAST, last_touched(self._table, board.geometry, count))
            return
        board.mark(Mark.LAST)
        board.mark(Mark.WRONG, touched(self._table.game.steps(state, played), board.geometry))
        if best is not None:
            board.instruct(self._table.game.steps(state, best))

    @property
    def chances(self) -> dict[str, str]:
        """The number of throws, out of 36, with which each piece could be taken, keyed by cell; empty while threats
        are off or the review is closed.
        """
        count = self._table.history.at if self.viewing is None else self.viewing
        return {cell: str(n) for _, cell, n in self._threats(self._table.history.line_at(count).state) if n}

    def _threatened(self, state: AnyState) -> dict[str, tuple[int, ...]]:
        """Return the colours that could take a piece on each cell in games without throws, keyed by cell."""
        found = dict[str, tuple[int, ...]]()
        for colour, cell, throws in self._threats(state):
            if not throws:
                found[cell] = (*found.get(cell, ()), colour)
        return found

    def _threats(self, state: AnyState) -> Iterator[tuple[int, str, int]]:
        """Yield threats: the colour that could take a piece, the piece's cell, and the number of throws that allow it."""
        if not (self.threats and self._review.open):
            return
        game = self._table.game
        for colour in range(1, len(game.sides(state.options)) + 1):
            for cell, throws in (game.threatened(state, colour) or {}).items():
                yield colour, cell, throws


def _put_down(steps: Sequence[Step], laid: Cells, geometry: Geometry) -> tuple[Step, ...]:
    """Return steps without the parts already shown: a piece that is half transparent on the board has left the hand."""
    done = []
    for step in steps:
        come = {cell: content for cell, content in step.leaves if content}
        if come and come.items() <= laid.items():
            leaves = tuple((cell, content) for cell, content in step.leaves if geometry[cell].zone not in FROM_HAND)
            step = replace(step, leaves=leaves)
        done.append(step)
    return tuple(done)
