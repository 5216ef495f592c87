"""Every game of the registry, played through the window from start to end with clicks; pictures are kept in build/."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import REGISTRY, find
from tests.ui.table.conftest import Sit

SCREENSHOTS = Path(__file__).parents[3] / "build" / "screenshots"
NAMES = ("Anna", "Ben", "Mia", "Lou")


def seats_for(game: str) -> list[str]:
    """A person, and random players who are quick, on the others."""
    found = find(game)
    return [f"human:{NAMES[0]}", *["random"] * (found.seats(found.options()) - 1)]


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("game", REGISTRY)
def test_a_whole_game_by_mouse(sit: Sit, game: str, mode: str) -> None:
    if mode == "dark" and game == "blokus":
        pytest.skip("the longest game is played to its end once")
    hands = sit(game, seats_for(game), mode)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    cards = 0

    def card() -> None:
        nonlocal cards
        cards += 1
        if cards == 5:
            hands.picture().save(SCREENSHOTS / f"{game}-{mode}-card.png")

    hands.to_the_end(card)
    assert hands.table.result
    assert cards > 0
    hands.picture().save(SCREENSHOTS / f"{game}-{mode}-end.png")
    assert hands.page.panel.over.winfo_ismapped()
    assert str(hands.table.result.reason) in str(hands.page.panel.turn.said.cget("text"))
    assert hands.page.board.cells == hands.table.state.cells()
