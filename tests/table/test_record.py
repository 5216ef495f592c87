"""Records: nothing shown is ever lost, and nothing damaged is ever overwritten."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from fourth_seat.games import find
from fourth_seat.table.errors import BadRecord, NotSaved, RecordInUse
from fourth_seat.table.protocols import Announcement
from fourth_seat.table.record import record_file
from fourth_seat.table.record.record_file import Record, read
from fourth_seat.table.record.saved import unfinished
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError
from tests.boundary.test_files import file_size_limit
from tests.table.conftest import Open, clock


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
    assert again.move_input.tapped == table.move_input.tapped
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
        (3, '{"event": "move", "seat": 1, "move": "4", "by": "human"}', "it is seat 2's turn"),
        (4, '{"event": "move", "seat": "1", "move": "4", "by": "human"}', "cannot be '1'"),
        (4, '{"event": "move", "seat": 1}', "has no move"),
        (4, '{"event": "move", "seat": 1, "move": "4", "by": "human", "x": 1}', "unknown field x"),
        (4, '{"event": "teleport"}', "no event named teleport"),
        (4, "[1, 2]", "not an event"),
        (4, "\x00\x01", "not JSON"),
        (2, '{"event": "game", "version": 1, "game": "connect4", "options": "", "seats": [], "time": ""}', "not 0"),
        (2, '{"event": "game", "version": 1, "game": "kalah", "options": "", "seats": ["", ""], "time": ""}', "left empty"),
        (
            2,
            '{"event": "game", "version": 1, "game": "kalah", "options": "", "seats": ["a", "b"], "time": ""}',
            "different",
        ),
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
        (b"", "does not contain a game"),
        (b"\xff\xfe\n", "not JSON"),
        (b'{"event": "stop"}\n', "does not contain a game"),
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
    with pytest.raises(RecordInUse, match="this game of Connect 4 is open in another window"):
        Table.resume(path_of(table), clock)
    table.play("4")
    table.close()
    Table.resume(path_of(table), clock).close()


def test_two_windows_begin_at_once(begin: Open) -> None:
    paths = {path_of(begin("connect4", "human", "human")) for _ in range(3)}
    assert len(paths) == 3


def test_disk_full_means_the_move_is_not_played(begin: Open) -> None:
    table = begin("connect4", "human", "human")
    table.play("4")
    path = path_of(table)
    before = path.read_bytes()
    for spare in (0, 10):  # bytes of the next line that fit
        with file_size_limit(len(before) + spare), pytest.raises(NotSaved, match="so it was not played"):
            table.play("5")
        assert path.read_bytes() == before
    assert [str(move) for move in table.line.moves] == ["4"]
    table.play("5")
    assert path_of(table) == path and len(read(path).events) == 3


# -- what other programs do to the file in mid-game ------------------------------------------------------------------------


def remove_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def replace_file(path: Path) -> None:
    path.with_suffix(".new").write_text("mine")
    path.with_suffix(".new").replace(path)


def restore_backup(path: Path) -> None:
    shutil.copy(path, path.with_suffix(".backup"))
    path.with_suffix(".backup").replace(path)


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 5)


def write_more(path: Path) -> None:
    with path.open("a") as file:
        file.write("mine")


def change_in_place(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size - 10)
        file.write(b"#")
    assert path.stat().st_size == size


def link_elsewhere(path: Path) -> None:
    path.rename(path.with_suffix(".moved"))
    path.symlink_to(path.with_suffix(".moved"))


def empty_file(path: Path) -> None:
    path.write_text("")


def remove_lock(path: Path) -> None:
    path.with_suffix(".lock").unlink()


def take_lock(path: Path) -> None:
    path.with_suffix(".lock").unlink()
    Record(path).close()


LOSSES = [
    remove_folder, Path.unlink, replace_file, restore_backup, truncate, write_more, change_in_place, link_elsewhere,
    empty_file, remove_lock, take_lock,
]  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody remove or replace a file that is open")
@pytest.mark.parametrize("again", [False, True], ids=["begun", "resumed"])
@pytest.mark.parametrize("lose", LOSSES)
def test_a_record_that_is_lost_is_written_anew(tmp_path: Path, lose: Callable[[Path], None], again: bool) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    game = find("connect4")
    table = Table.begin(game, game.options(), [read_seat("human:Anna"), read_seat("human")], folder, clock)
    table.play("4")
    if again:
        table.close()
        table = Table.resume(path_of(table), clock)
    table.play("4")
    shown = Shown()
    table.displays.append(shown)
    lose(path_of(table))
    left = {path: path.read_bytes() for path in folder.glob("*") if path.is_file()} if folder.exists() else {}
    for move in "53":
        table.play(move)
    table.close()
    assert [str(event.to_json().get("move")) for event in read(path_of(table)).events] == ["None", "4", "4", "5", "3"]
    assert [text for text in shown.texts if "was changed or removed" in text] == [
        f"this game's file was changed or removed during the game; the whole game is now in {path_of(table)}"
    ]
    assert all(path.read_bytes() == data for path, data in left.items())
    resumed = Table.resume(path_of(table), clock)
    assert len(resumed.line.moves) == 4 and not resumed.notices
    resumed.close()


class Shown:
    """A display that keeps what it is shown."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def show(self, announcement: Announcement) -> None:
        self.texts += map(str, announcement.texts)


@pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody remove a folder of open files")
def test_a_lost_record_that_cannot_be_written_anew_plays_nothing(begin: Open, tmp_path: Path) -> None:
    table = begin("connect4", "human", "human")
    table.play("4")
    path = path_of(table)
    whole = path.read_bytes()
    path.unlink()
    for size in (0, 30, len(whole), len(whole) + 10):
        with file_size_limit(size), pytest.raises(NotSaved):
            table.play("5")
        assert list(tmp_path.glob("*.jsonl")) == []
    table.play("5")
    assert [event.to_json().get("move") for event in read(path_of(table)).events] == [None, "4", "5"]


def test_a_cut_between_the_last_move_and_the_result_loses_no_result(begin: Open) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    for move in "1212121":
        table.play(move)
    path = path_of(table)
    table.close()
    *before, last = path.read_text().splitlines(keepends=True)
    assert '"event": "result"' in last
    path.write_text("".join(before))  # as when the power failed
    again = Table.resume(path, clock)
    again.close()
    assert path.read_text().splitlines()[-1] == last.strip()


def test_a_forced_pass_that_a_cut_has_left_out_is_played(begin: Open) -> None:
    table = begin("backgammon", "human", "human")
    table.set_position("XGID=aBBBBBB---------------c---:0:0:-1:00:0:0:0:0:10")  # black on the bar before six closed points
    table.throw("66")
    path, passed = path_of(table), [event.to_json() for event in table.events]
    table.close()
    assert passed[-1]["by"] == "rule"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    again = Table.resume(path, clock)
    assert [event.to_json() for event in again.events] == passed
    again.close()


def test_the_folder_of_a_new_record_is_on_the_disk_before_its_first_event(
    begin: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    real = os.fsync

    def synced(descriptor: int) -> None:
        done.append("event")
        real(descriptor)

    monkeypatch.setattr(record_file, "sync_folder", done.append)
    monkeypatch.setattr(os, "fsync", synced)
    table = begin("connect4", "human", "human")
    assert done[:2] == [path_of(table).parent, "event"]


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
    from fourth_seat.games import find
    from fourth_seat.table.seats import read_seat

    game = find("connect4")
    with pytest.raises(NotSaved):
        Table.begin(game, game.options(), [read_seat("human")] * 2, tmp_path / "file" / "records", clock)


@pytest.mark.skipif(os.name != "posix", reason="Windows rarely has links")
@pytest.mark.parametrize("kind", ["link", "lock"])
def test_a_record_that_cannot_be_written_goes_on_in_a_copy(begin: Open, tmp_path: Path, kind: str) -> None:
    path = played(begin)
    if kind == "link":
        path.rename(tmp_path / "backup")
        path.symlink_to(tmp_path / "backup")
    else:
        path.with_suffix(".lock").unlink(missing_ok=True)
        path.with_suffix(".lock").mkdir()
    before = path.read_bytes()
    table = Table.resume(path, clock)
    assert "cannot be written" in str(table.notices[0]) and "the game continues in" in str(table.notices[1])
    table.play("1")
    table.close()
    assert path.read_bytes() == before and len(read(path_of(table)).events) == 6 and path_of(table) != path


def test_a_match_that_fills_its_record_goes_on_in_a_new_one(begin: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_file, "MAX_BYTES", 2000)
    monkeypatch.setattr(record_file, "ENDING_BYTES", 1000)
    table = begin("backgammon", "human:Anna", "human:Ben", options="match=5,score1=1")
    first = path_of(table)
    table.play("31: 8/5 6/5")
    with pytest.raises(NotSaved, match="has reached its limit"):
        for _ in range(100):
            table.undo()
            table.redo()
    table.resign(1, 1)
    table.displays.append(shown := Shown())
    table.next_game()
    assert path_of(table) != first and "nearly full" in shown.texts[-1]
    assert (table.options["score1"], table.options["score2"]) == (1, 1)
    assert [saved.path for saved in unfinished(first.parent, 9)] == [path_of(table)]
    table.close()
    again = Table.resume(path_of(table), clock)
    assert again.options == table.options and not again.notices
    again.close()


def test_a_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    game, seats = find("connect4"), [read_seat("human"), read_seat("human")]
    folder = tmp_path / "records"
    folder.write_text("mine", "utf-8")
    with pytest.raises(NotSaved, match="records is not a folder"):
        Table.begin(game, game.options(), seats, folder, clock)
    folder.unlink()
    folder.symlink_to(tmp_path / "gone")
    with pytest.raises(NotSaved, match="records is a link to a folder that does not exist"):
        Table.begin(game, game.options(), seats, folder, clock)


def test_a_game_that_cannot_be_saved_at_first_is_not_begun(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.write_text("no folder")
    with pytest.raises(NotSaved, match="is not a folder"):
        Record.create(folder, "connect4", "2026-11-21", ())
    folder.unlink()
    folder.mkdir(mode=0o500)
    if os.access(folder, os.W_OK):  # as root
        folder.rmdir()
        folder = Path("/proc/records")
    with pytest.raises(NotSaved, match="could not be saved, so the game was not started: "):
        Record.create(folder, "connect4", "2026-11-21", ())
