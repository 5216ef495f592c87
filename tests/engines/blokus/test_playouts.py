"""How far playouts go: shorter at the beginning of a search, to the end late in the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fourth_seat.engines.blokus.kernels.playout import TO_THE_END
from fourth_seat.engines.blokus.search import BlokusSearchParams, BlokusTree
from fourth_seat.engines.blokus.weights import weights
from fourth_seat.games import find
from fourth_seat.games.blokus.rules import BlokusState, start
from tests.engines.blokus.positions import middle_game


def horizons(options: str, params: BlokusSearchParams) -> list[int]:
    """Return the plies of the playouts after 100, 200 and 300 simulations."""
    tree = BlokusTree(32 << 20, 1, 1, params)
    state = start(find("blokus").options(options))
    tree.set_position(state, weights(state.setting))
    found = []
    for _ in range(3):
        tree.search(100)
        found.append(int(tree._tree["horizon"]))
    return found


@pytest.mark.parametrize(
    ("options", "params", "expected"),
    [
        ("", BlokusSearchParams(early_horizons=((150, 2), (250, 8))), [2, 8, 24]),
        ("", BlokusSearchParams(early_horizons=()), [24, 24, 24]),
        ("", BlokusSearchParams(horizon=TO_THE_END), [TO_THE_END] * 3),
        ("variant=duo", BlokusSearchParams(), [0, 0, 0]),
    ],
)
def test_the_first_playouts_are_short(options: str, params: BlokusSearchParams, expected: list[int]) -> None:
    assert horizons(options, params) == expected


@pytest.mark.parametrize("slices", [(600,), (60,) * 10, (1, 98, 77, 224, 3, 197)])
def test_a_search_does_not_depend_on_its_slices(slices: tuple[int, ...]) -> None:
    def searched(*slices: int) -> list[tuple[int, float]]:
        tree = BlokusTree(32 << 20, 1, 1, BlokusSearchParams(early_horizons=((100, 2), (250, 8))))
        state = start(find("blokus").options(""))
        tree.set_position(state, weights(state.setting))
        for simulations in slices:
            tree.search(simulations)
        return [(move.visits, move.worth) for move in tree.root_moves()]

    assert searched(*slices) == searched(50, 550)


def worths(state: BlokusState, generosity: float) -> list[float]:
    """Return the worth of each placement after a short search with weights that expect each gain to be this much higher."""
    own = weights(state.setting)
    tree = BlokusTree(32 << 20, 1, 1)
    tree.set_position(state, replace(own, gains=own.gains + generosity))
    tree.search(200)
    return [move.worth for move in tree.root_moves()]


@pytest.mark.parametrize(("plies", "counts"), [(8, True), (34, True), (50, True), (60, False)])
def test_the_estimate_counts_until_70_percent_of_the_pieces_are_placed(plies: int, counts: bool) -> None:
    state = middle_game("", plies)
    assert (worths(state, 0) != worths(state, 1)) == counts
