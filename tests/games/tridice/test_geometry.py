"""TriDice's board, and the dice beside it."""

from __future__ import annotations

from itertools import combinations

import pytest

from fourth_seat.games.geometry import extent
from tests.games.tridice.positions import GAME


def test_each_player_s_dice_lie_on_their_side_as_far_from_the_board() -> None:
    board = GAME.geometry(GAME.options())
    slots = [cell for cell in board.cells if cell.zone in ("hand", "out")]
    for zone in ("hand", "out"):
        for n in range(1, len(slots) // 4 + 1):
            left, right = board[f"{zone}:1:{n}"].foot, board[f"{zone}:2:{n}"].foot
            assert left[0] < 0 and left[1] == right[1] and left[0] + right[0] == pytest.approx(board.area[2])
    for one, other in combinations(slots, 2):
        apart = (one.size + other.size) / 2
        assert abs(one.foot[0] - other.foot[0]) > apart or abs(one.foot[1] - other.foot[1]) > apart
    assert all(extent(slot.polygon)[2] < 0 or extent(slot.polygon)[0] > board.area[2] for slot in slots)


def test_the_triangle_has_most_of_the_board_s_width() -> None:
    board = GAME.geometry(GAME.options())
    left, top, right, bottom = board.bounds
    assert board.area[2] - board.area[0] > 0.55 * (right - left) and (right - left) / (bottom - top) < 1.4
