"""Any file in the data folder may contain anything: it is left aside and reported once, and never stops a game."""

from __future__ import annotations

import os
import time
from io import StringIO
from pathlib import Path

import pytest

from fourth_seat.calibration.orientation import Orientation, load_orientation, save_orientation
from fourth_seat.commands import run
from fourth_seat.games import find
from fourth_seat.hardware.lights.settings import LightsSettings, load_lights_settings, save_lights_settings
from fourth_seat.table.analysis.session import current_session, session_scores
from fourth_seat.table.errors import BadConfig
from fourth_seat.table.record.record_file import Record
from fourth_seat.table.record.saved import TOLERANCE_S, latest, unfinished
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import Text
from tests.boundary.test_files import KINDS, POSIX, make_strange
from tests.table.conftest import Open, clock

BEGUN = '{"event": "game", "version": 1, "game": "%s", "options": "%s", "seats": ["human", "human"], "time": "%s"}\n'
SOUND = BEGUN % ("connect4", "first=red", "")
CONTENTS = {
    "nested lists": "[" * 200_000,
    "nested objects": '{"event":' * 200_000,
    "nested within": SOUND + "[" * 200_000 + "\n",
    "surrogates": BEGUN % ("\\ud800", "", ""),
    "not a number": SOUND + '{"event": "values", "at": 0, "values": [NaN, 1e999]}\n',
    "digits": SOUND + '{"event": "rewind", "to": ' + "9" * 4000 + "}\n",
    "more digits": SOUND + '{"event": "rewind", "to": ' + "9" * 5000 + "}\n",
    "option of digits": BEGUN % ("kalah", "pits=" + "9" * 5000, ""),
    "option superscript": BEGUN % ("kalah", "pits=²", ""),
    "hints of digits": SOUND.replace('"human",', f'"human?hints={"9" * 5000}",'),
    "hints superscript": SOUND.replace('"human",', '"human?hints=²",'),
    "a booleans": SOUND + '{"event": "result", "scores": [true], "winners": [true], "reason": ""}\n',
    "a result of nobody": SOUND + '{"event": "result", "scores": [], "winners": [1], "reason": ""}\n',
    "a result of many": SOUND + '{"event": "result", "scores": [1,2,3,4], "winners": [1,1], "reason": ""}\n',
    "a seat of nobody": SOUND + '{"event": "seat", "seat": 2147483000, "player": "human"}\n',
    "another version": SOUND.replace('"version": 1', '"version": 2'),
    "not UTF-8": "\udcff\udcfe\n",
    "not one line": "x" * 100_000,
    "controls": BEGUN % ("\\u001b[2J", "", ""),
    "a result without a game": '{"event": "result", "scores": [0, 0], "winners": [1], "reason": ""}\n',
}
NAMES = ("2026-11-21-connect4-²", "2026-11-21-connect4-" + "9" * 200, "2026-11-21-connect4-٣", "2026-11-21-connect4-1")


def play_a_game(folder: Path) -> None:
    """Begin a game, go on with it, and read everything that the start page shows."""
    notices: list[Text] = []
    game = find("connect4")
    evening = current_session(folder, clock())
    table = Table.begin(game, game.options(), [read_seat("human"), read_seat("human")], folder, clock, evening)
    table.play("4")
    table.close()
    assert table.record
    path = table.record.path
    soon = time.time() + TOLERANCE_S / 2  # later than everything that was just made
    os.utime(path, (soon, soon))
    assert unfinished(folder, 99, notify=notices.append)[0].path == path
    assert len(notices) <= 1
    session_scores(folder, evening or path.stem)
    again = Table.resume(latest(folder, "connect4"), clock)
    assert [str(move) for move in again.line.moves] == ["4"] and not again.notices
    again.close()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_a_strange_record_does_not_stop_a_game(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / f"{name}.jsonl").write_bytes(content.encode("utf-8", "surrogateescape"))
    play_a_game(tmp_path)


@POSIX
@pytest.mark.timeout(30)
@pytest.mark.parametrize("suffix", [".jsonl", ".lock"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_does_not_stop_a_game(tmp_path: Path, kind: str, name: str, suffix: str) -> None:
    make_strange(tmp_path / f"{name}{suffix}", kind)
    play_a_game(tmp_path)


@POSIX
def test_a_record_that_is_a_link_is_not_written_to(tmp_path: Path, begin: Open) -> None:
    table = begin("connect4", "human", "human")
    table.close()
    assert table.record
    outside = tmp_path / "elsewhere"
    table.record.path.rename(outside)
    before = outside.read_bytes()
    table.record.path.symlink_to(outside)
    play_a_game(tmp_path)
    with pytest.raises(OSError, match="symbolic links"):
        Record(table.record.path)
    assert outside.read_bytes() == before


def test_a_record_from_the_end_of_time(tmp_path: Path) -> None:
    path = tmp_path / "2026-11-21-connect4-7.jsonl"
    for changed in (2**33, 10**13, -(10**9)):
        path.write_text(SOUND)
        try:
            os.utime(path, (changed, changed))
        except (OSError, OverflowError):
            continue
        unfinished(tmp_path, 9)
        current_session(tmp_path, clock())


def test_what_is_left_aside_is_said_once(tmp_path: Path) -> None:
    notices: list[Text] = []
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.jsonl").write_text("[[[[\n")
    (tmp_path / "begun and ended at once.jsonl").write_text("")
    (tmp_path / "half a line.jsonl").write_text(SOUND[:30])
    assert unfinished(tmp_path, 9, notify=notices.append) == []
    assert [str(text).partition(" files in ")[0] for text in notices] == ["3"]
    assert "it is not JSON" in str(notices[0])
    assert "can't be read as games" in str(notices[0]) and "Move them to another folder" in str(notices[0])


# -- settings and calibration ----------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    return tmp_path


TOML = {
    "nested": b"a = " + b"[" * 100_000,
    "digits": b"[connect4.lit]\nbudget = " + b"9" * 5000,
    "not UTF-8": b"\xff\xfe",
    "NUL": b"a = '\0'",
    "cut off": b"[connect4.lit]\nurl = '",
}


@pytest.mark.parametrize("content", TOML.values(), ids=TOML)
def test_a_strange_calibration_is_kept_beside_the_next(home: Path, content: bytes) -> None:
    for number in (1, 2):
        (home / "calibration.toml").write_bytes(content)
        with pytest.raises(BadConfig):
            load_orientation("connect4")
        save_orientation("connect4", Orientation(number))
        assert load_orientation("connect4") == Orientation(number)
    kept = [path.read_bytes() for path in home.glob("calibration-unreadable*.toml")]
    assert kept == [content, content]


@POSIX
@pytest.mark.timeout(30)
@pytest.mark.parametrize("kind", KINDS)
def test_a_calibration_that_is_no_file(home: Path, kind: str) -> None:
    make_strange(home / "calibration.toml", kind)
    with pytest.raises(BadConfig):
        load_lights_settings("connect4")
    if kind != "circle":
        save_lights_settings("connect4", LightsSettings("screen:"))
        assert load_lights_settings("connect4").url == "screen:"
    assert Path("/dev/zero").is_char_device(), "what a link leads to is moved"


@POSIX
@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", ["calibration.toml", "settings.toml", "devices.toml", "tables", "records/x.jsonl"])
@pytest.mark.parametrize("kind", ["folder", "FIFO", "huge"])
def test_a_game_in_the_terminal_goes_its_way(
    home: Path, name: str, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "records").mkdir()
    make_strange(home / name, kind)
    for resume in ([], ["--resume"]):
        monkeypatch.setattr("sys.stdin", StringIO("4\n"))
        assert run(["play", "connect4", "--terminal", "--seats", "human,human", *resume]) == 0
    shown = capsys.readouterr()
    assert "internal error" not in shown.err
    assert shown.err.count(str(home)) <= 2  # one line for each of the two games
