"""The bar under the board: what is most needed is always one tap away."""

from __future__ import annotations

import pytest

from games.backgammon.cells import THROW_CELLS
from tests.ui.table.conftest import Sit


@pytest.mark.parametrize(("size", "dice"), [((1024, 600), False), ((1600, 1000), True)])
def test_undo_is_in_sight_while_a_throw_is_awaited(sit: Sit, size: tuple[int, int], dice: bool) -> None:
    hands = sit("backgammon", ["human", "human"], size=size)
    hands.settle()
    assert hands.table.needs_throw
    shown = hands.page.toolbar.shown
    assert {"leave", "help", "roll", "undo"} <= set(shown)
    assert [name in shown for name in THROW_CELLS] == [dice] * 6, "the board has them too"
