"""What the computer thinks of the position: for the graph, for hints, and for people who want to see how good moves are.

Asked for in idle moments only; nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.geometry import Geometry
from games.line import Line
from table.errors import OutOfTurn
from table.host import Host
from table.protocols import Player, Valued
from table.table import Table
from ui.table.shown import touched
from words import Text, say

MOST = 8  # moves that are valued at a time
FULL = "full"  # the level of help that shows how good moves are


class Advice:
    """Asks a player for values, one position at a time.

    Attributes:
        said: called with what there is to say about a hint.
    """

    def __init__(self, table: Table, host: Host, geometry: Geometry, make_adviser: Callable[[], Player]) -> None:
        """`make_adviser` is called once, when something is first asked for."""
        self._table, self._host, self._geometry = table, host, geometry
        self._make_adviser = make_adviser
        self._adviser: Player | None = None
        self._asked: Line | None = None  # the line of play about which the adviser was asked last
        self._answers: Sequence[Valued] = ()
        self._hint_wanted = False
        self._hint: tuple[str, ...] = ()
        self._captions: dict[str, str] = {}
        self.said: Callable[[Text], None] = lambda _: None

    @property
    def hint(self) -> tuple[str, ...]:
        """Cells of the move that is proposed for this position; none where no hint was wanted."""
        return self._hint if self._current else ()

    @property
    def captions(self) -> dict[str, str]:
        """For people with full help: what moves are worth, by the cell they end on."""
        return self._captions if self._current else {}

    @property
    def _current(self) -> bool:
        return self._asked is self._table.line

    def step(self) -> bool:
        """Takes an answer that has come, and asks the next question; true if there is something new to show."""
        answers = self._host.valued()
        if answers is not None and self._current:
            self._answers = answers
            return self._take(answers)
        if not self._current and self._may_ask():
            self._ask()
        return False

    def want_hint(self) -> None:
        """A hint for whose turn it is; it is shown once the values are there.

        Raises:
            FourthSeatError: nobody is to move, or there are no hints left.
        """
        table = self._table
        if table.result or table.computers_turn or table.needs_throw:
            raise OutOfTurn(say("a hint is for somebody who is to move"))
        if table.hints_left(table.state.seat) == 0:
            raise OutOfTurn(say("{name} has no hints left", name=table.course.name(table.state.seat)))
        if not self._current:
            self._ask()
        self._hint_wanted = True
        if self._answers:
            self._take(self._answers)
        else:
            self.said(say("Thinking about a hint ..."))

    def close(self) -> None:
        """Ends the adviser."""
        if self._adviser:
            self._adviser.close()
            self._adviser = None

    def _may_ask(self) -> bool:
        """Only while a person ponders: a computer that thinks is not to be slowed down."""
        table = self._table
        return not (table.result or table.computers_turn or table.needs_throw)

    def _ask(self) -> None:
        if self._adviser is None:
            self._adviser = self._make_adviser()
        self._asked, self._answers = self._table.line, ()
        self._hint_wanted, self._hint, self._captions = False, (), {}
        self._host.value(self._adviser, MOST)

    def _take(self, answers: Sequence[Valued]) -> bool:
        table = self._table
        if not answers:
            if self._hint_wanted:
                self._hint_wanted = False
                self.said(say("There is no hint for this position."))
            return False
        best = answers[0]
        if table.course.history.at not in table.course.values:
            table.valued(best.values)
        if table.course.person(table.state.seat).help == FULL:
            self._captions = self._worth(answers)
        if self._hint_wanted:
            self._hint_wanted = False
            table.hinted(best.move)
            self._hint = touched(table.game.steps(table.state, best.move), self._geometry)
            share = f"{100 * best.values[table.state.seat - 1]:.0f}"
            self.said(say("Hint: {move} (about {share} % to win)", move=str(best.move), share=share))
        return True

    def _worth(self, answers: Sequence[Valued]) -> dict[str, str]:
        """The better move speaks for a cell on which several end."""
        found: dict[str, str] = {}
        for answer in answers:
            cell = self._end(answer.move)
            if cell:
                found.setdefault(cell, f"{100 * answer.values[self._table.state.seat - 1]:.0f}")
        return found

    def _end(self, move: Any) -> str:
        cells = touched(self._table.game.steps(self._table.state, move), self._geometry)
        return cells[-1] if cells else ""
