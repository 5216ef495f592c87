"""The report on a game: the sums for each seat, the moves that are listed, and the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.engines.results import MoveAnalysis, MoveValue, OutcomeForecast
from fourth_seat.table.analysis.report import MOST_NAMED, describe, report, write
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.table import Table
from tests.table.conftest import Open

MOVES = "31", "8/5 6/5", "42", "8/4 6/4", "61", "13/7 8/7", "62", "13/5"  # throws and plays
ENDS = (0.0, 0.1, 0.4, 0.35, 0.1, 0.05)


def judged(begin: Open, *lost: float) -> tuple[Table, Review]:
    """Return a game of sheshbesh with one judged turn for each of these points given away; the second turn was forced."""
    table = begin("backgammon", "human:Anna?help=full", "human:Ben?help=full")
    for text in MOVES:
        table.play(text)
    while len(table.history.entries) < 2 * len(lost):
        table.play("21")
        table.play(str(table.state.legal()[0]))
    review = Review(table)
    for number, points in zip(review.turns(), lost, strict=False):
        line, played = table.history.line_at(number), table.history.entries[number].move
        better = next(move for move in line.state.legal() if move != played)
        values = [MoveValue(move, forecast=OutcomeForecast(of, ENDS)) for move, of in ((better, points), (played, 0.0))]
        review.learn_turn(line, played, [MoveAnalysis(values[0], values[1], 1 if number == 3 else 2, -0.125)])
    return table, review


def described(table: Table, review: Review) -> list[str]:
    return [str(line) for line in describe(table, report(table, review))]


def test_of_a_game_without_faults_none_is_named(begin: Open) -> None:
    assert described(*judged(begin, 0.0, 0.039, 0.0, 0.039)) == [
        "Anna: 2 decisions, 0.000 points given away",
        "Thousandths of a point per decision: 0.0",
        "Doubtful moves: 0; mistakes: 0; bad mistakes: 0",
        "Luck of the dice: −0.250 points",
        "Ben: one decision, 0.078 points given away",
        "Thousandths of a point per decision: 78.0",
        "Doubtful moves: 0; mistakes: 0; bad mistakes: 0",
        "Luck of the dice: −0.250 points",
    ]


def test_what_cost_most_is_named_the_worst_first(begin: Open) -> None:
    table, review = judged(begin, 0.04, 0.08, 0.16)
    found = described(table, review)
    assert found[2] == "Doubtful moves: 1; mistakes: 0; bad mistakes: 1"
    assert found[4:6] == ["Ben: 0 decisions, 0.080 points given away", "Doubtful moves: 0; mistakes: 1; bad mistakes: 0"]
    heading, *named, missing = found[7:]
    assert heading == "The most costly mistakes:" and missing == "One turn has not been judged yet."
    assert [line.partition("; ")[0] for line in named] == [
        "Anna, move 6: 13/7 8/7 gave away 0.160 points",
        "Ben, move 4: 8/4 6/4 gave away 0.080 points",
        "Anna, move 2: 8/5 6/5 gave away 0.040 points",
    ]
    assert not any(line.endswith(f"; {move} was better") for line, move in zip(named, MOVES[5::-2], strict=True))


def test_of_many_faults_the_worst_are_named(begin: Open) -> None:
    lost = [0.05 + 0.01 * number for number in range(8)]
    table, review = judged(begin, *lost)
    assert [turn.lost for turn in report(table, review).worst] == lost[: -MOST_NAMED - 1 : -1]


def test_it_is_written_with_every_turn(begin: Open, tmp_path: Path) -> None:
    table, review = judged(begin, 0.05)
    found = report(table, review)
    write(table, found, tmp_path / "report.txt", str)
    *head, missing, turn = (tmp_path / "report.txt").read_text("utf-8").splitlines()
    assert [*head, missing] == described(table, review) and missing == "3 turns have not been judged yet."
    assert turn == "2. Anna 31: 8/5 6/5: luck −0.125, lost 0.050, 50.0 % to win, +0.000 points"
    with pytest.raises(NotSaved, match="cannot be written: "):
        write(table, found, tmp_path, str)
