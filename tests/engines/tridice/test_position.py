"""Positions and turns as the kernels have them."""

from __future__ import annotations

from random import Random

from engines.tridice.position import codes_in, packed, position_of
from engines.tridice.verdict import score, verdict
from games.tridice.lattice import CELLS
from games.tridice.rules import TriDice
from tests.engines.tridice.boards import GAME, scattered


def mirrored(state: TriDice) -> TriDice:
    """The same position of the other kind of dice: `ab` becomes `a(2a-b)`, left becomes right."""
    text = []
    for cell, die in enumerate(state.board):
        if die:
            apex, left, third, right = state.faces(cell)
            row, place = int(CELLS[cell][0]), int(CELLS[cell][1])
            text.append(f"{row}{2 * row - place}{'RB'[die > 12]}{apex}/{right}")
            assert {apex, left, third, right} == {1, 2, 3, 4}
    other: TriDice = GAME.parse_position(f"{','.join(text)} R0,B0 R", GAME.options("handedness=ccw"))
    return other


def test_a_side_is_its_dice() -> None:
    dice = Random(1)
    for count in range(5):
        codes = sorted(dice.sample([16 * cell + label for cell in range(16) for label in range(12)], count))
        assert codes_in(packed(codes)) == codes


def test_counter_clockwise_dice_are_seen_in_the_mirror() -> None:
    dice = Random(2)
    for n in range(20):
        state = scattered(dice, 1 + n % 3, 1 + n % 2)
        here, there = position_of(state), position_of(mirrored(state))
        assert here == there


def test_scores_say_in_how_many_turns() -> None:
    soon, late = score(1.0, 1), score(1.0, 30)
    assert soon and late and soon.low > late.low > 0
    lost = score(-1.0, 8)
    assert lost and lost.high < 0
    state = GAME.start(GAME.options())
    told = verdict(state, lost)
    assert told and "8 turns" in str(told.text)
    assert score(0.25, 3) is None
    draw = score(0.0, 0)
    assert draw and draw.share() == 0.5 and verdict(state, draw)
