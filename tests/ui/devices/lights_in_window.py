"""The lights in the window, as tests choose and examine them."""

from __future__ import annotations

from fourth_seat.games import find
from fourth_seat.hardware.lights.strip import Strip
from fourth_seat.ui.board.game_board import GameBoard
from fourth_seat.ui.devices.lights import LightsSection
from fourth_seat.ui.devices.page import HardwarePage
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.window import Window
from tests.ui.conftest import begin_game
from tests.ui.patience import settle

DRAWN = "Drawn on the screen, for trying things out"


def board(game: str = "connect4") -> GameBoard:
    found = find(game)
    return GameBoard(found, found.options())


def opened(window: Window, game: str = "connect4") -> LightsSection:
    """Return the section on the hardware page."""
    window.show(HardwarePage, game)
    settle(window)
    assert isinstance(window.page, HardwarePage) and window.page.content
    return window.page.content.lights


def choose(section: LightsSection, where: str) -> None:
    section.where.set(where)
    section.where.event_generate("<<ComboboxSelected>>")


def strip_of(window: Window) -> Strip:
    assert window.lights.strip and window.lights.strip.drawn
    return window.lights.strip


def lit(window: Window) -> set[str]:
    """Return the cells that are lit now."""
    strip = strip_of(window)
    return {name for name, leds in strip.layout.cells.items() if any(any(strip.colours[led]) for led in leds)}


def at_table(window: Window, *moves: str, seats: tuple[str, ...] = ("human:Anna", "human:Ben")) -> TablePage:
    begin_game(window, "connect4", "", seats)
    assert isinstance(window.page, TablePage)
    for move in moves:
        window.page.stage.table.play(move)
    settle(window)
    return window.page
