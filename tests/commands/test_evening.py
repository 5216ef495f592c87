"""`companion.py evening`: the whole report is printed, and saved only if somebody asks for it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from fourth_seat.commands import run
from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("FOURTH_SEAT_LANGUAGE", "")  # set by the command, and put back afterwards


def play() -> None:
    game = find("connect4")
    seats = [read_seat("human:Anna"), read_seat("human:Ben")]
    table = Table.begin(game, game.options(), seats, records(), lambda: datetime.now(UTC))
    table.play("4")
    table.close()


@pytest.mark.parametrize(("language", "expected"), [("en", "not finished"), ("de", "nicht zu Ende gespielt")])
def test_it_is_printed(capsys: pytest.CaptureFixture[str], language: str, expected: str) -> None:
    play()
    assert run(["evening", "--language", language]) == 0
    printed = capsys.readouterr().out
    assert expected in printed and "Anna" not in printed


def test_what_is_saved_was_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play()
    file = tmp_path / "evening.txt"
    assert run(["evening", "--to", str(file)]) == 0
    shown = capsys.readouterr()
    assert file.read_text("utf-8") == shown.out and str(file) in shown.err
    assert run(["evening", "--to", str(file)]) == 1
    shown = capsys.readouterr()
    assert "already exists" in shown.err and not shown.out
    assert run(["evening", "--to", str(file), "--force"]) == 0


def test_before_the_first_game_there_is_nothing_to_tell(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["evening"]) == 1
    assert "no game has been played" in capsys.readouterr().err
