"""A picture tracker follows the games it is shown: random ones of every game, with misread cells, hands, mistakes."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from fourth_seat.calibration.view import View
from fourth_seat.games import AnyState, find, game_names
from fourth_seat.games.connect4.rules import Connect4Move
from fourth_seat.games.contents import Content
from fourth_seat.inference.events import (
    BoardDiffers,
    BoardRestored,
    FirstPositionSeen,
    MoveSetDown,
    MovesSeen,
    MoveUnclear,
    ThrowMissing,
)
from fourth_seat.inference.evidence import Evidence
from fourth_seat.inference.move_tracker import UNEXPLAINED_TIMEOUT_S
from fourth_seat.vision.protocols import REFERENCE_KEY, lasting
from fourth_seat.vision.track.picture_flip import Flip
from tests.vision.drawings import ScriptedClassifier
from tests.vision.tracked_game import TrackedGame, connect4, play, seen, turn


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("wrong", [0.0, 0.01])
def test_follows_random_games(name: str, wrong: float) -> None:
    game, chance = find(name), random.Random(5)
    table = TrackedGame(game, wrong=wrong)
    state = game.start(table.options)
    (begun,) = table.shows(state.cells())
    assert isinstance(begun, FirstPositionSeen) and begun.states[0] == state
    played = 0
    for _ in range(25):
        if state.over:
            break
        state, cells = turn(game, state, chance)
        if seen(table.classifier, cells) != seen(table.classifier, table.move_tracker.contents):  # a pass changes nothing
            played += 1
            events = table.shows(cells, seconds=1.2)
            assert [type(event) for event in events] == [MovesSeen], (played, events)
            assert seen(table.classifier, table.move_tracker.contents) == seen(table.classifier, cells)
        table.move_tracker.set_position(state)  # the table knows what no picture shows: a die's value, say
    assert played >= 10


def test_a_hand_over_an_unknown_board_is_waited_for() -> None:
    table = TrackedGame(find("connect4"), strange=frozenset(f"{column}{row}" for column in "abcd" for row in (1, 2)))
    table.move_tracker.set_position(table.game.start(table.options))
    assert not table.shows({}) and not table.move_tracker.learned


def test_what_was_remembered_serves_in_a_flipped_picture() -> None:
    tracker = TrackedGame(find("kalah")).move_tracker
    before = View.of_corners(np.array([(10.0, 20.0), (90.0, 22.0), (95.0, 60.0), (5.0, 58.0)]), (0, 0, 8, 2), (100, 80))
    corners = before.corners((0, 0, 8, 2))
    tracker.appearance = {"code": [1.0], REFERENCE_KEY: {"pits": {"counts": [4], "corners": corners.tolist()}}}
    flipped = Flip.HALF_TURN.points(corners, before.size)
    tracker.flip(Flip.HALF_TURN, View.of_corners(flipped, (0, 0, 8, 2), before.size))
    reference = tracker.appearance[REFERENCE_KEY]["pits"]
    assert np.allclose(reference["corners"], tracker.view.corners((0, 0, 8, 2))) and reference["counts"] == [4]
    assert lasting(tracker.appearance) == {"code": [1.0]}


def test_two_moves_between_two_looks_are_both_seen() -> None:
    table, state = connect4()
    after = play(state, 4, 4)
    events = [event for event in table.shows(after.cells()) if isinstance(event, MovesSeen)]
    assert [move for event in events for move in event.moves] == [Connect4Move(4), Connect4Move(4)]
    assert events[-1].state == after


def test_the_computers_move_and_the_one_after_it_in_one_go() -> None:
    table, state = connect4()
    table.move_tracker.set_position(state, Connect4Move(3))
    after = play(state, 3, 4)
    set_down, seen = table.shows(after.cells())
    assert isinstance(set_down, MoveSetDown) and set_down.state == play(state, 3)
    assert isinstance(seen, MovesSeen) and (seen.moves, seen.state) == ((Connect4Move(4),), after)


def test_a_move_that_was_undone_at_the_screen_is_seen_again() -> None:
    table, state = connect4()
    table.shows(play(state, 4).cells())
    table.move_tracker.set_position(state)
    assert table.shows(play(state, 4).cells(), seconds=3) == []  # the stone has not been taken off yet
    assert [type(event) for event in table.shows(state.cells())] == [BoardRestored]
    (event,) = table.shows(play(state, 4).cells())
    assert isinstance(event, MovesSeen) and event.moves == (Connect4Move(4),)


def test_a_stone_that_is_taken_back_and_dropped_elsewhere_replaces_the_move() -> None:
    table, state = connect4()
    table.shows(play(state, 3).cells())
    (event,) = table.shows(play(state, 5).cells())
    assert isinstance(event, MovesSeen)
    assert (event.moves, event.instead) == ((Connect4Move(5),), True)
    (event,) = table.shows(state.cells())
    assert table.move_tracker.states == (state,)


@pytest.mark.parametrize("dropped", [3, 5])
def test_a_move_entered_by_hand_gives_way_to_the_one_on_the_board(dropped: int) -> None:
    table, state = connect4()
    table.move_tracker.set_position(play(state, 3))
    assert not table.shows(state.cells(), seconds=3)  # nothing has been dropped yet
    events = table.shows(play(state, dropped).cells(), seconds=1.2)
    assert [event.instead for event in events if isinstance(event, MovesSeen)] == [True] * (dropped != 3)
    assert table.move_tracker.states == (play(state, dropped),)


def test_a_board_that_no_move_explains_is_told_once_after_a_while() -> None:
    table, state = connect4()
    floating = {"d5": Content(1), "a6": Content(2), "g3": Content(1)}
    assert table.shows(floating, seconds=UNEXPLAINED_TIMEOUT_S - 0.3) == []
    events = table.shows(floating, seconds=2 * UNEXPLAINED_TIMEOUT_S)
    assert [type(event) for event in events] == [BoardDiffers]
    assert isinstance(events[0], BoardDiffers)
    assert {difference.cell: difference.found for difference in events[0].differences} == floating
    assert events[0].confidence > 0.95
    assert table.shows(floating, seconds=2 * UNEXPLAINED_TIMEOUT_S) == []
    assert table.move_tracker.states == (state,)
    table.shows(state.cells())
    assert [type(event) for event in table.shows(floating, seconds=2 * UNEXPLAINED_TIMEOUT_S)] == [
        BoardDiffers
    ]  # it came back


def test_whichever_colour_begins_is_seen_where_nobody_said() -> None:
    table = TrackedGame(find("connect4"))
    assert [type(event) for event in table.shows({})] == [FirstPositionSeen]
    (event,) = table.shows({"d1": Content(2)}, seconds=1.0)
    assert isinstance(event, MovesSeen) and event.moves == (Connect4Move(4),)
    assert event.state.options["first"] == "yellow" and table.move_tracker.options == event.state.options


def test_a_stone_of_the_wrong_colour_is_reported() -> None:
    table, state = connect4(unsure=9.0)
    events = table.shows({"d1": Content(2)}, seconds=3.0)
    assert [type(event) for event in events] == [BoardDiffers]
    assert table.move_tracker.states == (state,)


@pytest.mark.slow
def test_a_board_set_up_for_a_new_game_is_recognised_though_a_cell_is_misread() -> None:
    game = find("backgammon")
    table = TrackedGame(game)
    state, _ = turn(game, turn(game, game.start(table.options), random.Random(3))[0], random.Random(4))
    table.move_tracker.set_position(state)
    table.shows(state.cells())
    start = game.start(table.options).cells()
    (event,) = table.shows({**start, "24": Content(1, 2)}, seconds=3.0)
    assert isinstance(event, BoardDiffers) and event.begun_again
    wanted, misread = state.cells(), {"24"}
    differing = {name for name in start.keys() | wanted.keys() if start.get(name) != wanted.get(name)} - misread
    assert {each.cell for each in event.differences} >= {name for name in differing if name.isdigit()}


class TornClassifier(ScriptedClassifier):
    """Sees half a red stone in d1 and half of one in e1."""

    def classify(self, *args: Any) -> Evidence:
        half = {name: {None: -5.0, Content(1): 0.0, Content(2): -9.0} for name in ("d1", "e1")}
        return Evidence({**super().classify(*args).cells, **half})


def test_asks_with_the_two_likeliest_when_it_cannot_be_told() -> None:
    table, state = connect4()
    table.classifier = table.move_tracker.classifier = TornClassifier(table.game, table.options)
    (question,) = table.shows(state.cells(), seconds=3 * UNEXPLAINED_TIMEOUT_S)
    assert isinstance(question, MoveUnclear)
    assert {hypothesis and hypothesis.moves for hypothesis in question.likeliest} == {
        (Connect4Move(4),),
        (Connect4Move(5),),
    }
    assert question.confidence == pytest.approx(0.5, abs=0.05)
    table.move_tracker.set_position(play(state, 4))  # the answer
    assert table.shows(play(state, 4).cells(), seconds=2 * UNEXPLAINED_TIMEOUT_S) == []


class ShadedClassifier(ScriptedClassifier):
    """Sees what may be a red stone in d1, in e1 or in f1, and may be a shadow."""

    def classify(self, *args: Any) -> Evidence:
        shaded = {name: {None: -1.9, Content(1): 0.0, Content(2): -9.0} for name in ("d1", "e1", "f1")}
        return Evidence({**super().classify(*args).cells, **shaded})


def test_asks_whether_anything_was_played_where_that_is_likelier_than_not() -> None:
    table, state = connect4()
    table.classifier = table.move_tracker.classifier = ShadedClassifier(table.game, table.options)
    (question,) = table.shows(state.cells(), seconds=3 * UNEXPLAINED_TIMEOUT_S)
    assert isinstance(question, MoveUnclear)
    assert question.likeliest[0] is None and question.likeliest[1] is not None
    table.move_tracker.set_position(state)  # the answer
    assert table.shows(state.cells(), seconds=2 * UNEXPLAINED_TIMEOUT_S) == []


class FaintClassifier(ScriptedClassifier):
    """Sees a red stone in d1 that is likely but not certain."""

    def classify(self, *args: Any) -> Evidence:
        return Evidence({**super().classify(*args).cells, "d1": {None: -4.2, Content(1): 0.0, Content(2): -9.0}})


def test_a_move_that_is_likely_is_believed_when_nothing_moved_for_a_while() -> None:
    table, state = connect4()
    table.classifier = table.move_tracker.classifier = FaintClassifier(table.game, table.options)
    for _ in range(3):  # a hand comes back each time
        assert table.shows(state.cells(), seconds=0.5) == []
    (event,) = table.shows(state.cells(), seconds=1.0)
    assert isinstance(event, MovesSeen) and event.moves == (Connect4Move(4),)
    assert 0.85 < event.confidence < 0.95


def tridice() -> tuple[TrackedGame, AnyState]:
    """Return a game in which red has put a die down on 33 and nobody has entered how it fell."""
    table = TrackedGame(find("tridice"))
    state = table.game.start(table.options)
    table.shows(state.cells())
    (event,) = table.shows({"33": Content(1)})
    assert isinstance(event, MovesSeen)
    assert (list(map(str, event.moves)), table.move_tracker.awaits_throw) == (["@33"], True)
    return table, event.state


def test_nothing_is_supposed_until_a_throw_is_told_and_then_what_followed_is_seen() -> None:
    table, state = tridice()
    two = {"33": Content(1), "23": Content(2)}
    assert table.shows(two, seconds=3 * UNEXPLAINED_TIMEOUT_S) == [ThrowMissing()]
    assert table.move_tracker.states == (state,)
    table.move_tracker.set_position(state.play(table.game.parse(state, "4/1")[0]))
    (event,) = table.shows(two)
    assert isinstance(event, MovesSeen)
    assert table.game.position(event.state) == "33R4/1 R3,B4 B@23"


def test_of_two_dice_set_down_in_a_row_the_first_is_seen() -> None:
    table = TrackedGame(find("tridice"))
    table.shows({})
    both = {"33": Content(1), "23": Content(2)}
    events = table.shows(both, seconds=UNEXPLAINED_TIMEOUT_S)
    assert [list(map(str, event.moves)) for event in events if isinstance(event, MovesSeen)] == [["@33"]]


def test_a_die_that_is_moved_before_its_throw_is_told() -> None:
    table, _ = tridice()
    (event,) = table.shows({"31": Content(1)})
    assert isinstance(event, MovesSeen)
    assert (list(map(str, event.moves)), event.instead) == (["@31"], True)


def test_the_computers_move_set_down_right_and_wrong() -> None:
    table, state = connect4()
    table.move_tracker.set_position(state, Connect4Move(4))
    assert table.shows(state.cells(), seconds=2 * UNEXPLAINED_TIMEOUT_S) == []
    wrong = play(state, 5)
    (event,) = table.shows(wrong.cells(), seconds=2 * UNEXPLAINED_TIMEOUT_S)
    assert isinstance(event, BoardDiffers)
    assert {(difference.cell, difference.found, difference.wanted) for difference in event.differences} == {
        ("d1", None, Content(1)),
        ("e1", Content(1), None),
    }
    right = play(state, 4)
    assert table.shows(right.cells()) == [MoveSetDown(right)]
    assert table.move_tracker.states == (right,)


def test_a_hand_over_the_board_keeps_it_waiting() -> None:
    class CoveredClassifier(ScriptedClassifier):
        def classify(self, *args: Any) -> Evidence:
            return Evidence(super().classify(*args).cells, frozenset({"a1", "b1", "c1"}))

    table, state = connect4()
    table.move_tracker.classifier = CoveredClassifier(table.game, table.options, table.classifier.boards)
    assert table.shows(play(state, 4).cells(), seconds=2 * UNEXPLAINED_TIMEOUT_S) == []
    table.move_tracker.classifier = table.classifier
    assert [type(event) for event in table.shows(play(state, 4).cells())] == [MovesSeen]


def test_an_unsteady_picture_is_never_looked_at() -> None:
    table, state = connect4()
    image = table.classifier.show(play(state, 4).cells())
    assert [table.move_tracker.see(image, table.t + n / 10, steady=False) for n in range(50)] == [None] * 50
    assert table.move_tracker.states == (state,)


def test_whose_turn_it_is_follows_from_the_first_move_where_the_board_does_not_tell() -> None:
    table = TrackedGame(find("connect4"))
    three_each = play(table.game.start(table.options), 1, 2, 3, 4, 5, 6)
    (began,) = table.shows(three_each.cells())
    assert isinstance(began, FirstPositionSeen)
    assert {state.options["first"] for state in began.states} == {"red", "yellow"}
    second = {**three_each.cells(), "g1": Content(2)}
    (event,) = table.shows(second)
    assert isinstance(event, MovesSeen)
    assert event.state.options["first"] == "yellow"
