"""Looks two throws ahead at close decisions: which turns are examined, and that the results are those of the look."""

from __future__ import annotations

import numpy as np
import pytest

from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.evaluator import (
    MONEY_POINTS,
    THROW_PROBABILITIES,
    BackgammonEvaluator,
    Positions,
    packed,
)
from fourth_seat.games.backgammon.checkers import START_CHECKERS
from training.backgammon.second_look import (
    CLOSE_DECISION_POINTS,
    CLOSE_TURN_POINTS,
    draw_throws,
    second_look_changes,
    with_second_looks,
)


@pytest.fixture(scope="module")
def player() -> BackgammonEvaluator:
    """Return the installed networks."""
    return BackgammonEvaluator(networks.read(), bearoff.nothing())


@pytest.fixture(scope="module")
def turns(player: BackgammonEvaluator) -> Positions:
    """Return positions with contact, three of them."""
    return player.replies(packed([(START_CHECKERS, START_CHECKERS)])[0], MONEY_POINTS)[[0, 4, 20]]


def test_over_all_throws_it_is_the_look_two_throws_ahead(player: BackgammonEvaluator, turns: Positions) -> None:
    each = np.array(
        [second_look_changes(player, turns[:1], np.array([throw]))[0] for throw in range(len(THROW_PROBABILITIES))]
    )
    one, two = (player.ahead(turns[:1], MONEY_POINTS, plies) @ MONEY_POINTS for plies in (1, 2))
    assert THROW_PROBABILITIES @ each == pytest.approx(two - one, abs=1e-4)


def test_throws_are_drawn_as_often_as_they_come() -> None:
    rng = np.random.default_rng(1)
    drawn = np.bincount(np.concatenate([draw_throws(3, rng) for _ in range(4_000)]), minlength=len(THROW_PROBABILITIES))
    assert drawn / drawn.sum() == pytest.approx(THROW_PROBABILITIES, abs=0.005)


def test_only_close_decisions_are_looked_at_again(player: BackgammonEvaluator, turns: Positions) -> None:
    decisions, points = (
        np.zeros(3, np.int64),
        np.array([0, 2 * CLOSE_DECISION_POINTS, 3 * CLOSE_DECISION_POINTS], np.float32),
    )
    assert (with_second_looks(player, turns, decisions, points, 3, 1) == points).all()
    assert (with_second_looks(player, turns, np.arange(3), np.zeros(3, np.float32), 3, 1) == 0).all()  # none has a rival
    points = np.array([0, CLOSE_DECISION_POINTS / 2, 2 * CLOSE_TURN_POINTS], np.float32)
    found = with_second_looks(player, turns, decisions, points, 3, 1)
    assert found[:2] - points[:2] == pytest.approx(
        second_look_changes(player, turns[:2], draw_throws(3, np.random.default_rng(1))), abs=1e-5
    )
    assert found[2] - points[2] == pytest.approx((found[:2] - points[:2]).mean(), abs=1e-5)  # too far from the best
