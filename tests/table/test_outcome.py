"""The end of a game in a sentence with names, and the places of those who played."""

from __future__ import annotations

import pytest

from fourth_seat.table import announce
from fourth_seat.table.outcome import outcome, ranks
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
def test_places_where_more_than_two_play(begin: Open, seats: int) -> None:
    table = begin("blokus", *["human:Anna", "human:Ben", "human:Mia", "human:Tom"][:seats], options=f"players={seats}")
    assert ranks(table) == ()
    table.play("a20,a19,a18,a17,b20")
    table.resign(1)
    if seats == 2:
        assert ranks(table) == () and str(outcome(table)) == "Anna gives up: Ben wins."
    else:
        assert ranks(table) == (seats, *[1] * (seats - 1)) and str(outcome(table)) == "Anna gives up: the others win."


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
