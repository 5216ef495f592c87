"""Labels are read in the form that `look` writes: for random positions of every game that the camera can see."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.vision.labels import labelled
from fourth_seat.games import find, game_names
from fourth_seat.vision.board_json import board
from fourth_seat.vision.registry import can_see
from tests.vision.drawings import contents


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", [name for name in game_names() if can_see(find(name))])
def test_round_trip(name: str) -> None:
    game, rng = find(name), random.Random(11)
    options = game.options()
    state = game.start(options)
    for ply in range(40):
        if state.over:
            break
        state = state.play(rng.choice(list(state.legal())))
        if ply % 5:
            continue
        seen = {
            cell: replace(content, faces=()) for cell, content in state.cells().items() if cell in contents(game, options)
        }
        line = json.loads(json.dumps(board(game, options, seen)))
        read = labelled(Path(), {"game": name, "file": "picture.jpg", **line})
        assert read.cells == seen
