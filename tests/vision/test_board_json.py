"""The contents of a board are written as the picture shows them."""

from __future__ import annotations

from fourth_seat.games import find
from fourth_seat.vision.board_json import board


def test_connect4_is_written_as_it_stands() -> None:
    game = find("connect4")
    state = game.parse_position("4453", game.options())
    assert board(game, game.options(), state.cells()) == {
        "board": [".......", ".......", ".......", ".......", "...Y...", "..YRR.."]
    }


def test_backgammon_is_written_as_the_picture_shows_it() -> None:
    game = find("backgammon")
    assert board(game, game.options(), game.start(game.options()).cells()) == {
        "points": [5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2],
        "bar": [0, 0],
    }


def test_kalah_s_stores_are_left_and_right() -> None:
    game = find("kalah")
    state = game.parse_position("1,2,3,4,5,6,7/8,9,10,11,12,13,14/s", game.options("seeds=4"))
    assert board(game, game.options(), state.cells()) == {
        "pits": [13, 12, 11, 10, 9, 8, 1, 2, 3, 4, 5, 6],
        "stores": [14, 7],
    }
