"""Every game of the registry, played through the window from start to end with clicks; pictures are kept in build/."""

from __future__ import annotations

import pytest

from games import REGISTRY, find
from tests.ui.conftest import screenshot
from tests.ui.table.conftest import Sit

NAMES = ("Anna", "Ben", "Mia", "Lou")
PICTURED = 5  # the card that is photographed: by then there is something on the board


def seats_for(game: str) -> list[str]:
    """A person, and random players who are quick, on the others."""
    found = find(game)
    return [f"human:{NAMES[0]}", *["random"] * (found.seats(found.options()) - 1)]


@pytest.mark.parametrize("game", REGISTRY)
def test_a_whole_game_by_mouse(sit: Sit, game: str) -> None:
    hands = sit(game, seats_for(game))
    cards = 0

    def card() -> None:
        nonlocal cards
        cards += 1
        if cards == PICTURED:
            screenshot(hands.app, f"{game}-card")

    hands.to_the_end(card)
    assert hands.table.result
    assert cards >= PICTURED
    screenshot(hands.app, f"{game}-end")
    assert hands.page.panel.over.winfo_ismapped()
    assert str(hands.table.result.reason) in str(hands.page.panel.turn.said.cget("text"))
    assert hands.page.board.cells == hands.table.state.cells()


@pytest.mark.parametrize(("mode", "text", "size"), [("dark", "medium", (1280, 800)), ("light", "huge", (1920, 1080))])
@pytest.mark.parametrize("game", REGISTRY)
def test_pictures_by_night_and_large(sit: Sit, game: str, mode: str, text: str, size: tuple[int, int]) -> None:
    hands = sit(game, seats_for(game), mode=mode, text=text, size=size)
    hands.to_the_end(most=8)
    screenshot(hands.app, f"{game}-{mode}-{text}")
    done = hands.page.panel.card.done
    if done.winfo_ismapped():
        assert done.winfo_rooty() + done.winfo_height() <= hands.app.root.winfo_rooty() + size[1]
