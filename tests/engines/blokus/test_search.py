"""The search of Blokus: what it does with the time for a move."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

import pytest

from fourth_seat.engines.blokus.search import ENOUGH_SIMULATIONS, BlokusSearch, BlokusSearchParams, BlokusTree
from fourth_seat.engines.blokus.weights import weights
from fourth_seat.engines.limits import MIB, EngineLimits
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.pieces import PIECES
from fourth_seat.games.blokus.rules import BlokusState
from tests.engines.blokus.positions import middle_game


def positions(options: str) -> Iterator[BlokusState]:
    """Yield the positions of a game played with little thought."""
    state = GAME.start(GAME.options(options))
    search = BlokusSearch(state.options, EngineLimits(), Random(1))
    while not state.over:
        yield state
        state = state.play(search.choose(state, 9, SearchLimit(64), lambda *_: None))


@pytest.mark.parametrize("options", ["score=advanced", "variant=duo"])
def test_the_end_of_a_game_takes_little_of_a_long_time(options: str) -> None:
    last = [state for state in positions(options) if len(state.legal()) > 1][-1]
    search = BlokusSearch(last.options, EngineLimits(), Random(1))
    began = time.process_time()
    search.choose(last, 9, SearchLimit(seconds=60, clock=time.process_time), lambda *_: None)
    assert time.process_time() - began < 10


def test_there_is_a_limit_for_each_number_of_pieces() -> None:
    assert {colours: len(limits) for colours, limits in ENOUGH_SIMULATIONS.items()} == {4: len(PIECES), 2: len(PIECES)}


@pytest.mark.parametrize("options", ["score=advanced", "variant=duo"])
def test_each_placement_is_tried_once_before_the_search_chooses(options: str) -> None:
    state = middle_game(options, 9)
    tree = BlokusTree(16 * MIB, threads=1, seed=1, params=BlokusSearchParams(cut=1e-30))
    tree.try_all(state, weights(state.setting))
    assert [found.visits for found in tree.root_moves()] == [1] * len(state.legal())
    assert dict(tree.worths()) == {found.move: found.worth for found in tree.root_moves()}
    tree.search(100)
    visits = sorted(found.visits for found in tree.root_moves())
    assert sum(visits) == 100 + len(state.legal()) and visits[0] == 1 < visits[-1], "some are more promising"
