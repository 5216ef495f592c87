"""The compiled turns against the rules."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from fourth_seat.engines.tridice.kernels import dice as kernels
from fourth_seat.engines.tridice.kernels.lattice import TURNED
from fourth_seat.engines.tridice.position import codes_in, packed, position_of, turn_of
from fourth_seat.games import CHANCE
from fourth_seat.games.tridice.rules import PASS, TriDiceState
from tests.engines.tridice.boards import GAME, scattered

HANDEDNESS = ("cw", "ccw")


def turns(state: TriDiceState) -> set[object]:
    found = np.zeros(kernels.MAX_TURNS, np.int64)
    here = position_of(state)
    count = kernels.turns_of(here.own, here.other, here.own_hand, found)
    assert len(set(found[:count])) == count
    return {turn_of(int(turn), state) for turn in found[:count]} or {PASS}


def perft(own: int, other: int, own_hand: int, other_hand: int, depth: int) -> int:
    frames, found = np.zeros(depth + 1, kernels.PERFT_FRAME), np.zeros(kernels.MAX_TURNS, np.int64)
    return int(kernels.perft(own, other, own_hand, other_hand, frames, found))


def ways_on(state: TriDiceState, depth: int) -> int:
    """Return the number of ways to go on for this many turns, counting throws one by one."""
    if depth == 0:
        return 1
    if state.over:
        return 0
    after = [state.play_unchecked(move) for move in state.legal()]
    return sum(ways_on(state, depth if state.pending is not None else depth - 1) for state in after)


@pytest.mark.parametrize("handedness", HANDEDNESS)
def test_all_turns_of_random_games_are_found(handedness: str) -> None:
    rng = Random(handedness)
    for _ in range(8):
        state = GAME.start(GAME.options(f"handedness={handedness}"))
        while not state.over:
            if state.to_move != CHANCE:
                assert turns(state) == set(state.legal())
            state = state.play(rng.choice(state.legal()))


@pytest.mark.parametrize("handedness", HANDEDNESS)
@pytest.mark.parametrize(("first", "second", "hands"), [(2, 2, (0, 0)), (3, 4, (0, 0)), (1, 1, (1, 0)), (2, 1, (0, 1))])
def test_as_many_ways_to_go_on_as_the_rules_have(first: int, second: int, hands: tuple[int, int], handedness: str) -> None:
    rng = Random(f"{first} {second} {handedness}")
    for _ in range(3):
        state = scattered(rng, first, second, hands, handedness)
        here = position_of(state)
        depth = 2 if any(hands) else 3
        counted = perft(here.own, here.other, here.own_hand, here.other_hand, depth)
        assert counted == ways_on(state, depth)


def test_a_third_of_a_turn_changes_nothing_but_where_things_lie() -> None:
    rng = Random(3)
    for n in range(20):
        here = position_of(scattered(rng, 1 + n % 4, 1 + n % 3))
        around = [
            (packed([int(TURNED[k, code]) for code in codes_in(here.own)]),
             packed([int(TURNED[k, code]) for code in codes_in(here.other)]))
            for k in range(3)
        ]  # fmt: skip
        assert len(set(around)) == 3
        assert len({perft(own, other, 0, 0, 3) for own, other in around}) == 1
        again = [int(TURNED[1, TURNED[2, code]]) for code in codes_in(here.own)]
        assert packed(again) == here.own
