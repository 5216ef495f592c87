"""How far playouts go: shorter at the beginning of a search."""

from __future__ import annotations

import pytest

from engines.blokus.kernels.playout import TO_THE_END
from engines.blokus.search import BlokusSearchParams, BlokusTree
from engines.blokus.weights import weights
from games import find
from games.blokus.rules import start


def horizons(options: str, params: BlokusSearchParams) -> list[int]:
    """Return the plies of the playouts in each of three slices of a search."""
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
        ("", BlokusSearchParams(early_horizons=((50, 2), (150, 8))), [2, 8, 24]),
        ("", BlokusSearchParams(early_horizons=()), [24, 24, 24]),
        ("", BlokusSearchParams(horizon=TO_THE_END), [TO_THE_END] * 3),
        ("variant=duo", BlokusSearchParams(), [0, 0, 0]),
    ],
)
def test_the_first_playouts_are_short(options: str, params: BlokusSearchParams, expected: list[int]) -> None:
    assert horizons(options, params) == expected
