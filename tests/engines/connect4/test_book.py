"""The opening book: what it knows, and that a damaged one is never trusted."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from fourth_seat.engines.connect4 import book
from fourth_seat.engines.connect4.solver import Connect4Solver
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.games import find
from fourth_seat.games.connect4.rules import Connect4Move, Connect4State

GAME = find("connect4")


def start() -> Connect4State:
    state: Connect4State = GAME.start(GAME.options())
    return state


def test_a_position_and_its_mirror_image_have_one_key() -> None:
    left, right = start(), start()
    for column in (1, 2, 1, 5, 7, 7, 4):
        left, right = left.play(Connect4Move(column)), right.play(Connect4Move(8 - column))
    assert left != right
    assert book.key_of(left.own, left.taken) == book.key_of(right.own, right.taken)
    assert book.key_of(left.own, left.taken) != book.key_of(left.own ^ left.taken, left.taken)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "book"
    state = start().play(Connect4Move(4))
    words = sorted(book.key_of(s.own, s.taken) << 8 | book.ZERO_SCORE + score for s, score in ((start(), 1), (state, -3)))
    book.write(path, 1, array("Q", words))
    found = book.read(path)
    assert (found.stones, len(found)) == (1, 2)
    assert found.score(0, 0) == 1
    assert found.score(state.own, state.taken) == -3
    other = start().play(Connect4Move(1))
    assert found.score(other.own, other.taken) is None


def test_the_book_in_the_tree_is_whole() -> None:
    found = book.read()
    assert found.stones >= 8
    assert book.BOOK_FILE.stat().st_size <= 10_000_000
    assert found.score(0, 0) == 1


def spoil(content: bytes, how: str) -> bytes:
    if how == "incomplete":
        return content[:-8]
    if how == "empty":
        return b""
    if how == "another version":
        return content.replace(b"book 1", b"book 0", 1)
    if how == "a head alone":
        return content[:20]
    return content[:-1] + bytes([content[-1] ^ 1])


@pytest.mark.parametrize("how", ["incomplete", "empty", "another version", "a head alone", "one bit"])
def test_a_damaged_book_is_not_believed(tmp_path: Path, how: str) -> None:
    path = tmp_path / "book"
    path.write_bytes(spoil(book.BOOK_FILE.read_bytes(), how))
    with pytest.raises(DamagedTable):
        book.read(path)
    solver = Connect4Solver(GAME.options(), opening=path)
    state = start()
    for column in (1, 4, 3, 1, 7, 3, 5, 1, 3, 3):
        state = state.play(Connect4Move(column))
    assert solver.score(state, lambda: False, lambda *_: None).low == -2
    solver.prepare(lambda *_: None, lambda: False)
    (notice,) = solver.notices
    assert str(path) in str(notice)


def test_a_missing_book_is_told(tmp_path: Path) -> None:
    solver = Connect4Solver(GAME.options(), opening=tmp_path / "none")
    solver.prepare(lambda *_: None, lambda: False)
    assert len(solver.notices) == 1
