"""Terminal commands for analysis: best moves, rollouts, threats and the report."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.commands.arguments.output import read_output
from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import MoveValue, RolloutSettings, points
from fourth_seat.games.errors import BadNotation
from fourth_seat.table import announce
from fourth_seat.table.analysis.mistakes import chances
from fourth_seat.table.analysis.report import describe, report, write
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.protocols import Analyst, Player
from fourth_seat.table.seats import Seat
from fourth_seat.table.table import Table
from fourth_seat.words import Catalogue, Text, say

MAX_COUNT = 100_000_000  # of moves or games
REPORT_INTERVAL_S = 1.0  # between progress reports
MAX_LISTED, MAX_ROLLED_OUT = 10, 5  # moves that are listed, and played on, unless a number is given

T = TypeVar("T")


class Waited(Protocol):
    """Waits for a task, while everything else at the table continues, and returns its result; calls `look` repeatedly."""

    def __call__(self, task: Task[T], look: Callable[[], None] = ..., /) -> T: ...


class Analysis:
    """Implements the analysis commands."""

    def __init__(
        self,
        table: Table,
        player: Callable[[Seat], Player],
        adviser: Seat,
        review: Review,
        notify: Callable[[Text], None],
        waited: Waited,
        catalogue: Catalogue,
    ) -> None:
        self._table, self._player, self._adviser, self._review = table, player, adviser, review
        self._notify, self._waited, self._catalogue = notify, waited, catalogue
        self._told_at = time.monotonic()

    def moves(self, text: str) -> None:
        """Show the requested number of best moves in the position."""
        self._may_be_helped()
        most = _number(text) if text else MAX_LISTED
        self._list(self._waited(self._player(self._adviser).values(self._table.line, most)))

    def rollout(self, text: str) -> None:
        """Carry out `rollout [N] [TRIALS] [ROLLS|all]`: roll out the best moves and show the results."""
        self._may_be_helped()
        words = text.split()
        most = _number(words[0]) if words else MAX_ROLLED_OUT
        trials = RolloutSettings(
            _number(words[1]) if len(words) > 1 else RolloutSettings().number,
            (None if words[2] == "all" else _number(words[2])) if len(words) > 2 else RolloutSettings().throws,
        )
        rolling = self._analyst.rollout(self._table.line, most, trials)

        def tell() -> None:
            self._tell_progress(rolling.progress)

        try:
            answers = self._waited(rolling, tell)
        except KeyboardInterrupt:  # enough of it
            rolling.hurry()
            answers = self._waited(rolling, tell)
        self._list(answers)

    def threats(self) -> None:
        """Print the pieces that each colour could take if it were its turn."""
        self._may_be_known()
        game, state, found_any = self._table.game, self._table.state, False
        for colour in range(1, len(game.sides(state.options)) + 1):
            cells = game.threatened(state, colour)
            if cells is None:
                raise OutOfTurn(say("there are no threats to show in {game}", game=game.title))
            named = tuple(f"{cell} ({throws}/36)" if throws else cell for cell, throws in cells.items())
            if named:
                found_any = True
                name = game.colour_name(colour, state.options)
                self._notify(say("{colour} could take the pieces on {cells}.", colour=name, cells=named))
        if not found_any:
            self._notify(say("Nothing could be taken."))

    def report(self, name: str) -> None:
        """Print the report on all turns so far, and write all turns to a file if one is given."""
        if not self._review.judges:
            raise OutOfTurn(say("turns cannot be evaluated in {game}", game=self._table.game.title))
        self._may_be_known()
        path = read_output(name) if name else None
        table = self._table
        numbers = self._review.turns()
        for done, number in enumerate(numbers):
            self._tell_progress(done / len(numbers))
            self.judge(number)
        found = report(table, self._review)
        for line in describe(table, found):
            self._notify(line)
        if path:
            write(table, found, path, self._catalogue.render)
            self._notify(say("The report has been saved to {file}.", file=str(path)))

    def judge(self, number: int) -> None:
        """Analyse an entry of the game, unless its result is already known."""
        if self._review.judgement(number) is None:
            line, move = self._table.history.line_at(number), self._table.history.entries[number].move
            self._review.learn_turn(line, move, self._waited(self._analyst.judge(line, move)))

    @property
    def _analyst(self) -> Analyst:
        player = self._player(self._adviser)
        if not (self._review.judges and isinstance(player, Analyst)):
            raise OutOfTurn(say("game analysis is not available for {game}", game=self._table.game.title))
        return player

    def _may_be_known(self) -> None:
        if not self._review.open:
            raise OutOfTurn(say("somebody here is playing without help, so this is shown only after the game"))

    def _may_be_helped(self) -> None:
        """Raise `OutOfTurn` if it is nobody's turn, or the player to move has no hints left."""
        table = self._table
        if table.needs_throw or not table.people_move:
            raise OutOfTurn(announce.turn(table))
        if table.hints_left(table.state.seat) == 0:
            raise OutOfTurn(say("{name} has no hints left", name=table.name(table.state.seat)))

    def _tell_progress(self, done: float | None) -> None:
        if done is not None and time.monotonic() - self._told_at >= REPORT_INTERVAL_S:
            self._told_at = time.monotonic()
            print(f"progress {done:.2f}", file=sys.stderr, flush=True)

    def _list(self, answers: Sequence[MoveValue]) -> None:
        if not answers:
            self._notify(say("Nothing is known about this position."))
        else:
            self._table.hinted(answers[0].move)
        for number, answer in enumerate(answers, 1):
            self._notify(described(number, answer, answers[0], self._table.state.seat))


def described(number: int, answer: MoveValue, best: MoveValue, seat: int) -> Text:
    """Describe one of several moves, and how far it is behind the best one."""
    if answer.forecast is None or best.forecast is None:
        share = f"{100 * answer.shares[seat - 1]:.0f}"
        return say("{n}. {move}: about {share} % to win", n=number, move=str(answer.move), share=share)
    behind = answer.forecast.equity - best.forecast.equity
    if answer.forecast.trials:
        return say(
            "{n}. {move} ({behind}): {chances} +-{error}; {looked}",
            n=number, move=str(answer.move), behind=points(behind), chances=chances(answer),
            error=f"{answer.forecast.error:.4f}", looked=answer.forecast.method,
        )  # fmt: skip
    return say(
        "{n}. {move} ({behind}): {chances}; {looked}",
        n=number, move=str(answer.move), behind=points(behind), chances=chances(answer), looked=answer.forecast.method,
    )  # fmt: skip


def _number(text: str) -> int:
    """Parse a number of at least 1; raise `BadNotation` on failure."""
    number = parse_integer(text, 1, MAX_COUNT)
    if number is None:
        raise BadNotation(say("{text} is not a number of moves or games", text=text))
    return number
