"""The actions of people and computers at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from fourth_seat.games import AnyGame, AnyState, find
from fourth_seat.games.contents import Content, differences
from fourth_seat.games.errors import BadPosition, IllegalMove
from fourth_seat.games.input import PartialMove
from fourth_seat.games.steps import rebuild
from fourth_seat.table import announce
from fourth_seat.table.errors import BadSeat, OutOfTurn
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.seats import Person, Seat, read_seat
from fourth_seat.table.stage.board import board_pending
from fourth_seat.table.stage.whole_board import begin_from
from fourth_seat.table.table import Table
from tests.table.conftest import Open, clock


class Shown:
    """A display that remembers what it was shown."""

    def __init__(self) -> None:
        self.all: list[Announcement] = []

    def show(self, announcement: Announcement) -> None:
        self.all.append(announcement)


def moves(table: Table) -> str:
    return "".join(str(move) for move in table.line.moves)


def drop(column: int) -> Any:
    game = find("connect4")
    return game.parse(game.start(game.options()), str(column))[0]


def test_a_game_to_its_end(begin: Open) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    shown = Shown()
    table.displays.append(shown)
    for move in "4152637":
        assert table.result is None
        table.play(move)
    assert table.result and table.result.winners == (1,)
    assert shown.all[-1].kind is AnnouncementKind.OVER
    assert str(shown.all[0].texts[1]) == "Ben's turn (yellow)."
    with pytest.raises(OutOfTurn, match="the game is over"):
        table.play("1")


@pytest.mark.parametrize("bad", ["8", "0", "", "x", "44", "é"])
def test_a_bad_move_changes_nothing(begin: Open, bad: str) -> None:
    table = begin("connect4", "human", "human")
    assert table.record
    before = table.record.path.read_bytes()
    with pytest.raises(ValueError, match=r".+"):
        table.play(bad)
    assert not table.line.moves and table.record.path.read_bytes() == before


def test_taps(begin: Open) -> None:
    table = begin("connect4", "human", "human")
    table.tap("4")
    assert moves(table) == "4"
    with pytest.raises(IllegalMove):
        table.tap("nowhere")


def test_computer_plays_and_its_move_waits_to_be_set_down(begin: Open) -> None:
    table = begin("connect4", "human", "computer:1")
    table.play("4")
    with pytest.raises(OutOfTurn, match="computer's turn"):
        table.play("4")
    with pytest.raises(OutOfTurn, match="nothing to set down"):
        table.set_down()
    table.play_computer(drop(5))
    assert table.pending and table.pending.count == 2
    table.set_down()
    assert table.pending is None


def test_entry_by_hand_says_that_the_move_was_set_down(begin: Open) -> None:
    table = begin("connect4", "human", "computer:1")
    table.play("4")
    table.play_computer(drop(5))
    table.play("1")
    assert table.pending is None


def test_undo_goes_over_the_computers_moves(begin: Open) -> None:
    table = begin("connect4", "human", "computer:1")
    for mine, its in (("4", 5), ("4", 5), ("4", 4)):
        table.play(mine)
        table.play_computer(drop(its))
    table.undo()
    assert moves(table) == "4545"
    table.undo()
    assert moves(table) == "45"
    table.redo()
    assert moves(table) == "4545"
    table.undo()
    table.undo()
    with pytest.raises(OutOfTurn, match="nothing to take back"):
        table.undo()
    table.play("1")
    with pytest.raises(OutOfTurn, match="nothing to redo"):
        table.redo()
    table.back_to(0)
    table.redo()
    assert moves(table) == "1"
    with pytest.raises(OutOfTurn):
        table.back_to(9)


def test_takebacks_can_be_off_for_a_person(begin: Open) -> None:
    table = begin("connect4", "human:Mia?takebacks=off", "human:Ben")
    table.play("4")
    with pytest.raises(OutOfTurn, match="Mia plays without takebacks"):
        table.undo()
    table.play("4")
    table.undo()
    assert moves(table) == "4"


def test_hints_are_counted(begin: Open) -> None:
    table = begin("connect4", "human:Mia?hints=1", "human")
    assert table.hints_left(1) == 1 and table.hints_left(2) is None
    table.hinted(drop(4))
    with pytest.raises(OutOfTurn, match="no hints left"):
        table.hinted(drop(4))


def test_two_people_share_a_seat_and_take_turns(begin: Open) -> None:
    table = begin("connect4", "human:Anna+Ben", "human:Cleo")
    names = []
    for move in "4455":
        names.append(table.person(table.state.seat).name)
        table.play(move)
    assert names == ["Anna", "Cleo", "Ben", "Cleo"]


def test_a_seat_passes_to_the_computer_at_bedtime_and_back(begin: Open) -> None:
    table = begin("connect4", "human:Mia", "human")
    assert not table.computers_turn
    table.reseat(1, Seat(computer="computer:3"))
    assert table.computers_turn
    table.play_computer(drop(4))
    table.reseat(1, Seat((Person("Mia"),)))
    table.play("4")
    assert not table.computers_turn and moves(table) == "44"


def test_correction(begin: Open) -> None:
    table = begin("connect4", "human", "human")
    table.play("4")
    table.play("4")
    table.correct({"d2": None, "e1": Content(2)})
    assert table.state.cells() == {"d1": Content(1), "e1": Content(2)}
    with pytest.raises(BadPosition, match="nothing below it"):
        table.correct({"a5": Content(1)})
    table.undo()
    assert moves(table) == "44"


def test_a_board_from_a_photo_is_not_called_corrected(begin: Open) -> None:
    table, shown = begin("kalah", "human:Anna", "human:Ben"), Shown()
    table.displays.append(shown)
    table.correct({"a": Content(0, 3), "store": Content(0, 1)}, by="photo")
    assert str(shown.all[-1].texts[0]) == "The board was read from a picture."
    assert str(announce.entry_line(table, table.history.entries[-1])) == "the board was read from a picture"
    fresh = begin("kalah", "human:Anna", "human:Ben")
    begin_from(fresh, table.state)
    assert str(announce.entry_line(fresh, fresh.history.entries[-1])) == "the board was read from a picture"


def test_resign_and_stop(begin: Open) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    table.resign(1)
    assert table.result and table.result.winners == (2,) and "Anna gives up" in str(table.result.reason)
    table.undo()
    assert table.result is None
    table.stop()
    assert table.result and str(table.result.reason).startswith("The game was stopped here: ")
    with pytest.raises(OutOfTurn):
        table.resign(2)
    for nobody in (0, 7):
        with pytest.raises(BadSeat):
            table.reseat(nobody, Seat(computer="seed"))


def test_two_who_share_a_seat_give_up_together(begin: Open) -> None:
    table = begin("connect4", "human:Anna+Ben", "human:Mia")
    table.resign(1)
    assert table.result and str(table.result.reason) == "Anna and Ben give up."
    left_alone = begin("connect4", "computer:3", "human:Mia")
    left_alone.resign(1)
    assert left_alone.result and str(left_alone.result.reason) == "Computer (3) gives up."


def test_everything_is_there_after_a_restart(begin: Open) -> None:
    table = begin("connect4", "human:Anna+Ben", "computer:1")
    table.play("4")
    table.play_computer(drop(3))
    table.set_down()
    table.valued((0.5, 0.5))
    table.hinted(drop(1))
    table.play("4")
    table.play_computer(drop(1))
    table.undo()
    table.reseat(2, read_seat("human:Zoë Ünal"))
    table.close()
    assert table.record
    again = Table.resume(table.record.path, clock)
    assert not again.notices
    assert again.line == table.line and again.history.entries == table.history.entries
    assert again.seats == table.seats and again.hints == table.hints
    assert again.values == table.values == {2: (0.5, 0.5)}
    again.redo()
    assert moves(again) == "4341"
    again.close()


@pytest.mark.parametrize(
    "text",
    [
        "human",
        "human:Anna",
        "human:Anna+Ben",
        "human:Mia?hints=3&takebacks=off&help=none",
        "computer:7",
        "gtp:pentobi-gtp --level 5",
    ],
)
def test_seats_read_back(text: str) -> None:
    assert str(read_seat(text)) == text


@pytest.mark.parametrize(
    "text", ["", "human:a+b+c", "human?hints=x", "human?takebacks=maybe", "human?age=4", "human?help=lots"]
)
def test_bad_seats(text: str) -> None:
    with pytest.raises(BadSeat):
        read_seat(text)


def test_values_of_undone_moves_are_forgotten_when_play_goes_on_differently(begin: Open) -> None:
    table = begin("connect4", "human", "human")
    table.play("4")
    table.valued((0.6, 0.4))
    table.back_to(0)
    assert table.values
    table.play("1")
    assert not table.values


def test_a_piece_from_the_tray_is_laid_turned_and_played(begin: Open) -> None:
    table = begin("blokus", "human", "human", "human", "human")
    with pytest.raises(OutOfTurn, match="pick up a piece first"):
        table.lay("a20")
    table.tap("blue:L5")
    with pytest.raises(OutOfTurn, match="hold the piece over the board"):
        table.lay("blue:L5")
    with pytest.raises(OutOfTurn, match="lay the piece on the board first"):
        table.confirm()
    table.lay("j10")
    assert table.move_input.laid and "j10" in table.move_input.laid.cells
    with pytest.raises(IllegalMove, match="must cover your start square a20"):
        table.confirm()
    table.lay("a20")
    assert table.history.at == 0 and table.taps == ("blue:L5",), "it is not played yet"
    lay = table.move_input.laid
    assert lay and set(lay.cells) & {"a20", "a19", "b20"}, "it is moved inside the board"
    for turn in (table.turn_piece, table.turn_piece, table.turn_piece, table.turn_piece):
        turn()
    assert table.move_input.laid == lay, "it comes back to where it lay"
    while not (table.move_input.laid and table.move_input.laid.move):
        table.turn_piece()
    covered = table.move_input.laid.cells
    table.confirm()
    assert set(covered) <= table.state.cells().keys() and table.state.mover == 2 and not table.taps


def test_a_piece_that_lies_on_the_board_comes_back_into_the_hand_and_then_into_the_tray(begin: Open) -> None:
    table = begin("blokus", "human", "human", "human", "human")
    table.tap("blue:I1")
    table.lay("a20")
    table.untap()
    assert table.move_input.in_hand == "blue:I1" and table.move_input.laid is None
    table.untap()
    assert not table.taps


def test_a_placement_is_explained(begin: Open) -> None:
    table = begin("blokus", "human:Ann", "computer:1", options="variant=duo")
    shown = Shown()
    table.displays.append(shown)
    table.play("e10")
    table.play_computer(find("blokus").parse(table.state, "j5,i5,i6,h6,h7")[0])
    assert str(shown.all[-1].why) == "It opens 7 corners towards purple."
    table.set_down()
    (move, *_) = table.state.legal()
    assert str(announce.suggestion(table, move)).startswith(f"Hint: {move} (")


@pytest.mark.parametrize(("name", "taps"), [("blokus", ("a20", "b20")), ("connect4", ("4",)), ("kalah", ("c",))])
def test_a_tap_asks_the_rules_at_most_twice(
    begin: Open, monkeypatch: pytest.MonkeyPatch, name: str, taps: tuple[str, ...]
) -> None:
    table = begin(name, *["human"] * find(name).seats(find(name).options()))
    calls: list[Sequence[str]] = []
    whole = table.game.partial_move

    def counting(_: AnyGame, state: AnyState, taps: Sequence[str]) -> PartialMove[Any]:
        calls.append(taps)
        return whole(state, taps)

    monkeypatch.setattr(type(table.game), "partial_move", counting)
    assert table.move_input.partial.next
    for tap in taps:
        calls.clear()
        table.tap(tap)
        for _ in range(3):  # as screens do
            assert table.move_input.partial.moves
        assert len(calls) <= 2


def test_what_is_to_be_set_down_is_shown_step_by_step(begin: Open) -> None:
    table = begin("kalah", "human", "computer:1")
    table.play("a")
    table.play_computer(table.game.parse(table.state, "C A")[0])
    pending = table.pending
    assert pending and len(pending.steps) == 2
    geometry, now = table.game.geometry(table.options), pending.before.cells()
    for number, step in enumerate(pending.steps, 1):
        shown = board_pending(pending, geometry, number)
        assert (shown.cells, shown.steps) == (now, (step,))
        now = rebuild(now, [step])
    assert board_pending(pending, geometry).steps == pending.steps and not differences(now, pending.after.cells())


def test_the_pending_move_is_one_object(begin: Open) -> None:
    table = begin("connect4", "human", "computer:1")
    table.play("4")
    before = table.state
    table.play_computer(table.state.legal()[0])
    pending = table.pending
    assert pending and pending is table.pending
    assert (pending.before, pending.after, pending.text) == (before, table.state, "1")
    assert pending.steps == table.game.steps(before, pending.move)
    assert table.board_state == before
    table.set_down()
    assert table.pending is None and table.board_state == table.state


ON_BAR = "XGID=-F-a-aa-bAB--aBB--A---bafA:0:0:1:00:0:0:0:0:10"  # a throw of 33 brings in no checker


def test_a_pass_that_is_written_out_is_played_once(begin: Open) -> None:
    table = begin("backgammon", "human", "human")
    table.set_position(ON_BAR)
    passing = table.state.seat
    table.play("33: pass")
    assert [(entry.text, entry.by) for entry in table.history.standing[1:]] == [("33", "human"), ("33: pass", "rule")]
    assert table.needs_throw and table.state.seat != passing
