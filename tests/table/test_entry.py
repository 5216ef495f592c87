"""Clicks and typed lines at a table: each is entered, or refused with the reason and without any change."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from fourth_seat.games import find
from fourth_seat.table.announce import headline, remark
from fourth_seat.table.record.events import Moved, SetDown, Tapped, Thrown
from fourth_seat.table.seats import read_seat
from fourth_seat.table.stage.entry import Refusal, attempt, drag, is_piece, take, tap, type_line
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError

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
    assert "first copy what is shown onto your board" in refused(enter(table))
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


def test_the_second_half_of_a_double_tap_moves_no_checker_on() -> None:
    table = begun("backgammon", "human:Anna", "human:Ben", options="first=1")
    assert type_line(table, "31", DICE) is None
    for soon in (False, True):
        assert tap(table, "8") is None and tap(table, "5") is None
        assert tap(table, "5", soon=soon) is None and table.taps == (("8", "5") if soon else ("8", "5", "5"))
        table.clear_taps()


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


def lies(table: Table) -> set[str]:
    laid = table.move_input.laid
    return set(laid.cells) if laid else set()


def test_a_piece_lies_on_the_board_before_it_is_played() -> None:
    table = begun("blokus", *["human"] * 4)
    assert tap(table, "blue:I2") is None and not lies(table)
    assert tap(table, "a20", soon=True) is None and lies(table) == {"a20", "b20"} and table.history.at == 0
    for soon, double in ((True, False), (True, True), (False, True)):
        assert tap(table, "b20", double, soon=soon) is None and table.history.at == 0, "meant as one tap with the first"
    assert tap(table, "k10") is None and "k10" in lies(table), "a tap elsewhere moves it there, fits it or not"
    assert "start square a20" in refused(tap(table, "k10")) and table.history.at == 0
    assert tap(table, "b19") is None and lies(table) == {"a20", "b20"}, "it lies at the nearest place where it fits"
    assert tap(table, "b20") is None and table.history.entries[-1].text == "a20,b20"


def test_another_piece_takes_the_place_of_one_that_lies_on_the_board_and_a_tap_on_the_tray_puts_it_back() -> None:
    table = begun("blokus", *["human"] * 4)
    assert tap(table, "blue:I2") is None and tap(table, "a20") is None
    assert tap(table, "blue:L4") is None and table.move_input.in_hand == "blue:L4" and not lies(table)
    assert tap(table, "a20") is None and lies(table)
    assert tap(table, "blue:L4", soon=True) is None and lies(table), "the second half of a double tap"
    assert tap(table, "blue:L4") is None and not table.taps and not lies(table)
    assert refused(tap(table, "green:F")) == "these are green's pieces; it is blue's turn"
    assert refused(tap(table, "blue:X")) == "there is no place for this piece now"


def test_a_piece_is_dragged_onto_the_board_over_it_and_off_it() -> None:
    table = begun("blokus", *["human"] * 4)
    assert not is_piece(table, "yellow:F") and not is_piece(table, "blue:X") and not is_piece(table, "a20")
    assert is_piece(table, "blue:I2") and tap(table, "blue:I2") is None
    assert drag(table, "blue:I2", "b19") is None and lies(table) == {"a20", "b20"}
    assert is_piece(table, "a20") and not is_piece(table, "b19"), "where it was let go"
    assert drag(table, "b20", "e17") is None, "it goes as far as the finger, from where it lies"
    assert lies(table) == {"d17", "e17"} and table.history.at == 0
    assert drag(table, "e17", "") is None and not table.taps, "it goes back"
    assert drag(table, "blue:I2", "blue:F") is None and not table.taps
    table.play("a20")
    assert not is_piece(table, "blue:I2"), "it is another's turn"


def test_a_piece_that_lies_on_the_board_is_in_the_record(tmp_path: Path) -> None:
    rules = find("blokus")
    table = Table.begin(rules, rules.options(), [read_seat("human")] * 4, tmp_path, datetime.now)
    assert table.record
    for name in ("blue:F", "a20"):
        assert tap(table, name) is None
    table.turn_piece()
    laid = table.move_input.laid
    assert laid and laid.move is not None
    table.close()
    again = Table.resume(table.record.path, datetime.now)
    assert again.tapped == table.tapped and again.move_input.laid == laid
    assert tap(again, laid.cells[0]) is None and again.history.at == 1
    again.close()


def test_only_a_piece_in_hand_lies_anywhere() -> None:
    blokus, kalah = begun("blokus", *["human"] * 4), begun("kalah", "human", "human")
    for table, event in (
        (blokus, Tapped(over="a20")),
        (blokus, Tapped(("a20",), over="a19")),
        (blokus, Tapped(("blue:F",), over="blue:F")),
        (blokus, Tapped(("blue:F",), over="z99")),
        (kalah, Tapped(("c",), over="f")),
    ):
        with pytest.raises(FourthSeatError):
            table.prepare(event)


@pytest.mark.parametrize("options", ["", "variant=duo"])
def test_a_piece_that_is_taken_lies_where_it_fits_whenever_it_has_a_place(options: str) -> None:
    table, rng = (
        begun("blokus", *["human"] * find("blokus").seats(find("blokus").options(options)), options=options),
        Random(2),
    )
    while table.history.at < 30 and not table.result:
        for piece, anchors in table.game.anchors(table.state).items():
            if not anchors:
                assert take(table, piece) is not None and not table.taps
                continue
            assert take(table, piece) is None
            laid = table.move_input.laid
            assert laid and laid.move is not None and not laid.why_not
            assert take(table, piece) is None and not table.taps  # it is put back
        table.play(str(rng.choice(table.state.legal())))


def test_nothing_is_laid_where_pieces_need_no_turning() -> None:
    table = begun("tridice", "human", "human")
    while table.needs_throw:
        table.roll(DICE)
    cell = sorted(table.move_input.partial.next)[0]
    assert take(table, cell) is None and not table.tapped.over
