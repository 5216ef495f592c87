"""Cube decisions corrected by rollouts: when, by how much, and within the available time."""

from __future__ import annotations

import time

import numpy as np
import pytest

from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.cube.at_stake import at_stake
from fourth_seat.engines.backgammon.cube.janowski import CubeDecision
from fourth_seat.engines.backgammon.cube_rollout import ANSWERING_PLAN, DOUBLING_PLAN, corrected, is_close
from fourth_seat.engines.backgammon.decisions import doubling, outlook
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator, packed
from fourth_seat.engines.backgammon.rollout import BLOCK_TRIALS, MIN_BLOCKS, SLICE_TRIALS, RolloutPlan
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.cube import CENTRED_CUBE
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from tests.games.backgammon.boards import xgid

MISTAKEN = np.array([0, 0, 0.5, 0.5, 0, 0], np.float32)  # shares that a search might wrongly have found


@pytest.fixture(scope="module")
def without_tables() -> BackgammonEvaluator:
    return BackgammonEvaluator(networks.read(), bearoff.nothing())


@pytest.fixture(scope="module")
def race() -> BackgammonState:
    """Return a race to bear off the last checkers, which the tables know exactly."""
    return GAME.parse_position(xgid({6: 2, 4: 1}, {6: 1, 5: 2}, "00"), GAME.options("cube=on"))


@pytest.mark.parametrize(
    ("roll", "take", "doubling", "answering"),
    [
        (0.7, 0.9, True, True),
        (0.5, 0.52, True, False),
        (0.7, 1.3, True, True),
        (0.97, 1.5, True, False),
        (0.5, 0.3, False, False),
        (0.9, 1.5, False, False),
        (-0.2, -0.4, False, False),
    ],
)
def test_decisions_that_small_errors_would_change_are_close(
    roll: float, take: float, doubling: bool, answering: bool
) -> None:
    found = CubeDecision(roll, take, 1.0)
    assert is_close(found, BackgammonPhase.CUBE) is doubling
    assert is_close(found, BackgammonPhase.ANSWER) is answering


@pytest.mark.parametrize("doubled", [False, True])
def test_an_error_of_the_search_is_made_good(
    without_tables: BackgammonEvaluator, race: BackgammonState, doubled: bool
) -> None:
    stakes = at_stake(race, race.turn)
    exact = BackgammonEvaluator(networks.read(), bearoff.build()).shares(packed([race.board]))[0]
    assert abs(exact[3:].sum() - 0.5) > 0.1
    state = race.play(CubeAction.DOUBLE) if doubled else race
    found, shares = corrected(
        without_tables, state, outlook(MISTAKEN, stakes).doubling(CENTRED_CUBE), MISTAKEN, SearchLimit()
    )
    assert shares == pytest.approx(exact, abs=0.03)  # without tables, the race is played nearly as well, but not quite
    wanted = outlook(shares, stakes).doubling(CENTRED_CUBE)
    assert (found.roll, found.take, found.drop) == pytest.approx((wanted.roll, wanted.take, wanted.drop), abs=1e-5)


def test_no_time_leaves_what_was_searched(without_tables: BackgammonEvaluator, race: BackgammonState) -> None:
    searched, shares = doubling(without_tables, race, 1)
    found, same = corrected(without_tables, race, searched, shares, SearchLimit(should_stop=lambda: True))
    assert same is shares
    assert (found.roll, found.take, found.drop) == pytest.approx((searched.roll, searched.take, searched.drop))


@pytest.mark.parametrize(
    ("doubled", "take", "plan"),
    [(False, 1.0, DOUBLING_PLAN), (False, 1.5, DOUBLING_PLAN), (True, 1.0, ANSWERING_PLAN), (True, 1.5, None)],
)
def test_close_answers_are_rolled_out_longest_and_clear_ones_shortest(
    without_tables: BackgammonEvaluator, race: BackgammonState, doubled: bool, take: float, plan: RolloutPlan | None
) -> None:
    exact = BackgammonEvaluator(networks.read(), bearoff.build()).shares(packed([race.board]))[0]
    state = race.play(CubeAction.DOUBLE) if doubled else race
    slices = 0

    def count() -> bool:
        nonlocal slices
        slices += 1
        return False

    corrected(without_tables, state, CubeDecision(0.9, take, 1.0), exact, SearchLimit(should_stop=count))
    blocks = plan.blocks if plan else MIN_BLOCKS
    assert slices == blocks * BLOCK_TRIALS // SLICE_TRIALS


def test_the_limit_ends_a_rollout(without_tables: BackgammonEvaluator) -> None:
    middle = GAME.parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", GAME.options("cube=on"))
    searched, shares = doubling(without_tables, middle, 0)
    begun = time.process_time()
    corrected(without_tables, middle, searched, shares, SearchLimit(seconds=0.1))
    assert time.process_time() - begun < 1
