"""Paths as people type them, drop them into a terminal, or copy them in a file manager."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from fourth_seat.boundary.given_path import given_path

NAMES = [
    "game.moves",
    "my game.moves",
    "Anna's 1st (best) game, Zoë & Ben.moves",
    'the "big" one.moves',
    "50%25.moves",
    "a#b?.mat",
]


def escaped(path: str) -> str:
    return "".join("\\" + sign if not (sign.isalnum() or sign in "/._-") else sign for sign in path)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("exists", [True, False])
def test_a_path_in_every_way_in_which_it_is_given(tmp_path: Path, name: str, exists: bool) -> None:
    path = tmp_path / name
    if exists:
        path.write_text("")
    ways = [str(path), "'" + str(path).replace("'", "'\\''") + "'", '"' + str(path).replace('"', '\\"') + '"']
    ways += [f"file://{quote(str(path))}", f"file://localhost{quote(str(path))}", f"FILE:{quote(str(path))}"]
    if os.name == "posix":
        ways.append(escaped(str(path)))
    for way in ways:
        for dropped in (way, way + " ", " " + way):
            assert given_path(dropped) == path, dropped


def test_a_file_that_is_called_like_that_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("'a'", '"a"', "a\\ b", "~", " a"):
        Path(name).write_text("")
        assert given_path(name) == Path(name)


@pytest.mark.parametrize(
    "text",
    ["", "Anna's game", "'a", 'a"b', "'a' 'b'", "C:\\games\\a.mat", "a\\nb", "\\", "'", "it's a 'game'", "\0", "a b"],
)
def test_what_is_no_other_way_stays_as_it_is_written(text: str) -> None:
    assert given_path(text) == Path(text)


def test_home_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/anna")
    for text in ("~/a b", "'~/a b'", '"~/a b"', "~/a\\ b"):
        assert given_path(text) == Path("/home/anna/a b")
    assert given_path("~/a\\ b&c(1)") == Path("/home/anna/a b&c(1)")
    assert given_path("~nobody-of-this-name/a") == Path("~nobody-of-this-name/a")


def test_on_windows_an_address_stands_for_its_path_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourth_seat.boundary.given_path.os", SimpleNamespace(name="nt", path=os.path))
    assert given_path("file:///games/a%20b.mat") == Path("/games/a b.mat")
