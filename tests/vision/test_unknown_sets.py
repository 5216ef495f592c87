"""A move tracker learns a set that it has never seen, if the position is known."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fourth_seat.games import AnyState, find
from fourth_seat.games.connect4.rules import Connect4Move
from fourth_seat.games.contents import Content
from fourth_seat.inference.events import (
    BoardDiffers,
    FirstPositionSeen,
    MovesSeen,
)
from fourth_seat.inference.evidence import Evidence
from fourth_seat.inference.move_tracker import UNEXPLAINED_TIMEOUT_S
from tests.vision.drawings import ScriptedClassifier
from tests.vision.tracked_game import TrackedGame, play, turn


def test_what_looks_strange_before_a_set_is_learned_does_not_hide_the_board() -> None:
    table = TrackedGame(find("connect4"), strange=frozenset({"a6", "b6"}))
    state = table.game.start(table.options)
    table.move_tracker.set_position(state)
    assert not table.shows(state.cells()) and table.move_tracker.learned
    (event,) = table.shows(play(state, 1).cells())
    assert isinstance(event, MovesSeen) and event.moves == (Connect4Move(1),)


@pytest.mark.parametrize("told", [True, False])
def test_a_set_that_is_read_roughly_is_learned_from_the_start_before_any_move_is_believed(told: bool) -> None:
    game = find("kalah")
    table = TrackedGame(game)
    start = game.start(table.options)
    state, cells = turn(game, start, random.Random(1))
    table.classifier.first = cells  # large seeds look like more seeds: the board looks as after a turn
    if told:
        table.move_tracker.set_position(start)
    events = table.shows(start.cells())
    assert [event.states[0] for event in events if isinstance(event, FirstPositionSeen)] == ([] if told else [start])
    assert table.move_tracker.learned
    assert table.move_tracker.at_start
    (event,) = table.shows(cells)
    assert isinstance(event, MovesSeen)
    assert event.state == state


class UnknownSetClassifier(ScriptedClassifier):
    """Misreads a set that it has not learned: no black checker is seen on its points."""

    def classify(self, image: Any, view: Any, look: Any, options: Any) -> Evidence:
        evidence = super().classify(image, view, look, options)
        if look:
            return evidence
        board = self.boards[int(image[0, 0, 0])]
        unseen = {name for name, content in board.items() if content.colour == 2}
        return Evidence({name: {None: 0.0} if name in unseen else values for name, values in evidence.cells.items()})


def unknown_set(*, learning_confirms: bool) -> tuple[TrackedGame, AnyState]:
    """Return a game of backgammon whose position is given before the set is seen."""
    table = TrackedGame(find("backgammon"))
    table.classifier = UnknownSetClassifier(table.game, table.options)
    table.move_tracker.classifier, table.move_tracker.learning_confirms = table.classifier, learning_confirms
    state = table.game.start(table.options)
    table.move_tracker.set_position(state)
    return table, state


def test_an_unknown_set_that_is_misread_is_learned_from_the_given_position() -> None:
    table, state = unknown_set(learning_confirms=True)
    assert table.shows(state.cells(), seconds=2 * UNEXPLAINED_TIMEOUT_S) == []
    assert table.move_tracker.learned


@pytest.mark.slow
def test_an_unknown_set_is_not_learned_from_a_position_that_does_not_lie_there() -> None:
    table, state = unknown_set(learning_confirms=True)
    lying = {**state.cells(), "24": Content(1, 1), "23": Content(1, 1), "6": Content(1, 4)}
    (event,) = table.shows(lying, seconds=2 * UNEXPLAINED_TIMEOUT_S)
    assert isinstance(event, BoardDiffers) and not table.move_tracker.learned


@pytest.mark.slow
def test_a_set_whose_learning_would_fit_anything_is_not_learned_while_it_is_misread() -> None:
    table, state = unknown_set(learning_confirms=False)
    (event,) = table.shows(state.cells(), seconds=2 * UNEXPLAINED_TIMEOUT_S)
    assert isinstance(event, BoardDiffers) and not table.move_tracker.learned
