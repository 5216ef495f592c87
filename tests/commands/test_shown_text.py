"""Other people's names reach the terminal without control characters; files are replaced only on request."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fourth_seat.words.direction import without_marks
from tests.commands.test_strange_input import run

EVIL = "%1B%5D0%3Btitle%07%1B%5B2J%C2%9B31m%0A%E2%80%AEx"
RECORD = {
    "event": "game", "version": 1, "game": "connect4", "options": "first=red",
    "seats": [f"human:{EVIL}", "human:Ben"], "time": "",
}  # fmt: skip
BAD = {"event": "\x1b[2J\x9b31m", "move": "4"}


def harmless(data: bytes) -> bool:
    return not any(
        sign in "\x7f\u202e" or (sign < " " and sign != "\n") or "\x80" <= sign < "\xa0" for sign in data.decode()
    )


@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_names_in_a_record_are_only_names(tmp_path: Path, language: str, options: list[str]) -> None:
    (tmp_path / "records").mkdir()
    path = tmp_path / "records" / "2026-01-01-connect4-1\x1b[2J.jsonl"
    path.write_text(json.dumps(RECORD) + "\n" + json.dumps(BAD) + "\n")
    lines = "4\n4\nresign\nsave\nexport \x1b[2J.moves\nimport \x9b.moves\nhelp \x07\n\x1b[2J\nset \x1b=5\n"
    done = run(
        "--language", language, "play", "connect4", "--terminal", "--resume", *options,
        lines=lines.encode(), home=tmp_path, PYTHONIOENCODING="utf-8",
    )  # fmt: skip
    assert done.returncode == 0
    assert harmless(without_marks(done.stdout.decode()).encode()) and harmless(done.stderr)


@pytest.mark.slow
def test_arguments_are_shown_without_controls(tmp_path: Path) -> None:
    for arguments in (["play", "\x1b[2J"], ["\x1b[2J"], ["look", "connect4", "\x1b[2J.jpg"], ["play", "--\x1b[2J", "go"]):
        done = run(*arguments, home=tmp_path)
        assert done.returncode in (1, 2) and done.stderr and harmless(done.stderr + done.stdout)


@pytest.mark.parametrize(("word", "name"), [("export", "a.moves"), ("card", "a.pdf"), ("report", "a.txt")])
def test_a_file_is_replaced_only_by_force(tmp_path: Path, word: str, name: str) -> None:
    (tmp_path / name).write_text("mine")
    game = "sheshbesh" if word == "report" else "connect4"
    seats = "human,human" if word != "card" else "random,human"
    done = run("play", game, "--terminal", "--seats", seats, lines=f"{word} {name}\n".encode(), home=tmp_path)
    assert f"{name} already exists: to replace it, add --force" in done.stdout.decode()
    assert (tmp_path / name).read_text() == "mine"
    run("play", game, "--terminal", "--seats", seats, lines=f"{word} --force {name}\n".encode(), home=tmp_path)
    assert (tmp_path / name).read_bytes() != b"mine"


def test_a_printed_board_is_replaced_only_by_force(tmp_path: Path) -> None:
    (tmp_path / "board.pdf").write_text("mine")
    done = run("print", "tridice", "board.pdf", home=tmp_path)
    assert done.returncode == 1
    assert done.stderr.decode() == "companion.py: board.pdf already exists: to replace it, add --force\n"
    assert (tmp_path / "board.pdf").read_text() == "mine"
    assert run("print", "tridice", "board.pdf", "--force", home=tmp_path).returncode == 0
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")


def test_a_missing_engine_is_said_before_a_game_begins(tmp_path: Path) -> None:
    done = run(
        "play", "connect4", "--terminal", "--json", "--seats", "gtp:no-such-program,random", home=tmp_path
    )  # fmt: skip
    assert done.returncode == 1 and b"there is no program no-such-program on this computer" in done.stderr
    assert len(done.stderr.splitlines()) == 1 and not list(tmp_path.rglob("*.jsonl"))
