"""A turn of TriDice entered by taps."""

from __future__ import annotations

import pytest

from fourth_seat.games.errors import IllegalMove
from tests.games.tridice.positions import GAME, at, play


def test_taps() -> None:
    state = at("21B2/1,33R2/1 R1,B1 R")
    assert str(GAME.partial_move(state, ["11"]).sole) == "@11"
    assert "21" in GAME.partial_move(state, ["33"]).next
    thrown = play(state, "@11")
    assert GAME.partial_move(thrown, ["throw:4"]).next == {"throw:1", "throw:2", "throw:3"}
    assert str(GAME.partial_move(thrown, ["throw:4", "throw:1"]).sole) == "4/1"
    for here, taps, reason in [
        (state, ["21"], "blue has a die there already: 21"),
        (state, ["33", "47"], "the 2 on top means exactly 2 steps"),
        (state, ["throw:1"], "tap an empty cell"),
        (thrown, ["throw:4", "throw:4"], "top and left corner cannot both be 4"),
        (thrown, ["11"], "tap the number on top"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            GAME.partial_move(here, taps)
