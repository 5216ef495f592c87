"""`companion.py keep`: a page of a record, in the language of the command, replacing nothing unasked."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from pypdf import PdfReader

from fourth_seat.commands import run
from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table

MOVES = "1212121"


def record(folder: Path, moves: str = MOVES) -> Path:
    """Return the record of a game of Connect 4."""
    game = find("connect4")
    seats = [read_seat("human:Anna"), read_seat("human:Ben")]
    table = Table.begin(game, game.options(), seats, folder, lambda: datetime(2026, 11, 23, 18, 30))
    for move in moves:
        table.play(move)
    table.close()
    assert table.record
    return table.record.path


def keep(*arguments: object) -> int:
    return run(["keep", *map(str, arguments), "--seconds", "0"])


@pytest.mark.parametrize(("language", "expected"), [("en", "23 November 2026"), ("de", "23. November 2026")])
def test_a_page_is_written(tmp_path: Path, language: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_LANGUAGE", "")  # set by the command, and put back afterwards
    page = tmp_path / "page.pdf"
    assert keep(record(tmp_path), "--to", page, "--language", language) == 0
    text = " ".join(PdfReader(page).pages[0].extract_text().split())
    assert expected in text and "Anna" in text and "Ben" in text


def test_letter_and_png(tmp_path: Path) -> None:
    page = tmp_path / "page.png"
    assert keep(record(tmp_path), "--to", page, "--paper", "letter") == 0
    assert page.read_bytes().startswith(b"\x89PNG")


def test_nothing_is_replaced_unless_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.pdf"
    page.write_text("mine")
    played = record(tmp_path)
    assert keep(played, "--to", page) == 1
    assert "already exists" in capsys.readouterr().err and page.read_text() == "mine"
    assert keep(played, "--to", page, "--force") == 0
    assert page.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("moves", "name", "expected"), [("12", "page.pdf", "not over yet"), (MOVES, "page.gif", ".pdf, .png or .svg")]
)
def test_what_cannot_be_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], moves: str, name: str, expected: str
) -> None:
    assert keep(record(tmp_path, moves), "--to", tmp_path / name) == 1
    assert expected in capsys.readouterr().err
    assert not (tmp_path / name).exists()


def test_a_damaged_record_is_named_as_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = record(tmp_path)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[:3], '{"event": "hint"}\n', *lines[3:]]), "utf-8")
    assert keep(path, "--to", tmp_path / "page.pdf") == 1
    assert "line 4" in capsys.readouterr().err


def test_turning_points_are_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fourth_seat.commands import keep as command
    from tests.table.proven import SMALL, Prover

    game = find("kalah")
    seats = [read_seat("human:Anna"), read_seat("human:Ben")]
    table = Table.begin(game, game.options(SMALL), seats, tmp_path, lambda: datetime(2026, 11, 23))
    for move in ("b a", "B C", "b c", "C A C B C"):
        table.play(move)
    table.close()
    monkeypatch.setattr(command, "player", lambda *_: Prover(game))
    page = tmp_path / "page.pdf"
    assert table.record
    assert run(["keep", str(table.record.path), "--to", str(page)]) == 0
    text = " ".join(PdfReader(page).pages[0].extract_text().split())
    assert "Anna played pits b c, and Ben took the lead." in text
