"""A board's plan is found from marks, some of them missing and some wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.games.backgammon.geometry import BOARD_HEIGHT, BOARD_WIDTH
from fourth_seat.vision.backgammon.alignment import BoardMarks, BoardPlan, aligned

CORNERS = np.array([(0, 0), (BOARD_WIDTH, 0), (BOARD_WIDTH, BOARD_HEIGHT), (0, BOARD_HEIGHT)])


def plan(shift: float = 0.0, bar: float = 1.3) -> BoardPlan:
    """Return a board seen this many units away from where it was assumed to be, and askew."""
    matrix = np.array([[1.03, 0.02, shift], [-0.015, 0.98, 0.2], [0.004, -0.003, 1.0]])
    return BoardPlan(matrix, bar, 4.9)


def marks(true: BoardPlan, rng: np.random.Generator, wall: float = 0.0, hidden: int = 0) -> BoardMarks:
    """Return the marks seen on it. `wall`: board units by which the left and the top edge seem to be further out."""
    down, across = np.arange(0.2, BOARD_HEIGHT, 0.25), np.arange(0.2, BOARD_WIDTH, 0.25)
    low, high = (BOARD_WIDTH - true.bar) / 2, (BOARD_WIDTH + true.bar) / 2

    def seen(points: NDArray[np.float64]) -> NDArray[np.float64]:
        return true.seen(points) + rng.normal(0, 0.03, points.shape)

    def upright(*places: float) -> NDArray[np.float64]:
        return seen(np.concatenate([np.column_stack([np.full(len(down), x), down]) for x in places]))

    def level(place: float) -> NDArray[np.float64]:
        return seen(np.column_stack([across, np.full(len(across), place)]))

    tips = rng.permutation(true.tips())[hidden:]
    stray = rng.uniform((0, 0), (BOARD_WIDTH, BOARD_HEIGHT), (2, 2))
    checkers = np.array([(x, y) for x in true.tips()[3:9, 0] for y in (0.49, 1.43, BOARD_HEIGHT - 0.49)])
    return BoardMarks(
        upright(-wall, high),
        upright(low, BOARD_WIDTH),
        level(-wall),
        level(BOARD_HEIGHT),
        seen(np.vstack([tips, stray])),
        seen(checkers),
    )


@pytest.mark.parametrize("shift", [-1.0, 0.0, 0.9])
@pytest.mark.parametrize(("wall", "hidden"), [(0.0, 0), (0.0, 24), (0.4, 0), (0.4, 8)])
def test_the_plan_is_found(shift: float, wall: float, hidden: int) -> None:
    if hidden == 24 and shift:
        pytest.skip("without tips a board is looked for where it was taken to be")
    true = plan(shift)
    found, _ = aligned(marks(true, np.random.default_rng(5), wall, hidden))
    assert np.abs(found.seen(CORNERS) - true.seen(CORNERS)).max() < 0.15
    assert abs(found.bar - true.bar) < 0.1


@pytest.mark.parametrize("shift", [0.0, 0.9])
def test_a_latch_on_the_bar_of_an_empty_board_is_no_misplaced_checker(shift: float) -> None:
    true = plan(shift)
    latches = true.seen(np.array([(BOARD_WIDTH / 2 + 0.2, 0.8), (BOARD_WIDTH / 2, BOARD_HEIGHT - 2.5)]))
    found, fit = aligned(replace(marks(true, np.random.default_rng(5)), checkers=latches))
    assert np.abs(found.seen(CORNERS) - true.seen(CORNERS)).max() < 0.15
    assert fit > 2.8


def test_tips_under_checkers_are_not_missed() -> None:
    true = plan()
    seen = marks(true, np.random.default_rng(5))
    covered = np.arange(24) % 3 == 0
    bare = replace(seen, tips=true.seen(true.tips()[~covered]))
    stacked = replace(bare, checkers=true.seen(true.tips()[covered] + (0.1, 0.2)))
    assert true.tips_seen(bare) == pytest.approx(2 / 3)
    assert true.tips_seen(stacked) == pytest.approx(1)


def test_edges_are_told_apart_from_what_is_none() -> None:
    true = plan()
    seen = marks(true, np.random.default_rng(5))
    ground = true.ground(seen)
    assert ground.seen > 0.9
    left = true.seen(np.array([(0, BOARD_HEIGHT / 2)]))[0]
    assert abs(ground.left[0] + ground.left[1] * left[1] - left[0]) < 0.02
    assert plan(shift=0.6).ground(seen).least < 0.2
