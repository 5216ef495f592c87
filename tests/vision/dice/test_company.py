"""Tests of how much a place is like the dice around it."""

from __future__ import annotations

import numpy as np

from fourth_seat.vision.dice.company import MIN_DICE, DiceCompany

PICTURE = (1200, 900)
PLACES = np.array([(500 + 60 * column, 300 + 70 * row) for column in range(4) for row in range(3)], np.float64)
EDGES = 20 + PLACES[:, 1] / 30  # nearer dice are larger


def company() -> DiceCompany:
    """Return twelve dice in the middle of a picture."""
    found = DiceCompany.of(PLACES, EDGES, PICTURE)
    assert found is not None
    return found


def test_size_follows_perspective() -> None:
    assert abs(company().edge(600, 600) / 40 - 1) < 0.05
    assert abs(company().edge(600, 300) / 30 - 1) < 0.05


def test_a_die_among_others_is_likelier_than_one_too_small_or_far_away() -> None:
    dice = company()
    among = dice.alike(590, 405, 33)
    assert among > 1
    assert dice.alike(590, 405, 18) < among - 2
    assert dice.alike(60, 60, 22) < among - 1


def test_one_size_too_odd_changes_little() -> None:
    edges = EDGES.copy()
    edges[3] *= 2.5
    odd = DiceCompany.of(PLACES, edges, PICTURE)
    assert odd is not None and abs(np.log(odd.edge(600, 400) / company().edge(600, 400))) < 0.05


def test_few_dice_tell_nothing() -> None:
    assert DiceCompany.of(PLACES[: MIN_DICE - 1], EDGES[: MIN_DICE - 1], PICTURE) is None
