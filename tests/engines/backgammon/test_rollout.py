"""Rollouts: unbiased, with and without luck; their stated errors are right; they end in the tables and can be stopped."""

from __future__ import annotations

from functools import cache
from itertools import count

import numpy as np
import pytest

from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.evaluator import (
    MONEY_POINTS,
    SIDE,
    THROW_PROBABILITIES,
    BackgammonEvaluator,
    Floats,
    Positions,
    packed,
)
from fourth_seat.engines.backgammon.kernels import evaluate
from fourth_seat.engines.backgammon.rollout import BLOCK_TRIALS, RolloutPlan, RolloutResult, rolled_out
from fourth_seat.games.backgammon.checkers import CHECKERS_EACH, OFF, START_CHECKERS, Checkers

ENDINGS = [({1: 1, 3: 1, 6: 1}, {2: 1, 4: 1, 5: 1}), ({6: 2}, {5: 1, 3: 1}), ({4: 3}, {6: 2, 5: 1})]


def side(points: dict[int, int]) -> Checkers:
    places = {**points, OFF: CHECKERS_EACH - sum(points.values())}
    return tuple(places.get(place, 0) for place in range(SIDE))


@pytest.fixture(scope="module")
def without_tables() -> BackgammonEvaluator:
    return BackgammonEvaluator(networks.read(), bearoff.nothing())


def exact(evaluator: BackgammonEvaluator, position: Positions) -> Floats:
    """Return the shares of the six ends if both sides go on playing as the networks want, by going through all throws."""

    @cache
    def looked(text: bytes) -> tuple[float, ...]:
        here = np.frombuffer(text, np.int8).copy()
        if here[SIDE] == CHECKERS_EACH:
            return tuple(map(float, evaluator.shares(here[None])[0]))
        after = np.empty((len(THROW_PROBABILITIES), 2 * SIDE), np.int8)
        evaluate.reply(evaluator.knowledge, evaluate.workspace(), np.ascontiguousarray(-MONEY_POINTS[::-1]), here, after)
        shares = sum(
            chance * np.array(looked(each.tobytes())[::-1])
            for chance, each in zip(THROW_PROBABILITIES.tolist(), after, strict=True)
        )
        return tuple(np.asarray(shares).tolist())

    return np.array(looked(position.tobytes()), np.float32)


def last(evaluator: BackgammonEvaluator, position: Positions, how: RolloutPlan) -> RolloutResult:
    *_, done = rolled_out(evaluator, position[None], MONEY_POINTS, how)
    return done[0]


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_mean_is_that_of_the_games_with_and_without_luck(
    without_tables: BackgammonEvaluator, ending: tuple[dict[int, int], ...]
) -> None:
    position = packed([(side(ending[0]), side(ending[1]))])[0]
    truth = exact(without_tables, position)
    plain = last(without_tables, position, RolloutPlan(7_200, None, reduced=False))
    reduced = last(without_tables, position, RolloutPlan(720, None))
    for rolled in (plain, reduced):
        assert abs(float((rolled.shares - truth) @ MONEY_POINTS)) < 4 * rolled.error + 1e-5
        assert (np.abs(rolled.shares - truth) < 4 * rolled.errors + 1e-5).all()
        assert rolled.shares.sum() == pytest.approx(1, abs=1e-4)
    assert 0 < plain.error < 0.05


def test_errors_are_what_they_say(without_tables: BackgammonEvaluator) -> None:
    position = packed([(side(ENDINGS[0][0]), side(ENDINGS[0][1]))])[0]
    truth = float(exact(without_tables, position) @ MONEY_POINTS)
    found = [last(without_tables, position, RolloutPlan(360, None, reduced=False, seed=seed)) for seed in range(40)]
    standard = [(float(rolled.shares @ MONEY_POINTS) - truth) / rolled.error for rolled in found]
    assert 0.6 < float(np.std(standard)) < 1.6
    assert abs(float(np.mean(standard))) < 0.7


@pytest.mark.slow
def test_known_endings_are_exact() -> None:
    evaluator = BackgammonEvaluator(networks.read(), bearoff.build())
    position = packed([(side({6: 3, 5: 2}), side({6: 2, 4: 2}))])[0]
    rolled = last(evaluator, position, RolloutPlan(72, None))
    assert rolled.shares == pytest.approx(evaluator.shares(position[None])[0], abs=1e-6)
    assert rolled.error == 0


@pytest.mark.slow
def test_luck_taken_out_leaves_smaller_errors_and_the_same_dice_the_same_result(
    without_tables: BackgammonEvaluator,
) -> None:
    position = packed([(START_CHECKERS, START_CHECKERS)])[0]
    plain, reduced = (last(without_tables, position, RolloutPlan(144, 4, reduced=one)) for one in (False, True))
    assert reduced.error < plain.error / 2
    again = last(without_tables, position, RolloutPlan(144, 4))
    assert (again.shares == reduced.shares).all() and again.error == reduced.error
    other = last(without_tables, position, RolloutPlan(144, 4, seed=2))
    assert (other.shares != reduced.shares).any()


def test_the_first_throws_are_spread_evenly(without_tables: BackgammonEvaluator) -> None:
    """One throw ahead, a block is the exact mean over all throws: nothing is left to chance."""
    position = packed([(START_CHECKERS, START_CHECKERS)])[0]
    rolled = last(without_tables, position, RolloutPlan(72, 1, reduced=False))
    assert rolled.error == pytest.approx(0, abs=1e-6)
    assert rolled.shares == pytest.approx(without_tables.ahead(position[None], MONEY_POINTS, 1)[0], abs=1e-5)


def test_it_can_be_stopped(without_tables: BackgammonEvaluator) -> None:
    positions = packed([(START_CHECKERS, START_CHECKERS), (START_CHECKERS, START_CHECKERS)])
    looks = count()
    done = list(rolled_out(without_tables, positions, MONEY_POINTS, RolloutPlan(3_600, 2), lambda: next(looks) > 30))
    assert [each[0].trials for each in done] == [2 * BLOCK_TRIALS, 3 * BLOCK_TRIALS]
    assert list(rolled_out(without_tables, positions, MONEY_POINTS, RolloutPlan(), lambda: True)) == []
