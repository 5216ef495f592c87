"""A text display behind the real LCDd: the delay until its panel shows an announcement, and the cost of a restart."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.hardware.bars import HardwareBar
from fourth_seat.games import find
from fourth_seat.hardware.text.ascii_text import render_ascii
from fourth_seat.hardware.text.display import TextDisplay
from fourth_seat.hardware.text.drivers import PanelSize, make_panel
from fourth_seat.hardware.text.pages import Page, pages
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.words import ENGLISH, say
from tests.hardware.emulation.lcdd_server import LcddServer, until

MOVE_COUNT = 100
RESTART_COUNT = 10
MAX_SHOWN_S = 0.5  # from the announcement to the panel
MAX_SHOW_MS = 30.0  # that `show` may take: less than one tick of the window
PANEL_SIZE = PanelSize(20, 4)


def measure(folder: Path) -> Iterator[HardwareBar]:
    """Measure the bars of the text display."""
    server = LcddServer(folder, f"{PANEL_SIZE.columns}x{PANEL_SIZE.rows}")
    server.start()
    display = TextDisplay(make_panel(server.url))
    until(lambda: display.connected)
    shown: list[float] = []
    calls: list[float] = []
    try:
        for number, announcement in enumerate(_moves()):
            time.sleep(0.003 * (number % 50))  # at any moment of the panel's own rhythm
            wanted = _first_page(announcement)
            start = time.monotonic()
            display.show(announcement)
            calls.append(1000 * (time.monotonic() - start))
            until(lambda wanted=wanted: server.screen == wanted)  # type: ignore[misc]
            shown.append(time.monotonic() - start)
        yield HardwareBar.at_most(f"text display, right after {MOVE_COUNT} moves", shown, MAX_SHOWN_S, "s")
        lost, back = 0, []
        for announcement in _moves(RESTART_COUNT):
            server.stop()
            until(lambda: not display.connected)
            start = time.monotonic()
            display.show(announcement)  # while LCDd is away
            calls.append(1000 * (time.monotonic() - start))
            server.start()
            start = time.monotonic()
            wanted = _first_page(announcement)
            try:
                until(lambda wanted=wanted: server.screen == wanted, 5)  # type: ignore[misc]
                back.append(time.monotonic() - start)
            except AssertionError:
                lost += 1
        yield HardwareBar.none(f"the same, moves lost in {RESTART_COUNT} restarts of LCDd", lost)
        yield HardwareBar.at_most("the same, right again after LCDd is ready", back, 1.0, "s")
        yield HardwareBar.at_most("the same, `show`", calls, MAX_SHOW_MS, "ms")
    finally:
        display.close()
        server.stop()


def _moves(most: int = MOVE_COUNT) -> Iterator[Announcement]:
    """Yield placements of Blokus, each with its number, so that no two are alike."""
    game = find("blokus")
    state = game.start(game.options())
    for number in range(most):
        move = next(iter(state.legal()), None)
        if move is None:
            state = game.start(game.options())
            move = next(iter(state.legal()))
        colour = game.colour_name(state.mover, state.options)
        first = say("{colour} plays {move}.", colour=colour, move=f"{number + 1}: {move}")
        texts = (first, *(step.text for step in game.steps(state, move)))
        state = state.play(move)
        yield Announcement(AnnouncementKind.PLACE, texts)


def _first_page(announcement: Announcement) -> Page:
    sentences = [render_ascii(text, ENGLISH) for text in announcement.texts]
    return pages([sentence[:1].upper() + sentence[1:] for sentence in sentences], PANEL_SIZE)[0]
