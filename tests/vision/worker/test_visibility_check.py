"""A table that is seen badly is tested again after somebody has done something about it, but not while a game goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fourth_seat.vision.camera.files import read_picture
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.protocols import Image
from fourth_seat.vision.worker.message_forms import read_message
from fourth_seat.vision.worker.session import VisionSession
from fourth_seat.vision.worker.visibility_check import MAX_REQUESTS
from tests.vision.test_self_test import PICTURES, POSITIONS, spoilt

GAME = "backgammon"
TESTED_S = 8.0  # in which a board that lies still is found and tested, at five pictures a second
ENOUGH_S = 8.0  # in which a change is noticed as well, and tested


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def sharp() -> Image:
    return read_picture(PICTURES / f"{GAME}_0002.jpg")


@pytest.fixture(scope="module")
def blurred(sharp: Image) -> Image:
    """Return the picture, out of focus in its far half."""
    corners = np.array(json.loads((PICTURES / f"{GAME}_0002.json").read_text())["corners"])
    top, bottom = corners[:, 1].min(), corners[:, 1].max()
    down = (np.arange(sharp.shape[0]) - top) / (bottom - top)
    return spoilt(sharp, np.repeat(np.clip(1.7 - 4 * down, 0, 1)[:, None], sharp.shape[1], 1), 4.0)


class Table:
    """A table in front of a camera, and what is reported about it."""

    def __init__(self) -> None:
        corners = json.loads((PICTURES / f"{GAME}_0002.json").read_text())["corners"]
        self.session = VisionSession({"game": GAME, "position": POSITIONS[GAME], "corners": corners})
        self._number = 0
        self._chance = np.random.default_rng(1)

    def sees(self, image: Image, seconds: float) -> list[dict[str, Any]]:
        """Return the ratings over this many seconds, five pictures in each."""
        lines: list[dict[str, Any]] = []
        for _ in range(round(5 * seconds)):
            noisy = np.asarray((image + self._chance.normal(0, 2, image.shape)).clip(0, 255), np.uint8)
            lines += self.session.see(CameraFrame(noisy, self._number / 5, self._number))
            self._number += 1
        return [line for line in lines if line.get("event") == "visibility"]


def test_once_it_is_seen_better_it_is_tested_again(sharp: Image, blurred: Image) -> None:
    table = Table()
    (bad,) = table.sees(blurred, TESTED_S)
    assert not bad["good"]
    assert table.sees(blurred, 1.0) == []  # nobody has done anything
    (good,) = table.sees(sharp, ENOUGH_S)
    assert good["good"] and good["share"] > bad["share"]
    assert good["reason"].endswith(f"The previous figure was {round(100 * bad['share'])} %.")
    assert read_message(json.dumps(good)) == good


@pytest.mark.slow
def test_advice_is_given_three_times(blurred: Image) -> None:
    table, darker = Table(), np.asarray(blurred * 0.7, np.uint8)
    ratings = [rating for n in range(MAX_REQUESTS + 1) for rating in table.sees(darker if n % 2 else blurred, ENOUGH_S)]
    assert len(ratings) == MAX_REQUESTS and not any(rating["good"] for rating in ratings)


@pytest.mark.slow
def test_who_leaves_it_is_not_bothered_again_unless_it_is_asked_for(sharp: Image, blurred: Image) -> None:
    table = Table()
    (bad,) = table.sees(blurred, TESTED_S)
    assert not bad["good"]
    table.session.handle_command("leave", "")
    assert table.sees(sharp, 3.0) == []
    table.session.handle_command("test", "")
    (good,) = table.sees(sharp, TESTED_S)
    assert good["good"]


def test_who_plays_on_is_not_bothered_again(sharp: Image, blurred: Image) -> None:
    table = Table()
    (bad,) = table.sees(blurred, TESTED_S)
    assert not bad["good"]
    table.session.handle_command("position", POSITIONS[GAME].replace("a-A", "-aA"))
    assert table.sees(sharp, 3.0) == []
