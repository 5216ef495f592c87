"""Every view of the window by name: a function that shows it, and goes on to its possible states."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.window.geometry import pages, sheets, tables
from benchmarks.window.geometry.pages import named_views
from fourth_seat.ui.main_window import MainWindow

View = Callable[[MainWindow], Iterator[None] | None]
"""Shows a view; one with several states stops at each."""


def views() -> dict[str, View]:
    """Return all views by name. A test ensures that no page and no sheet is missing."""
    return {
        "start": pages.start,
        "settings": pages.settings,
        "kiosk": pages.kiosk,
        "keyboard": pages.keyboard,
        "help": pages.help_page,
        **named_views(pages.lessons, "lessons"),
        **named_views(pages.seats, "seats"),
        **named_views(pages.hardware, "hardware"),
        "lights connect4": lambda window: pages.lights(window, "connect4"),
        "lights blokus": lambda window: pages.lights(window, "blokus"),
        "library": pages.library,
        "replay": lambda window: pages.replay(window, "1212121"),
        **named_views(tables.game, "table"),
        **named_views(tables.editing, "edit"),
        **named_views(tables.placement, "placement"),
        **named_views(tables.across, "across"),
        "thinking": tables.thinking,
        "over": tables.over,
        "camera": tables.watched,
        "camera and card": tables.card_and_camera,
        **named_views(sheets.more, "more"),
        **named_views(sheets.sharing, "share"),
        **named_views(sheets.helping, "help"),
        **named_views(sheets.questions, "questions"),
        "phones": sheets.phone_codes,
        "extras": sheets.extras,
        "addons": sheets.addons,
        "corners": sheets.corners,
        "sensors": sheets.sensors,
        "known boards": sheets.boards,
        "best moves": sheets.best_moves,
        "report": sheets.report,
        "after": sheets.after,
    }
