"""Records: nothing shown is ever lost, nothing damaged is ever overwritten."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from table.errors import BadRecord, NotSaved, RecordInUse
from table.record.record_file import read
from table.table import Table
from tests.table.conftest import Open, clock
from words import FourthSeatError


def path_of(table: Table) -> Path:
    assert table.record
    return table.record.path


def played(begin: Open, moves: str = "4453") -> Path:
    table = begin("connect4", "human:Anna", "human")
    for move in moves:
        table.play(move)
    table.close()
    return path_of(table)


def test_every_event_is_a_line(begin: Open) -> None:
    lines = [json.loads(line) for line in played(begin).read_text().splitlines()]
    assert lines[0] == {
        "event": "game",
        "version": 1,
        "game": "connect4",
        "options": "first=red",
        "seats": ["human:Anna", "human"],
        "time": "2026-11-21T20:15:00+00:00",
    }
    assert lines[1:] == [
        {"event": "move", "seat": seat, "move": move, "by": "human"}
        for seat, move in zip((1, 2, 1, 2), "4453", strict=True)
    ]


def test_resume_gives_the_same_game(begin: Open) -> None:
    path = played(begin)
    table = Table.resume(path, clock)
    assert str(table.line.moves[-1]) == "3" and len(table.line.moves) == 4
    table.play("1")
    table.close()
    assert len(read(path).events) == 6


def test_half_entered_moves_survive(begin: Open) -> None:
    table = begin("connect4", "human", "human")
    table.play("4")
    table.close()
    again = Table.resume(path_of(table), clock)
    assert again.game_state.tapped == table.game_state.tapped
    again.close()


@pytest.mark.parametrize("cut", range(1, 57))
def test_torn_last_line_is_dropped_with_a_notice(begin: Open, cut: int) -> None:
    path = played(begin)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    table = Table.resume(path, clock)
    assert len(table.line.moves) == 3
    assert "line 5 was cut off" in str(table.notices[0]) or cut == len(whole.splitlines()[-1]) + 1
    table.play("7")
    table.close()
    again = Table.resume(path, clock)
    assert not again.notices and str(again.line.moves[-1]) == "7"
    again.close()


@pytest.mark.parametrize(
    ("line", "new", "says"),
    [
        (3, '{"event": "move", "seat": 2, "move": "9", "by": "human"}', "no column 9"),
        (3, '{"event": "move", "seat": 1, "move": "4", "by": "human"}', "turn of seat 2"),
        (4, '{"event": "move", "seat": "1", "move": "4", "by": "human"}', "cannot be '1'"),
        (4, '{"event": "move", "seat": 1}', "lacks its move"),
        (4, '{"event": "move", "seat": 1, "move": "4", "by": "human", "x": 1}', "unknown field x"),
        (4, '{"event": "teleport"}', "no event named teleport"),
        (4, "[1, 2]", "no event"),
        (4, "\x00\x01", "not JSON"),
        (2, '{"event": "game", "version": 1, "game": "connect4", "options": "", "seats": [], "time": ""}', "second game"),
    ],
)
def test_damage_is_reported_with_its_line_and_left_alone(begin: Open, line: int, new: str, says: str) -> None:
    path = played(begin)
    lines = path.read_text().splitlines()
    lines[line - 1] = new
    path.write_text("\n".join(lines) + "\n")
    before = path.read_bytes()
    table = Table.resume(path, clock)
    assert f"line {line}" in str(table.notices[0]) and says in str(table.notices[0])
    assert len(table.line.moves) == line - 2
    table.play("1")
    assert path.read_bytes() == before
    assert path_of(table) != path
    assert len(read(path_of(table)).events) == line
    table.close()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "holds no game"),
        (b"\xff\xfe\n", "not JSON"),
        (b'{"event": "stop"}\n', "holds no game"),
        (
            b'{"event": "game", "version": 99, "game": "connect4", "options": "", "seats": [], "time": ""}\n',
            "newer version",
        ),
        (b'{"event": "game", "version": 1, "game": "go", "options": "", "seats": [], "time": ""}\n', "no game go"),
        (
            b'{"event": "game", "version": 1, "game": "connect4", "options": "", "seats": ["human"], "time": ""}\n',
            "2 seats",
        ),
        (
            b'{"event": "game", "version": 1, "game": "connect4", "options": "x=1", "seats": [], "time": ""}\n',
            "no option x",
        ),
    ],
)
def test_files_that_hold_no_game(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "2026-01-01-x-1.jsonl"
    path.write_bytes(content)
    with pytest.raises(FourthSeatError, match=says):
        Table.resume(path, clock)
    assert path.read_bytes() == content


def test_missing_file_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read"):
        Table.resume(tmp_path / "none.jsonl", clock)
    assert not list(tmp_path.iterdir())


def test_second_window_is_refused(begin: Open) -> None:
    table = begin("connect4", "human", "human")
    with pytest.raises(RecordInUse, match="open in another window"):
        Table.resume(path_of(table), clock)
    table.play("4")
    table.close()
    Table.resume(path_of(table), clock).close()


def test_two_windows_begin_at_once(begin: Open) -> None:
    paths = {path_of(begin("connect4", "human", "human")) for _ in range(3)}
    assert len(paths) == 3


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_disk_full_means_the_move_is_not_played(begin: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin("connect4", "human", "human")
    table.play("4")
    assert table.record
    with Path("/dev/full").open("ab", buffering=0) as full, monkeypatch.context() as patch:
        patch.setattr(table.record, "_file", full)
        with pytest.raises(NotSaved, match="so it was not played"):
            table.play("5")
    assert [str(move) for move in table.line.moves] == ["4"]


def test_half_written_line_is_not_glued_to_the_next(begin: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin("connect4", "human", "human")
    record = table.record
    assert record
    real = os.fsync

    def broken(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(NotSaved):
        table.play("4")
    monkeypatch.setattr(os, "fsync", real)
    table.play("5")
    assert [event.to_json().get("move") for event in read(record.path).events] == [None, "5"]


def test_unwritable_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    from games import find
    from table.seats import read_seat

    game = find("connect4")
    with pytest.raises(NotSaved):
        Table.begin(game, game.options(), [read_seat("human")] * 2, tmp_path / "file" / "records", clock)
