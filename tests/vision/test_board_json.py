"""`look`'s form and the labels' reader are each other's inverse, for random positions of every game."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.vision.labels import labelled
from games import find, game_names
from tests.vision.drawings import contents
from vision.board_json import board


@pytest.mark.parametrize("name", game_names())
def test_round_trip(name: str) -> None:
    game, chance = find(name), random.Random(11)
    options = game.options()
    state = game.start(options)
    for _ in range(40):
        if state.over:
            break
        state = state.play(chance.choice(list(state.legal())))
        seen = {
            cell: replace(content, faces=()) for cell, content in state.cells().items() if cell in contents(game, options)
        }
        line = json.loads(json.dumps(board(game, options, seen)))
        read = labelled(Path(), {"game": name, "file": "picture.jpg", **line})
        assert read.cells == seen


def test_connect4_is_written_as_it_stands() -> None:
    game = find("connect4")
    state = game.parse_position("4453", game.options())
    assert board(game, game.options(), state.cells()) == {
        "board": [".......", ".......", ".......", ".......", "...Y...", "..YRR.."]
    }


def test_backgammon_is_written_as_the_picture_shows_it() -> None:
    game = find("backgammon")
    assert board(game, game.options(), game.start(game.options()).cells()) == {
        "points": [5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2],
        "bar": [0, 0],
    }


def test_kalah_s_stores_are_left_and_right() -> None:
    game = find("kalah")
    state = game.parse_position("1,2,3,4,5,6,7/8,9,10,11,12,13,14/s", game.options("seeds=4"))
    assert board(game, game.options(), state.cells()) == {
        "pits": [13, 12, 11, 10, 9, 8, 1, 2, 3, 4, 5, 6],
        "stores": [14, 7],
    }
