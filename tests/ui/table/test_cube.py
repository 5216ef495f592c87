"""A match with the doubling cube, played through the window: doubles on both sides, takes and drops, the Crawford game."""

from __future__ import annotations

import pytest

from games.backgammon.moves import CubeAction
from table.analysis.session import next_game
from table.settings.folders import records
from tests.ui.conftest import screenshot
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import Hands, begin
from ui.widgets.label import sentence

TO_THREE = "cube=on,match=3"


@pytest.mark.slow
def test_a_match_to_three(sit: Sit) -> None:
    hands = sit("backgammon", ["human:Anna", "static"], options=TO_THREE)
    said: set[tuple[int, object]] = set()
    crawford = games = 0
    while True:
        hands.to_the_end()
        table = hands.table
        assert table.result
        assert sentence(str(table.result.reason)) == str(hands.page.panel.turn.said.cget("text"))
        games += 1
        words = {(entry.seat, entry.move) for entry in table.history.standing if isinstance(entry.move, CubeAction)}
        said |= words
        scores = table.options["score1"], table.options["score2"]
        if 2 in scores and scores != (2, 2) and table.options["crawford"]:
            crawford += 1
            assert not words
        screenshot(hands.window, f"backgammon-match-{games}")
        following = next_game(table)
        if following is None:
            break
        options, seats = following
        hands = Hands(
            hands.window,
            begin("backgammon", [str(seat) for seat in seats], records(), hands.window.clock, str(options)),
            games,
        )
    assert crawford <= 1 < games
    assert not hands.page.another
    assert {call for _, call in said} >= {CubeAction.ROLL, CubeAction.DOUBLE}
    assert (
        (2, CubeAction.TAKE) in said
        or (2, CubeAction.DROP) in said
        or (1, CubeAction.TAKE) in said
        or (1, CubeAction.DROP) in said
    )
