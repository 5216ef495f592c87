"""The pages of the window: the only file that refers to all of them. Each is imported when it is first shown."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fourth_seat.words import say

if TYPE_CHECKING:
    from fourth_seat.games import AnyGame
    from fourth_seat.page.hosted import HostedTable
    from fourth_seat.table.settings.engine_commands import Vacancy
    from fourth_seat.table.table import Table
    from fourth_seat.ui.context import WindowContext
    from fourth_seat.ui.guide.tour import Tour
    from fourth_seat.ui.page import Page
    from fourth_seat.ui.table.page import TablePage

MakePage = Callable[[tk.Misc], "Page"]


def start_page(window: WindowContext) -> MakePage:
    """Return a factory of the start page."""
    from fourth_seat.ui.start.page import StartPage

    return lambda parent: StartPage(parent, window)


def offer(page: Page, extra: str) -> None:
    """Offer to add an extra, over a page that could not do something without it."""
    from fourth_seat.ui.extras.sheet import with_extra

    with_extra(page, extra, page.focus_set)


def seats_page(window: WindowContext, game: AnyGame, options: str, level: str | None) -> MakePage:
    """Return a factory of the seats page; options and level override the saved ones."""
    from fourth_seat.ui.seats.page import SeatsPage

    return lambda parent: SeatsPage(parent, window, game, options, level)


def settings_page(window: WindowContext) -> MakePage:
    """Return a factory of the settings page."""
    from fourth_seat.ui.settings_page import SettingsPage

    return lambda parent: SettingsPage(parent, window)


def hardware_page(window: WindowContext, game: str) -> MakePage:
    """Return a factory of the page of lights and other devices, for the board of a game."""
    from fourth_seat.ui.devices.page import HardwarePage

    return lambda parent: HardwarePage(parent, window, game)


def help_page(window: WindowContext) -> MakePage:
    """Return a factory of the help page."""
    from fourth_seat.ui.help_page import HelpPage

    return lambda parent: HelpPage(parent, window)


def learn_page(window: WindowContext, game: AnyGame) -> MakePage:
    """Return a factory of the page that shows how a game is played."""
    from fourth_seat.ui.learn.page import LearnPage

    return lambda parent: LearnPage(parent, window, game)


def table_page(window: WindowContext, table: Table, vacancies: Sequence[Vacancy]) -> Callable[[tk.Misc], TablePage]:
    """Return a factory of the page of a game in progress, some of whose seats may be vacant."""
    from fourth_seat.ui.table.page import TablePage

    return lambda parent: TablePage(parent, window, table, vacancies=vacancies)


def library_page(window: WindowContext, chosen: Path | None) -> MakePage:
    """Return a factory of the page of all games, the one of this record chosen."""
    from fourth_seat.ui.library.page import LibraryPage

    return lambda parent: LibraryPage(parent, window, chosen)


def replay_page(window: WindowContext, path: Path) -> MakePage:
    """Return a factory of the page on which the game of a record is looked through."""
    from fourth_seat.ui.library.replay_page import ReplayPage

    return lambda parent: ReplayPage(parent, window, path)


def as_table(page: Page | None) -> TablePage | None:
    """Return the page of a game in progress as such; None for other pages."""
    from fourth_seat.ui.table.page import TablePage

    return page if isinstance(page, TablePage) else None


def hosted(page: Page) -> HostedTable:
    """Return the view of a table page that the page for phones shows."""
    from fourth_seat.page.hosted import HostedTable
    from fourth_seat.ui.table.page import TablePage

    assert isinstance(page, TablePage)
    correcting = say("the board is being corrected at the table")
    return HostedTable(
        page.table,
        page.review,
        orientation=lambda: page.orientation,
        thinking=lambda: page.runner.thinking is not None,
        hint=lambda: page.advice.hint,
        ask_hint=page.advice.want_hint,
        next_game=page.next_game,
        blocked=lambda: correcting if page.correction_mode.active else None,
        film=page.camera.film,
        watching=lambda: page.camera.watching,
        read_photo=page.camera.photo.take_sent,
    )


def read_photo(page: Page, path: Path) -> None:
    """Read the board of a table page, whose game begins from it, from a photo."""
    from fourth_seat.ui.table.page import TablePage

    assert isinstance(page, TablePage)
    page.camera.photo.read(path, begins=True)


def tour(window: WindowContext, page: Callable[[], Page | None], ended: Callable[[], None]) -> Tour:
    """Return the line that leads through a first turn."""
    from fourth_seat.ui.guide.tour import Tour

    return Tour(window, page, ended)
