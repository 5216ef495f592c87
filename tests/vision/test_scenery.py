"""Things that lie over the board without moving are ignored after a while; those that move never are."""

from __future__ import annotations

from typing import Any

from fourth_seat.games.connect4.rules import Connect4Move
from fourth_seat.inference.events import FirstPositionSeen, MovesSeen
from fourth_seat.inference.evidence import Evidence
from fourth_seat.inference.move_tracker import SCENERY_TIMEOUT_S, SCENERY_TIMEOUT_UNLEARNED_S
from fourth_seat.inference.scenery import SceneryTracker
from tests.vision.tracked_game import TrackedGame, connect4, play

CUP = frozenset({"f1", "f2", "g1", "g2", "g3", "g4", "g5"})


def test_what_lies_still_is_scenery_and_what_moves_is_not() -> None:
    scenery = SceneryTracker()
    assert scenery.covered(CUP, 2, 0.0, 3.0)
    assert scenery.covered(CUP, 2, 2.9, 3.0)
    scenery.interrupt()
    assert scenery.covered(CUP, 2, 3.1, 3.0), "it moved in between"
    assert not scenery.covered(CUP, 2, 6.2, 3.0)
    assert not scenery.covered(CUP | {"a1"}, 2, 6.3, 3.0), "one more is no hand"
    assert scenery.covered(CUP | {"a1", "a2", "a3"}, 2, 6.4, 3.0), "three more are"
    scenery.confirm(frozenset())
    assert scenery.covered(CUP, 2, 6.5, 3.0), "it was taken away, and something else came"


class CuppedTable(TrackedGame):
    """A table at which some cells look like no piece."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        read = self.classifier.classify
        self.classifier.classify = lambda *seen: Evidence(read(*seen).cells, CUP)  # type: ignore[method-assign]


def test_a_set_that_looks_strange_from_the_start_is_learned_once_it_lay_still() -> None:
    game, state = connect4()[0].game, connect4()[1]
    table = CuppedTable(game)
    table.move_tracker.set_position(state)
    assert table.shows(state.cells(), SCENERY_TIMEOUT_UNLEARNED_S - 0.2) == []
    assert table.move_tracker.covered
    table.shows(state.cells(), SCENERY_TIMEOUT_UNLEARNED_S + 1.5)
    assert not table.move_tracker.covered
    assert table.move_tracker.learned
    assert [type(event) for event in table.shows(play(state, 2).cells())] == [MovesSeen]


def test_moves_are_seen_beside_a_cup_that_stays() -> None:
    table, state = connect4()
    cupped = CuppedTable(table.game)
    cupped.move_tracker = table.move_tracker
    cupped.classifier.boards = table.classifier.boards
    table.move_tracker.classifier = cupped.classifier
    after = play(state, 4)
    assert cupped.shows(after.cells(), SCENERY_TIMEOUT_S - 0.5) == []
    assert [type(event) for event in cupped.shows(after.cells(), SCENERY_TIMEOUT_S + 1.0)] == [MovesSeen]
    assert [type(event) for event in cupped.shows(play(after, 1).cells())] == [MovesSeen], "at once from now on"


def test_nothing_is_learned_before_the_exposure_has_settled() -> None:
    table, state = connect4()
    learned = table.move_tracker.appearance
    image = table.classifier.show(play(state, 4).cells())
    seen = [table.move_tracker.see(image, table.t + n / 10, steady=True, exposed=False) for n in range(1, 8)]
    assert [type(event) for event in seen if event] == [MovesSeen]
    assert table.move_tracker.appearance == learned
    table.move_tracker.see(image, table.t + 0.8, steady=True, exposed=True)
    assert table.move_tracker.appearance != learned


def test_no_first_position_is_read_before_the_exposure_has_settled() -> None:
    table = TrackedGame(connect4()[0].game)
    image = table.classifier.show({})
    dim = [table.move_tracker.see(image, n / 10, steady=True, exposed=False) for n in range(8)]
    assert dim == [None] * 8
    lit = [table.move_tracker.see(image, 1 + n / 10, steady=True) for n in range(3)]
    assert [type(event) for event in lit if event] == [FirstPositionSeen]
    assert table.move_tracker.states[0].play(Connect4Move(1))


def test_what_lies_there_while_a_set_is_learned_is_no_hand_afterwards() -> None:
    """Two dice cups hide too little of an unknown board, and too much of a known one."""
    cups = frozenset({"f1", "g1", "g2"})
    table, state = connect4()
    read = table.classifier.classify
    table.classifier.classify = lambda *seen: Evidence(read(*seen).cells, cups)  # type: ignore[method-assign]
    table.move_tracker.learned = False
    table.shows(state.cells(), 1.5)
    assert table.move_tracker.learned
    assert not table.move_tracker.covered
    assert [type(event) for event in table.shows(play(state, 2).cells())] == [MovesSeen]
