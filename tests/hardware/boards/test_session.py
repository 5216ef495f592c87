"""A game is followed from a board's reports, as a table hears of it: moves, questions, complaints, faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.hardware.boards.board_bridge import BoardBridge
from fourth_seat.hardware.boards.description import Button, SensorKind
from fourth_seat.hardware.boards.session import BoardSession, proved_text, read_proved
from fourth_seat.hardware.boards.simulated import SimulatedBoard, description_of
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table

TICK_S = 0.02


class Felt:
    """A table with a simulated board, and time that passes when told to."""

    def __init__(
        self,
        name: str,
        kind: SensorKind,
        *seats: str,
        options: str = "",
        position: str = "",
        proved: bool = True,
        fault: Callable[[list[int]], list[int]] = lambda values: values,
    ) -> None:
        self.game = find(name)
        chosen = self.game.options(options)
        people = seats or ("human",) * self.game.seats(chosen)
        clock = datetime(2026, 11, 29, tzinfo=UTC)
        self.table = Table.begin(self.game, chosen, [read_seat(seat) for seat in people], None, lambda: clock)
        if position:
            self.table.set_position(position)
        said = description_of(self.game, chosen, kind, 5)
        self.board = SimulatedBoard(said)
        self.board.fault = fault
        self.board.pieces = dict(self.table.state.cells())
        self.sent: list[str] = []
        self.said: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.bridge = BoardBridge(self.table, self.sent.append, lambda text, _: self.said.append(str(text)))
        settings = {"game": name, "options": str(chosen), "position": self.bridge.position()}
        self.session = BoardSession({**settings, "proved": proved_text(range(len(said.sensors)), said) if proved else ""})
        self.t = 0.0
        self.wait(1.0)

    def wait(self, seconds: float) -> None:
        end = self.t + seconds
        while self.t < end:
            lines, self.board.out[:] = list(self.board.out), []
            found = [each for line in lines for each in self.session.hear(line.rstrip(b"\n"), self.t)]
            if question := self.session.listener.due(self.t):
                self.board.hear(question)
            found += self.session.step(self.t)
            for each in found:
                self.messages.append(each)
                self.bridge.handle_event(each)
            self.bridge.step()
            while self.sent:
                word, _, rest = self.sent.pop(0).partition(" ")
                for each in self.session.obey(word, rest):
                    self.messages.append(each)
            self.t += TICK_S

    def put(self, *cells: tuple[str, Content | None], pause: float = 0.05) -> None:
        for cell, content in cells:
            self.board.put(cell, content)
            self.wait(pause)

    def steps(self, text: str) -> Sequence[tuple[str, Content | None]]:
        (move,) = self.game.parse(self.table.state, text)
        steps = self.game.steps(self.table.state, move)
        geometry = self.game.geometry(self.table.options)
        return [(c, v) for step in steps for c, v in step.leaves if geometry[c].zone != "dice"]

    @property
    def played(self) -> list[tuple[str, str]]:
        return [(entry.text, entry.by) for entry in self.table.history.standing]

    @property
    def faults(self) -> list[tuple[str, list[str]]]:
        return [(each["kind"], each["places"]) for each in self.messages if each.get("event") == "fault"]


def test_a_disc_that_passes_a_light_barrier_is_a_move() -> None:
    felt = Felt("connect4", SensorKind.PASSAGE)
    felt.board.drop("4")
    felt.wait(0.3)
    assert felt.played == [("4", "board")]


def test_a_tapped_move_is_played_once_when_the_disc_follows() -> None:
    felt = Felt("connect4", SensorKind.PASSAGE)
    felt.table.play("4")
    felt.wait(2.0)
    felt.board.drop("4")
    felt.wait(3.0)
    felt.board.drop("4")
    felt.wait(0.5)
    assert felt.played == [("4", "human"), ("4", "board")]


def test_a_bouncing_contact_is_one_move() -> None:
    felt = Felt("connect4", SensorKind.COLOUR)
    for _ in range(4):
        felt.put(("d1", Content(1)), ("d1", None), pause=0.02)
    felt.put(("d1", Content(1)))
    felt.wait(0.3)
    assert felt.played == [("4", "board")]


def test_seeds_that_are_sown_slowly_are_one_move() -> None:
    felt = Felt("kalah", SensorKind.COUNT)
    felt.put(*felt.steps("d"), pause=0.7)
    felt.wait(0.4)
    assert [text for text, _ in felt.played] == ["d"]


@pytest.mark.parametrize(
    ("name", "kind", "options", "moves"),
    [
        ("connect4", SensorKind.COLOUR, "red-ahead=2", ("4", "4", "3")),
        ("connect4", SensorKind.COLOUR, "yellow-ahead=1", ("4", "4", "3")),
        ("kalah", SensorKind.COUNT, "north-ahead=5", ("d", "C F", "a")),
        ("blokus", SensorKind.COLOUR, "blue-aside=2,variant=classic", ("a20,b20,c20,b19", "t20,s20,r20")),
    ],
)
def test_a_game_with_a_handicap_is_felt_from_its_start(
    name: str, kind: SensorKind, options: str, moves: tuple[str, ...]
) -> None:
    felt = Felt(name, kind, options=options)
    assert felt.board.pieces.keys() >= {"connect4": {"d1"}, "kalah": {"STORE"}, "blokus": set()}[name]
    for text in moves:
        felt.put(*felt.steps(text))
        felt.wait(1.0)
    assert [by for _, by in felt.played] == ["board"] * len(moves) and not felt.said and not felt.faults


def test_presence_learns_the_colour_from_the_rules() -> None:
    felt = Felt("blokus", SensorKind.PRESENCE, options="variant=duo")
    move = felt.table.state.legal()[0]
    felt.put(*[(cell, Content(0) if content else None) for cell, content in felt.steps(str(move))])
    felt.wait(0.7)
    assert felt.played == [(str(move), "board")]


def test_a_single_square_among_very_many_moves_is_believed_unasked() -> None:
    felt = Felt("blokus", SensorKind.PRESENCE, options="variant=duo")
    for text in ("e10,e11,f11,d12,e12", "j5,j6,k6,i7,j7"):
        felt.table.play(text)
    felt.board.pieces = dict(felt.table.state.cells())
    felt.board.tell()
    felt.wait(1.0)
    square = next(str(move) for move in felt.table.state.legal() if "," not in str(move))
    felt.put(*felt.steps(square))
    felt.wait(0.7)
    assert felt.played[-1] == (square, "board")


def test_a_piece_that_is_slid_on_corrects_the_move_unasked() -> None:
    felt = Felt("backgammon", SensorKind.COUNT)
    felt.table.throw("31")
    felt.put(*felt.steps("31: 8/5 6/5"))
    felt.wait(0.7)
    assert felt.played[-1] == ("31: 8/5 6/5", "board")
    before = felt.table.history.line_at(felt.table.history.at - 1).state.cells()
    felt.put(("5", None), ("6", before["6"]), ("8", before["8"]), pause=0.1)  # no: this instead
    felt.put(("24", Content(1, 1)), ("20", Content(1, 1)))
    felt.wait(0.7)
    assert felt.played[-1] == ("31: 24/20", "board")


def test_a_turn_that_looks_finished_halfway_is_corrected_before_the_other_side_is_believed_to_have_passed() -> None:
    felt = Felt("backgammon", SensorKind.COUNT, position="XGID=-BBBBBB------------bbbbbb-:0:0:1:00:0:0:0:0:10")
    felt.put(("6", Content(1, 1)), ("5", Content(1, 1)), pause=0.3)
    felt.wait(0.7)
    assert felt.played[-1] == ("65: 6/off 5/off", "board")
    felt.put(("4", Content(1, 3)), pause=0.3)
    felt.wait(0.9)
    assert felt.played[1:] == [("61", "board"), ("61: 6/off 5/4", "board")]


def test_a_hit_is_not_believed_while_the_checker_that_it_would_hit_has_not_moved() -> None:
    felt = Felt("backgammon", SensorKind.COUNT, position="XGID=-a-adaEBaAA-aA-----caBBaaA:0:0:1:41:0:0:0:0:10")
    steps = felt.steps("41: bar/24* 21/17")
    felt.put(*steps[:4], pause=0.3)  # so far the sensors would report the same of bar/20*
    felt.wait(0.7)
    assert len(felt.played) == 1
    felt.put(*steps[4:], pause=0.3)
    felt.wait(0.9)
    assert felt.played[1:] == [("41: bar/24* 21/17", "board")]


def test_hands_in_the_middle_of_the_computers_move_do_not_correct_the_one_before() -> None:
    position = "11R4/1,21R1/2,22R4/2,44B3/4,45B1/2,47B1/4 R1,B0 R"
    felt = Felt("tridice", SensorKind.PRESENCE, "human", "computer:1", position=position)
    felt.put(*felt.steps("22-46"))
    felt.wait(0.7)
    assert felt.played[-1] == ("22-46", "board")
    steps = felt.steps("45x46")  # its captured die is lifted first, as if it were the person's, on its way to 44
    felt.table.play_computer(felt.game.parse(felt.table.state, "45x46")[0])
    felt.wait(0.2)
    felt.put(*steps[:2])
    felt.wait(1.0)
    assert [text for text, _ in felt.played[-2:]] == ["22-46", "45x46"]
    felt.put(*steps[2:])
    felt.wait(1.0)
    assert [text for text, _ in felt.played[-2:]] == ["22-46", "45x46"]
    assert felt.table.pending is None


def test_a_die_that_is_knocked_off_has_not_taken_another_one() -> None:
    felt = Felt("tridice", SensorKind.PRESENCE, position="22B3/1,34R2/1,44R3/2 R0,B0 R")
    felt.put(("34", None))  # as after 34x22; but no die was taken off 22
    felt.wait(3.5)
    felt.wait(2.0)
    assert [each.text for each in felt.bridge.question] == ["34x22", ""]
    felt.put(("34", Content(1)))
    felt.wait(2.0)
    assert len(felt.played) == 1
    assert not felt.bridge.question
    felt.put(*felt.steps("34x22"), pause=0.2)
    felt.wait(1.0)
    assert felt.played[1:] == [("34x22", "board")]


def test_which_of_two_dice_was_taken_shows_in_where_one_was_lifted() -> None:
    felt = Felt("tridice", SensorKind.PRESENCE, position="22B2/4,23R1/3,34B2/1,42R3/1,46R1/3,47B1/3 R0,B0 R")
    assert {"23x22", "23x34"} <= set(map(str, felt.table.state.legal()))
    felt.put(("22", None))  # lifted, and put back, before anything moves
    felt.put(("22", Content(2)))
    felt.put(("34", None), ("23", None))
    felt.wait(0.8)
    assert len(felt.played) == 1
    felt.put(("34", Content(1)))
    felt.wait(1.0)
    assert felt.played[1:] == [("23x34", "board")]


def test_the_computers_move_is_not_set_down_before_the_die_that_it_takes_is_lifted() -> None:
    felt = Felt("tridice", SensorKind.PRESENCE, "computer:1", "human", position="22R4/3,23B1/4,42B2/4 R0,B0 R")
    steps = felt.steps("22x42")
    felt.table.play_computer(felt.game.parse(felt.table.state, "22x42")[0])
    felt.put(("22", None))
    felt.wait(2.0)
    assert felt.table.pending
    felt.put(*steps[1:], pause=0.2)
    felt.wait(1.0)
    assert felt.table.pending is None


def test_a_die_that_passes_where_it_lay_before_its_last_turn_takes_nothing_back() -> None:
    felt = Felt("tridice", SensorKind.PRESENCE, position="22R4/1,23B4/2,33R1/2,35B3/1,42R1/2,46R3/1,47B3/1 R0,B0 R")
    felt.put(*felt.steps("42-43"))
    felt.wait(1.1)
    before = [("42-43", "board"), ("pass", "rule")]
    assert felt.played[1:] == before
    assert ("42", Content(1)) in [(cell, content and Content(content.colour)) for cell, content in felt.steps("43-41")]
    felt.put(*felt.steps("43-41"), pause=0.6)
    felt.wait(1.5)
    assert felt.played[1:4] == [*before, ("43-41", "board")]


def test_a_die_that_goes_on_before_anybody_can_know_of_its_turn_is_still_in_that_turn() -> None:
    felt = Felt("tridice", SensorKind.PRESENCE, position="22R4/1,23B4/2,33R1/2,35B3/1,42R1/2,46R3/1,47B3/1 R0,B0 R")
    steps = felt.steps("42-43"), felt.steps("42-41")
    felt.put(*steps[0])
    felt.wait(0.6)
    assert felt.played[1:] == [("42-43", "board"), ("pass", "rule")]
    felt.put(("43", None), *steps[1][1:], pause=0.3)
    felt.wait(1.5)
    assert felt.played[1] == ("42-41", "board")


def test_a_turn_taken_back_on_the_board_is_taken_back() -> None:
    felt = Felt("tridice", SensorKind.PRESENCE, position="22R4/1,23B4/2,33R1/2,35B3/1,42R1/2,46R3/1,47B3/1 R0,B0 R")
    felt.put(*felt.steps("42-43"))
    felt.wait(0.7)
    felt.put(("43", None), ("42", Content(1)))
    felt.wait(1.6)
    assert len(felt.played) == 1


def test_a_piece_that_is_lifted_and_put_back_is_nothing() -> None:
    felt = Felt("kalah", SensorKind.COUNT)
    felt.put(("c", Content(0, 3)))
    felt.wait(2.0)
    felt.put(("c", Content(0, 4)))
    felt.wait(6.0)
    assert felt.played == []
    assert not felt.bridge.wrong


def test_a_knocked_piece_is_told_and_forgotten_when_it_is_back() -> None:
    felt = Felt("kalah", SensorKind.COUNT)
    felt.put(("c", Content(0, 3)))
    felt.wait(6.0)
    assert [each.cell for each in felt.bridge.wrong] == ["c"]
    felt.put(("c", Content(0, 4)))
    felt.wait(1.0)
    assert not felt.bridge.wrong


def test_the_computers_move_is_heard_and_a_wrong_place_told() -> None:
    felt = Felt("connect4", SensorKind.COLOUR, "computer:1", "human")
    felt.table.play_computer(felt.game.parse(felt.table.state, "4")[0])
    felt.wait(0.2)
    felt.put(("e1", Content(1)))
    felt.wait(2.0)
    assert felt.table.pending
    assert {each.cell for each in felt.bridge.wrong} == {"d1", "e1"}
    felt.put(("e1", None), ("d1", Content(1)))
    felt.wait(0.5)
    assert felt.table.pending is None


def test_while_the_computer_thinks_nothing_is_taken_for_its_move() -> None:
    felt = Felt("connect4", SensorKind.COLOUR, "human", "computer:1")
    felt.put(("d1", Content(1)))
    felt.wait(0.4)
    felt.put(("a1", Content(2)))
    felt.wait(2.0)
    assert [text for text, _ in felt.played] == ["4"]


def test_two_moves_that_look_the_same_are_asked_about() -> None:
    felt = Felt("backgammon", SensorKind.PRESENCE)
    felt.table.throw("41")
    felt.put(*felt.steps("41: 24/23 13/9"))
    felt.wait(2.0)
    before = dict(felt.table.state.cells())
    assert felt.played[-1][0] in ("41", "41: 24/23 13/9") and (felt.bridge.question or before)


def test_an_unproved_sensor_is_asked_about_first() -> None:
    felt = Felt("connect4", SensorKind.PASSAGE, proved=False)
    felt.board.drop("4")
    felt.wait(2.0)
    assert felt.played == []
    (yes, _no) = felt.bridge.question
    assert yes.moves == ("4",)
    felt.bridge.answer(yes)
    felt.wait(0.5)
    felt.board.drop("4")
    felt.wait(0.5)
    assert [text for text, _ in felt.played] == ["4", "4"]


def test_a_sensor_that_was_seen_at_work_is_known_in_the_next_game() -> None:
    felt = Felt("connect4", SensorKind.PASSAGE, proved=False)
    felt.table.play("4")
    felt.board.drop("4")
    felt.wait(2.0)
    felt.board.drop("4")
    felt.wait(2.0)
    said = felt.board.description
    kept = [each["proved"] for each in felt.messages if each.get("event") == "proved"]
    assert [read_proved(each, said) for each in kept] == [{3}]
    assert read_proved(kept[0], replace(said, options="columns=7")) == set()
    assert read_proved("x:zz", said) == set()


def test_a_shape_that_a_dead_contact_makes_of_another_is_asked_about() -> None:
    felt = Felt("blokus", SensorKind.PRESENCE, options="variant=duo", proved=False)
    sensors = [sensor.place for sensor in felt.board.description.sensors]
    felt.board.fault = lambda values: [0 if sensors[n] == "d12" else value for n, value in enumerate(values)]
    felt.put(*felt.steps("e10,e11,f11,d12,e12"))  # four of its squares are a piece, too
    felt.wait(2.0)
    assert felt.played == []
    assert felt.bridge.question


@pytest.mark.parametrize("at", [0, 3])
def test_a_dead_sensor_is_named_and_the_game_goes_on(at: int) -> None:
    column = str(at + 1)
    felt = Felt(
        "connect4", SensorKind.PASSAGE, proved=False, fault=lambda v: [0 if n == at else x for n, x in enumerate(v)]
    )
    for _ in range(5):
        felt.board.drop(column)
        felt.wait(2.0)
        felt.table.play(column)
        felt.wait(2.0)
    assert felt.faults == [("dead", [column])]
    assert [text for text, _ in felt.played] == [column] * 5


def test_swapped_sensors_are_named_and_put_right() -> None:
    felt = Felt("connect4", SensorKind.PASSAGE, proved=False, fault=lambda v: [v[1], v[0], *v[2:]])
    moves = ["1", "1", "1", "1"]
    for column in moves:
        felt.board.drop(column)
        felt.wait(2.0)
        if len(felt.played) == 0 or felt.bridge.question or felt.table.history.at < len(felt.played) + 1:
            felt.bridge.question = ()
            felt.table.play(column)
        felt.wait(2.0)
    assert felt.faults[0][0] == "swapped"
    assert sorted(felt.faults[0][1]) == ["1", "2"]


def test_a_flickering_sensor_is_named() -> None:
    felt = Felt("connect4", SensorKind.COLOUR)
    for n in range(14):
        felt.put(("a6", Content(1) if n % 2 == 0 else None), pause=0.1)
    assert felt.faults == [("flickers", ["a6"])]
    felt.put(("d1", Content(1)))
    felt.wait(0.4)
    assert [text for text, _ in felt.played] == ["4"]


def test_buttons_are_heard() -> None:
    felt = Felt("connect4", SensorKind.COLOUR)
    felt.board.press(Button.HINT)
    felt.wait(0.1)
    assert {"event": "pressed", "button": "hint"} in felt.messages


def test_a_board_that_restarts_costs_no_move() -> None:
    felt = Felt("connect4", SensorKind.COLOUR)
    felt.put(("d1", Content(1)))
    felt.wait(0.5)
    felt.board.pieces["d2"] = Content(2)
    felt.board.restart(99)
    felt.wait(1.0)
    assert [text for text, _ in felt.played] == ["4", "4"]
