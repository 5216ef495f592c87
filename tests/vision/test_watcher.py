"""A watcher follows games that it is shown: random ones of every game, with misread cells, hands, and people's mistakes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from games import CHANCE, REGISTRY, AnyGame, AnyState, find
from games.contents import Cells, Content
from games.steps import rebuild
from tests.vision.drawn import VIEW, ToldReader, contents
from vision.events import Began, Event, Played
from vision.watcher import Watcher


class Table:
    """A board before a watcher, with a clock."""

    def __init__(self, game: AnyGame, **reading: Any) -> None:
        self.game, self.options, self.t = game, game.options(), 0.0
        self.reader = ToldReader(game, self.options, **reading)
        self.watcher = Watcher(game, self.options, self.reader, VIEW)

    def shows(self, cells: Any, seconds: float = 0.5) -> list[Event]:
        image = self.reader.show(cells)
        self.reader.boards = self.reader.boards[-200:]
        image[:] = len(self.reader.boards) - 1
        events = []
        for _ in range(round(seconds * 10)):
            self.t += 0.1
            events.append(self.watcher.see(image, self.t, steady=True))
        self.watcher.see(image, self.t, steady=False)
        return [event for event in events if event]


def turn(game: AnyGame, state: AnyState, chance: random.Random) -> tuple[AnyState, dict[str, Content]]:
    """One random turn with its throws: the position after it, and the board as hands leave it."""
    mover, cells = None, dict(state.cells())
    while True:
        move = chance.choice(list(state.legal()))
        cells = rebuild(cells, game.steps(state, move))
        mover = mover or (state.to_move != CHANCE and state.mover)
        state = state.play(move)
        if state.over or (mover and not (state.to_move == CHANCE and state.mover == mover)):
            return state, cells


def seen(reader: ToldReader, cells: Cells) -> dict[str, Content]:
    """What a picture shows of a board."""
    return {name: replace(cells[name], faces=()) for name in contents(reader.game, reader.options) if name in cells}


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("wrong", [0.0, 0.01])
def test_follows_random_games(name: str, wrong: float) -> None:
    game, chance = find(name), random.Random(5)
    table = Table(game, wrong=wrong)
    state = game.start(table.options)
    assert table.shows(state.cells()) == [Began((state,))]
    played = 0
    for _ in range(25):
        if state.over:
            break
        state, cells = turn(game, state, chance)
        if seen(table.reader, cells) != seen(table.reader, table.watcher.lying):  # a pass changes nothing
            played += 1
            events = table.shows(cells, seconds=1.2)
            assert [type(event) for event in events] == [Played], (played, events)
            assert seen(table.reader, table.watcher.lying) == seen(table.reader, cells)
        table.watcher.place(state)  # the table knows what no picture tells: what a die shows, say
    assert played >= 10
