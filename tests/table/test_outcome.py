"""The end of a game in a sentence with names, and the places of those who played."""

from __future__ import annotations

import pytest

from fourth_seat.table import announce
from fourth_seat.table.analysis.score_sheet import score_sheet
from fourth_seat.table.outcome import champions, outcome, ranks, verdict
from fourth_seat.table.table import Table
from tests.table.conftest import Open


def test_who_won_is_named(begin: Open) -> None:
    four = begin("connect4", "human:Anna", "computer:5")
    for column in (1, 2, 1, 2, 1, 2, 1):
        four.play(str(column)) if four.people_move else four.play_computer(column)
    assert str(outcome(four)) == "Four in a row: Anna wins." == str(announce.headline(four)[0])
    assert four.result and str(four.result.reason) == "Four in a row: red wins.", "the record keeps colours"


def test_without_names_the_colours_win(begin: Open) -> None:
    table = begin("connect4", "human", "human")
    table.resign(1)
    assert str(outcome(table)) == "red gives up: yellow wins."


def test_two_who_share_a_seat_are_named_where_the_sentence_counts_them(begin: Open) -> None:
    table = begin("connect4", "human:Anna+Ben", "computer:3")
    table.resign(1)
    assert str(outcome(table)) == "Anna, Ben give up: Computer (3) wins."
    other = begin("connect4", "computer:3", "human:Anna+Ben")
    other.resign(1)
    assert str(outcome(other)) == "Computer (3) gives up: Anna, Ben win."


def test_a_double_that_is_dropped(begin: Open) -> None:
    table = begin("backgammon", "human:Anna", "human:Ben", options="cube=on,first=1")
    table.play("double")
    table.play("drop")
    assert str(outcome(table)) == "Ben drops and loses one point." == str(announce.headline(table)[0])


@pytest.mark.parametrize("seats", [4, 3, 2])
def test_places(begin: Open, seats: int) -> None:
    table = begin("blokus", *["human:Anna", "human:Ben", "human:Mia", "human:Tom"][:seats], options=f"players={seats}")
    assert ranks(table) == ()
    table.play("a20,a19,a18,a17,b20")
    table.resign(1)
    assert ranks(table) == (seats, *[1] * (seats - 1))
    assert str(outcome(table)) == f"Anna gives up: {'Ben wins' if seats == 2 else 'the others win'}."


def test_the_verdict_is_a_name(begin: Open) -> None:
    four = begin("connect4", "human:Anna", "human:Ben+Mia")
    four.resign(1)
    assert (str(verdict(four)), champions(four), ranks(four)) == ("Ben and Mia win", (2,), (2, 1))
    shared = begin("blokus", "human:Anna", "human:Ben", "human:Mia", "human:Tom")
    shared.resign(4)
    assert (str(verdict(shared)), champions(shared)) == ("Anna, Ben and Mia share the win!", (1, 2, 3))


def test_nobody_has_won_a_draw_or_what_was_stopped(begin: Open) -> None:
    draw = begin("kalah", "human:Anna", "human:Ben")
    draw.set_position("0,0,0,0,0,1,23/0,0,0,0,0,1,23/s")
    draw.play("f")
    assert draw.result and (str(verdict(draw)), champions(draw), ranks(draw)) == ("A draw", (), (1, 1))
    stopped = begin("blokus", "human:Anna", "human:Ben", options="players=2")
    stopped.play("a20,a19,a18,a17,b20")
    stopped.stop()
    assert champions(stopped) == () and str(verdict(stopped)).startswith("The game was stopped here: ")


def sheet_of(table: Table) -> dict[str, tuple[int, ...]]:
    """Return the figures by their titles."""
    return {str(row.title): row.scores for row in score_sheet(table)}


def test_what_was_given_up_is_no_draw(begin: Open) -> None:
    four, kalah = begin("connect4", "human:Anna", "human:Ben"), begin("kalah", "human:Anna", "human:Ben")
    for table in (four, kalah):
        table.resign(1)
    assert sheet_of(four) == {"Points": (0, 1)}
    assert sheet_of(kalah) == {"In the store": (0, 0)}, "24 to 24 would be a draw"


def test_two_ways_to_count_are_told_once_until_they_differ(begin: Open) -> None:
    blokus = begin("blokus", *["human"] * 4)
    assert list(sheet_of(blokus)) == ["Advanced score", "Pieces placed"]


def test_the_score_is_that_on_the_board_while_an_extra_turn_is_half_entered(begin: Open) -> None:
    kalah = begin("kalah", "human:Anna", "human:Ben", options="seeds=4")
    kalah.tap("c")
    assert sheet_of(kalah)["In the store"] == (1, 0)
    assert str(announce.headline(kalah)[0]) == "The last seed fell into your store: sow again."
    kalah.untap()
    assert sheet_of(kalah)["In the store"] == (0, 0)


def test_a_seat_that_plays_two_colours_is_named_once(begin: Open) -> None:
    table = begin("blokus", "human:Anna", "human:Ben", options="players=2")
    table.play("a20,a19,a18,a17,b20")
    table.stop()
    assert str(outcome(table)).startswith("The game was stopped here: Anna leads with ")


def test_what_has_just_happened_is_said_until_dice_are_rolled(begin: Open) -> None:
    table = begin("backgammon", "human:Anna", "computer:5", options="first=1,cube=on")
    table.set_position("XGID=-b----E-C---eE---bae----B-:0:0:1:63:0:0:0:0:10")
    table.play("24/18* 13/10")
    assert str(announce.remark(table)) == "A black checker was hit."
    table.play_computer(table.game.implied(table.state))
    assert str(announce.remark(table)) == "A black checker was hit.", "nothing has been rolled yet"
    table.throw("21")
    assert announce.remark(table) is None
    table.play_computer(table.state.legal()[0])
    assert table.pending and announce.remark(table) is None, "the card says it"


def test_captures_are_counted(begin: Open) -> None:
    kalah = begin("kalah", "human:Anna", "human:Ben")
    kalah.set_position("1,0,0,0,0,2,0/0,0,0,0,5,1,0/s")
    kalah.play("a")
    assert str(announce.remark(kalah)) == "Anna captures 5 seeds."
