"""What the board on the page shows: the position now or an earlier one, with the marks that belong to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from games import AnyState
from games.contents import Cells, differences
from games.geometry import Cell, Geometry, Holds
from games.steps import UNTOUCHED_ZONES, Step, rebuild
from table.analysis.review import Review
from table.game_state import Placement
from table.history import HistoryEntry as Played
from table.seats import HELP
from table.table import Table
from ui.board.canvas import BoardCanvas
from ui.board.marks import Mark
from ui.board.names import printed_names
from ui.table.entry import EntryControl
from words import Text

NO_HELP = HELP[0]
PEOPLE = ("human", "camera")  # who enters the moves of people
MOMENT = 2.0  # seconds for which a person's move is shown as hands made it
WITHOUT_MARKS = ("dice", "tray", "hand")  # zones in which the last move is not pointed at


class Shown:
    """Keeps a board in step with a table.

    Attributes:
        viewing: how many moves and throws of the game are shown; None for the game as it stands.
        hint: cells of the move that is proposed.
        wrong: cells on which something else lies than should.
        step: the number of the step of a placement that is shown alone, from 1; 0 for all.
        threats: whether cells are marked on which a colour could take a piece.
    """

    def __init__(
        self, table: Table, board: BoardCanvas, control: EntryControl, review: Review, text: Callable[[Text], str]
    ) -> None:
        """`text` is a sentence in the window's language."""
        self._text = text
        self._table, self._board, self._control, self._review = table, board, control, review
        self.viewing: int | None = None
        self.hint: tuple[str, ...] = ()
        self.wrong: tuple[str, ...] = ()
        self.threats = False
        self.step = 0
        self._ends: Cells = {}
        self._seen = table.history.at
        self._moment_ends = 0.0
        self._compared: tuple[int, Any, Any] = -1, None, None

    def compare(self, count: int, played: Any, best: Any | None) -> None:
        """Mark a move that was played, and a better one, whenever the position after so many entries is shown."""
        self._compared = count, played, best

    def refresh(self) -> None:
        """Shows the position and its marks."""
        if self.viewing is not None:
            self._refresh_old(self.viewing)
            return
        table, board = self._table, self._board
        entry, taps, pending = table.move_input, table.taps, table.pending
        showing_moment = not pending and not taps and self._show_moment()
        colour = pending.colour if pending else table.history.last.colour if showing_moment and table.history.last else 0
        board.name_cells(self._names(colour or table.state.mover))
        if pending and not taps:
            self._refresh_pending(pending)
            return
        if not showing_moment:
            board.instruct()
        board.show({**entry.cells, **self._control.half_entered()} if taps else table.state.cells())
        board.mark(Mark.LAST, () if taps else self._last(table.history.at))
        board.mark(Mark.TAPPED, dict.fromkeys(taps))
        board.mark(Mark.HINT, table.game.deciding_cells(table.state) if table.state.over else self.hint)
        offering = self._takes_taps and (taps or self._helped()) and not self._control.in_hand
        self._ends = self._control.ends() if self._takes_taps and self._helped() else {}
        free = self._ends.keys() - table.state.cells().keys()  # the die that is shown there says enough
        board.mark(Mark.NEXT, sorted(entry.partial.next - free) if offering else ())
        board.badge(self._threatened(table.state))
        self.hover(board.hovered)

    @property
    def moment_over(self) -> bool:
        """Whether a person's move was shown long enough."""
        return bool(self._moment_ends) and time.monotonic() > self._moment_ends

    def _show_moment(self) -> bool:
        """Show for a moment what hands did in a person's move, if one has just been made; whether it is shown."""
        history = self._table.history
        new, self._seen = history.at - self._seen == 1, history.at
        last = history.last
        if new and last is not None and last.seat and last.move is not None and last.by in PEOPLE:
            before = history.line_at(history.at - 1).state
            self._moment_ends = time.monotonic() + MOMENT
            self._board.instruct()
            self._board.instruct(self._table.game.steps(before, last.move), before.cells())
        elif new or self.moment_over:
            self._moment_ends = 0.0
        return bool(self._moment_ends)

    def _refresh_pending(self, pending: Placement) -> None:
        """Shows the real board as it lies, and over it what hands are to do there."""
        board = self._board
        before, after, steps = pending.before.cells(), pending.after.cells(), pending.steps
        if 0 < self.step <= len(steps):
            before = rebuild(before, steps[: self.step - 1])
            steps = steps[self.step - 1 : self.step]
            after = rebuild(before, steps)
        for mark in (Mark.LAST, Mark.TAPPED, Mark.HINT, Mark.NEXT, Mark.HOVER):
            board.mark(mark)
        board.instruct()
        board.show(before)
        board.badge(self._threatened(pending.before))
        cells = board.geometry
        self._ends = {
            change.cell: change.wanted
            for change in differences(before, after)
            if change.wanted and _comes_alone(cells[change.cell])
        }
        board.preview(self._ends)
        board.instruct(steps)
        board.mark(Mark.WRONG, self.wrong)

    def _names(self, colour: int) -> dict[str, str]:
        """The names of the labelled cells as a colour reads them, where they differ from the printed ones."""
        table = self._table
        return printed_names(table.game, self._board.geometry, colour, table.options, self._text)

    def hover(self, name: str) -> None:
        """Shows what a tap under the mouse would do."""
        board = self._board
        if self.viewing is not None or (self._table.pending and not self._table.taps):
            return
        cells, allowed = self._control.preview(name)
        board.preview({**self._ends, **cells})
        board.mark(Mark.WRONG, self.wrong if allowed else cells)
        offered = bool(name) and self._takes_taps and not self._control.in_hand
        board.mark(Mark.HOVER, (name,) if offered and name in self._table.move_input.partial.next else ())

    def _refresh_old(self, count: int) -> None:
        board = self._board
        state = self._table.history.line_at(count).state
        board.instruct()
        board.show(state.cells())
        board.badge(self._threatened(state))
        board.preview({})
        for mark in (Mark.TAPPED, Mark.HINT, Mark.NEXT, Mark.WRONG, Mark.HOVER):
            board.mark(mark)
        at, played, best = self._compared
        if count != at:
            board.mark(Mark.LAST, self._last(count))
            return
        board.mark(Mark.LAST)
        board.mark(Mark.WRONG, touched(self._table.game.steps(state, played), board.geometry))
        if best is not None:
            board.instruct(self._table.game.steps(state, best))

    @property
    def _takes_taps(self) -> bool:
        """Whether somebody is to enter something."""
        return self._table.result is None and not self._table.computers_turn

    def _helped(self) -> bool:
        """Whether whose turn it is wants to see where they may play."""
        table = self._table
        if table.needs_throw:
            return True
        return table.person(table.state.seat).help != NO_HELP

    @property
    def chances(self) -> dict[str, str]:
        """How many of 36 throws take a piece, by its cell, if that is wanted, and by nobody here unwanted."""
        count = self._table.history.at if self.viewing is None else self.viewing
        return {cell: str(n) for _, cell, n in self._threats(self._table.history.line_at(count).state) if n}

    def _threatened(self, state: AnyState) -> dict[str, tuple[int, ...]]:
        """The colours that could take a piece on each cell, where no throw has a say in it."""
        found = dict[str, tuple[int, ...]]()
        for colour, cell, throws in self._threats(state):
            if not throws:
                found[cell] = (*found.get(cell, ()), colour)
        return found

    def _threats(self, state: AnyState) -> Iterator[tuple[int, str, int]]:
        """The colours that could take a piece on a cell, and by how many throws."""
        if not (self.threats and self._review.open):
            return
        game = self._table.game
        for colour in range(1, len(game.sides(state.options)) + 1):
            for cell, throws in (game.threatened(state, colour) or {}).items():
                yield colour, cell, throws

    def _last(self, count: int) -> tuple[str, ...]:
        """The cells that the last move before the first `count` entries touched, throws left out."""
        history = self._table.history
        while count and self._is_throw(history.entries[count - 1]):
            count -= 1
        if not count or history.entries[count - 1].move is None:
            return ()
        state, move = history.line_at(count - 1).state, history.entries[count - 1].move
        return touched(self._table.game.steps(state, move), self._board.geometry)

    @staticmethod
    def _is_throw(entry: Played) -> bool:
        return entry.seat == 0 and entry.move is not None


def _comes_alone(cell: Cell) -> bool:
    """Whether what comes to a cell can be shown there before it has come; numbers over numbers could not be read."""
    return cell.zone not in UNTOUCHED_ZONES and cell.holds is not Holds.PILE


def touched(steps: Iterable[Step], geometry: Geometry) -> tuple[str, ...]:
    """The cells on the board that steps touch; of seeds sown around it, the pits they were lifted from."""
    cells: Sequence[str] = [cell for step in steps for cell in (step.cells[:1] if _sown(step, geometry) else step.cells)]
    return tuple(dict.fromkeys(cell for cell in cells if geometry[cell].zone not in WITHOUT_MARKS))


def _sown(step: Step, geometry: Geometry) -> bool:
    return bool(step.cells) and geometry[step.cells[0]].holds is Holds.PILE
