"""Games are found by their folders; for one without a vision part, a sentence says that the camera cannot see it yet."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fourth_seat.commands import run
from fourth_seat.games import find
from fourth_seat.games.connect4 import Connect4Game
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.vision import registry
from fourth_seat.vision.camera_session import CameraSession
from fourth_seat.vision.errors import GameNotSeen
from fourth_seat.vision.registry import board_vision, can_see, require_vision
from fourth_seat.vision.worker.client import VisionProcess
from fourth_seat.vision.worker.session import VisionSession

REFUSAL = "the camera cannot see Connect 4 yet: enter its moves by hand"


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide Connect 4's folder in `vision/`."""
    monkeypatch.setattr(registry, "find_spec", lambda _: None)


def test_a_folder_with_a_classifier_makes_a_game_seen() -> None:
    game = find("connect4")
    require_vision(game)
    assert board_vision(game).classifier


def test_a_folder_of_the_pipeline_is_no_game() -> None:
    class DiceGame(Connect4Game):
        name = "dice"

    assert not can_see(DiceGame())


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize(
    "arguments",
    [
        ["look", "connect4", "picture.jpg"],
        ["look", "connect4", "picture.jpg", "--json"],
        ["watch", "connect4", "0"],
        ["calibrate", "camera", "connect4", "--source", "0"],
    ],
    ids=" ".join,
)
def test_commands_refuse_a_game_without_a_vision_part(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 1
    out, error = capsys.readouterr()
    assert (out, error) == ("", f"companion.py: {REFUSAL}\n")


@pytest.mark.usefixtures("unseen")
def test_no_camera_is_started_for_it() -> None:
    def started(*_: object) -> VisionProcess:
        raise AssertionError

    game = find("connect4")
    table = Table.begin(game, game.options(), [read_seat("human")] * 2, None, lambda: datetime(2026, 11, 21, tzinfo=UTC))
    with pytest.raises(GameNotSeen, match="cannot see Connect 4 yet"):
        CameraSession(table, "0", lambda *_: None, started)


@pytest.mark.usefixtures("unseen")
def test_no_session_begins_for_it() -> None:
    board_vision.cache_clear()
    with pytest.raises(GameNotSeen):
        VisionSession({"game": "connect4"})
