"""Games in which a picture tracker sees every board."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from fourth_seat.games import CHANCE, AnyGame, AnyState, find
from fourth_seat.games.connect4.rules import Connect4Move
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.steps import rebuild
from fourth_seat.inference.events import (
    Event,
)
from fourth_seat.vision.picture_tracker import PictureTracker
from tests.vision.drawings import VIEW, ScriptedClassifier, contents


class TrackedGame:
    """A board in front of a `MoveTracker`, with a clock."""

    def __init__(self, game: AnyGame, **reading: Any) -> None:
        self.game, self.options, self.t = game, game.options(), 0.0
        self.classifier = ScriptedClassifier(game, self.options, **reading)
        self.move_tracker = PictureTracker(game, self.options, self.classifier, VIEW)

    def shows(self, cells: Any, seconds: float = 0.5) -> list[Event]:
        image = self.classifier.show(cells)
        self.classifier.boards = self.classifier.boards[-200:]
        image[:] = len(self.classifier.boards) - 1
        events = []
        for _ in range(round(seconds * 10)):
            self.t += 0.1
            events.append(self.move_tracker.see(image, self.t, steady=True))
        self.move_tracker.see(image, self.t, steady=False)
        return [event for event in events if event]


def turn(game: AnyGame, state: AnyState, chance: random.Random) -> tuple[AnyState, dict[str, Content]]:
    """Return one random turn with its throws: the position after it, and the board as people's hands leave it."""
    mover, cells = None, dict(state.cells())
    while True:
        move = chance.choice(list(state.legal()))
        cells = rebuild(cells, game.steps(state, move))
        mover = mover or (state.to_move != CHANCE and state.mover)
        state = state.play(move)
        if state.over or (mover and not (state.to_move == CHANCE and state.mover == mover)):
            return state, cells


def seen(reader: ScriptedClassifier, cells: Cells) -> dict[str, Content]:
    """Return what a picture shows of a board."""
    return {name: replace(cells[name], faces=()) for name in contents(reader.game, reader.options) if name in cells}


def connect4(**reading: Any) -> tuple[TrackedGame, AnyState]:
    table = TrackedGame(find("connect4"), **reading)
    state = table.game.start(table.options)
    table.move_tracker.set_position(state)
    table.shows(state.cells())
    return table, state


def play(state: AnyState, *columns: int) -> AnyState:
    for column in columns:
        state = state.play(Connect4Move(column))
    return state
