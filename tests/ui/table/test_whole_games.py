"""Every game, played through the window from start to end with clicks; pictures are kept in build/."""

from __future__ import annotations

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.games import find, game_names
from fourth_seat.table.outcome import verdict
from fourth_seat.words import sentence
from tests.ui.conftest import screenshot
from tests.ui.table.conftest import Sit

PICTURED = {"blokus": 20}  # the number of the card for the picture: by then there is something on the board
USUALLY = 5


def seats_for(game: str) -> list[str]:
    """Return a person, and quick players for the other seats: the game's own simple one if it has one."""
    found = find(game)
    quick = "seed" if "seed" in engine_of(game).players else "random"
    return ["human:Anna", *[quick] * (found.seats(found.options()) - 1)]


LONG_GAMES = ("backgammon", "blokus", "tridice")


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=pytest.mark.slow if name in LONG_GAMES else ()) for name in game_names()]
)
def test_a_whole_game_by_mouse(sit: Sit, game: str) -> None:
    hands = sit(game, seats_for(game))
    cards = 0

    def card() -> None:
        nonlocal cards
        cards += 1
        if cards == PICTURED.get(game, USUALLY):
            screenshot(hands.window, f"{game}-light-card")

    hands.to_the_end(card)
    assert hands.table.result
    assert cards > 1
    if hands.table.pending:
        hands.press("space")
    screenshot(hands.window, f"{game}-light-end")
    assert hands.page.stage.panel.over.winfo_ismapped()
    assert sentence(str(verdict(hands.table))) == str(hands.page.stage.panel.turn.message.cget("text"))
    assert hands.page.stage.board.cells == hands.table.state.cells()


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "text", "size"), [("dark", "medium", (1280, 800)), ("light", "huge", (1920, 1080))])
@pytest.mark.parametrize("game", game_names())
def test_pictures_by_night_and_large(sit: Sit, game: str, mode: str, text: str, size: tuple[int, int]) -> None:
    hands = sit(game, seats_for(game), mode=mode, text=text, size=size)
    hands.to_the_end(most=8)
    screenshot(hands.window, f"{game}-{mode}-{text}")
    done = hands.page.stage.panel.card.done
    if done.winfo_ismapped():
        assert done.winfo_rooty() + done.winfo_height() <= hands.window.root.winfo_rooty() + size[1]
