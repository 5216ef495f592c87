"""Duo's opening book."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fourth_seat.engines.blokus import book
from fourth_seat.engines.blokus.book import BOOK_FILE, BlokusBook, after, read
from fourth_seat.engines.blokus.search import BlokusSearch
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.symmetry import mirrored
from tests.engines.blokus.positions import duo_placements, middle_game

(FIRST,), (MIRRORED,) = duo_placements("f8,f9,g9,e10,f10"), duo_placements("f8,e9,f9,g9,e10")
(ANSWER,), (MIRRORED_ANSWER,) = duo_placements("j5,i6,j6,k6,j7"), duo_placements("i4,h5,i5,j5,i6")


def test_a_mirror_image_has_the_mirrored_answer() -> None:
    assert mirrored(FIRST.squares) == MIRRORED.squares
    found = BlokusBook([(after([FIRST]), ANSWER)])
    assert found.answer(after([FIRST])) == ANSWER
    assert found.answer(after([MIRRORED])) == MIRRORED_ANSWER


def test_the_order_of_placements_makes_no_difference() -> None:
    line = duo_placements("f8,f9,g9,e10,f10 j5,i6,j6,k6,j7 i9,h10,i10,i11,i12 e6,f6,f7,g7,h7 d5,d6,d7,d8,d9")
    other = [*line[:2], line[4], line[3], line[2]]
    answer = after(line).legal()[0]
    assert BlokusBook([(after(line), answer)]).answer(after(other)) == answer


def test_another_position_has_no_answer() -> None:
    state = after([FIRST])
    found = BlokusBook([(state, ANSWER)])
    assert found.answer(after([])) is None
    assert found.answer(after(duo_placements("d10,e10,f10,g10,h10"))) is None
    assert found.answer(state.play(ANSWER)) is None
    assert found.answer(GAME.turn_to(state, 1)) is None, "the other colour is to move, as a correction may have it"


def test_what_is_written_is_read(tmp_path: Path) -> None:
    book.write(tmp_path / "duo.book", [((FIRST,), ANSWER), ((), FIRST)])
    found = read(tmp_path / "duo.book")
    assert (found.answer(after([])), found.answer(after([FIRST]))) == (FIRST, ANSWER)


@pytest.mark.parametrize("last", ["a1,a2", "out", "f8,f9", "zz"])
def test_what_is_not_legal_is_damage(tmp_path: Path, last: str) -> None:
    path, body = tmp_path / "duo.book", f"f8,f9,g9,e10,f10 {last}\n"
    path.write_text(f"{book._head(body)}\n{body}", "utf-8")
    with pytest.raises(DamagedTable):
        read(path)


@pytest.mark.parametrize("size", [0, 60, 2_000, -1])
def test_a_file_that_was_cut_off_is_said_and_the_search_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    path = tmp_path / "duo.book"
    path.write_bytes(BOOK_FILE.read_bytes()[:size])
    monkeypatch.setattr(book, "BOOK_FILE", path)
    state = after([])
    search = BlokusSearch(state.options, EngineLimits(), Random(1))
    assert "duo.book" in str(search.notices)
    assert search.choose(state, 9, SearchLimit(64), lambda *_: None) in state.legal()


def test_the_search_answers_by_the_book_and_hints_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    state = after([FIRST])
    search = BlokusSearch(state.options, EngineLimits(), Random(1))
    searched = search.values(middle_game("variant=duo", 0), 5, SearchLimit(1_500), lambda *_: None)
    assert len(searched) == 5
    (poor,) = duo_placements("k4,j5,k5,l5,k6")  # that a search hardly tries
    monkeypatch.setattr(search, "_book", BlokusBook([(state, poor)]))
    assert search.choose(state, 9, SearchLimit(64), lambda *_: None) == poor
    for simulations in (64, 1_500):
        values = search.values(state, 3, SearchLimit(simulations), lambda *_: None)
        assert values[0].move == poor and values[0].visits and len(values) == 3
    monkeypatch.setattr(search, "_book", BlokusBook())
    assert search.values(state, 3, SearchLimit(1_500), lambda *_: None)[0].move != poor


def test_each_answer_of_the_book_is_found_and_the_first_hint() -> None:
    found, lines = read(BOOK_FILE), BOOK_FILE.read_text("utf-8").splitlines()[1:]
    assert found.answer(after([])) is not None and lines == sorted(lines)
    for line in lines:
        *before, answer = duo_placements(line)
        state = after(before)
        search = BlokusSearch(state.options, EngineLimits(), Random(1))
        assert found.answer(state) == answer
        assert search.values(state, 1, SearchLimit(64), lambda *_: None)[0].move == answer


@pytest.mark.parametrize("plies", [0, 1, 9])
def test_classic_games_have_no_answer(plies: int) -> None:
    state = middle_game("", plies)
    assert book.book_of(state.options).answer(state) is None
    assert read(BOOK_FILE).answer(state) is None
