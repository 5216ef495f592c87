"""The compiled turns against the rules."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from fourth_seat.engines.backgammon.evaluator import board_of, packed
from fourth_seat.engines.backgammon.kernels.turns import TURNS, turns_of
from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.checkers import BackgammonBoard
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.games.backgammon.turns import turns
from tests.games.backgammon.boards import position


def found(state: BackgammonState) -> list[BackgammonBoard]:
    """Return the boards after a turn, the mover's checkers first; none for a pass."""
    assert state.dice
    here = packed([state.board])[0]
    before = here.copy()
    work = np.zeros(1, TURNS)[0]
    count = turns_of(here, *state.dice, work)
    assert (here == before).all()
    return [(own, other) for other, own in map(board_of, work["found"][:count])]


def by_rules(state: BackgammonState) -> set[BackgammonBoard]:
    assert state.dice
    return set(turns(state.board, state.dice)) - {state.board}


def agree(state: BackgammonState) -> None:
    boards = found(state)
    assert len(boards) == len(set(boards))
    assert set(boards) == by_rules(state)


@pytest.mark.slow
def test_all_turns_of_random_games_are_found() -> None:
    rng = Random(3)
    state = GAME.start(GAME.options())
    seen = 0
    while seen < 3_000:
        if state.over:
            state = GAME.start(GAME.options())
        if state.phase is BackgammonPhase.PLAY:
            agree(state)
            seen += 1
        state = state.play_unchecked(rng.choice(state.legal()))


@pytest.mark.parametrize(
    ("white", "black", "dice", "count"),
    [
        ({25: 2}, {6: 2, 1: 13}, "66", 0),  # shut out
        ({24: 1, 1: 14}, {8: 2, 4: 2, 3: 2, 2: 9}, "61", 1),  # only one die can be played: the higher
        ({1: 1}, {1: 1}, "65", 1),
        ({5: 1, 3: 1, 1: 3}, {1: 15}, "32", 2),  # 3/off 5/3 is 5/2 2/off
        ({25: 1, 24: 1, 23: 1, 22: 1, 21: 1, 20: 1, 13: 9}, {1: 15}, "11", None),
        (dict.fromkeys(range(10, 25), 1), {25: 2, 1: 13}, "22", None),
    ],
)
def test_rare_cases(white: dict[int, int], black: dict[int, int], dice: str, count: int | None) -> None:
    state = position(white, black, dice)
    agree(state)
    assert count in (None, len(found(state)))
