"""Knowledge about a solved game, and who may read it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fourth_seat.games.protocol import Line
from fourth_seat.table.analysis.review import MAX_MOVES, Review
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.table import Table
from tests.table.conftest import Open
from tests.table.proven import CROWDED, SMALL, values

FULL, SOME, NONE = "human?help=full", "human", "human?help=none"


def small(begin: Open, *seats: str, moves: str = "") -> tuple[Table, Review]:
    """Return a small Kalah in which moves have been played, one after another between semicolons."""
    table = begin("kalah", *seats, options=SMALL)
    for move in filter(None, moves.split(";")):
        table.play(move)
    return table, Review(table)


def ask(review: Review) -> list[Line]:
    """Find out everything that is wanted; return the lines in the order of the requests."""
    tasks = []
    while (line := review.wanted()) is not None:
        tasks.append(line)
        review.learn(line, values(line.state)[:MAX_MOVES])
    return tasks


def ask_of_last(begin: Open, count: int) -> list[Line]:
    """Return what is wanted about only this many last moves."""
    _, review = small(begin, FULL, FULL, moves=WON)
    found = []
    while (line := review.wanted(of_last=count)) is not None:
        found.append(line)
        review.learn(line, values(line.state))
    return found


def marks(table: Table, review: Review) -> list[str]:
    return [review.mark(number) for number in range(len(table.history.entries))]


WON = "b a;B C;b c;C A C B C"  # not the win, the draw, not the draw, wins by less than it could: the game is over
BLUNDERED = "a;C"  # both give the win away


class TestMarks:
    def test_all_moves_with_full_help(self, begin: Open) -> None:
        table, review = small(begin, FULL, FULL, moves=WON)
        assert marks(table, review) == ["", "", "", ""]
        lines = ask(review)
        assert [len(line.moves) for line in lines] == [3, 2, 1, 0]  # the latest is reported first
        assert len(ask_of_last(begin, 2)) == 2
        assert marks(table, review) == ["?", "", "?", "(?)"]
        assert review.wanted() is None

    def test_only_of_those_with_full_help_before_the_end(self, begin: Open) -> None:
        table, review = small(begin, FULL, SOME, moves=BLUNDERED)
        ask(review)
        assert marks(table, review) == ["?", ""]
        table.stop()
        assert marks(table, review) == ["?", "?", ""]

    def test_none_before_the_end_where_somebody_wants_no_help(self, begin: Open) -> None:
        table, review = small(begin, FULL, NONE, moves=BLUNDERED)
        ask(review)
        assert not any(marks(table, review)) and not review.open
        table.stop()
        assert marks(table, review) == ["?", "?", ""] and review.open

    def test_a_computer_s_moves_after_the_game_or_for_full_help(self, begin: Open) -> None:
        for seat, marked in ((FULL, "?"), (SOME, "")):
            table, review = small(begin, "computer:1", seat)
            table.play_computer(table.game.parse(table.state, "a")[0])
            ask(review)
            assert marks(table, review) == [marked]
            table.stop()
            ask(review)
            assert marks(table, review) == ["?", ""]

    def test_corrections_and_throws_have_none(self, begin: Open) -> None:
        table, review = small(begin, FULL, FULL)
        table.play_anyway("a")
        ask(review)
        assert marks(table, review) == [""]
        dice = begin("backgammon", FULL, FULL)
        dice.throw("31")
        other = Review(dice)
        assert not other.solved and other.wanted() is None and other.mark(0) == ""

    def test_what_was_undone_and_played_again_is_still_known(self, begin: Open) -> None:
        table, review = small(begin, FULL, FULL, moves="a")
        ask(review)
        table.undo()
        table.play("a")
        assert review.wanted() is None and marks(table, review) == ["?"]


class TestAsking:
    def test_what_cannot_be_proven_is_asked_once_and_once_more_at_the_end(self, begin: Open) -> None:
        table, review = small(begin, FULL, FULL, moves="a;B A")
        for _ in range(2):
            line = review.wanted()
            assert line
            review.learn(line, ())
        assert review.wanted() is None and review.given_up(0) and not review.known(0)
        review.ask_again(0)
        assert review.wanted() and not review.given_up(0)
        table.stop()
        assert len(ask(review)) == 2 and review.known(0)

    def test_values_that_prove_less_do_not_replace_better_ones(self, begin: Open) -> None:
        table, review = small(begin, FULL, FULL, moves="a")
        ask(review)
        review.learn(table.history.line_at(0), ())
        assert review.known(0)

    def test_a_position_in_which_somebody_ponders_is_tried_a_few_times(self, begin: Open) -> None:
        table, review = small(begin, FULL, FULL)
        tries = 0
        while review.may_prove(table.state):
            review.learn(table.line, ())
            tries += 1
        assert 1 < tries <= 10
        assert not Review(begin("blokus", *["human"] * 4)).may_prove(table.state)

    def test_what_a_search_has_seen_to_the_end_is_not_enough(self, begin: Open) -> None:
        table, review = small(begin, FULL, FULL)
        review.learn(table.line, [replace(value, why=None, short="") for value in values(table.state)])
        assert not review.answers(table.state) and review.may_prove(table.state)


class TestStanding:
    def test_of_the_position_and_else_of_the_move_before_it(self, begin: Open) -> None:
        table, review = small(begin, FULL, FULL, moves="a")
        assert review.standing(0) is None and review.standing(1) is None
        review.learn(table.history.line_at(0), values(table.history.line_at(0).state))
        assert str(review.standing(0)) == "south wins by 4 seeds"
        assert str(review.standing(1)) == "south loses by 8 seeds"  # the worth of the move
        review.learn(table.line, values(table.state))
        assert str(review.standing(1)) == "north wins by 8 seeds"
        assert review.shares(1) == (0.0, 1.0)

    def test_a_draw(self, begin: Open) -> None:
        table, review = small(begin, FULL, FULL, moves="c")
        review.learn(table.line, values(table.state))
        assert str(review.standing(1)) == "a draw with best play"

    def test_in_moves(self, begin: Open) -> None:
        table = begin("connect4", FULL, FULL)
        table.set_position(CROWDED)
        review = Review(table)
        review.learn(table.line, values(table.state))
        assert str(review.standing(1)) == "yellow wins in 4 moves"


class TestOnDemand:
    def test_what_is_said(self, begin: Open) -> None:
        table, review = small(begin, SOME, SOME, moves="a")
        assert str(review.judged(0)) == "The value of pit a could not be proven."
        ask(review)
        assert str(review.judged(0)) == "That was the mistake: pits b c was better (wins by 4 seeds)."
        assert str(review.answer(0)) == "The answer to pit a is B A, b, A, c: south loses by 8 seeds."
        table.play("B A")
        ask(review)
        assert str(review.judged(0)) == "The mistake was pit a: pits b c was better (wins by 4 seeds)."
        assert str(review.judged(1)) == "The move pits B A gave nothing away (wins by 8 seeds)."
        assert review.last_choice(2) == 1 and review.last_choice(1) == 0 and review.last_choice(0) is None

    def test_not_before_the_end_to_those_who_want_no_help(self, begin: Open) -> None:
        table, review = small(begin, "human:Lou?help=none", SOME, moves="a")
        with pytest.raises(OutOfTurn, match="Lou plays without help"):
            review.check_asked(0)
        table.stop()
        assert review.check_asked(0) == 0

    def test_not_before_anybody_moved_nor_in_games_that_are_not_solved(self, begin: Open) -> None:
        _, review = small(begin, SOME, SOME)
        with pytest.raises(OutOfTurn, match="nobody has moved"):
            review.check_asked(review.last_choice(0))
        other = Review(begin("blokus", *["human"] * 4))
        with pytest.raises(OutOfTurn, match="not solved"):
            other.check_asked(None)


def test_values_of_earlier_positions_are_kept_for_the_curve(begin: Open) -> None:
    table, _ = small(begin, FULL, FULL, moves="a;B A")
    table.valued((0.5, 0.5))
    table.valued((1.0, 0.0), at=0)
    assert table.values == {2: (0.5, 0.5), 0: (1.0, 0.0)}
