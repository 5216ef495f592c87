"""The steps that set up a camera for a board, and their command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from fourth_seat.calibration.camera import load_camera
from fourth_seat.inference.packing import pack, unpack
from fourth_seat.processes.installation import ROOT
from fourth_seat.vision.setup.camera import CameraSetup, CameraStage
from fourth_seat.words import say
from tests.vision.board_phone import CORNERS, drawn
from tests.vision.worker.test_session import GAME, FakeCamera, after

DARK = say("The picture is too dark: switch on a lamp, or wait until the camera has adjusted.")


@pytest.fixture
def sent() -> list[str]:
    return []


@pytest.fixture
def setup(sent: list[str]) -> CameraSetup:
    return CameraSetup(sent.append)


def handle(setup: CameraSetup, *events: Any) -> None:
    for event in events:
        setup.handle_event(event if isinstance(event, dict) else {"event": event})


FITS = {"event": "fits", "ways": 1}
UNSEEN = {"event": "unseen", "text": pack(DARK)}
WRONG = {"event": "wrong", "text": pack(say("yellow is missing from d1")), "differences": [["d1", None, [2, 1, []]]]}


def test_mostly_it_goes_by_itself(setup: CameraSetup, sent: list[str]) -> None:
    stages = [setup.stage]
    for event in ({"event": "ready"}, {"event": "found"}, FITS):
        handle(setup, event)
        stages.append(setup.stage)
    assert stages == [CameraStage.OPENING, CameraStage.OPENING, CameraStage.CHECKING, CameraStage.READY]
    assert setup.ready and sent == ["keep"]


def test_every_stage_says_something_else(setup: CameraSetup) -> None:
    messages = [str(setup.message)]
    for event in (
        {"event": "trouble", "text": pack(say("no camera"))},
        UNSEEN,
        {"event": "found"},
        WRONG,
        FITS,
    ):
        handle(setup, event)
        messages.append(str(setup.message))
    assert len(set(messages)) == len(messages) and all(messages)
    assert messages[2] == str(DARK) and "yellow is missing from d1" in messages[4]


def test_a_board_that_cannot_be_read_is_not_said_to_differ(setup: CameraSetup) -> None:
    unreadable = say("the board can't be read: check whether something is lying on it")
    handle(setup, {"event": "found"}, WRONG, {"event": "wrong", "text": pack(unreadable), "differences": []})
    assert setup.message == setup.trouble == unreadable


@pytest.mark.slow
@pytest.mark.parametrize("playing", [False, True], ids=["set-up", "play"])
def test_a_lost_board_is_reported_with_the_advice_once(
    setup: CameraSetup, playing: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    state = after("4", "4")
    camera = FakeCamera(shown=True, position=GAME.position(state))
    handle(setup, *camera.sees(drawn(state.cells() if playing else {}), 2))
    assert setup.stage is (CameraStage.READY if playing else CameraStage.CHECKING)
    lines = camera.sees(np.full((480, 640, 3), 190, np.uint8), 6)
    handle(setup, *lines)
    (unseen,) = [unpack(line["text"]) for line in lines if line.get("event") == "unseen"]
    assert str(unseen if playing else setup.message) == (
        "The camera or the board was moved, and the board has not been found again. "
        "Make sure that the camera sees the whole board, or mark its corners."
    )
    assert any(line.get("sight") == "lost" for line in lines)


def test_what_people_show_is_checked_anew(setup: CameraSetup, sent: list[str]) -> None:
    handle(setup, "found", FITS)
    setup.show_corners([(1, 2), (30, 2), (30, 40.26), (1, 40)], known=False)
    assert (setup.stage, sent[-1]) == (CameraStage.CHECKING, "outline 1.0,2.0 30.0,2.0 30.0,40.3 1.0,40.0")
    setup.show_corners([(1, 2), (30, 2), (30, 40), (1, 40)], known=True)
    assert sent[-1].startswith("corners ")
    for action, command in ((setup.turn, "turn"), (setup.mirror, "mirror"), (setup.lies_right, "learn")):
        handle(setup, FITS)
        action()
        assert (setup.stage, sent[-1]) == (CameraStage.CHECKING, command)
    setup.search()
    assert (setup.stage, sent[-1]) == (CameraStage.FINDING, "find")


def test_which_way_round_shows_with_the_first_move(setup: CameraSetup, sent: list[str]) -> None:
    handle(setup, "found", {"event": "fits", "ways": 4})
    assert setup.ready and sent == [] and "first move" in str(setup.message)
    handle(setup, {"move": "x", "moves": ["x"]})
    assert sent == ["keep"] and setup.ways == 1


def test_a_board_that_has_a_name_is_called_by_it(setup: CameraSetup) -> None:
    handle(setup, {"event": "found", "kept": True, "name": "The wooden one"}, FITS)
    assert "“The wooden one”" in str(setup.message) and setup.kept
    handle(setup, {"event": "found", "kept": True, "name": ""}, FITS)
    assert str(setup.message) == "The camera recognises this board: play on."
    setup.search()
    assert not setup.kept


def calibrate(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    import os

    return subprocess.run(
        [sys.executable, "companion.py", "calibrate", "camera", "connect4", *arguments],
        cwd=ROOT, capture_output=True, text=True, input=typed, check=False,
        env={**os.environ, "FOURTH_SEAT_HOME": str(home)},
    )  # fmt: skip


@pytest.mark.slow
def test_the_command_keeps_what_it_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cv2.imwrite(str(tmp_path / "empty.png"), drawn({}))
    done = calibrate(tmp_path, "--source", str(tmp_path / "empty.png"))
    assert done.returncode == 0 and "saved: 640 x 480 pixels" in done.stdout, done.stderr
    assert "Your camera sees this board well: it reads 100 %" in done.stdout
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    kept = load_camera("connect4")
    assert kept is not None and kept.appearance and abs(kept.corners - CORNERS).max() < 10
    given = [f"{x},{y}" for x, y in CORNERS]
    done = calibrate(tmp_path, "--source", str(tmp_path / "empty.png"), "--corners", *given)
    assert done.returncode == 0 and " ".join(given) in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="terminals as POSIX has them")
def test_the_command_says_what_can_be_typed(tmp_path: Path) -> None:
    """At a terminal, where somebody can type it."""
    import os
    import pty

    here, there = pty.openpty()
    with os.fdopen(there, "rb") as terminal:
        done = subprocess.run(
            [sys.executable, "companion.py", "calibrate", "camera", "connect4", "--source", str(tmp_path / "nothing.mp4")],
            cwd=ROOT, capture_output=True, text=True, stdin=terminal, check=False,
            env={**os.environ, "FOURTH_SEAT_HOME": str(tmp_path)},
        )  # fmt: skip
    os.close(here)
    assert "You can type find, turn, mirror, corners x,y x,y x,y x,y, learn (the board is correct), or quit." in done.stdout


@pytest.mark.slow
def test_the_command_says_why_it_cannot(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "dark.png"), drawn({}, dark=True))
    done = calibrate(tmp_path, "--source", str(tmp_path / "dark.png"))
    assert done.returncode == 1 and done.stderr and "Traceback" not in done.stderr
    done = calibrate(tmp_path, "--source", str(tmp_path / "nothing.mp4"))
    assert done.returncode == 1 and "nothing.mp4" in done.stderr


def test_the_command_says_why_it_cannot_in_the_language_of_its_output(tmp_path: Path) -> None:
    done = calibrate(tmp_path, "--source", str(tmp_path / "nowhere.mp4"), "--language", "de")
    assert done.returncode == 1 and "nowhere.mp4 ist keine Kamera: Gib eine Nummer" in done.stderr
