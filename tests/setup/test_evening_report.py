"""The report of an evening: what it says about games and devices, and that it quotes nothing from records and settings."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fourth_seat.boundary.files import write_file
from fourth_seat.calibration import store
from fourth_seat.calibration.sight import MAX_RECORDS, Sight, load_sight, save_sight
from fourth_seat.games import find
from fourth_seat.setup.evening_report import NoEvening, evening_report, save_report, written
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.record.events import Moved
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home, records
from fourth_seat.table.table import Table


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))


def begun(name: str, *seats: str, options: str = "", evening: str = "", minutes_ago: int = 0) -> Table:
    game, time = find(name), datetime.now(UTC) - timedelta(minutes=minutes_ago)
    return Table.begin(game, game.options(options), [read_seat(seat) for seat in seats], records(), lambda: time, evening)


def played(table: Table, moves: str) -> str:
    """Play moves, close the table, and return its record's name."""
    for move in moves:
        if table.seat(table.state.seat).people:
            table.play(move)
        else:
            table.play_computer(table.game.parse(table.state, move)[0])
            table.set_down()
    table.close()
    assert table.record
    return table.record.path.stem


def lines() -> list[str]:
    return list(map(str, evening_report()))


def test_without_a_game_there_is_nothing_to_tell() -> None:
    with pytest.raises(NoEvening):
        evening_report()
    begun("connect4", "human", "human").close()  # nothing was played in it
    with pytest.raises(NoEvening):
        evening_report()


def test_the_games_of_an_evening_and_none_of_another() -> None:
    played(begun("kalah", "human:Anna", "human:Ben", minutes_ago=3000), "a")
    first = played(begun("connect4", "human:Anna+Mia", "computer:3", minutes_ago=30), "1212121")
    played(begun("connect4", "human:Ben?hints=3", "random", evening=first), "44")
    told = lines()
    assert [line for line in told if line.startswith("Game")] == [
        "Game 1: Connect 4, won by two people",
        "Game 2: Connect 4, not finished",
    ]
    assert "- at the table: two people, Computer (3)" in told and "- at the table: a person, Computer (random)" in told
    assert "- minutes: 30" in told and "- options: first=red" in told
    assert not [line for line in told if any(name in line for name in ("Anna", "Mia", "Ben"))]


def test_what_was_done_is_counted() -> None:
    table = begun("connect4", "human:Anna", "human:Ben")
    table.play("4")
    table.play("3", by="camera")
    table.undo()
    table.redo()
    table.undo()
    table.set_down()
    table.play("2", by="board")
    table.hinted("3")
    table.resign(2)
    table.reseat(1, read_seat("computer:5"))
    played(table, "")
    told = lines()
    assert "- moves: 1 entered by people, 1 by the camera, 0 by computers" in told
    assert "- by the board's sensors: 1 moves, 0 corrections" in told
    assert "- undo: 2, redo: 1, hints: 1, seats handed over: 1" in told
    assert "Game 1: Connect 4, given up; won by Computer (5)" in told


@pytest.mark.parametrize(
    ("seat", "kind"),
    [
        ("engine:Annas engine", "another engine"),
        ("table:https://anna.example/secret", "another table"),
        ("computer:Anna", "an unknown player"),
        ("Anna", "an unknown player"),
        ("computer: 7", "Computer (7)"),
    ],
)
def test_who_is_no_person_is_of_a_known_kind(seat: str, kind: str) -> None:
    path = records() / f"{played(begun('connect4', 'human:Anna', 'computer:5'), '4')}.jsonl"
    path.write_text(path.read_text().replace("computer:5", seat))
    told = "\n".join(lines())
    assert kind in told and "nna" not in told


def test_a_game_of_an_add_on_is_not_named() -> None:
    path = records() / f"{played(begun('connect4', 'human:Anna', 'computer:5'), '4')}.jsonl"
    text = path.read_text()
    path.write_text(text.replace('"connect4"', '"annas-game"'))
    with pytest.raises(NoEvening):  # nobody has it
        evening_report()


def test_a_part_that_cannot_be_read_is_said() -> None:
    path = records() / f"{played(begun('connect4', 'human:Anna', 'computer:5'), '4')}.jsonl"
    with path.open("a") as file:
        file.write('{"event": "Anna"}\n')
    assert lines()[-1] == "- part of the record cannot be read"


def test_devices_are_kinds() -> None:
    record = played(begun("connect4", "human:Anna", "human:Ben"), "4")
    store.save("connect4", "watched", {"source": "http://anna:pw@phone/video", "on": True})
    store.save("connect4", "camera", {"size": [1280, 720], "source": "x", "name": "Annas board"})
    store.save("connect4", "lit", {"url": "adalight:///dev/ttyUSB0", "on": True})
    window = {"text_display": "annas://host", "voice": True, "hues": ["Anna"]}
    config_file.save(home() / "settings.toml", {"window": window, "mqtt": {"address": "mqtt://anna@host"}})
    save_sight("connect4", record, Sight(0.974, asked=3, puzzled=1))
    told = lines()
    assert (
        "Devices: a camera on the network, 1280 x 720, lights (adalight), text display (from an add-on), voice, MQTT"
        in told
    )
    assert told[-2:] == [
        "- in its test, the camera guessed 97 % of the hidden cells correctly",
        "- questions asked by the camera: 3; times that the board did not match the game: 1",
    ]
    assert "nna" not in "\n".join(told)


@pytest.mark.parametrize(
    ("source", "kind"), [("0", "a camera on this computer"), ("/home/anna/film.mp4", "a video or a picture")]
)
def test_cameras_are_kinds(source: str, kind: str) -> None:
    played(begun("connect4", "human", "human"), "4")
    store.save("connect4", "watched", {"source": source, "on": True})
    assert f"Devices: {kind}" in lines()


def test_a_damaged_settings_file_leaves_the_rest() -> None:
    played(begun("connect4", "human", "human"), "4")
    for name in ("settings", "calibration"):
        write_file(home() / f"{name}.toml", b"anna = [")
    assert "Devices: none" in lines() and "Colours of the pieces: usual" in lines()


def test_how_the_last_games_were_seen_is_kept() -> None:
    for number in range(MAX_RECORDS + 1):
        save_sight("connect4", f"2026-11-21-connect4-{number}", Sight(asked=number))
    assert load_sight("connect4", "2026-11-21-connect4-0") is None
    assert load_sight("connect4", f"2026-11-21-connect4-{MAX_RECORDS}") == Sight(asked=MAX_RECORDS)


@pytest.mark.parametrize("values", [{"asked": -1}, {"asked": True}, {"puzzled": "Anna"}, "Anna", 3])
def test_what_cannot_be_of_a_camera_is_nothing(values: object) -> None:
    store.save("connect4", "sight", {"record": values})
    assert load_sight("connect4", "record") is None


def test_it_is_saved_as_one_file(tmp_path: Path) -> None:
    played(begun("connect4", "human", "human"), "4")
    text = written(evening_report(), str)
    save_report(tmp_path / "evening.txt", text)
    assert (tmp_path / "evening.txt").read_text() == text
    save_report(tmp_path / "evening.zip", text, b"picture")
    with zipfile.ZipFile(tmp_path / "evening.zip") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            "evening.txt": text.encode(),
            "board.png": b"picture",
        }
    with pytest.raises(NotSaved):
        save_report(tmp_path, text)


def test_only_reporters_that_there_are_count() -> None:
    path = records() / f"{played(begun('connect4', 'human', 'human'), '4')}.jsonl"
    path.write_text(path.read_text().replace('"by": "human"', '"by": "Anna"'))
    assert "- moves: 0 entered by people, 0 by the camera, 0 by computers" in lines()
    assert Moved(1, "4", "Anna").by == "Anna"
