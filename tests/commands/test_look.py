"""`look`: the contents of a drawn board, with its corners found or given, and files that cannot be read."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from fourth_seat.commands import look, run
from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.inference.evidence import Evidence
from fourth_seat.inference.initial_position import fits
from fourth_seat.vision.board_reading import BoardReading
from tests.vision.connect4.drawings import FRONTAL, WOODEN, drawn

ROOT = Path(__file__).resolve().parents[2]

KALAH = find("kalah")
CELLS = {"a1": Content(1), "b1": Content(2), "b2": Content(1), "d1": Content(2), "g1": Content(1)}
BOARD = [".......", ".......", ".......", ".......", ".R.....", "RY.Y..R"]
CORNERS = [f"{x:.0f},{y:.0f}" for x, y in FRONTAL]


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "grid.png"
    cv2.imwrite(str(path), drawn(CELLS)[0])
    return path


def test_the_board_is_found_and_read(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["look", "connect4", str(picture), "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["file"], line["found"], line["board"]) == (str(picture), True, BOARD)
    assert np.array(line["corners"]) == pytest.approx(FRONTAL, abs=8)
    assert 0.9 < line["confidence"] <= 1


def test_within_given_corners_in_words(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["look", "connect4", str(picture), "--corners", *CORNERS]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert re.fullmatch(rf"{re.escape(str(picture))}: on average \d+\.\d % sure of each cell", first)
    assert [line.strip() for line in rest] == BOARD


def test_blue_discs_are_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wooden.png"
    cv2.imwrite(str(path), drawn(CELLS, made_of=WOODEN)[0])
    assert run(["look", "connect4", str(path), "--json", "--corners", *CORNERS]) == 0
    assert json.loads(capsys.readouterr().out)["board"] == [row.replace("R", "B") for row in BOARD]


def test_what_cannot_be_looked_at(tmp_path: Path, picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty, text = tmp_path / "table.png", tmp_path / "text.jpg"
    cv2.imwrite(str(empty), np.full((480, 640, 3), 128, np.uint8))
    text.write_text("no picture")
    assert run(["look", "connect4", "nowhere.jpg", str(text), str(empty), str(picture), "--json"]) == 1
    shown = capsys.readouterr()
    lines = [json.loads(line) for line in shown.out.splitlines()]
    assert [line["found"] for line in lines] == [False, False, False, True]
    assert "there is no file nowhere.jpg" in lines[0]["reason"]
    assert "is not a readable picture" in lines[1]["reason"]
    assert len(shown.err.splitlines()) == 3
    assert [shown.err.count(name) for name in ("nowhere.jpg", "text.jpg", "table.png")] == [1, 1, 1]


def test_a_folder_is_named_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["look", "connect4", str(tmp_path)]) == 1
    assert capsys.readouterr().err.splitlines() == [f"{tmp_path} is a folder: give the name of a picture in it"]


def test_where_a_person_shows_a_board_doubts_are_only_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wall = tmp_path / "wall.png"
    cv2.imwrite(str(wall), np.full((480, 640, 3), 128, np.uint8))
    assert run(["look", "connect4", str(wall), "--json"]) == 1
    capsys.readouterr()
    assert run(["look", "connect4", str(wall), "--json", "--corners", *CORNERS]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["found"] and len(line["board"]) == 6
    assert line["question"] == "This does not look like a Connect 4 grid: there is no plate with holes."
    assert run(["look", "connect4", str(wall), "--corners", *CORNERS]) == 0
    assert "no plate with holes" in capsys.readouterr().err


def test_seeds_that_do_not_add_up_are_shown_as_they_are_and_questioned(tmp_path: Path) -> None:
    options = KALAH.options()
    start = KALAH.start(options)
    cells = {cell.name: {start.cells().get(cell.name): 0.0} for cell in KALAH.geometry(options).cells}
    cells["a"] = {Content(0, 3): 0.0, Content(0, 4): -1.0}
    evidence = Evidence(cells, provisional=True)
    assert fits(evidence, start), "roughly"
    seen = BoardReading(np.zeros((4, 2)), evidence, 1.0)
    entry = look.line(tmp_path / "kalah.jpg", None, KALAH, options, seen)
    assert "position" not in entry, "not the start"
    assert entry["miscount"] == "47 seeds were counted instead of 48"
    assert entry["miscount"] in look.picture(tmp_path / "kalah.jpg", KALAH, options, seen)


def test_corners_may_lie_beside_the_picture(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["look", "connect4", str(picture), "--json", "--corners", "-5,-5", "520,90", "520,430", "120,430"]) in (0, 1)
    assert json.loads(capsys.readouterr().out)["corners"][0] == [-5, -5]


@pytest.mark.parametrize(
    ("corners", "reason"),
    [
        (["1,2", "3", "4,5", "6,7"], "a corner is written x,y"),
        (["0,0", "100,100", "100,0", "0,100"], "must go around the board"),
        (["0,0", "10,10", "20,20", "30,30"], "must go around the board"),
    ],
)
def test_corners_that_cannot_be(picture: Path, corners: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["look", "connect4", str(picture), "--corners", *corners]) == 1
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("command", ["look", "watch"])
def test_of_a_damaged_picture_only_our_own_sentence_is_said(tmp_path: Path, command: str) -> None:
    damaged = tmp_path / "damaged.jpg"
    data = cv2.imencode(".jpg", drawn(CELLS)[0])[1].tobytes()
    middle = len(data) // 2
    damaged.write_bytes(data[:middle] + bytes(200) + data[middle + 200 :])
    done = subprocess.run(
        [sys.executable, "companion.py", command, "connect4", str(damaged)],
        cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "JPEG data" not in done.stderr
