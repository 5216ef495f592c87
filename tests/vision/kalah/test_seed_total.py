"""Seeds that cannot be counted in one cell are found by subtracting the others from the total."""

from __future__ import annotations

import numpy as np
import pytest

from fourth_seat.vision.kalah.seed_total import together

TOTAL = 12


def _sure(count: int, width: float = 0.3) -> list[float]:
    return [-(((n - count) / width) ** 2) / 2 for n in range(TOTAL + 1)]


def test_a_broad_count_is_what_the_others_leave() -> None:
    logs = np.array([_sure(3), _sure(4), _sure(6, width=3)])
    assert together(logs).argmax(axis=1).tolist() == [3, 4, 5]


def test_probabilities_sum_to_one() -> None:
    rng = np.random.default_rng(1)
    logs = together(rng.normal(0, 2, (5, TOTAL + 1)))
    assert np.allclose(np.exp(logs).sum(axis=1), 1)


def test_against_all_boards_counted_one_by_one() -> None:
    rng = np.random.default_rng(2)
    logs = np.log(rng.dirichlet(np.ones(4), 3))
    boards = [(a, b, c) for a in range(4) for b in range(4) for c in range(4)]
    chance = {board: np.exp(sum(logs[cell, n] for cell, n in enumerate(board))) for board in boards}
    there, few = ({board for board in boards if test(sum(board))} for test in ((3).__eq__, (3).__ge__))
    share = 0.9 * sum(chance[board] for board in there)
    share /= share + 0.1 * sum(chance[board] for board in few) / 4
    for cell in range(3):
        for n in range(4):
            whole = sum(chance[board] for board in there if board[cell] == n) / sum(chance[board] for board in there)
            assert np.isclose(np.exp(together(logs)[cell, n]), share * whole + (1 - share) * np.exp(logs[cell, n]))


def test_seeds_in_a_hand_leave_the_cells_as_they_look() -> None:
    logs = np.array([_sure(1), _sure(2), _sure(3)])  # half of the seeds are elsewhere
    assert together(logs).argmax(axis=1).tolist() == [1, 2, 3]


@pytest.mark.parametrize(("two", "three", "read"), [(0.4, 0.5, 2), (0.05, 0.9, 3)])
def test_the_total_settles_doubts_in_all_cells_but_overrules_none(two: float, three: float, read: int) -> None:
    """There are six cells and twelve seeds."""
    logs = np.full((6, TOTAL + 1), np.log(0.01))
    logs[:, 2:4] = np.log((two, three))
    assert (together(logs).argmax(axis=1) == read).all()
