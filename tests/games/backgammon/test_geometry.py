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
        assert board.hit(cell.foot) == str(point)
        assert 0 < last < 11.5 and abs(last - cell.polygon[2][1]) < 1


def test_the_dice_lie_in_the_middle_of_white_s_right_half() -> None:
    board = GAME.geometry(GAME.options())
    left, right = (board[name].foot for name in ("die:1", "die:2"))
    assert left[0] + board["die:1"].size <= right[0] and left[1] == right[1] == 11.5 / 2
    assert abs((left[0] + right[0]) / 2 - (7 + 13) / 2) < 0.5
