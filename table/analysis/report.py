"""A report on a game, with each seat's total error and luck and the worst moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fourth_seat.boundary.files import write_file
from fourth_seat.engines.results import MoveAnalysis, points
from fourth_seat.table.analysis.mistakes import BAD, DOUBTFUL, VERY_BAD, given_away
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.game_state import GameState
from fourth_seat.words import Text, error_text, say, say_many

MOST_NAMED = 5  # mistakes that are described one by one


@dataclass(frozen=True, slots=True)
class ReportedTurn:
    """A turn as shown in the report.

    Attributes:
        number: the index of its move in the game's history.
        lost: the points that the move gave away.
    """

    number: int
    seat: int
    throw: str
    move: str
    judged: MoveAnalysis
    lost: float


@dataclass(frozen=True, slots=True)
class Sums:
    """Statistics of one seat.

    Attributes:
        decisions: the number of turns with a choice between moves.
        lost: the total number of points given away.
        luck: the total points by which its throws were better than the mean of all possible throws.
        doubtful, bad, very_bad: the numbers of moves in each error category.
    """

    seat: int
    turns: int
    decisions: int
    lost: float
    luck: float
    doubtful: int
    bad: int
    very_bad: int

    @property
    def rate(self) -> float | None:
        """The error rate in thousandths of a point per decision, or None if there were no decisions."""
        return 1000 * self.lost / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class Report:
    """The report on a game, or on those turns that have been judged.

    Attributes:
        turns: the turns that have been judged, in game order.
        missing: the number of turns that have not been judged.
        sums: the statistics of each seat.
    """

    turns: tuple[ReportedTurn, ...]
    missing: int
    sums: tuple[Sums, ...]

    @property
    def worst(self) -> tuple[ReportedTurn, ...]:
        """The biggest mistakes, worst first. Includes only moves that are at least doubtful."""
        found = sorted((turn for turn in self.turns if turn.lost >= DOUBTFUL), key=lambda turn: -turn.lost)
        return tuple(found[:MOST_NAMED])


def report(game_state: GameState, review: Review) -> Report:
    """Return the report on the turns judged so far."""
    turns, missing = [], 0
    for number in review.turns():
        judged = review.judgement(number)
        if judged is None:
            missing += 1
            continue
        entry, throw = game_state.history.entries[number], game_state.history.entries[number - 1]
        lost = given_away(judged.best, judged.played)
        turns.append(ReportedTurn(number, entry.seat, throw.text, entry.text, judged, lost))
    sums = tuple(_sums(seat, [turn for turn in turns if turn.seat == seat]) for seat in range(1, len(game_state.seats) + 1))
    return Report(tuple(turns), missing, sums)


def _sums(seat: int, turns: Sequence[ReportedTurn]) -> Sums:
    decisions = sum(turn.judged.choices > 1 for turn in turns)
    marked = [sum(low <= turn.lost < high for turn in turns) for low, high in LINES]
    return Sums(
        seat, len(turns), decisions, sum(turn.lost for turn in turns), sum(turn.judged.luck for turn in turns), *marked
    )


LINES = ((DOUBTFUL, BAD), (BAD, VERY_BAD), (VERY_BAD, float("inf")))


# -- in words --------------------------------------------------------------------------------------------------------------


def summary(game_state: GameState, sums: Sums) -> tuple[Text, ...]:
    """Summarise the play of a seat in a few sentences."""
    name, rate = game_state.name(sums.seat), sums.rate
    sentences = [
        say_many(
            "{name}: one decision, {lost} points given away", "{name}: {n} decisions, {lost} points given away",
            sums.decisions, name=name, lost=f"{sums.lost:.3f}",
        )
    ]  # fmt: skip
    if rate is not None:
        sentences.append(say("Thousandths of a point per decision: {rate}", rate=f"{rate:.1f}"))
    sentences.append(
        say(
            "Doubtful moves: {doubtful}; mistakes: {bad}; bad mistakes: {worse}",
            doubtful=sums.doubtful,
            bad=sums.bad,
            worse=sums.very_bad,
        )
    )
    sentences.append(say("Luck of the dice: {luck} points", luck=points(sums.luck)))
    return tuple(sentences)


def mistake(game_state: GameState, turn: ReportedTurn) -> Text:
    """Describe a mistake and the better move."""
    best, move = game_state.game.move_name(turn.judged.best.move), game_state.game.move_name(turn.judged.played.move)
    return say(
        "{name}, move {n}: {move} gave away {lost} points; {best} was better",
        name=game_state.name(turn.seat), n=turn.number + 1, move=move, lost=f"{turn.lost:.3f}", best=best,
    )  # fmt: skip


def describe(game_state: GameState, found: Report) -> tuple[Text, ...]:
    """Return the complete report as lines of text."""
    lines = [line for sums in found.sums for line in summary(game_state, sums)]
    if found.worst:
        lines += [say("The most costly mistakes:"), *(mistake(game_state, turn) for turn in found.worst)]
    if found.missing:
        lines.append(say_many("One turn has not been judged yet.", "{n} turns have not been judged yet.", found.missing))
    return tuple(lines)


def listed(game_state: GameState, found: Report) -> tuple[Text, ...]:
    """Return one line per turn, for writing to a file."""
    return tuple(
        say(
            "{n}. {name} {move}: luck {luck}, lost {lost}, {win} % to win, {points} points",
            n=turn.number + 1, name=game_state.name(turn.seat), move=turn.move, luck=points(turn.judged.luck),
            lost=f"{turn.lost:.3f}", win=_win(turn), points=_points(turn),
        )
        for turn in found.turns
    )  # fmt: skip


def _win(turn: ReportedTurn) -> str:
    forecast = turn.judged.played.forecast
    return f"{100 * forecast.win:.1f}" if forecast else ""


def _points(turn: ReportedTurn) -> str:
    forecast = turn.judged.played.forecast
    return points(forecast.equity) if forecast else ""


def write(game_state: GameState, found: Report, path: Path, render: Callable[[Text], str]) -> None:
    """Write the report and a list of all turns to a text file.

    Raises:
        NotSaved: the file cannot be written.
    """
    text = "".join(f"{render(line)}\n" for line in (*describe(game_state, found), *listed(game_state, found)))
    try:
        write_file(path, text.encode())
    except OSError as error:
        raise NotSaved(say("{file} cannot be written: {reason}", file=str(path), reason=error_text(error))) from None
