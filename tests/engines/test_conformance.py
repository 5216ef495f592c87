"""Every game's players and knowledge keep the same contract."""

from __future__ import annotations

import itertools
import math
from random import Random

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.levels import level
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.engines.protocol import Engine
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.games import CHANCE, AnyGame, AnyState, find, game_names
from tests.handicaps import one_uneven

POSITIONS = 12
SECONDS = 0.2  # for a move
SIMULATIONS = 3_000

Case = tuple[AnyGame, Engine, list[AnyState]]


CASES = [(name, options) for name in game_names() for options in (find(name).options(), *one_uneven(find(name)))]


@pytest.fixture(scope="module", params=CASES, ids=[f"{name}-{options}" for name, options in CASES])
def case(request: pytest.FixtureRequest) -> Case:
    """Return a game, its engine, and positions of a random game in which a seat has to move."""
    name, options = request.param
    game, dice = find(name), Random(4)
    states: list[AnyState] = []
    state = game.start(options)
    while not state.over and len(states) < 200:
        if state.to_move != CHANCE:
            states.append(state)
        state = state.play_unchecked(dice.choice(list(state.legal())))
    return game, engine_of(game.name), states[:: max(1, len(states) // POSITIONS)]


def test_named_players_play_legal_moves(case: Case) -> None:
    _, engine, states = case
    for choose in engine.players.values():
        for state in states:
            assert choose(state, Random(1)) in state.legal()


def test_evaluations_are_shares_of_each_seat(case: Case) -> None:
    game, engine, states = case
    if engine.evaluate is None:
        pytest.skip("random playouts evaluate")
    for state in states:
        shares = engine.evaluate(state)
        assert len(shares) == game.seats(state.options) and all(0 <= share <= 1 for share in shares), shares
        assert sum(shares) == pytest.approx(1), shares


def test_priors_are_positive(case: Case) -> None:
    _, engine, states = case
    if engine.prior is None:
        pytest.skip("all moves look alike before any search")
    for state in states:
        weights = [engine.prior(state, move) for move in state.legal()]
        assert all(0 < weight < math.inf for weight in weights), weights


def test_a_limited_number_of_simulations_does_not_depend_on_the_clock(case: Case) -> None:
    _, engine, states = case
    make = engine.search
    if make is None:
        pytest.skip("the search for all games has no slices")

    def values(seconds_a_look: float) -> list[tuple[object, object]]:
        search, looks = make(states[0].options, EngineLimits(), Random(2)), itertools.count()
        assert search
        found: list[tuple[object, object]] = []
        for state in states[:6]:
            limit = SearchLimit(SIMULATIONS, clock=lambda: seconds_a_look * next(looks))
            found += [(value.move, value.shares) for value in search.values(state, None, limit, lambda *_: None)]
        return found

    assert values(1e-6) == values(0.1)


@pytest.mark.parametrize("strength", ["1", "5", "8", "9"])
def test_levels_play_legal_moves(case: Case, strength: str) -> None:
    game, _, states = case
    selector = MoveSelector(game, states[0].options, level(strength, game.name), Random(1))
    selector.seconds = SECONDS
    for state in states[:4]:
        assert selector.choose(state, lambda: False, lambda *_: None) in state.legal()
