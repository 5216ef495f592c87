"""The record of choices: one game is recorded again without the others, and compared with the earlier record; and two
checkouts are compared.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import same_play
from benchmarks.reliability.checkout import ROOT
from fourth_seat.engines.search.limit import SearchLimit


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(SearchLimit, "pace", SearchLimit.pace)  # which `main` replaces
    monkeypatch.setattr(same_play, "CHOICES_FILE", tmp_path / "choices.json.gz")
    return same_play.CHOICES_FILE


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["same_play", "--levels", "1", "--positions", "2", *arguments])
    return same_play.main()


def test_a_game_is_recorded_beside_the_others(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for games in ("kalah,connect4", "kalah"):
        assert run(monkeypatch, "--games", games, "--record", str(record)) == 0
    recorded = same_play.read(record)
    assert list(recorded) == ["kalah", "connect4"]
    assert all(len(game["lines"]) == len(game["choices"]["1"]) == 2 for game in recorded.values())
    assert run(monkeypatch, "--games", "kalah,connect4") == 0


def test_another_choice_is_a_difference(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "--games", "kalah", "--record", str(record))
    monkeypatch.setattr(same_play, "choices", lambda *arguments: iter(["another"] * len(arguments[-1])))
    assert run(monkeypatch, "--games", "kalah") == 1
    assert "2 choices differ: [0, 1]" in capsys.readouterr().out


def test_two_checkouts_are_compared(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert same_play.compare(ROOT, ["connect4"], ["1"], 2) == 0
    assert "| connect4 | 2 | 4 |" in capsys.readouterr().out  # of level 1 and three named players; one of the games is over
    seen = iter(({"chosen a": "1", "read b": "2"}, {"chosen a": "1", "read b": "3", "read c": "4"}))
    monkeypatch.setattr(same_play, "observed", lambda *_: next(seen))
    assert same_play.compare(ROOT, ["connect4"], ["1"], 2) == 1
    assert "read b" in capsys.readouterr().out
