"""`play --terminal --photo`: a game from the board in a picture, with questions where the program is unsure."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from fourth_seat.boundary.folders import HOME_VARIABLE
from fourth_seat.commands import run
from fourth_seat.commands.play import now
from fourth_seat.commands.terminal.photo import TerminalPhoto
from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadPosition
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.vision.errors import CameraError
from fourth_seat.words import FourthSeatError, Text
from tests.vision.board_phone import drawn

PICTURES = Path(__file__).resolve().parents[1] / "data" / "vision"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


class Person:
    """Answers one question after another."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked, self.told = list(answers), list[str](), list[str]()

    def ask(self, question: Text) -> str:
        self.asked.append(str(question))
        return self.answers.pop(0)

    def tell(self, text: Text) -> None:
        self.told.append(str(text))


def table(name: str) -> Table:
    """Return a table that keeps nothing."""
    game = find(name)
    options = game.options()
    people = ["Anna", "Ben", "Cem", "Dan"][: game.seats(options)]
    return Table.begin(game, options, [read_seat(f"human:{person}") for person in people], None, now)


def read(person: Person, game: str, picture: Path, *, asking: bool = True) -> Table:
    opened = table(game)
    TerminalPhoto(opened, person.tell, person.ask if asking else None).read(picture, None)
    return opened


def test_doubtful_cells_are_asked_about_one_by_one() -> None:
    person = Person("1", "STORE=14", "zz", "c=1", "12", "", "2")
    opened = read(person, "kalah", PICTURES / "kalah_0002.jpg")
    counts = {cell: content.count for cell, content in opened.state.cells().items()}
    assert (counts["store"], counts["STORE"], counts["e"], counts.get("C", 0)) == (19, 14, 12, 0)
    assert opened.state.mover == 2 and not person.answers
    assert [question[:22] for question in person.asked[:2]] == ["How many are in store?", "How many are in STORE?"]
    assert sum("How many are in e?" in question for question in person.asked) == 3  # nonsense is asked again
    assert person.told == [
        "e=zz: enter how many there are, as in e=5",
        "the question was about another cell, not this one: c=1",
    ]


def test_help_explains_the_answers_and_quit_begins_no_game() -> None:
    for answers in (("help", "quit"), ("1", "1", "2", "Help", "EXIT"), ("1", "1", "2", "", "help", "quit")):
        person, opened = Person(*answers), table("kalah")
        assert not TerminalPhoto(opened, person.tell, person.ask).read(PICTURES / "kalah_0002.jpg", None)
        assert not opened.events[1:] and not person.answers
        assert len(person.told) == 2 and "quit" in person.told[1]
    person = Person("help", "quit")
    read(person, "kalah", PICTURES / "kalah_0002.jpg")
    assert all("store=5 or store=- (empty)" in text for text in (person.asked[0], person.told[0]))


def test_seeds_that_do_not_add_up_are_asked_about() -> None:
    """The likeliest counts in this photo add up to 48 seeds; in one pit, the person counts one fewer."""
    person = Person("1", "1", "2", "e", "store=20", "1")
    opened = read(person, "kalah", PICTURES / "kalah_0002.jpg")
    assert sum(content.count for content in opened.state.cells().values()) == 48
    assert person.asked[3] == person.asked[4] and person.asked[3].startswith(
        "47 seeds were counted instead of 48; least certain: store, STORE, e. Type what is different, like store=5,"
    )
    person = Person("1", "1", "2", "", "1")  # it may be another set
    opened = read(person, "kalah", PICTURES / "kalah_0002.jpg")
    assert sum(content.count for content in opened.state.cells().values()) == 47 and not person.answers
    person = Person("1", "1", "11", "1")
    read(person, "kalah", PICTURES / "kalah_0002.jpg")
    assert not any("instead of" in question for question in person.asked)
    person = Person()
    read(person, "kalah", PICTURES / "kalah_drawn_threes.jpg", asking=False)
    assert any("35 seeds were counted instead of 48" in told for told in person.told)


def test_what_a_die_shows_is_asked() -> None:
    person = Person("4", "14", "3 4", "", "2")
    opened = read(person, "tridice", PICTURES / "tridice_0002.jpg")
    cells = opened.state.cells()
    assert (cells["32"].colour, cells["32"].faces[:2]) == (1, (1, 4)) and cells["44"].faces[:2] == (3, 4)
    assert opened.state.mover == 2 and "Type the number before a colour." in person.told


def test_unasked_the_likeliest_is_taken_and_told() -> None:
    person = Person()
    opened = read(person, "kalah", PICTURES / "kalah_0002.jpg", asking=False)
    assert not person.asked and any("store is read as 19, but may be 20" in told for told in person.told)
    assert opened.state.mover == 1 and any("type turn 2 (north)" in told for told in person.told)


def test_the_side_that_has_begun_follows_from_the_discs(tmp_path: Path) -> None:
    path = tmp_path / "yellow.png"
    Image.fromarray(drawn({"d1": Content(2), "d2": Content(1), "e1": Content(2)})[..., ::-1]).save(path)
    opened = read(Person(), "connect4", path)
    assert str(opened.options) == "first=yellow" and len(opened.state.cells()) == 3
    assert [str(opened.seat(seat)) for seat in (1, 2)] == ["human:Ben", "human:Anna"]


def test_what_cannot_be_read_or_cannot_be(tmp_path: Path) -> None:
    grey = tmp_path / "grey.png"
    Image.fromarray(np.full((480, 640, 3), 128, np.uint8)).save(grey)
    for picture in (grey, tmp_path / "nowhere.jpg"):
        with pytest.raises(CameraError):
            read(Person(), "blokus", picture)
    with pytest.raises(BadPosition, match="top and left corner"):
        read(Person(), "tridice", PICTURES / "tridice_0002.jpg", asking=False)


@pytest.mark.slow
def test_the_command(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.stdin", _Typed(iter(())))
    command = ["play", "kalah", "--terminal", "--seats", "human,human", "--photo"]
    with piped(b"turn 2\nhint\n"):
        assert run([*command, str(PICTURES / "kalah_0002.jpg")]) == 0
    assert "Hint: " in capfd.readouterr().out
    kept = list(records().glob("*.jsonl"))
    assert run([*command, str(tmp_path / "nowhere.jpg")]) == 1
    assert "there is no file" in capfd.readouterr().err
    whole, damaged = (PICTURES / "kalah_0002.jpg").read_bytes(), tmp_path / "half.jpg"
    damaged.write_bytes(whole[: len(whole) // 2])
    assert run([*command, str(damaged)]) == 1
    assert "half.jpg is damaged: copy it again, or take another photo" in capfd.readouterr().err
    assert list(records().glob("*.jsonl")) == kept  # no game has begun
    assert run([*command, str(PICTURES / "kalah_0002.jpg"), "--resume"]) == 1
    corners = ["--corners", "1,1", "9,1", "9,9", "1,9"]
    for line in ([*command[:3], *corners], [*command[:2], "--photo", str(PICTURES / "kalah_0002.jpg"), *corners]):
        assert run(line) == 1
        assert "--corners works with --photo and --terminal" in capfd.readouterr().err
    monkeypatch.setattr("sys.stdin", _Typed(iter(["quit\n"]), keyboard=True))
    assert run([*command, str(PICTURES / "kalah_0002.jpg")]) == 0
    assert list(records().glob("*.jsonl")) == kept


@contextmanager
def piped(data: bytes) -> Iterator[None]:
    """Make this process's standard input a pipe with some lines, read as the terminal does."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    kept = os.dup(0)
    os.dup2(reading, 0)
    os.close(reading)
    try:
        yield
    finally:
        os.dup2(kept, 0)
        os.close(kept)


class _Typed:
    def __init__(self, lines: Iterator[str], *, keyboard: bool = False) -> None:
        self._lines, self._keyboard = lines, keyboard

    def isatty(self) -> bool:
        return self._keyboard

    def readline(self) -> str:
        return next(self._lines)

    def __iter__(self) -> Iterator[str]:
        return self._lines


def test_turn_is_refused_where_the_pieces_tell() -> None:
    with pytest.raises(FourthSeatError):
        table("connect4").correct({}, mover=2)
