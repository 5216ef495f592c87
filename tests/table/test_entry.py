"""What is clicked or typed at a table: it is entered, or refused with the reason, and then nothing has changed."""

from __future__ import annotations

from datetime import datetime
from random import Random

import pytest

from fourth_seat.games import find
from fourth_seat.table.announce import headline, remark
from fourth_seat.table.record.events import Moved, SetDown, Thrown
from fourth_seat.table.seats import read_seat
from fourth_seat.table.stage.entry import Refusal, attempt, tap, type_line
from fourth_seat.table.table import Table

DICE = Random(1)


def begun(game: str, *seats: str, options: str = "") -> Table:
    rules = find(game)
    return Table.begin(rules, rules.options(options), list(map(read_seat, seats)), None, datetime.now)


def refused(refusal: Refusal | None) -> str:
    assert refusal
    return str(refusal.reason)


def test_a_tap_is_entered_or_refused() -> None:
    table = begun("connect4", "human", "human")
    for _ in range(6):
        assert tap(table, "4") is None
    assert "full" in refused(tap(table, "4"))
    assert table.history.at == 6


def test_the_second_click_of_a_double_click_begins_no_other_move() -> None:
    table = begun("connect4", "human", "human")
    assert tap(table, "4") is None and tap(table, "4", double=True) is None
    assert table.history.at == 1


def test_a_typed_line_is_a_move_dice_or_a_command() -> None:
    table = begun("backgammon", "human", "human")
    assert type_line(table, " dice 31 ", DICE) is None and not table.needs_throw
    assert type_line(table, "UNDO", DICE) is None and table.needs_throw
    assert type_line(table, "roll", DICE) is None and table.history.entries[-1].by == "program"
    assert "no dice to roll" in refused(type_line(table, "roll", DICE))
    assert "nothing to set down" in refused(type_line(table, "set", DICE))
    assert table.history.at == 1


def test_a_move_that_the_table_may_let_stand_comes_with_its_refusal() -> None:
    table = begun("backgammon", "human", "human")
    assert type_line(table, "31", DICE) is None
    for illegal, may_stand in (("24/9 6/2", "24/9 6/2"), ("23/9", ""), ("nonsense", "")):
        refusal = type_line(table, illegal, DICE)
        assert refusal and refusal.may_stand == may_stand
    assert table.history.at == 1
    assert attempt(lambda: table.play_anyway("24/9 6/2")) is None and table.history.at == 2


@pytest.mark.parametrize("enter", [lambda table: tap(table, "4"), lambda table: type_line(table, "4", DICE)])
def test_whoever_is_not_on_turn_waits(enter: object) -> None:
    assert callable(enter)
    table = begun("connect4", "computer:3", "human")
    assert "still thinking" in refused(enter(table))
    table.play_computer(3)
    table.reseat(2, read_seat("computer:4"))
    assert "first do on your board what is shown" in refused(enter(table))
    table.set_down()
    table.reseat(2, read_seat("table:guest"))
    assert "the other table's turn" in refused(enter(table))
    assert table.history.at == 1


def test_a_piece_is_taken_as_it_lies_beside_a_turned_board() -> None:
    table = begun("blokus", *["human"] * 4)
    assert tap(table, "blue:F", grasp=(1, True)) is None
    assert table.move_input.in_hand == "blue:F" and (table.tapped.turns, table.tapped.flipped) != (0, False)
    assert tap(table, "blue:L4") is None and table.move_input.in_hand == "blue:L4", "another one is taken instead"
    assert (table.tapped.turns, table.tapped.flipped) == (0, False)
    assert tap(table, "red:F") is not None and table.move_input.in_hand == "blue:L4"
    assert tap(table, "blue:L4") is None and not table.taps, "it is put back"


def test_dice_where_the_cube_could_be_turned_are_one_action() -> None:
    table = begun("backgammon", "human:Anna", "computer:5", options="cube=on,first=1")
    assert tap(table, "throw:5") is None and tap(table, "throw:5") is None
    assert [entry.text for entry in table.history.standing] == ["roll", "55"]
    table.undo()
    assert table.history.at == 0 and "say:double" in table.move_input.partial.next
    table.redo()
    assert table.history.at == 2
    table.play("13/3(2)")
    table.play_computer(table.game.implied(table.state))
    assert table.needs_throw and table.pending is None, "the computer's decision to roll waits for nobody"
    assert type_line(table, "31", DICE) is None
    table.undo()
    assert table.needs_throw and table.history.entries[table.history.at - 1].by == "computer"
    table.redo()
    table.play_computer(table.state.legal()[0])
    assert table.pending and [str(step.text) for step in table.pending.steps][-1].startswith("move a black checker")
    table.set_down()
    assert type_line(table, "roll", DICE) is None and not table.may_throw
    table.undo()
    assert table.history.at == 4, "what the program rolled is no choice"


def test_decisions_about_the_cube_wait_for_no_confirmation() -> None:
    table = begun("backgammon", "human:Anna", "computer:5", options="cube=on,first=1")
    assert type_line(table, "double", DICE) is None and str(headline(table)[0]) == "black is thinking."
    assert str(remark(table)) == "Anna doubles to 2."
    table.play_computer(table.state.legal()[0])
    assert table.pending is None and str(remark(table)) == "Computer (5) takes the cube at 2."
    assert str(headline(table)[0]) == "Roll for Anna." and table.may_throw and not table.move_input.partial.buttons


def test_a_record_that_waited_for_every_decision_of_a_computer_is_read() -> None:
    table = begun("backgammon", "human", "computer:5", options="cube=on,first=2")
    events = [Moved(2, "roll", "computer"), SetDown(), Thrown("31"), Moved(2, "31: 8/5 6/5", "computer"), SetDown()]
    assert table.replay([table.begun, *events])[1] is None
    assert "nothing to set down" in refused(attempt(table.set_down))
