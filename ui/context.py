"""The part of the window that pages use: theme, words, settings, notices, and the ways to other pages."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from fourth_seat.words import Catalogue, Text

if TYPE_CHECKING:
    from fourth_seat.hardware.announcer import Announcer
    from fourth_seat.table.settings.engine_commands import EngineCommands
    from fourth_seat.ui.devices.control import LightsControl
    from fourth_seat.ui.phones.control import PhonesControl
    from fourth_seat.ui.seats.choice import Draft
    from fourth_seat.ui.settings import Settings
    from fourth_seat.ui.theme.theme import Theme


class WindowContext(Protocol):
    """Interface of the window to every page; `ui.window.Window` implements it.

    Attributes:
        root: Tk's own window.
        theme: fonts, colours and distances.
        settings: the saved settings; `change` replaces them.
        catalogue: the window's language.
        clock: the time of day.
        lights: the lights under the real board.
        phones: the page for guests with phones.
        announcer: the text display and the voice.
        engines: the commands of other makers' engines.
        drafts: the choices for games that have not begun, by the game's name.
        kiosk: whether the window has the screen for itself.
    """

    root: tk.Tk
    theme: Theme
    settings: Settings
    catalogue: Catalogue
    clock: Callable[[], datetime]
    lights: LightsControl
    phones: PhonesControl
    announcer: Announcer
    engines: EngineCommands
    drafts: dict[str, Draft]
    kiosk: bool

    def text(self, text: Text) -> str:
        """Return a text in the window's language."""

    def notice(self, text: Text) -> None:
        """Show a sentence along the lower edge for a while."""

    def notice_once(self, text: Text) -> None:
        """Show a sentence along the lower edge for a while, unless it was shown before."""

    def change(self, settings: Settings) -> None:
        """Replace the settings, show their effect, and save them."""

    def toggle_full_screen(self) -> None:
        """Switch full screen on or off."""

    def close(self) -> None:
        """Close the window."""

    @property
    def playing(self) -> bool:
        """Whether a game is under way on the page that is shown."""

    @property
    def evening(self) -> str:
        """The session that a new game belongs to; empty for its first game."""

    def show_start(self) -> None:
        """Show the start page."""

    def show_seats(self, game: str, options: str = "", level: str | None = None) -> None:
        """Show the seats page of a game."""

    def begin_from(self, photo: Path, game: str) -> None:
        """Begin a game from the photo of its board, with the players of the last time."""

    def show_settings(self) -> None:
        """Show the settings."""

    def show_hardware(self, game: str) -> None:
        """Show the page of lights and other devices for the board of a game."""

    def show_help(self) -> None:
        """Show the help page."""

    def show_lessons(self, game: str) -> None:
        """Show how a game is played."""

    def show_library(self, chosen: Path | None = None) -> None:
        """Show all games, the one of this record chosen."""

    def look_through(self, path: Path) -> None:
        """Show the game of a record at the table without changing anything; raise `FourthSeatError`."""

    def begin_tour(self) -> None:
        """Show the next instruction above the page, until a whole turn has been played."""

    def begin(self, game: str, options: str, seats: Sequence[str], photo: Path | None = None) -> None:
        """Begin a game and show its table, from the board of a photo if there is one; raise `FourthSeatError`."""

    def resume(self, path: Path) -> None:
        """Resume the game of a record and show its table; raise `FourthSeatError`."""
