"""The computer's evaluations of positions, for the graph, for hints and for players who want to see the values of moves.

They are requested only in idle moments, so that nobody has to wait. In solved games, positions that were passed too quickly
are evaluated later.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from fourth_seat.engines.results import MoveValue
from fourth_seat.games.geometry import Geometry, Holds
from fourth_seat.games.protocol import Line
from fourth_seat.table import announce
from fourth_seat.table.analysis.review import FULL_HELP, Review
from fourth_seat.table.analysis.review import MAX_MOVES as MOST_PROVEN
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.protocols import Analyst, Pausable, Player
from fourth_seat.table.stage.board import touched
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import TurnRunner
from fourth_seat.words import Text, say

QUIET_S = 0.08  # for which the adviser is paused after a click
MAX_MOVES = 8  # moves that are valued at a time, if none of them can be proven
JUST_PLAYED = 2  # moves, which are judged before unproven positions are tried again


class Advice:
    """Requests evaluations from a player, one position at a time.

    Attributes:
        busy: whether the adviser is in use elsewhere, so that nothing is requested.
    """

    def __init__(
        self,
        table: Table,
        runner: TurnRunner,
        geometry: Geometry,
        review: Review,
        make_adviser: Callable[[], Player],
        notify: Callable[[Text], None],
    ) -> None:
        """`review` receives the results; `make_adviser` is called once, at the first request.

        `notify` is called with messages about a hint.
        """
        self._table, self._runner, self._geometry, self._review = table, runner, geometry, review
        self._make_adviser, self._notify = make_adviser, notify
        self._adviser: Player | None = None
        self._about: Line | None = None  # the line of play to whose position the attributes below belong
        self._answered = False
        self._answers: Sequence[MoveValue] = ()
        self._hint_wanted = False
        self._hint: tuple[str, ...] = ()
        self._proposed: Any | None = None
        self._captions: dict[str, str] = {}
        self.busy = False
        self._resumes = 0.0  # when the adviser resumes; 0 while it is not paused

    @property
    def hint(self) -> tuple[str, ...]:
        """The cells of the suggested move, including its piece's cell in the tray; empty if no hint was requested."""
        return self._hint if self._current else ()

    @property
    def proposed(self) -> Any | None:
        """The suggested move, or None if no hint was requested."""
        return self._proposed if self._current else None

    @property
    def captions(self) -> dict[str, str]:
        """The values of moves for a player with full help, keyed by the cell where the move ends or, when sowing, by its
        first pit. If a die has been tapped, only moves with that die are included.
        """
        if not self._current or not self._captions:
            return {}
        taps = self._table.taps
        if not taps or self._geometry[taps[0]].holds is not Holds.DIE:
            return self._captions
        moves = set(self._table.move_input.partial.moves)
        return self._worth([answer for answer in self._answers if answer.move in moves])

    @property
    def waiting(self) -> bool:
        """Whether an evaluation of the current position is still pending."""
        return self._table.result is None and not (self._current and self._answered and self._table.people_move)

    @property
    def _current(self) -> bool:
        return self._about is self._table.line

    def step(self) -> bool:
        """Handle any result, and request the next evaluation; return whether there is something new to show."""
        self._resume()
        news = self._begin() if not self._current else False
        answered = self._runner.valued()
        if answered:
            news |= self._learn(*answered)
        judged = self._runner.judged()
        if judged:
            self._review.learn_turn(*judged)
            news = True
        if self.busy:
            return news
        wanted, turn = self._wanted(), None
        if wanted is None and not self._table.computers_turn:
            turn = self._review.wanted_turn()
        if turn:
            self._judge(*turn)
        elif wanted is None:
            self._runner.drop_values()
        elif wanted is not self._runner.valuing:
            self._runner.value(self.adviser, MOST_PROVEN if self._review.solved else MAX_MOVES, wanted)
        return news

    @property
    def adviser(self) -> Player:
        """The advising player, created lazily."""
        self._adviser = self._adviser or self._make_adviser()
        return self._adviser

    @property
    def answers(self) -> Sequence[MoveValue]:
        """The moves available to the player to move, with their values; empty until these are known."""
        return self._answers if self._current and self._somebody_ponders else ()

    def _judge(self, line: Line, move: Any) -> None:
        if isinstance(self.adviser, Analyst) and self._runner.judging != (line, move):
            self._runner.judge(self.adviser, line, move)

    def want_hint(self) -> None:
        """Request a hint for the player to move, to be shown once the values are known.

        Raises:
            FourthSeatError: no person is to move, or no hints are left.
        """
        table = self._table
        if not self._somebody_ponders:
            raise OutOfTurn(say("hints are for the person whose turn it is"))
        if table.hints_left(table.state.seat) == 0:
            raise OutOfTurn(say("{name} has no hints left", name=table.name(table.state.seat)))
        if not self._current:
            self._begin()
        self._hint_wanted = True
        self.ask_again()
        if self._answered:
            self._take()
        else:
            self._notify(say("Working out a hint ..."))

    def ask_again(self) -> None:
        """Retry a position that could not be evaluated because the engine failed or ran out of time."""
        if self._current and not self._answers:
            self._answered = False

    def pause(self) -> None:
        """Pause the adviser until the board has been drawn, so that drawing has the processor to itself."""
        if isinstance(self._adviser, Pausable):
            self._adviser.pause()
            self._resumes = time.monotonic() + QUIET_S

    def _resume(self) -> None:
        if self._resumes and time.monotonic() > self._resumes:
            self._resumes = 0.0
            if isinstance(self._adviser, Pausable):
                self._adviser.resume()

    def close(self) -> None:
        """Stop the adviser."""
        if self._adviser:
            self._adviser.close()
            self._adviser = None

    # -- questions ---------------------------------------------------------------------------------------------------------

    @property
    def _somebody_ponders(self) -> bool:
        return self._table.people_move and not self._table.needs_throw

    def _wanted(self) -> Line | None:
        """Return the next position to evaluate, if any, giving priority to a position in which a person is to move. Return
        None while a computer is thinking, so that it is not slowed down.
        """
        table = self._table
        if table.computers_turn:
            return None
        if self._somebody_ponders and not self._answered:
            return table.line
        just_played = self._review.wanted(of_last=JUST_PLAYED)
        if just_played is None and self._somebody_ponders and self._review.may_prove(table.state):
            return table.line
        return just_played or self._review.wanted()

    def _begin(self) -> bool:
        """Switch to a new position, whose values may be known from an earlier occurrence."""
        self._about = self._table.line
        self._hint_wanted, self._hint, self._proposed, self._captions = False, (), None, {}
        self._answers = self._review.answers(self._table.state)
        self._answered = bool(self._answers)
        return self._take() if self._answered and self._somebody_ponders else False

    # -- answers -----------------------------------------------------------------------------------------------------------

    def _learn(self, line: Line, answers: Sequence[MoveValue]) -> bool:
        self._review.learn(line, answers)
        if line is not self._table.line or self._table.result:
            self._record(line, answers)
            return True
        self._answers, self._answered = answers or self._answers, True
        return self._take()

    def _take(self) -> bool:
        table, answers = self._table, self._answers
        if not answers:
            if self._hint_wanted:
                self._hint_wanted = False
                self._notify(say("There is no hint for this position."))
            return False
        best = answers[0]
        self._record(table.line, answers)
        if table.seat(table.state.seat).people and table.person(table.state.seat).help == FULL_HELP:
            self._captions = self._worth(answers)
        if self._hint_wanted:
            self._hint_wanted = False
            table.hinted(best.move)
            steps = table.game.steps(table.state, best.move)
            taken = [cell for step in steps for cell in step.cells if self._geometry[cell].zone == "tray"]
            self._hint, self._proposed = (*taken, *touched(steps, self._geometry)), best.move
            self._notify(announce.hint(table, best))
        return True

    def _record(self, line: Line, answers: Sequence[MoveValue]) -> None:
        """Record the first value of a position and any proven value, for the graph."""
        history, values = self._table.history, self._table.values
        at = next((count for count in range(history.at, -1, -1) if history.line_at(count) is line), None)
        if at is None or not answers or self._table.result:  # a record ends with the result
            return
        best = answers[0]
        if at not in values or (best.exact and values[at] != tuple(best.shares)):
            self._table.valued(best.shares, at)

    def _worth(self, answers: Sequence[MoveValue]) -> dict[str, str]:
        """Return the value of the best move for each cell."""
        found: dict[str, str] = {}
        for answer in answers:
            cell = self._place(answer.move)
            if cell:
                share = f"{100 * answer.shares[self._table.state.seat - 1]:.0f}"
                found.setdefault(cell, answer.short or share)
        return found

    def _place(self, move: Any) -> str:
        """Return the cell where the last step ends, or the first pit of a sowing turn."""
        steps = self._table.game.steps(self._table.state, move)
        cells = touched(steps, self._geometry)
        if cells and self._geometry[cells[0]].holds is Holds.PILE:
            return cells[0]
        reached = [cell for step in steps for cell in step.cells if cell in cells and self._geometry[cell].zone != "out"]
        return reached[-1] if reached else ""
