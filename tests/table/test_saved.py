from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from fourth_seat.table.errors import BadRecord
from fourth_seat.table.library.replay import ReplayedGame
from fourth_seat.table.record.saved import latest, unfinished
from fourth_seat.table.seats import read_seat
from tests.table.conftest import Open, clock

LONG_AGO = 1_700_000_000


def age(path: Path, number: int) -> None:
    """Fix the order of records: file systems do not always distinguish two instants."""
    os.utime(path, (LONG_AGO + number, LONG_AGO + number))


def test_unfinished_games_come_latest_first(begin: Open, tmp_path: Path) -> None:
    first = begin("connect4", "human:Anna", "computer:3")
    second = begin("kalah", "human:Ben", "human:Mia")
    third = begin("connect4", "human:Ben", "human:Mia")
    first.play("4")
    for number, table in enumerate((first, second, third)):
        assert table.record is not None
        age(table.record.path, number)
    assert [(saved.game.name, saved.moves) for saved in unfinished(tmp_path, 9)] == [
        ("connect4", 0),
        ("kalah", 0),
        ("connect4", 1),
    ]
    assert [str(seat) for seat in unfinished(tmp_path, 9)[2].seats] == ["human:Anna", "computer:3"]
    assert len(unfinished(tmp_path, 2)) == 2
    assert latest(tmp_path, "kalah") == unfinished(tmp_path, 9, "kalah")[0].path
    assert latest(tmp_path).name.endswith("connect4-2.jsonl")


def test_a_clock_that_was_wrong_does_not_hide_later_games(begin: Open, tmp_path: Path) -> None:
    wrong, later = begin("connect4", "human:Anna", "computer:3"), begin("kalah", "human:Ben", "human:Mia")
    assert wrong.record and later.record
    os.utime(wrong.record.path, (4e9, 4e9))  # in 2096
    assert [saved.game.name for saved in unfinished(tmp_path, 9)] == ["kalah", "connect4"]
    os.utime(wrong.record.path, (-1e9, -1e9))  # in 1938
    assert [saved.game.name for saved in unfinished(tmp_path, 9)] == ["kalah", "connect4"]
    assert latest(tmp_path) == later.record.path


def test_a_finished_game_is_left_out_until_it_goes_on(begin: Open, tmp_path: Path) -> None:
    table = begin("connect4", "human", "human")
    for move in "1212121":
        table.play(move)
    assert unfinished(tmp_path, 9) == []
    table.undo()
    assert len(unfinished(tmp_path, 9)) == 1
    table.redo()
    table.valued((1.0, 0.0))  # anything after the result does not continue the game
    assert unfinished(tmp_path, 9) == []
    with pytest.raises(BadRecord, match="no unfinished game"):
        latest(tmp_path)


def test_who_plays_now_is_shown(begin: Open, tmp_path: Path) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    table.reseat(1, read_seat("computer:2"))
    assert [str(seat) for seat in unfinished(tmp_path, 1)[0].seats] == ["computer:2", "human:Ben"]


def test_a_record_in_another_spelling_of_json_is_the_same_game(begin: Open, tmp_path: Path) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    table.play("4")
    table.play("5")
    table.close()
    assert table.record is not None
    path = table.record.path
    (own,) = unfinished(tmp_path, 1, blank=False)
    lines = [json.dumps(json.loads(line), separators=(",", ":")) for line in path.read_text("utf-8").splitlines()]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    (other,) = unfinished(tmp_path, 1, blank=False)
    assert own.moves == 2 and replace(other, when=own.when) == own


def test_what_follows_a_damaged_line_is_not_shown(begin: Open, tmp_path: Path) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    table.reseat(1, read_seat("computer:2"))
    table.reseat(2, read_seat("computer:3"))
    table.close()
    assert table.record is not None
    path = table.record.path
    path.write_bytes(path.read_bytes().replace(b'"computer:2"', b"2"))
    (saved,) = unfinished(tmp_path, 9)
    assert list(saved.seats) == ReplayedGame.open(path, clock).seats == [read_seat("human:Anna"), read_seat("human:Ben")]


def test_files_that_are_no_records_do_no_harm(begin: Open, tmp_path: Path) -> None:
    begin("connect4", "human", "human")
    (tmp_path / "2026-11-21-chess-1.jsonl").write_text("{}\n")
    (tmp_path / "empty.jsonl").write_text("")
    assert len(unfinished(tmp_path, 9)) == 1
    assert unfinished(tmp_path / "nowhere", 9) == []
