"""The opening book of Duo."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engines.blokus import book
from engines.blokus.book import BOOK_FILE, BlokusBook, after, read
from engines.blokus.search import BlokusSearch
from engines.errors import DamagedTable
from engines.limits import EngineLimits
from engines.search.limit import SearchLimit
from games.blokus.moves import BlokusPlacement
from games.blokus.notation import parse
from games.blokus.symmetry import mirrored
from tests.engines.blokus.positions import middle_game

FIRST, MIRRORED = "f8,f9,g9,e10,f10", "f8,e9,f9,g9,e10"


def placement(text: str) -> BlokusPlacement:
    move = parse(text, 14)
    assert isinstance(move, BlokusPlacement)
    return move


def placements(texts: str) -> tuple[BlokusPlacement, ...]:
    return tuple(map(placement, texts.split()))


def test_a_mirror_image_has_the_mirrored_answer() -> None:
    assert mirrored(placement(FIRST).squares) == placement(MIRRORED).squares
    found = BlokusBook([((placement(FIRST),), placement("j5,i6,j6,k6,j7"))])
    assert str(found.answer(after([placement(FIRST)]))) == "j5,i6,j6,k6,j7"
    assert str(found.answer(after([placement(MIRRORED)]))) == "i4,h5,i5,j5,i6"


def test_the_order_of_placements_makes_no_difference() -> None:
    line = placements("f8,f9,g9,e10,f10 j5,i6,j6,k6,j7 i9,h10,i10,i11,i12 e6,f6,f7,g7,h7 d5,d6,d7,d8,d9")
    other = [*line[:2], line[4], line[3], line[2]]
    answer = after(line).legal()[0]
    assert BlokusBook([(line, answer)]).answer(after(other)) == answer


def test_only_what_follows_from_the_start_has_an_answer() -> None:
    found = BlokusBook([((placement(FIRST),), placement("j5,i6,j6,k6,j7"))])
    state = after([placement(FIRST)])
    assert found.answer(after([])) is None
    assert found.answer(after([placement("d10,e10,f10,g10,h10")])) is None
    assert found.answer(state.play(placement("j5,i6,j6,k6,j7"))) is None


@pytest.mark.parametrize("text", ["f8,f9,g9,e10,f10 a1,a2", "f8,f9,g9,e10,f10 out", "f8,f9", "\n", "\xff"])
def test_a_damaged_file_is_said_and_the_search_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    path = tmp_path / "duo.book"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(DamagedTable, match=r"duo\.book"):
        read(path)
    monkeypatch.setattr(book, "BOOK_FILE", path)
    state = after([])
    search = BlokusSearch(state.options, EngineLimits(), Random(1))
    assert "duo.book" in str(search.notices)
    assert search.choose(state, 9, SearchLimit(64), lambda *_: None) in state.legal()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    answers = [((placement(FIRST),), placement("j5,i6,j6,k6,j7"))]
    book.write(tmp_path / "duo.book", answers)
    assert str(read(tmp_path / "duo.book").answer(after([placement(FIRST)]))) == "j5,i6,j6,k6,j7"


def test_the_search_answers_by_the_book_and_hints_say_so() -> None:
    line, answer = book._entry(BOOK_FILE.read_text("utf-8").splitlines()[0])
    state = after(line)
    search = BlokusSearch(state.options, EngineLimits(), Random(1))
    assert search.choose(state, 9, SearchLimit(64), lambda *_: None) == answer
    values = search.values(state, 5, SearchLimit(1_500), lambda *_: None)
    assert values[0].move == answer and len(values) == 5


def test_every_line_of_the_book_is_read() -> None:
    lines = BOOK_FILE.read_text("utf-8").splitlines()
    assert len(read(BOOK_FILE)) == len(lines)
    assert lines == sorted(lines)
    assert read(BOOK_FILE).answer(after([])) is not None


def test_classic_games_have_no_book() -> None:
    state = middle_game("", 0)
    assert book.book_of(state.options).answer(state) is None
