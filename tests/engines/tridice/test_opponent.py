"""The foresight of somebody who looks no further than the answer, compared with the rules."""

from __future__ import annotations

from random import Random

import numpy as np

from fourth_seat.engines.tridice.kernels.dice import MAX_TURNS, turns_of
from fourth_seat.engines.tridice.kernels.evaluation import evaluation_of
from fourth_seat.engines.tridice.kernels.opponent import BEYOND, DETAIL, LOST, foreseen_of
from fourth_seat.engines.tridice.position import position_of, turn_of
from fourth_seat.engines.tridice.weights import weights
from fourth_seat.games.tridice.moves import TriDiceMove, TriDiceRoll
from fourth_seat.games.tridice.rules import TriDiceState
from tests.engines.tridice.boards import scattered


def counted(state: TriDiceState, colour: int) -> float:
    """Return a position in dice, for a colour."""
    here = position_of(state)
    sign = 1 if state.turn == colour else -1
    if state.alive(state.turn) == 0:
        return sign * LOST
    lead = state.alive(state.turn) - state.alive(3 - state.turn)
    return sign * (lead + DETAIL * float(evaluation_of(weights(), here.own, here.other, here.own_hand, here.other_hand)))


def rolls(state: TriDiceState) -> list[TriDiceRoll]:
    return [move for move in state.legal() if isinstance(move, TriDiceRoll)]


def passed(state: TriDiceState) -> TriDiceState:
    """Return the same with the other colour to move."""
    return TriDiceState(state.options, state.board, state.hands, 3 - state.turn)


def answered(state: TriDiceState, colour: int) -> float:
    """Return the worst result for a colour of the other's rolls, or of a pass in place of its placements."""
    if state.alive(state.turn) == 0:
        return -LOST
    after = [state.play_unchecked(move) for move in rolls(state)]
    if not after or state.hands[state.turn - 1]:
        after.append(passed(state))
    return min(counted(position, colour) for position in after)


def by_the_rules(state: TriDiceState, move: TriDiceMove) -> float:
    """Return a turn's worth to the colour that makes it."""
    after = state.play_unchecked(move)
    thrown = [after.play_unchecked(throw) for throw in after.legal()] if after.pending is not None else [after]
    return sum(answered(position, state.turn) for position in thrown) / len(thrown)


def test_every_turn_is_worth_what_the_answers_leave() -> None:
    rng, taken = Random(2), 0
    found, scratch = np.zeros((2, MAX_TURNS), np.int64)
    for n in range(60):
        state = scattered(rng, 1 + n % 3, 1 + n // 3 % 2, (n % 4 % 3, n // 4 % 2), ("cw", "ccw")[n % 2])
        here = position_of(state)
        count = turns_of(here.own, here.other, here.own_hand, found)
        for turn in found[:count]:
            worth = foreseen_of(
                weights(), here.own, here.other, here.own_hand, here.other_hand, int(turn), -BEYOND, scratch
            )
            assert abs(worth - by_the_rules(state, turn_of(int(turn), state))) < 1e-9
            taken += worth == -LOST
    assert taken > 5


def test_it_sees_the_answer_and_no_further() -> None:
    """A die is taken, on a cell where it cannot be retaken if there is such a turn."""
    rng, best = Random(3), 0
    found, scratch = np.zeros((2, MAX_TURNS), np.int64)
    for _ in range(60):
        state = scattered(rng, 3, 3)
        here = position_of(state)
        count = turns_of(here.own, here.other, here.own_hand, found)
        ours = here.own, here.other, here.own_hand, here.other_hand
        worth = [foreseen_of(weights(), *ours, int(turn), -BEYOND, scratch) for turn in found[:count]]
        takes, safe = [move for move in rolls(state) if move.captures], []
        for move in [turn_of(int(turn), state) for turn in found[:count]]:
            answers = rolls(state.play_unchecked(move))
            safe.append(move in takes and not any(answer.captures for answer in answers))
        if any(safe):
            assert safe[int(np.argmax(worth))]
            best += 1
    assert best > 5
