"""A turn of Kalah entered by taps."""

from __future__ import annotations

import pytest

from fourth_seat.games.contents import Content
from fourth_seat.games.errors import IllegalMove
from tests.games.kalah.positions import GAME, START, at


def test_taps_follow_the_chain() -> None:
    state = at(START)
    first = GAME.partial_move(state, ["c"])
    assert first.complete is None and first.next == {"a", "b", "d", "e", "f"}
    assert first.cells is not None and "c" not in first.cells and first.cells["store"] == Content(count=1)
    assert str(GAME.partial_move(state, ["c", "f"]).sole) == "c f"
    for taps, reason in [
        (["A"], "A is on the other side: it is south's turn"),
        (["store"], "tap one of the pits a to f"),
        (["c", "c"], "pit c is empty"),
        (["a", "b"], "the turn ends with a"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            GAME.partial_move(state, taps)
