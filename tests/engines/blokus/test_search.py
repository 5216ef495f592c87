"""The search of Blokus: what it does with the time for a move."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

import pytest

from fourth_seat.engines.blokus.search import ENOUGH_SIMULATIONS, BlokusSearch
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.pieces import PIECES
from fourth_seat.games.blokus.rules import BlokusState


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
