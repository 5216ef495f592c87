"""A recording or a calibration may say anything about a set: it is used or ignored, and the board is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fourth_seat.vision.camera.files import read_picture
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.kalah.set_code import key
from fourth_seat.vision.worker.session import VisionSession

PICTURES = Path(__file__).parents[1] / "data" / "vision"
HOSTILE: list[tuple[str, dict[str, Any]]] = [
    ("connect4", {"discs": 5}),
    ("connect4", {"plate": []}),
    ("connect4", {"discs": {"yellow": [1e308, 1e308, 1e308]}}),
    ("tridice", {"dice": 7}),
    ("tridice", {"light": "x"}),
    ("tridice", {"transient": 5}),
    ("blokus", {"board": "a"}),
    ("blokus", {"blue": [1e308, -1e308]}),
    ("kalah", {key(): [0, 0]}),
    ("kalah", {"transient": {"pits": {}}}),
    ("backgammon", {"light": "x"}),
    ("backgammon", {"weights": {"a": 5}}),
    ("backgammon", {"foot": 1e9}),
    ("backgammon", {"bar": "x"}),
]


@pytest.mark.parametrize(("game", "look"), HOSTILE, ids=str)
def test_the_board_is_read_all_the_same(game: str, look: dict[str, Any]) -> None:
    corners = json.loads((PICTURES / f"{game}_0001.json").read_text())["corners"]
    image = read_picture(PICTURES / f"{game}_0001.jpg")
    session = VisionSession({"game": game, "corners": corners, "look": look})
    for number in range(4):
        for line in session.see(CameraFrame(image, number / 2, number)):
            json.dumps(line, allow_nan=False)
    assert session.move_tracker and session.move_tracker.evidence
