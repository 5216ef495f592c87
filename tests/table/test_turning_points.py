"""Which moves turned a game, the sentences about them, and the curve that goes with them."""

from __future__ import annotations

import pytest

from fourth_seat.engines.results import MoveAnalysis, MoveValue, OutcomeForecast
from fourth_seat.games import find, game_names
from fourth_seat.table.analysis.curve import curve, leader
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.analysis.turning_points import (
    MAX_TURNING_POINTS,
    describe,
    describe_better,
    describe_course,
    turning_points,
)
from fourth_seat.table.table import Table
from tests.table.conftest import Open
from tests.table.proven import SMALL, values

LOST = "b a;B C;b c;C A C B C"  # south lets the win go for a draw, north the draw, south by less than it could


def learned(table: Table) -> Review:
    """Return everything that can be proven about a small game."""
    review = Review(table)
    while (line := review.wanted()) is not None:
        review.learn(line, values(line.state))
    return review


def played(begin: Open, moves: str) -> tuple[Table, Review]:
    table = begin("kalah", "human:Anna", "human:Ben", options=SMALL)
    for move in moves.split(";"):
        table.play(move)
    return table, learned(table)


def sentences_of(table: Table, review: Review) -> list[tuple[str, str]]:
    return [(str(describe(table, p)), str(describe_better(table, review, p))) for p in turning_points(table, review)]


def test_they_are_told_in_the_words_of_the_game_with_the_better_move(begin: Open) -> None:
    table, review = played(begin, LOST)
    assert sentences_of(table, review) == [
        ("Anna played pits b a, and the game was even again.", "Better: pits b c (wins by 4 seeds)."),
        ("Anna played pits b c, and Ben took the lead.", "Better: pits b a (a draw)."),
    ]


def test_a_turn_that_was_judged_tells_the_points(begin: Open) -> None:
    table = begin("backgammon", "human:Anna", "human:Ben")
    for text in ("31", "8/5 6/5", "42", "8/4 6/4", "61", "13/7 8/7", "62", "13/5"):
        table.play(text)
    table.resign(1)
    review = Review(table)
    for number, (win, points) in {5: (0.7, 0.4), 7: (0.4, 0.0)}.items():
        line, played = table.history.line_at(number), table.history.entries[number].move
        other = next(move for move in line.state.legal() if move != played)
        shares = {other: (win, 1 - win), played: (0.4, 0.6)}
        best, worse = (
            MoveValue(move, shares[move], forecast=OutcomeForecast(equity, (0.0, 0.0, 0.5, 0.5, 0.0, 0.0)))
            for move, equity in ((other, points), (played, 0.0))
        )
        review.learn_turn(line, played, [MoveAnalysis(best, worse, 9, 0.0)])
    other_name = table.game.move_name(table.history.line_at(5).state.legal()[0])
    assert sentences_of(table, review) == [
        ("Anna played 13/7 8/7, and Ben took the lead.", f"Better by 0.400 points: {other_name}.")
    ]


def test_there_are_none_before_the_end(begin: Open) -> None:
    table, review = played(begin, "a;C")
    assert turning_points(table, review) == ()
    table.resign(1)
    assert [p.seat for p in turning_points(table, learned(table))] == [1, 2]


def test_the_last_are_taken_of_those_that_gave_as_much_away(begin: Open) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    for move in "1122334":
        table.play(move)
    review = Review(table)
    for number, entry in enumerate(table.history.entries):  # whoever moves loses the lead each time
        line, other = table.history.line_at(number), 3 - entry.seat
        shares = (1.0, 0.0) if entry.seat == 1 else (0.0, 1.0)
        worse = (1.0, 0.0) if other == 1 else (0.0, 1.0)
        others = [move for move in line.state.legal() if move != entry.move]
        review.learn(line, [MoveValue(others[-1], shares, True), MoveValue(entry.move, worse, True)])
    points = turning_points(table, review)
    assert len(points) == MAX_TURNING_POINTS and [p.number for p in points] == [3, 4, 5], "the last one won"
    assert str(describe(table, points[0])) == "Ben played column 2, and Anna took the lead."
    assert str(describe_better(table, review, points[0])) == "Better: column 7."


def test_a_game_that_one_side_led_throughout_says_so(begin: Open) -> None:
    table = begin("blokus", "human:Anna", "human:Ben", options="variant=duo")
    for _ in range(6):
        table.valued((0.8, 0.2))
        table.play(str(table.state.legal()[0]))
    table.resign(2)
    review = Review(table)
    assert str(describe_course(table, review, turning_points(table, review))) == "Anna led from start to finish."


def test_a_level_game_was_led_by_nobody(begin: Open) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    for move in "44":
        table.valued((0.5, 0.5))
        table.play(move)
    table.resign(2)
    review = Review(table)
    assert describe_course(table, review, turning_points(table, review)) is None


def test_values_of_another_number_of_seats_are_left_out(begin: Open) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    table.play("4")
    table.valued((0.5,))
    table.resign(2)
    assert not table.values and curve(table, Review(table)) == []


def test_what_nobody_can_prove_is_asked_about_after_the_game(begin: Open) -> None:
    table = begin("blokus", "human:Anna", "human:Ben", options="variant=duo")
    review = Review(table)
    for _ in range(4):
        table.play(str(table.state.legal()[0]))
    assert review.wanted() is None
    table.resign(2)
    questions = []
    while (line := review.wanted()) is not None:
        questions.append(len(line.moves))
        shares = (0.1, 0.9) if len(line.moves) < 2 else (0.8, 0.2)
        review.learn(line, [MoveValue(line.state.legal()[-1], shares)])
    assert questions == [3, 2, 1, 0]
    (point,) = turning_points(table, review)
    assert (point.number, point.seat, point.leader) == (1, 2, 1)
    assert [place.shares[0] for place in curve(table, review)] == [0.1, 0.1, 0.8, 0.8, 1.0]


def test_what_a_move_led_to_counts_more_than_what_was_expected_of_it(begin: Open) -> None:
    table = begin("blokus", "human:Anna", "human:Ben", options="variant=duo")
    review = Review(table)
    for shares in ((0.8, 0.2), (0.1, 0.9)):
        line = table.line
        table.play(str(line.state.legal()[0]))
        review.learn(line, [MoveValue(table.line.moves[-1], shares)])
    table.resign(1)
    (point,) = turning_points(table, review)
    assert (point.number, point.seat, point.leader) == (0, 1, 2)


@pytest.mark.parametrize(("shares", "who"), [((0.5, 0.5), 0), ((0.51, 0.5), 0), ((0.2, 0.5, 0.3), 2)])
def test_who_leads(shares: tuple[float, ...], who: int) -> None:
    assert leader(shares) == who


@pytest.mark.parametrize("name", game_names())
def test_every_game_names_its_moves(name: str) -> None:
    game = find(name)
    state = game.start(game.options())
    for _ in range(12):
        moves = state.legal()
        if state.over:
            break
        assert all(str(game.move_name(move)) for move in moves[:20])
        state = state.play(moves[0])
