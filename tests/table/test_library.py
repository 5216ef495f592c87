"""All games: viewed without leaving a trace, deleted and restored, written to files and read from them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from fourth_seat.games import all_games, find
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.formats import formats_of, read_file, suffixes
from fourth_seat.table.errors import EmptyRecord, NotSaved, OutOfTurn, RecordInUse
from fourth_seat.table.library.deletion import delete, deleted_folder, restore
from fourth_seat.table.library.files import file_name, import_file, write_games
from fourth_seat.table.library.replay import ReplayedGame, positions
from fourth_seat.table.record.record_file import Record
from fourth_seat.table.record.saved import saved_game, unfinished
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError
from tests.table.conftest import Open, clock
from tests.test_edition_1 import DATA, EXPECTED, RECORDS
from tests.test_edition_1 import facts as facts_of


def finished(begin: Open) -> Path:
    table = begin("connect4", "human:Anna", "human:Ben")
    for move in "1212121":
        table.play(move)
    table.close()
    assert table.record
    return table.record.path


# -- the list -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_listed_as_it_is_opened(name: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(DATA / "records" / name, tmp_path))
    saved = saved_game(path, path.stat().st_mtime)
    table = ReplayedGame.open(path, clock)
    assert saved.game is table.game
    assert list(saved.seats) == list(table.seats)
    assert (saved.end is None) == (table.result is None)
    if saved.end and table.result:
        assert (saved.end.scores, saved.end.winners) == (table.result.scores, table.result.winners)
    assert [str(saved.name(seat + 1)) for seat in range(len(saved.seats))] == [
        str(table.name(seat + 1)) for seat in range(len(saved.seats))
    ]
    assert saved.blank == (not table.history.entries)
    *_, last = positions(path)
    assert last == table.state


def test_what_changes_is_read_again(begin: Open) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    assert table.record
    path = table.record.path
    assert saved_game(path, 0).blank
    table.play("4")
    assert saved_game(path, 0).moves == 1
    assert not saved_game(path, 0).blank


def test_a_record_in_another_form_is_listed_too(begin: Open) -> None:
    path = finished(begin)
    before = saved_game(path, 0)
    path.write_bytes(path.read_bytes().replace(b'": ', b'" : '))
    after = saved_game(path, 0)
    assert (after.seats, after.end) == (before.seats, before.end)
    path.write_bytes(b"")
    with pytest.raises(EmptyRecord):
        saved_game(path, 0)


def test_games_in_which_nothing_was_played_push_nothing_out(begin: Open, tmp_path: Path) -> None:
    played = begin("connect4", "human:Anna", "human:Ben")
    played.play("4")
    for _ in range(5):
        begin("kalah", "human", "human")
    assert played.record
    assert [saved.path for saved in unfinished(tmp_path, 4, blank=False)] == [played.record.path]
    assert len(unfinished(tmp_path, 9)) == 6


# -- viewing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RECORDS)
def test_looking_through_leaves_no_trace(name: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(DATA / "records" / name, tmp_path))
    before, changed = path.read_bytes(), path.stat().st_mtime_ns
    table = ReplayedGame.open(path, clock)
    assert {**facts_of(table), "taps": [], "turned": [], "waiting": 0} == {
        **EXPECTED[name], "taps": [], "turned": [], "waiting": 0,
    }  # fmt: skip
    for action in (table.undo, table.stop, lambda: table.back_to(0), lambda: table.resign(1)):
        with pytest.raises(FourthSeatError):
            action()
    if table.result:
        with pytest.raises(OutOfTurn, match="only viewing"):
            table.back_to(0)
    assert not table.catch_up()
    table.valued([0.5] * len(table.seats))
    table.close()
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, changed)
    assert os.listdir(tmp_path) == [path.name]  # noqa: PTH208 - no lock either


@pytest.mark.parametrize("line", [b'{"event": "move"', b'{"event": "move", "seat": 1, "move": "9", "by": "human"}\n'])
def test_a_damaged_game_is_looked_through_as_far_as_it_goes_and_says_so(begin: Open, line: bytes) -> None:
    path = finished(begin)
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:4]) + line)
    table = ReplayedGame.open(path, clock)
    assert table.history.at == 3
    (notice,) = table.notices
    assert "line 5" in str(notice)


def test_a_game_that_is_open_elsewhere_can_be_looked_through(begin: Open) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    table.play("4")
    assert table.record
    assert ReplayedGame.open(table.record.path, clock).history.at == 1
    table.play("4")


# -- deleting --------------------------------------------------------------------------------------------------------------


def test_a_deleted_game_comes_back(begin: Open, tmp_path: Path) -> None:
    path = finished(begin)
    before, changed = path.read_bytes(), path.stat().st_mtime_ns
    gone = delete(path)
    assert gone.parent == deleted_folder(tmp_path)
    assert not path.exists()
    assert not list(tmp_path.glob("*.jsonl"))
    assert restore(gone) == path
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, changed)
    assert not gone.exists()


def test_the_name_of_a_deleted_game_is_not_given_again(begin: Open) -> None:
    path = finished(begin)
    gone = delete(path)
    assert finished(begin).name != path.name
    path.write_text("in the way")
    back = restore(gone)
    assert back != path
    assert path.read_text() == "in the way"
    assert ReplayedGame.open(back, clock).result


def test_a_game_that_is_open_is_not_deleted(begin: Open) -> None:
    table = begin("connect4", "human:Anna", "human:Ben")
    assert table.record
    with pytest.raises(RecordInUse):
        delete(table.record.path)
    table.play("4")
    assert table.record.path.exists()
    table.close()
    gone = delete(table.record.path)
    held = Record(gone)
    with pytest.raises(RecordInUse):
        restore(gone)
    held.close()


def test_what_cannot_be_moved_stays(begin: Open, tmp_path: Path) -> None:
    path = finished(begin)
    (tmp_path / "deleted").write_text("no folder")
    with pytest.raises(NotSaved, match="could not be moved"):
        delete(path)
    assert path.exists()
    with pytest.raises(NotSaved):
        delete(tmp_path / "nowhere.jsonl")


# -- files -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RECORDS)
def test_what_is_exported_is_imported(name: str, tmp_path: Path) -> None:
    table = ReplayedGame.open(DATA / "records" / name, clock)
    for number, form in enumerate(formats_of(table.game)):
        path = tmp_path / f"{number}{form.suffix}"
        try:
            write_games(path, form, table.games)
        except FourthSeatError:
            assert form.suffix != ".moves"  # the plain format can hold every game
            continue
        record = import_file(path, tmp_path / "records", clock).record
        again = Table.resume(record, clock)
        assert again.game is table.game
        assert again.game.position(again.state) == table.game.position(table.state)
        again.close()
        assert abs(record.stat().st_mtime - min(path.stat().st_mtime, clock().timestamp())) < 1


def test_a_file_that_cannot_be_played_leaves_no_record(tmp_path: Path) -> None:
    for name, text in (
        ("a.moves", "game connect4\n4\n9\n"),
        ("b.moves", "game chess\n"),
        ("f.moves", "d\n4\n"),
        ("c.txt", "444444444"),
        ("d.pdf", "%PDF"),
        ("e.mat", ""),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(BadNotation, match=name):
            import_file(tmp_path / name, tmp_path / "records", clock)
    with pytest.raises(BadNotation):
        import_file(tmp_path / "nowhere.moves", tmp_path / "records", clock)
    assert not (tmp_path / "records").exists()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("game chess\n", "chess"),
        ("d\n4\n", "first line must be game NAME"),
        ("game connect4\n9\n", "line 2"),
        ("game connect4\nseat 3 Anna\n", "line 2: there is no seat 3; the seats are 1 to 2"),
        ("game connect4\nseat Anna\n", "line 2: there is no seat Anna; the seats are 1 to 2"),
        ("game backgammon\nresign 1 twice\n", "line 2: twice is not a number"),
    ],
)
def test_why_a_file_of_moves_cannot_be_played(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "a.moves"
    path.write_text(text)
    with pytest.raises(BadNotation, match=rf"a\.moves: .*{reason}"):
        import_file(path, tmp_path / "records", clock)


def test_a_file_may_name_its_game_as_people_do(tmp_path: Path) -> None:
    path = tmp_path / "a.moves"
    path.write_text("game Sheshbesh\n31\n")
    assert saved_game(import_file(path, tmp_path / "records", clock).record, 0.0).game.name == "backgammon"


def test_a_file_is_named_for_its_game() -> None:
    form = formats_of(all_games()[0])[-1]
    name = file_name(all_games()[0], ("Anna Maria", "../Ben", ""), clock(), form)
    assert name == f"2026-11-21 {all_games()[0].name} Anna-Maria Ben.moves"
    assert ".moves" in suffixes(all_games())


@pytest.mark.parametrize(
    ("name", "text", "game"),
    [
        ("a", "4453\n", "connect4"),
        ("a.mat", "game kalah\nd\n", "kalah"),
        ("a.mat.txt", " 5 point match\n\n Game 1\n Anna : 0      Ben : 0\n  1) 31: 8/5 6/5\n", "backgammon"),
        ("a.txt", "\ufeff (;GM[Blokus Duo])", "blokus"),
    ],
)
def test_a_file_is_known_by_what_it_holds(tmp_path: Path, name: str, text: str, game: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert saved_game(import_file(path, tmp_path / "records", clock).record, 0.0).game.name == game


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.pdf", "%PDF", r"a\.pdf: no game was found in this file; files with games usually end in \.mat, \.moves"),
        ("a.mat", "4453", r"a\.mat: this is a Connect 4 file: begin a game of Connect 4 to import it"),
        ("a.mat", "no match", r"a\.mat: line 1: a match begins with a line"),
    ],
)
def test_why_a_file_is_not_one_of_a_game(name: str, text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        read_file(name, text, (find("backgammon"),))
