"""Scenes: for every game and orientation, everything to be drawn, as JSON, in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from random import Random
from typing import Any

import pytest

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import find, game_names
from fourth_seat.page.scene import SceneWriter, board_message
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import Catalogue
from tests.page.tables import play_once

LYING = [Orientation(turn, mirror) for turn in range(4) for mirror in (False, True)]


def tables(name: str, moves: int) -> Iterator[Table]:
    """Yield a game as it goes on, with the computer's moves set down now and then."""
    game, rng = find(name), Random(3)
    options = game.options()
    seats = game.seats(options)
    table = Table.begin(game, options, [read_seat("human")] * (seats - 1) + [read_seat("computer:1")], None, datetime.now)
    for _ in range(moves):
        if table.result:
            return
        play_once(table, rng)
        yield table
        if table.pending and rng.random() < 0.7:
            table.set_down()


def writer(table: Table, orientation: Orientation) -> SceneWriter:
    return SceneWriter(table, Review(table), orientation)


def points(value: Any) -> Iterator[tuple[float, float]]:
    """Yield all pairs of numbers in shapes."""
    if isinstance(value, list) and len(value) == 2 and all(isinstance(part, (int, float)) for part in value):
        yield value[0], value[1]
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from points(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from points(part)


@pytest.mark.parametrize("name", game_names())
def test_everything_drawn_lies_on_the_board_however_it_lies(name: str) -> None:
    game = find(name)
    for orientation in LYING:
        board = board_message(game, game.options(), orientation, Catalogue().render)
        left, top, right, bottom = board["bounds"]
        for cell in board["cells"]:
            assert all(left <= x <= right and top <= y <= bottom for x, y in [*cell["polygon"], cell["foot"]])
        assert all(left <= label["at"][0] <= right and top <= label["at"][1] <= bottom for label in board["labels"])
    for table in tables(name, 40):
        scene = writer(table, LYING[table.history.at % 8]).scene(1, Catalogue())
        left, top, right, bottom = board_message(game, game.options(), LYING[table.history.at % 8], Catalogue().render)[
            "bounds"
        ]
        assert all(left - 0.5 <= x <= right + 0.5 and top - 0.5 <= y <= bottom + 0.5 for x, y in points(scene["hands"]))


@pytest.mark.parametrize("name", game_names())
def test_a_scene_is_json_and_names_only_what_the_board_has(name: str) -> None:
    for language in ("en", "de", "he"):
        catalogue = Catalogue(language)
        for table in tables(name, 30):
            board = board_message(table.game, table.options, Orientation(), catalogue.render)
            places = {cell["name"] for cell in board["cells"]} | {area["name"] for area in board["areas"]}
            scene = json.loads(json.dumps(writer(table, Orientation()).scene(7, catalogue)))
            assert scene["moment"] == 7
            assert {*scene["cells"], *scene["coming"], *scene["names"]} <= places
            assert {cell for marked in scene["marks"].values() for cell in marked} <= places
            assert scene["turn"]["text"]


@pytest.mark.parametrize("name", game_names())
def test_a_placement_is_told_step_by_step(name: str) -> None:
    seen = 0
    for table in tables(name, 40):
        scene = writer(table, Orientation()).scene(1, Catalogue())
        pending = table.pending
        assert (scene["todo"] is not None) == (pending is not None)
        if pending is None:
            continue
        seen += 1
        assert len(scene["todo"]["steps"]) == len(pending.steps)
        lying = {cell: [content.colour, content.count] for cell, content in pending.before.cells().items()}
        assert {cell: content[:2] for cell, content in scene["cells"].items()} == lying
        assert all(step["text"][0].isupper() or not step["text"][0].isalpha() for step in scene["todo"]["steps"])
        assert scene["hands"], name
    assert seen
