"""`watch`: a film of drawn boards, and somebody at a terminal who types what no picture shows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from fourth_seat.commands import run
from fourth_seat.games.contents import Content
from fourth_seat.vision.camera.recording import FrameRecorder
from fourth_seat.vision.camera.source import CameraFrame
from tests.vision.board_phone import CORNERS, drawn
from tests.vision.tridice.drawings import board

ROOT = Path(__file__).resolve().parents[2]
EACH = 20  # pictures of one position: two seconds
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")


@pytest.fixture
def film(tmp_path: Path) -> Path:
    for part, dice in enumerate(({}, {"33": 1}, {"33": 1, "23": 2})):
        encoded = cv2.imencode(".jpg", board(dice))[1].tobytes()
        for number in range(EACH):
            (tmp_path / f"{part * EACH + number:05}.jpg").write_bytes(encoded)
    return tmp_path


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Yield both ends: ours, and the one that a program reads."""
    ours, theirs = os.openpty()
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


@pytest.fixture
def no_input(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let commands in this process find standard input at its end."""
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        yield
        for thread in threading.enumerate():
            if thread.name == "input":  # of the command: it must not read from a file that is closed
                thread.join()


@pytest.mark.slow
def test_a_film_waits_for_a_throw_that_is_typed(film: Path, terminal: tuple[int, int]) -> None:
    ours, theirs = terminal
    with subprocess.Popen(
        (sys.executable, "companion.py", "watch", "tridice", str(film), "--json"),
        cwd=ROOT, stdin=theirs, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        moves = []
        for line in map(json.loads, process.stdout):
            if "move" in line:
                moves.append((line["move"], line["throw"], line["position"]))
                os.write(ours, b"play 4/1\n" if len(moves) == 1 else b"play 2/3\n")
    assert moves == [("@33", True, "- R4,B4 R@33"), ("@23", True, "33R4/1 R3,B4 B@23")]
    assert process.returncode == 0


@pytest.mark.slow
@pytest.mark.usefixtures("no_input")
def test_a_recorded_problem_is_replayed_with_its_own_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorder, path = FrameRecorder(), tmp_path / "problem.zip"
    known = {"game": "connect4", "options": "first=yellow", "position": "7/7/7/7/7/7", "corners": CORNERS}
    for number in range(3 * EACH):
        image = drawn({"d1": Content(2)} if number >= EACH else {})
        recorder.add(CameraFrame(image, number / 10, number), known)
    recorder.save(path)
    assert run(["watch", "connect4", str(path), "--json"]) == 0
    assert [line["move"] for line in map(json.loads, capsys.readouterr().out.splitlines()) if "move" in line] == ["4"]
    assert run(["watch", "connect4", str(path), "--json", "--options", "first=red"]) == 0
    assert '"move"' not in capsys.readouterr().out


@pytest.mark.usefixtures("no_input")
def test_reports_are_in_the_language_of_the_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOURTH_SEAT_LANGUAGE", "de")
    (tmp_path / "1.jpg").write_bytes(cv2.imencode(".jpg", np.full((480, 640, 3), 4, np.uint8))[1].tobytes())
    assert run(["watch", "connect4", str(tmp_path), "--corners", *(f"{x},{y}" for x, y in CORNERS)]) == 1
    assert "Das Bild ist zu dunkel" in capsys.readouterr().out


@pytest.mark.usefixtures("no_input")
def test_a_damaged_picture_is_reported_and_passed_over(film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (film / "00003.jpg").write_bytes(b"damaged")
    assert run(["watch", "tridice", str(film), "--json"]) == 0
    shown = capsys.readouterr()
    assert "00003.jpg is not a readable picture" in shown.err and '"move": "@33"' in shown.out


@pytest.mark.usefixtures("no_input")
def test_what_to_do_where_nothing_was_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, damaged = tmp_path / "1.png", tmp_path / "2.png"
    cv2.imwrite(str(picture), np.full((480, 640, 3), 128, np.uint8))
    damaged.write_bytes(b"damaged")
    assert run(["watch", "connect4", str(picture)]) == 1
    assert "give the board's corners with --corners" in capsys.readouterr().err
    assert run(["watch", "connect4", str(picture), "--corners", *(f"{x},{y}" for x, y in CORNERS)]) == 1
    assert "could not be read within these corners: check them" in capsys.readouterr().err
    for named in ([], ["--source"]):
        assert run(["watch", "connect4", *named, str(damaged)]) == 1
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.usefixtures("no_input")
def test_the_lens_of_this_source_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()
    monkeypatch.setattr("fourth_seat.vision.worker.session.known_lens", lambda source, _: asked.add(source))
    picture = str(tmp_path / "1.png")
    cv2.imwrite(picture, drawn({}))
    run(["watch", "connect4", picture, "--corners", *(f"{x},{y}" for x, y in CORNERS)])
    assert asked == {picture}
