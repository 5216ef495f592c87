"""The bar under the board and the sheet behind "More": what is most needed is always one tap away."""

from __future__ import annotations

import pytest

from games.backgammon.cells import THROW_CELLS
from tests.ui.table.conftest import Sit
from ui.table.more import in_columns


@pytest.mark.parametrize(("size", "dice"), [((1024, 600), False), ((1600, 1000), True)])
def test_undo_is_in_sight_while_a_throw_is_awaited(sit: Sit, size: tuple[int, int], dice: bool) -> None:
    hands = sit("backgammon", ["human", "human"], size=size)
    hands.settle()
    assert hands.table.needs_throw
    shown = hands.page.toolbar.shown
    assert {"leave", "help", "roll", "undo"} <= set(shown)
    assert [name in shown for name in THROW_CELLS] == [dice] * 6, "the board has them too"


@pytest.mark.parametrize(
    ("lengths", "columns", "wanted"),
    [
        ((9, 7, 6, 8), 3, [[9], [7, 4], [2, 8]]),
        ((9, 7, 6, 8), 2, [[9, 7], [6, 8]]),
        ((9, 7, 6, 8), 1, [[9, 7, 6, 8]]),
        ((3, 4, 3), 3, [[3], [4], [3]]),
        ((1, 0, 1), 3, [[1], [1]]),
    ],
)
def test_columns_are_of_nearly_the_same_length(lengths: tuple[int, ...], columns: int, wanted: list[list[int]]) -> None:
    groups = [[(number, place) for place in range(length)] for number, length in enumerate(lengths)]
    divided = in_columns(groups, columns)
    assert [[len(part) for part in column] for column in divided] == wanted
    assert [item for column in divided for part in column for item in part] == [item for group in groups for item in group]
