"""The choice model: what is noticed, what is played, and the fitted levels of each game."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.choice import Candidate, ChoiceModel, FittedLevels, Strength, fitted_levels
from fourth_seat.engines.levels import level
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.games import CHANCE, AnyState, find, game_names

LONGEST = 120  # seconds until an appraiser is made on the slowest machine
FITTED = [name for name in game_names() if engine_of(name).fitted]
SEEDS = range(400)
FORK = (Candidate("best", 0.9), Candidate("good", 0.8), Candidate("bad", 0.2))


def test_a_move_is_played_the_less_the_more_it_gives_away() -> None:
    weights = Strength(0.1, 1.0, 0.0).weights(FORK, 1)
    assert sum(weights) == pytest.approx(1) and sorted(weights, reverse=True) == weights
    assert weights[0] / weights[1] == pytest.approx(2.718281828)


@pytest.mark.parametrize(("sensitivity", "best"), [(1e-9, 1.0), (1e9, 1 / 3)])
def test_the_sensitive_play_the_best_and_others_anything(sensitivity: float, best: float) -> None:
    assert Strength(sensitivity, 1.0, 0.0).weights(FORK, 1)[0] == pytest.approx(best)


def test_consistency_tells_large_losses_from_small_ones() -> None:
    lax, strict = (Strength(0.3, consistency, 0.0).weights(FORK, 1) for consistency in (0.5, 3.0))
    assert strict[2] < lax[2] and strict[1] / strict[0] > lax[1] / lax[0]


def test_what_is_hard_to_see_is_overlooked_and_stays_so() -> None:
    hidden = (Candidate("best", 0.9, "diagonal", 0.8), Candidate("bad", 0.2))
    player = Strength(1e-9, 1.0, 0.5)
    seen = [player.weights(hidden, seed)[0] for seed in SEEDS]
    assert set(seen) == {0.0, 1.0} and sum(seen) / len(SEEDS) == pytest.approx(0.6, abs=0.08)
    assert seen == [player.weights(hidden, seed)[0] for seed in SEEDS]
    again = (Candidate("other", 0.7, "diagonal", 0.8), Candidate("worse", 0.1))
    assert seen == [player.weights(again, seed)[0] for seed in SEEDS], "the same sight, later in the game"


def test_whoever_sees_something_obvious_plays_that_or_better() -> None:
    moves = (Candidate("better", 0.9), Candidate("obvious", 0.6, "win", 0.5, True), Candidate("worse", 0.5))
    for seed in SEEDS:
        better, obvious, worse = Strength(1e9, 1.0, 1.0).weights(moves, seed)
        seen = pytest.approx((0.5, 0.5, 0.0)), pytest.approx((0.5, 0.0, 0.5))
        assert any((better, obvious, worse) == each for each in seen)


def test_a_player_who_overlooks_everything_still_moves() -> None:
    moves = tuple(each._replace(sight=str(each.move), hardness=1.0) for each in FORK)
    assert sum(Strength(0.1, 1.0, 1.0).weights(moves, 1)) == pytest.approx(1)
    assert Strength(0.1, 1.0, 1.0).choose(moves, 1, Random(1)) in {"best", "good", "bad"}


def test_the_loss_is_the_mean_of_what_is_given_away() -> None:
    assert Strength(1e9, 1.0, 0.0).loss(FORK, range(3)) == pytest.approx((0.1 + 0.7) / 3)
    hidden = (Candidate("best", 0.9, "diagonal", 1.0), Candidate("bad", 0.2))
    assert Strength(1e-9, 1.0, 0.25).loss(hidden, SEEDS) == pytest.approx(0.25 * 0.7, abs=0.05)


def test_strengths_halve_the_sensitivity_and_fade_the_overlooking() -> None:
    model = ChoiceModel(0.4, 1.0, 0.5, 0.5)
    assert model.at(2.0) == Strength(0.1, 1.0, 0.25) and model.at(-2.0) == Strength(1.6, 1.0, 1.0)


def test_levels_lie_in_proportion_between_whole_ones() -> None:
    levels = FittedLevels(ChoiceModel(0.4, 1.0, 0.5, 0.5), (0.0, 1.0, 3.0), (0.3, 0.2, 0.1), (0.2, 0.1, 0.0))
    assert [levels.strength(each) for each in (1, 1.5, 2, 2.5, 3)] == [0.0, 0.5, 1.0, 2.0, 3.0]


@pytest.mark.parametrize("name", FITTED)
def test_fitted_levels_rise(name: str) -> None:
    fitted = engine_of(name).fitted
    assert fitted
    levels = fitted_levels(fitted.levels)
    assert len(levels.strengths) == len(levels.targets) == len(levels.missed) == 8
    assert all(low < high for low, high in pairwise(levels.strengths))
    assert all(high > low for high, low in pairwise(levels.targets))
    assert levels.missed[0] <= 0.25 and all(high > low for high, low in pairwise(levels.missed[:6]))


def positions(name: str) -> list[AnyState]:
    """Return the positions of a random game in which a seat has to move."""
    game, dice = find(name), Random(7)
    state: AnyState = game.start(game.options())
    found: list[AnyState] = []
    while not state.over and len(found) < 60:
        if state.to_move != CHANCE:
            found.append(state)
        state = state.play_unchecked(dice.choice(list(state.legal())))
    return found[::6]


@pytest.mark.parametrize("name", FITTED)
def test_appraisers_know_every_kind_of_position(name: str) -> None:
    fitted = engine_of(name).fitted
    assert fitted
    appraiser = fitted.appraiser(find(name).options(), EngineLimits())
    assert appraiser
    for state in positions(name):
        found = appraiser.candidates(state)
        assert found and {each.move for each in found} <= set(state.legal())
        assert all(0 <= each.worth <= 1 and 0 <= each.hardness <= 1 for each in found)
        assert all(each.sight for each in found if each.hardness), "it is drawn whether this is seen"


@pytest.mark.parametrize("name", FITTED)
@pytest.mark.parametrize("spec", ["1", "4.5", "8"])
def test_levels_move_by_the_model_and_as_the_seed_says(name: str, spec: str) -> None:
    game = find(name)

    def played() -> list[object]:
        selector = MoveSelector(game, game.options(), level(spec, name), Random(3))
        selector.seconds = LONGEST
        return [selector.choose(state, lambda: False, lambda *_: None) for state in positions(name)]

    found = played()
    assert found == played() and all(move in state.legal() for move, state in zip(found, positions(name), strict=True))


def test_a_new_game_is_overlooked_anew() -> None:
    game = find("connect4")
    state = game.start(game.options())
    for drop in "112233":  # both sides can complete a row at the bottom, or stop one
        state = next(state.play(part) for part in game.parse(state, drop))
    selector = MoveSelector(game, game.options(), level("1", "connect4"), Random(5))
    found = set()
    for _ in range(60):
        selector.begin_game()
        found.add(str(selector.choose(state, lambda: False, lambda *_: None)))
    assert "4" in found and len(found) > 1
