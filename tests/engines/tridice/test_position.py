"""Positions and turns in the kernels' form."""

from __future__ import annotations

from random import Random

from fourth_seat.engines.results import Bounds
from fourth_seat.engines.tridice.explain import explain_bounds, score
from fourth_seat.engines.tridice.position import codes_in, packed, position_of, state_of
from fourth_seat.games.tridice.lattice import CELLS
from fourth_seat.games.tridice.rules import EMPTY_BOARD, TriDiceState
from tests.engines.tridice.boards import GAME, scattered


def mirrored(state: TriDiceState) -> TriDiceState:
    """Return the same position of the other kind of dice: `ab` becomes `a(2a-b)`, left becomes right."""
    text = []
    for cell, die in enumerate(state.board):
        if die:
            apex, left, third, right = state.faces(cell)
            row, place = int(CELLS[cell][0]), int(CELLS[cell][1])
            text.append(f"{row}{2 * row - place}{'RB'[die > 12]}{apex}/{right}")
            assert {apex, left, third, right} == {1, 2, 3, 4}
    other: TriDiceState = GAME.parse_position(f"{','.join(text)} R0,B0 R", GAME.options("handedness=ccw"))
    return other


def test_a_side_is_its_dice() -> None:
    rng = Random(1)
    for count in range(5):
        codes = sorted(rng.sample([16 * cell + label for cell in range(16) for label in range(12)], count))
        assert codes_in(packed(codes)) == codes


def test_a_state_has_the_position_that_it_was_made_of() -> None:
    rng = Random(3)
    for n in range(20):
        state = scattered(rng, 1 + n % 4, n % 3, (n % 2, 1))
        assert state_of(position_of(state), GAME.options()) == state


def test_counter_clockwise_dice_are_seen_in_the_mirror() -> None:
    rng = Random(2)
    for n in range(20):
        state = scattered(rng, 1 + n % 3, 1 + n % 2)
        here, there = position_of(state), position_of(mirrored(state))
        assert here == there


def test_scores_say_in_how_many_turns() -> None:
    soon, late = score(1.0, 1), score(1.0, 30)
    assert soon.low > late.low > score(0.999, 1).low
    lost = score(-1.0, 8)
    assert lost.high < score(-0.999, 3).low < 0
    state = TriDiceState(GAME.options(), EMPTY_BOARD, (0, 0))
    assert explanation_of(state, lost) == "loses; loses the next die within 8 turns"
    draw = score(0.0, 0)
    assert draw.share() == 0.5 and explanation_of(state, draw) == "a draw"


def test_scores_say_what_a_chance_is_worth() -> None:
    state = GAME.start(GAME.options())
    assert explanation_of(state, score(-1 / 6, 1)) == "has a winning chance of exactly 41.7 %"
    assert explanation_of(state, score(0.99999, 1)) == "has a winning chance of exactly 99.9 %", "not certain"
    assert explanation_of(state, score(-0.99999, 1)) == "has a winning chance of exactly 0.1 %"
    assert explanation_of(state, score(1.0, 1)) == "wins, however the dice fall", (
        "a placement may be all that comes of it this turn"
    )
    assert explanation_of(state, score(-1.0, 4)) == "loses, however the dice fall"


def explanation_of(state: TriDiceState, bounds: Bounds) -> str:
    explanation = explain_bounds(state, bounds)
    assert explanation
    return str(explanation.text)
