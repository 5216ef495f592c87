"""The requirements of the seed's author for an evaluation, tested on the learned one: on the example of three dice A, B and
C, dice in hand, corners and centre, reach. Values are those before they are squashed, so that they add up.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atanh
from random import Random
from statistics import fmean

import pytest

from fourth_seat.engines.tridice.kernels.evaluation import evaluation_of
from fourth_seat.engines.tridice.position import position_of
from fourth_seat.engines.tridice.weights import weights
from fourth_seat.games.tridice.lattice import CELLS, INDEX
from fourth_seat.games.tridice.rules import EMPTY_BOARD, ORIENTATION_COUNT, TriDiceState, code
from tests.engines.tridice.boards import GAME, scattered

Die = tuple[int, int]
"""Cell and orientation."""

HANDS = [(1, 0), (1, 2), (2, 3)]  # beside A, B and C: up to 4 dice alive, 5 or 6, 7 or 8
BOARDS = 120
CORNERS, CENTRE = ("11", "41", "47"), "33"


def value(state: TriDiceState) -> float:
    """Return the value for the first colour, which is to move."""
    here = position_of(state)
    return 2 * atanh(float(evaluation_of(weights(), here.own, here.other, here.own_hand, here.other_hand)))


def board(first: list[Die], second: list[Die], hands: tuple[int, int]) -> TriDiceState:
    cells = list(EMPTY_BOARD)
    for colour, dice in ((1, first), (2, second)):
        for cell, orientation in dice:
            cells[cell] = code(colour, orientation)
    return TriDiceState(GAME.options(), tuple(cells), hands)


def ends(state: TriDiceState, die: Die) -> set[int]:
    return {end for end, _ in state.ways(die[0])}


def examples(seed: int, b_in_danger: bool) -> Iterator[tuple[Die, Die, Die]]:
    """Yield the seed's: A and B against C, A reaches B, everything else within reach is empty, except perhaps B for C."""
    rng = Random(seed)
    while True:
        a, b, c = ((cell, rng.randrange(ORIENTATION_COUNT)) for cell in rng.sample(range(16), 3))
        both, without_b, without_a = board([a, b], [c], (0, 0)), board([a], [c], (0, 0)), board([b], [c], (0, 0))
        if b[0] not in ends(without_b, a) or c[0] in ends(without_b, a):
            continue
        if a[0] in ends(without_a, b) or c[0] in ends(both, b) or a[0] in ends(both, c) or a[0] in ends(without_b, c):
            continue
        if (b[0] in ends(both, c)) == b_in_danger:
            yield a, b, c


def worth_of_a_beside_b(seed: int, hands: tuple[int, int], b_in_danger: bool) -> list[float]:
    """Return how much more A on the board is worth than in the hand if B stands there, than if B is in the hand."""
    own, other = hands
    found = []
    for (a, b, c), _ in zip(examples(seed, b_in_danger), range(BOARDS), strict=False):
        with_b = value(board([a, b], [c], (own, other))) - value(board([b], [c], (own + 1, other)))
        without = value(board([a], [c], (own + 1, other))) - value(board([], [c], (own + 2, other)))
        found.append(with_b - without)
    return found


@pytest.mark.parametrize("hands", HANDS)
def test_a_is_worth_less_where_b_limits_its_movement(hands: tuple[int, int]) -> None:
    found = worth_of_a_beside_b(1, hands, b_in_danger=False)
    assert fmean(found) < 0
    assert sum(worth < 0 for worth in found) > 0.8 * len(found)


@pytest.mark.parametrize("hands", HANDS)
def test_a_can_be_worth_more_where_it_could_take_back(hands: tuple[int, int]) -> None:
    """The seed says `could`: it is on a good part of the boards, and on average more than when B is in no danger."""
    found = worth_of_a_beside_b(2, hands, b_in_danger=True)
    assert sum(worth > 0 for worth in found) > 0.25 * len(found)
    assert fmean(found) > fmean(worth_of_a_beside_b(2, hands, b_in_danger=False))


@pytest.mark.slow
def test_a_die_in_hand_is_worth_less_where_no_cell_is_safe() -> None:
    rng, safe, exposed = Random(3), list[float](), list[float]()
    while len(exposed) < 20 or len(safe) < 100:
        here = scattered(rng, 1, 4)
        if not here.reach(1):
            continue
        free = {cell for cell, die in enumerate(here.board) if not die} - here.reach(2)
        worth = value(TriDiceState(here.options, here.board, (1, 0))) - value(here)
        (safe if free else exposed).append(worth)
    assert fmean(exposed) < fmean(safe)


@pytest.mark.parametrize("hands", [(2, 1), (3, 2), (3, 4)])
def test_the_centre_is_strong_and_corners_are_weak(hands: tuple[int, int]) -> None:
    def on(cell: str) -> float:
        """Return the mean over all orientations there."""
        return fmean(value(board([(INDEX[cell], turn)], [], hands)) for turn in range(ORIENTATION_COUNT))

    worth = {cell: on(cell) for cell in CELLS}
    assert worth[CENTRE] > fmean(worth.values())
    assert max(worth[corner] for corner in CORNERS) < min(worth[cell] for cell in CELLS if cell not in CORNERS)


@pytest.mark.parametrize("hands", [(0, 0), (1, 1), (2, 2)])
def test_reach_is_worth_having(hands: tuple[int, int]) -> None:
    """The same cells, with an own die turned so that it reaches more or fewer of them, and the other's hand full or not."""
    rng, more, fewer = Random(4), list[float](), list[float]()
    while len(more) < 100:
        here = scattered(rng, 2, 2, hands)
        cell = next(cell for cell, die in enumerate(here.board) if 0 < die <= ORIENTATION_COUNT)
        turned = []
        for orientation in range(ORIENTATION_COUNT):
            cells = list(here.board)
            cells[cell] = code(1, orientation)
            other = TriDiceState(here.options, tuple(cells), here.hands)
            if not other.reach(1) & {place for place, die in enumerate(cells) if die > ORIENTATION_COUNT}:
                turned.append((len(other.reach(1)), value(other)))
        if turned and max(turned)[0] > min(turned)[0]:
            more.append(max(turned)[1])
            fewer.append(min(turned)[1])
    assert fmean(more) > fmean(fewer)
