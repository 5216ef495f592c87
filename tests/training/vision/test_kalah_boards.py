"""Drawn boards, from which the network that finds pits learns: it finds their pits."""

from __future__ import annotations

import numpy as np

from fourth_seat.vision.kalah.finder import find_pits
from training.vision.kalah.board_drawings import DrawnBoard, picture
from training.vision.kalah.relief import plan

WIDTH, HEIGHT = 320, 240
SURE = 0.3


def drawn(seed: int) -> DrawnBoard:
    return picture(np.random.default_rng(seed), WIDTH, HEIGHT)


def test_a_seed_draws_the_same_board_again() -> None:
    one, other = drawn(3), drawn(3)
    assert np.array_equal(one.image, other.image)
    assert np.array_equal(one.pits, other.pits)


def test_pits_lie_in_the_picture() -> None:
    boards = [drawn(seed) for seed in range(24)]
    assert any(not len(board.pits) for board in boards)
    for board in boards:
        assert board.image.shape == (HEIGHT, WIDTH, 3)
        for places in (board.pits, board.stores):
            assert ((places[:, :2] > 0) & (places[:, :2] < (WIDTH, HEIGHT))).all()
            assert (places[:, 2] > 0).all()


def test_plans_differ_as_boards_do() -> None:
    plans = [plan(np.random.default_rng(seed)) for seed in range(60)]
    assert {len(board.pits) for board in plans} > {8, 10, 12}
    assert {board.folds for board in plans} == {False, True}
    assert any(not len(board.stores) for board in plans)


def test_the_network_finds_most_pits_of_boards_it_has_not_seen() -> None:
    found = there = 0
    for seed in range(1000, 1012):
        board = drawn(seed)
        seen = find_pits(board.image)
        places = seen.pits[seen.chances > SURE]
        for x, y, radius in board.pits:
            there += 1
            found += bool(len(places)) and float(np.hypot(*(places[:, :2] - (x, y)).T).min()) < max(4.0, 0.4 * radius)
    assert found > 0.75 * there
