"""Backgammon's board."""

from __future__ import annotations

from fourth_seat.games.backgammon import GAME


def test_the_board() -> None:
    board = GAME.geometry(GAME.options())
    assert board.hit((12.5, 11.4)) == "1" and board.hit((0.1, 11.4)) == "12" and board.hit((0.1, 0.1)) == "13"
    assert board.hit((12.9, 0.1)) == "24" and board.hit((6.5, 10)) == "bar:white" and board.hit((13.9, 1)) == "home:black"
    assert "cube" not in board and "cube" in GAME.geometry(GAME.options("cube=on"))
    for point in range(1, 25):  # five checkers reach as far as the point does
        cell = board[str(point)]
        last = cell.foot[1] + 4 * cell.pitch[1]
        assert 0 < last < 11.5 and abs(last - cell.polygon[2][1]) < 1
