"""Cells written as text: the examples in questions and errors come from the game that is being played."""

from __future__ import annotations

import re

import pytest

from fourth_seat.games import AnyGame, find, game_names
from fourth_seat.games.errors import BadNotation
from fourth_seat.table.record.cell_text import cell_examples, read_cells


@pytest.fixture(params=game_names())
def game(request: pytest.FixtureRequest) -> AnyGame:
    return find(request.param)


def test_examples_can_be_typed(game: AnyGame) -> None:
    start = game.start(game.options())
    example, empty = cell_examples(game, start.options)
    name = example.partition("=")[0]
    assert name in game.geometry(start.options)
    (content,) = read_cells(game, start, example).values()
    assert content and read_cells(game, start, empty) == {name: None}


def test_errors_give_examples_of_this_game(game: AnyGame) -> None:
    start = game.start(game.options())
    name = cell_examples(game, start.options)[0].partition("=")[0]
    for text in ("", "zz=1", f"{name}=what", f"{name}=:"):
        with pytest.raises(BadNotation) as caught:
            read_cells(game, start, text)
        like = re.search(r"(?:such as|as in) (\S+)=", str(caught.value))
        assert like and like[1] == name, text


def test_piles_belong_to_nobody() -> None:
    game = find("kalah")
    with pytest.raises(BadNotation, match="c=south:3: enter how many there are, as in c=5"):
        read_cells(game, game.start(game.options()), "c=south:3")


def test_capitals_are_read_as_small_letters_where_no_cell_has_them() -> None:
    for name in ("connect4", "blokus"):
        game = find(name)
        start = game.start(game.options())
        example, empty = cell_examples(game, game.options())
        assert read_cells(game, start, f"{example.upper()} {empty}") == read_cells(game, start, f"{example} {empty}")
    kalah = find("kalah")
    assert set(read_cells(kalah, kalah.start(kalah.options()), "A=3 a=5")) == {"A", "a"}
