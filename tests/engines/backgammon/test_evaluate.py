"""Networks' evaluation of positions: shots are those of the rules, shares add up, and looking ahead gives a mean."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.evaluator import (
    MONEY_POINTS,
    THROW_PROBABILITIES,
    BackgammonEvaluator,
    Positions,
    packed,
)
from fourth_seat.engines.backgammon.kernels.evaluate import KEPT, Knowledge, evaluate, workspace
from fourth_seat.engines.backgammon.kernels.features import FEATURES, features_of
from fourth_seat.engines.backgammon.kernels.shots import hits_of
from fourth_seat.engines.backgammon.kernels.turns import TURNS, turns_of
from fourth_seat.engines.backgammon.networks import Networks
from fourth_seat.games.backgammon.checkers import START_CHECKERS

THROWN = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
WORK = np.zeros(1, TURNS)[0]


def turns(here: Positions, dice: tuple[int, int]) -> Positions:
    count = turns_of(here, *dice, WORK)
    return WORK["found"][:count].copy() if count else np.concatenate([here[26:], here[:26]])[None]


def at_random(number: int, seed: int) -> Positions:
    """Return positions of games played at random, with somebody on the bar in many; none is over."""
    rng = Random(seed)
    found: list[Positions] = []
    here = packed([(START_CHECKERS, START_CHECKERS)])[0]
    while len(found) < number:
        here = rng.choice(list(turns(here, rng.choice(THROWN))))
        if here[26] == 15:
            here = packed([(START_CHECKERS, START_CHECKERS)])[0]
        found.append(here)
    return np.array(found)


@pytest.fixture(scope="module")
def evaluator() -> BackgammonEvaluator:
    """Return random networks for each kind, whose output differs from input to input."""
    made = networks.widened(networks.fresh(16, 1))
    rng = np.random.default_rng(1)
    for array in made.arrays:
        array += rng.normal(0, 0.2, array.shape).astype(np.float32)
    return BackgammonEvaluator(made, bearoff.build())


def hit_by_rules(here: Positions, point: int) -> int:
    """Return the throws (of 36) by which the side on roll can hit the other's lone checker on a point, as the other
    counts.
    """
    hit = 0
    for dice in THROWN:
        after = turns(here, dice)
        if (after[:, point] == 0).any() and ((after[:, 25] > here[51]) & (after[:, point] == 0)).any():
            hit += 1 if dice[0] == dice[1] else 2
    return hit


def test_shots_are_those_of_the_rules() -> None:
    counted = differing = 0
    for here in at_random(400, 2):
        for point in range(1, 25):
            if here[26 + point] == 1:
                counted += 1
                differing += hits_of(here, point) != hit_by_rules(here, point)
    assert counted > 800
    assert differing <= counted // 100  # a throw may have to be played differently, so that both dice are used


def test_features_of_the_start() -> None:
    start = packed([(START_CHECKERS, START_CHECKERS)])
    features = np.zeros((2, FEATURES), np.int64)
    features_of(start[0], features)
    assert (features[0] == features[1]).all()
    pips, last = features[0, :2]
    assert (pips, last) == (167, 24)


def test_shares_are_shares(evaluator: BackgammonEvaluator) -> None:
    positions = at_random(300, 3)
    shares = evaluator.shares(positions)
    assert shares.shape == (300, 6) and (shares >= 0).all()
    assert shares.sum(1) == pytest.approx(np.ones(300), abs=1e-4)
    assert len(np.unique(shares[:, 3])) > 200


@pytest.mark.parametrize(
    ("own", "index"), [({0: 1, 6: 14}, 2), ({6: 15}, 1), ({6: 14, 19: 1}, 0), ({6: 14, 25: 1}, 0), ({18: 15}, 1)]
)
def test_what_is_over_is_lost_by_the_side_on_roll(evaluator: BackgammonEvaluator, own: dict[int, int], index: int) -> None:
    here = packed([(tuple(own.get(place, 0) for place in range(26)), (15, *[0] * 25))])
    assert evaluator.shares(here)[0].tolist() == [float(n == index) for n in range(6)]
    assert evaluator.ahead(here, MONEY_POINTS, 2)[0].tolist() == [float(n == index) for n in range(6)]


def test_looking_ahead_is_the_mean_of_the_best_replies(evaluator: BackgammonEvaluator) -> None:
    positions = at_random(12, 4)
    for plies in (1, 2):
        found = evaluator.ahead(positions, MONEY_POINTS, plies)
        for here, shares in zip(positions, found, strict=True):
            expected = np.zeros(6)
            for dice, chance in zip(THROWN, THROW_PROBABILITIES, strict=True):
                after = turns(here, dice)
                best = after[[int(np.argmin(evaluator.shares(after) @ MONEY_POINTS))]]
                expected += chance * evaluator.ahead(best, MONEY_POINTS, plies - 1)[0][::-1]
            assert shares == pytest.approx(expected, abs=1e-4)


def test_only_turns_that_the_pruning_networks_like_are_judged(evaluator: BackgammonEvaluator) -> None:
    small = networks.fresh(8, 3)
    judge = BackgammonEvaluator(small, evaluator.tables)
    pruned = BackgammonEvaluator(replace(evaluator.nets, pruning=small.arrays), evaluator.tables)
    missed = 0
    for here in at_random(20, 7):
        for dice, played in zip(THROWN, pruned.replies(here, MONEY_POINTS), strict=True):
            after = turns(here, dice)
            kept = np.argsort(judge.shares(after) @ MONEY_POINTS, kind="stable")[:KEPT]
            left = evaluator.shares(after) @ MONEY_POINTS
            assert (played == after[kept[np.argmin(left[kept])]]).all()
            missed += np.argmin(left) not in kept
    assert missed, "networks of random weights often disagree"


def test_turns_are_ranked_by_worth(evaluator: BackgammonEvaluator) -> None:
    found = turns(packed([(START_CHECKERS, START_CHECKERS)])[0], (3, 1))
    for plies in (0, 1, 2):
        order, shares, *_ = evaluator.looked(found, MONEY_POINTS, plies)
        assert sorted(order) == list(range(len(found)))
        equity: NDArray[np.float32] = shares[order] @ MONEY_POINTS
        assert plies or (np.diff(equity) <= 1e-6).all()
        assert equity[0] >= equity[1]


def test_a_net_of_checkers_says_the_same_when_it_is_widened() -> None:
    small = networks.fresh(16, 5)
    wide = networks.widened(small)
    positions = at_random(100, 6)
    outputs = [np.zeros((100, 6), np.float32) for _ in range(2)]
    for each, shares in zip((small, wide), outputs, strict=True):
        evaluate(Knowledge(each.arrays, networks.NO_PRUNING, bearoff.nothing().arrays), workspace(), positions, shares)
    assert outputs[0] == pytest.approx(outputs[1], abs=1e-5)
    assert isinstance(wide, Networks) and wide.whole and small.whole
