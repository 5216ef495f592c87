"""A table with a simulated camera: what the camera is told, and what the table makes of its reports."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from fourth_seat.games import AnyState, find, game_names
from fourth_seat.games.contents import CellDifference, Content, differences
from fourth_seat.inference.messages import differences_text, pack_difference, reason_of
from fourth_seat.inference.move_bridge import MoveAnswer, MoveBridge
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.record.events import Event
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError, Text, say


class BridgeFixture:
    """A table with a camera's bridge."""

    def __init__(self, game: str, *seats: str, options: str = "") -> None:
        self.game = find(game)
        chosen = self.game.options(options)
        people = seats or ("human",) * self.game.seats(chosen)
        clock = datetime(2026, 11, 21, tzinfo=UTC)
        self.table = Table.begin(self.game, chosen, [read_seat(seat) for seat in people], None, lambda: clock)
        self.sent: list[str] = []
        self.shown: list[Announcement] = []
        self.said: list[tuple[Text, bool]] = []
        self.bridge = MoveBridge(self.table, self.sent.append, lambda text, wrong: self.said.append((text, wrong)))
        self.table.displays.append(self)
        self.bridge.step()

    def show(self, announcement: Announcement) -> None:
        self.shown.append(announcement)

    def receive(self, **line: Any) -> None:
        self.bridge.handle_event(line)
        self.bridge.step()

    def sees(self, *moves: str, before: AnyState | None = None, instead: bool = False) -> None:
        """Report moves of which the camera is sure."""
        state = before or self.table.state
        for text in moves:
            for move in self.game.parse(state, text):
                state = state.play(move)
        back = {"instead": True} if instead else {}
        self.receive(move=" ".join(moves), moves=list(moves), position=self.game.position(state), **back)

    @property
    def played(self) -> list[str]:
        return [entry.text for entry in self.table.history.standing]


def some_moves(beside: BridgeFixture, turns: int) -> list[str]:
    """Return the moves and throws of this many turns from here, as reported by the camera: always the first legal one."""
    state, texts = beside.table.state, []
    for _ in range(turns):
        move = state.legal()[0]
        texts.append(str(move))
        state = state.play(move)
    return texts


@pytest.mark.parametrize("game", game_names())
def test_what_the_camera_sees_is_played(game: str) -> None:
    beside = BridgeFixture(game)
    assert beside.sent == [f"position {beside.game.position(beside.table.state)}"]
    moves = some_moves(beside, 4)
    beside.sees(*moves[:2])
    beside.sees(*moves[2:])
    assert beside.played == moves
    assert beside.sent[-1] == f"position {beside.game.position(beside.table.state)}"


def test_the_computers_move_is_expected_and_set_down() -> None:
    beside = BridgeFixture("connect4", "human", "random")
    beside.sees("4")
    start = beside.table.state
    beside.table.play_computer(beside.game.parse(start, "3")[0])
    beside.bridge.step()
    assert beside.sent[-2:] == [f"position {beside.game.position(start)}", "expect 3"]
    beside.receive(event="set", position=beside.game.position(beside.table.state))
    assert not beside.table.pending
    assert beside.sent[-1] == f"position {beside.game.position(beside.table.state)}"
    assert [str(text) for text, _ in beside.said] == ["Placed correctly."]


def test_nothing_is_said_once_the_game_is_over() -> None:
    beside = BridgeFixture("connect4")
    beside.sees(*"1212121")
    assert beside.table.result
    shown = len(beside.shown)
    beside.receive(event="wrong", differences=[["a1", None, [1, 1, []]]], position=beside.bridge.position(), text="")
    beside.receive(move="4", moves=["4"], position="7/7/7/7/7/7")
    assert len(beside.shown) == shown and not beside.said


def test_a_disc_of_the_computers_is_refused_with_the_reason() -> None:
    beside = BridgeFixture("connect4", "human", "random")
    beside.sees("4", "4")
    assert beside.played == ["4"]
    ((text, wrong),) = beside.said
    assert "computer's turn" in str(text) and wrong


def test_a_question_is_answered_by_one_choice() -> None:
    beside = BridgeFixture("connect4")
    position = beside.game.position(beside.table.state)
    choices = [{"moves": []}, {"moves": ["5"]}]
    beside.receive(ask=["", "5"], choices=choices, position=position)
    assert beside.bridge.question == (MoveAnswer(("5",), text="5"), MoveAnswer(()))
    beside.bridge.answer(beside.bridge.question[0])
    beside.bridge.step()
    assert beside.played == ["5"] and not beside.bridge.question
    # Clicks answer as well; a question about an earlier position is dropped.
    beside.receive(ask=["1", "2"], choices=[{"moves": ["1"]}, {"moves": ["2"]}], position=position)
    assert not beside.bridge.question
    beside.receive(ask=["1", "2"], choices=[{"moves": ["1"]}, {"moves": ["2"]}], position=beside.bridge.position())
    beside.table.play("7")
    beside.bridge.step()
    assert not beside.bridge.question
    beside.receive(ask=["1", "2"], choices=[{"moves": ["1"]}, {"moves": ["2"]}], position=beside.bridge.position())
    beside.bridge.answer(None)
    assert beside.played == ["5", "7"] and not beside.bridge.question


def test_a_move_that_was_clicked_meanwhile_is_not_played_twice() -> None:
    beside = BridgeFixture("connect4")
    before = beside.table.state
    beside.table.play("4")
    beside.sees("4", before=before)
    assert beside.played == ["4"]
    # A move other than the one clicked: the screen counts, and the camera is told.
    beside.sees("3", before=before)
    assert beside.played == ["4"] and beside.sent[-1] == f"position {beside.bridge.position()}"


def test_a_turn_taken_back_and_another_played_instead() -> None:
    beside = BridgeFixture("connect4")
    beside.sees("4")
    before = beside.table.history.line_at(0).state
    beside.sees("3", before=before, instead=True)
    assert beside.played == ["3"]
    beside.sees(before=before, instead=True)
    assert beside.played == []
    beside.table.play("2")
    beside.sees("3", before=before, instead=True)  # a click came between
    assert beside.played == ["2"] and beside.said[-1][1]


def test_a_throw_that_only_people_see_is_asked_for() -> None:
    beside = BridgeFixture("tridice")
    while beside.table.needs_throw:
        beside.table.play(str(beside.table.state.legal()[0]))
    beside.bridge.step()
    placement = next(move for move in beside.table.state.legal() if str(move).startswith("@"))
    beside.sees(str(placement))
    assert beside.table.needs_throw
    # The next die is set down before anybody has entered what the first one shows.
    line = {"event": "throw", **reason_of(say("enter the throw first"))}
    beside.receive(**line, position=beside.bridge.position())
    assert [str(text) for text, _ in beside.said] == ["enter the throw first"]
    beside.table.play(str(beside.table.state.legal()[0]))
    beside.bridge.step()
    assert beside.sent[-1] == f"position {beside.bridge.position()}"
    beside.receive(**line, position="elsewhere")
    assert len(beside.said) == 1


def test_backgammon_with_dice_that_nobody_told() -> None:
    beside = BridgeFixture("backgammon")
    beside.sees("31", "31: 8/5 6/5")
    assert beside.played == ["31", "31: 8/5 6/5"]
    beside.table.play("42")
    beside.bridge.step()
    beside.sees(str(beside.table.state.legal()[0]))
    assert beside.table.history.at == 4


def test_a_wrong_board_is_told_to_all_displays_and_so_is_that_it_is_right() -> None:
    beside = BridgeFixture("connect4")
    wrong: tuple[CellDifference, ...] = differences({"a2": Content(1)}, {})
    reason = differences_text(beside.game, beside.table.options, wrong)
    line = {"event": "wrong", "differences": [pack_difference(each) for each in wrong], **reason_of(reason)}
    beside.receive(**line, position="elsewhere")
    assert not beside.bridge.wrong
    beside.receive(**line, position=beside.bridge.position())
    assert beside.bridge.wrong == wrong
    assert (beside.shown[-1].kind, beside.shown[-1].texts, beside.shown[-1].wrong) == (
        AnnouncementKind.WRONG,
        (reason,),
        wrong,
    )
    beside.receive(event="right", position=beside.bridge.position())
    assert not beside.bridge.wrong and beside.shown[-1].kind is AnnouncementKind.TURN


def complain(beside: BridgeFixture, confidence: float, found: dict[str, Content]) -> None:
    wrong = differences(found, beside.table.state.cells())
    reason = differences_text(beside.game, beside.table.options, wrong)
    beside.receive(
        event="wrong", confidence=confidence, differences=[pack_difference(each) for each in wrong],
        position=beside.bridge.position(), **reason_of(reason),
    )  # fmt: skip


def test_a_board_that_no_move_explains_is_taken_over_where_it_was_seen_for_certain() -> None:
    beside = BridgeFixture("connect4")
    beside.sees("4")
    three = {"d1": Content(1), "a1": Content(2), "b1": Content(1), "g1": Content(2)}
    complain(beside, 0.7, three)
    assert beside.bridge.wrong and not beside.bridge.offers
    complain(beside, 0.99, three)
    assert beside.bridge.offers
    beside.bridge.take_over()
    beside.bridge.step()
    assert beside.table.state.cells() == three
    assert not beside.bridge.offers
    assert beside.sent[-1] == f"position {beside.bridge.position()}"
    beside.table.undo()
    assert beside.table.state.cells() == {"d1": Content(1)}


def test_a_board_that_cannot_be_is_not_taken_over() -> None:
    beside = BridgeFixture("connect4")
    complain(beside, 0.99, {"d3": Content(1)})
    with pytest.raises(FourthSeatError):
        beside.bridge.take_over()
    assert beside.table.state.cells() == {} and beside.bridge.offers


def test_the_record_tells_what_the_camera_saw() -> None:
    beside = BridgeFixture("backgammon")
    events: list[Event] = []
    beside.table.watchers.append(events.append)
    beside.sees("31", "31: 8/5 6/5")
    beside.table.play("42")
    assert [event.to_json().get("by") for event in events] == ["camera", "camera", None]
    beside.table.undo()
    assert beside.played == ["31", "31: 8/5 6/5"]
    beside.table.undo()
    assert beside.played == ["31"]


def test_a_dance_and_the_turn_after_it_are_entered() -> None:
    beside = BridgeFixture("backgammon")
    beside.table.set_position("XGID=-F-a-aa-bAB--aBB--A---bafA:0:0:1:00:0:0:0:0:10")
    after = beside.table.state
    for text in ("33", "33: pass", "64"):
        (move,) = beside.game.parse(after, text)
        after = after.play(move)
    turn = str(after.legal()[0])
    beside.sees("33", "33: pass", "64", turn)
    assert beside.played[1:] == ["33", "33: pass", "64", turn] and not beside.said
    beside.table.undo()
    assert beside.played[1:] == ["33", "33: pass", "64"]


def test_a_board_that_was_put_right_after_an_undo_is_no_longer_waited_for() -> None:
    beside = BridgeFixture("connect4")
    beside.sees("4")
    beside.table.undo()
    beside.bridge.step()
    assert beside.table.pending is not None
    beside.receive(event="right", position=beside.bridge.position())
    assert beside.table.pending is None


def test_who_takes_a_piece_back_by_hand_is_not_told_to() -> None:
    beside = BridgeFixture("connect4")
    start = beside.table.state
    beside.sees("4")
    beside.sees(before=start, instead=True)
    assert beside.played == [] and beside.table.pending is None


def test_a_move_by_hand_is_not_replaced_as_the_cameras() -> None:
    beside = BridgeFixture("connect4")
    start = beside.table.state
    beside.sees("4")
    beside.table.undo()
    beside.table.play("2")
    beside.sees("3", before=start, instead=True)
    assert beside.played == ["2"]


def test_a_drop_of_the_double_is_not_looked_for_on_the_board() -> None:
    beside = BridgeFixture("backgammon", "human", "computer:5", options="cube=yes")
    beside.table.set_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
    beside.table.play("double")
    (drop,) = beside.game.parse(beside.table.state, "drop")
    beside.table.play_computer(drop)
    beside.sent.clear()
    beside.bridge.step()
    assert not beside.table.pending and not [line for line in beside.sent if line.startswith("expect")]
