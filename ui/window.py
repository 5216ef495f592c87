"""The window: shows one page at a time. Pages, records and games are imported when they are first needed."""

from __future__ import annotations

import sys
import tkinter as tk
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from tkinter import ttk
from types import TracebackType
from typing import TYPE_CHECKING

from fourth_seat.boundary.faults import fault
from fourth_seat.games import find
from fourth_seat.hardware.announcer import Announcer
from fourth_seat.hardware.chime import Chime
from fourth_seat.hardware.machine.sleep_inhibitor import SleepInhibitor
from fourth_seat.processes.extras.catalogue import MissingExtra
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.settings.engine_commands import EngineCommands, Vacancy
from fourth_seat.table.settings.folders import records
from fourth_seat.table.settings.language import named, of_the_system
from fourth_seat.ui import routes
from fourth_seat.ui import settings as kept
from fourth_seat.ui.camera.drop import accept_photos
from fourth_seat.ui.devices.control import LightsControl
from fourth_seat.ui.keyboard.control import KeyboardControl
from fourth_seat.ui.kiosk.mode import KioskMode
from fourth_seat.ui.page import Page
from fourth_seat.ui.phones.control import PhonesControl
from fourth_seat.ui.right_to_left.tk import stand_between
from fourth_seat.ui.settings import FIRST_WINDOW_PX, MIN_WINDOW_PX, LastGame, Settings
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.gc_guard import GcGuard
from fourth_seat.ui.widgets.growth import Growth
from fourth_seat.ui.widgets.notice_bar import NoticeBar
from fourth_seat.ui.widgets.widget_defaults import set_widget_defaults
from fourth_seat.words import ENGLISH, Catalogue, FourthSeatError, Text, say, sentence

if TYPE_CHECKING:
    from fourth_seat.table.table import Table
    from fourth_seat.ui.guide.tour import Tour
    from fourth_seat.ui.seats.choice import Draft

CHECK_PERIOD_MS = 500  # between checks whether the displays work


def now() -> datetime:
    """Return the clock on the wall."""
    return datetime.now().astimezone()


class Window:
    """A window.

    Attributes:
        root: Tk's own window.
        theme: how it looks.
        settings: the saved settings; `change` replaces them.
        clock: the time of day.
        catalogue: the window's language.
        chime: sounds when the computer has moved.
        awake: keeps the machine awake during a game.
        lights: the lights under the real board, if there are any.
        phones: the page for guests with phones, if it is open.
        announcer: the text display and the voice.
        page: the page that is shown.
        notices: the sentence along the lower edge.
        engines: the commands of other makers' engines.
        tour: the line that leads through a first turn; None without one.
        drafts: the choices for games that have not begun, by the game's name.
        keyboard: the keyboard on the screen.
        kiosk: whether the window has the screen for itself.
    """

    def __init__(
        self,
        root: tk.Tk,
        settings: Settings,
        clock: Callable[[], datetime] = now,
        catalogue: Catalogue = ENGLISH,
        *,
        kiosk: bool = False,
    ) -> None:
        self.root = root
        self._edge = stand_between(root)
        self._edge.right_to_left = catalogue.right_to_left
        self.settings = settings
        self.clock = clock
        self.theme = Theme(root, settings.mode, settings.text, mirrored=catalogue.right_to_left)
        self.page: Page | None = None
        self._shortcuts: dict[str, str] = {}  # of the page: Tk's name of the action by key
        self.catalogue = catalogue
        self.notices = NoticeBar(root, self.theme)
        self._notices_shown: set[Text] = set()
        self.chime = Chime()
        self.chime.on = settings.chime
        self.awake = SleepInhibitor()
        self.lights = LightsControl(root, self.theme, self.notice)
        self.phones = PhonesControl(root, self.notice_once)
        self.announcer = Announcer(catalogue)
        self.engines = EngineCommands.load(self.notice)
        self.drafts: dict[str, Draft] = {}
        self.tour: Tour | None = None
        root.title(self.text(say("Fourth Seat")))
        screen = root.winfo_screenwidth(), root.winfo_screenheight()
        least = [min(sizes) for sizes in zip(MIN_WINDOW_PX, screen, strict=True)]
        root.minsize(*least)
        first = [round(side * self.theme.density) for side in FIRST_WINDOW_PX]
        wanted = settings.width or first[0], settings.height or first[1]
        width, height = map(sorted, zip(wanted, least, screen, strict=True))
        root.geometry(f"{width[1]}x{height[1]}")
        self._growth = Growth(root, self.theme, width[1], height[1])
        root.protocol("WM_DELETE_WINDOW", self.close)
        root.bind("<F1>", lambda _: self.page.help() if self.page else None)
        root.bind("<F11>", lambda _: self.toggle_full_screen())
        root.bind("<Escape>", self._escape)
        root.report_callback_exception = self._failed
        self._collector = GcGuard(root)
        set_widget_defaults(root)
        self.keyboard = KeyboardControl(self, kiosk)
        self.kiosk, self.kiosk_mode = kiosk, KioskMode(self) if kiosk else None
        root.after_idle(self._set_icon)
        root.after_idle(lambda: accept_photos(root, lambda: self.page))
        self._attach()
        self._report_troubles()

    def text(self, text: Text) -> str:
        """Return a text in the window's language."""
        return self.catalogue.render(text)

    # -- pages -------------------------------------------------------------------------------------------------------------

    def show(self, make: Callable[[tk.Misc], Page]) -> None:
        """Show another page. One that cannot be made leaves the window as it is."""
        page = make(self.root)
        self.keyboard.hide()
        if self.page:
            self.page.leave()
            self.awake.stop()
            self.lights.leave()
            self.phones.join(None)
            self.phones.follow(None)
            for key, command in self._shortcuts.items():
                self.root.unbind(key, command)  # without its command, Tk would keep that, and with it the page
            self.page.destroy()
            self._collector.collect_soon()
        self.page = page
        self._shortcuts = {key: self._bind(page, key, action) for key, action in page.shortcuts.items()}
        page.pack(fill="both", expand=True)
        page.focus_set()

    def _bind(self, page: Page, key: str, action: Callable[[], None]) -> str:
        # While a field has the focus, letters and arrows are for the field; Control and F10 are not.
        always = "Control" in key or "Alt" in key or key.startswith("<F")
        return self.root.bind(key, lambda event: action() if not page.sheet and (always or not _typing(event)) else None)

    def show_start(self) -> None:
        """Show the start page."""
        self.show(routes.start_page(self))

    def show_seats(self, game: str, options: str = "", level: str | None = None) -> None:
        """Show the seats page of a game; `options` and `level` override the saved ones.

        Raises:
            FourthSeatError: there is no such game, or the options are invalid.
        """
        self.show(routes.seats_page(self, find(game), options, level))

    def begin_from(self, photo: Path, game: str) -> None:
        """Begin a game from the photo of its board, with the players of the last time."""
        self.show_seats(game)
        assert self.page
        self.page.take_photo(photo)

    def show_settings(self) -> None:
        """Show the settings."""
        self.show(routes.settings_page(self))

    def show_hardware(self, game: str) -> None:
        """Show lights and other devices, for the board of a game."""
        self.show(routes.hardware_page(self, game))

    def show_help(self) -> None:
        """Show the help page."""
        self.show(routes.help_page(self))

    def show_lessons(self, game: str) -> None:
        """Show how a game is played."""
        self.show(routes.learn_page(self, find(game)))

    def show_library(self, chosen: Path | None = None) -> None:
        """Show all games, the one of this record chosen."""
        self.show(routes.library_page(self, chosen))

    def look_through(self, path: Path) -> None:
        """Show a game at the table without changing anything; raise `FourthSeatError`."""
        self.show(routes.replay_page(self, path))

    def begin_tour(self) -> None:
        """Show the next instruction above the page, until a whole turn has been played or the tour is skipped."""
        if self.tour:
            self.tour.destroy()
        self.tour = routes.tour(self, lambda: self.page, self._tour_ended)

    def _tour_ended(self) -> None:
        self.tour = None
        self.change(replace(self.settings, toured=True))
        if self.page:
            self.page.focus_set()

    def show_table(self, table: Table, vacancies: Sequence[Vacancy] = ()) -> None:
        """Show the table of a game, with a sheet to choose the players of its vacant seats."""
        make = routes.table_page(self, table, vacancies)
        self.show(make)
        table.displays += (self.chime, self.announcer)
        if self.kiosk_mode:
            table.displays += (self.kiosk_mode.blank,)
        if self.page and (shown := routes.as_table(self.page)):
            self.lights.join(shown.table, shown.panel, lambda: shown.runner.thinking)
            self.phones.join(partial(routes.hosted, self.page))
            self.phones.follow(table)
        if self.settings.awake:
            self.awake.start()

    # -- games -------------------------------------------------------------------------------------------------------------

    def begin(self, game: str, options: str, seats: Sequence[str], photo: Path | None = None) -> None:
        """Begin a game and show its table, from the board of a photo if there is one; the choice is remembered.

        Raises:
            FourthSeatError: these seats or options cannot be, or the record cannot be written.
        """
        from fourth_seat.table.seats import read_seat
        from fourth_seat.table.table import Table

        found = find(game)
        typed = [read_seat(text) for text in seats]
        players = [self.phones.links.named(self.engines.named(seat)) for seat in typed]
        chosen = found.options(options)
        table = Table.begin(found, chosen, players, records(), self.clock, self.evening)
        names = tuple(person.name for player in players for person in player.people if person.name)
        last = LastGame(tuple(map(str, players)), str(chosen))
        self._show_or_close(table)
        self.change(self.settings.begun(found.name, last, names))
        if players != typed:
            self.engines.save(self.notice)
        if photo and self.page:
            routes.read_photo(self.page, photo)

    def resume(self, path: Path) -> None:
        """Go on with a game.

        Raises:
            FourthSeatError: its record cannot be opened, or another window has it open.
        """
        from fourth_seat.table.table import Table

        table = Table.resume(path, self.clock)
        try:
            vacancies = self.engines.vacate(table)
        except NotSaved:
            table.close()
            raise
        self._show_or_close(table, [vacancy for vacancy in vacancies if vacancy.command])
        if notices := (*table.notices, *(vacancy.text for vacancy in vacancies if not vacancy.command)):
            self.notice(*notices)

    def _show_or_close(self, table: Table, vacancies: Sequence[Vacancy] = ()) -> None:
        try:
            self.show_table(table, vacancies)
        except Exception:
            table.close()
            raise

    @property
    def playing(self) -> bool:
        """Whether a game is under way on the page that is shown."""
        return self.page is not None and self.page.in_game

    @property
    def evening(self) -> str:
        """The evening that a new game belongs to; empty for the first of one."""
        from fourth_seat.table.analysis.session import current_session

        return current_session(records(), self.clock())

    # -- settings ----------------------------------------------------------------------------------------------------------

    def change(self, settings: Settings) -> None:
        """Apply other settings, show their effect, and save them."""
        before, self.settings = self.settings, settings
        if (before.mode, before.text) != (settings.mode, settings.text):
            self.theme.set(settings.mode, settings.text)
            self._edge.break_again()
        self.chime.on = settings.chime
        if before.language != settings.language:
            self._speak(settings.language)
        self._attach()
        if before != settings:
            try:
                kept.save(before, settings)
            except NotSaved as error:
                self.notice(error.text)

    def _speak(self, language: str) -> None:
        """Switch to another language; the caller rebuilds the page that is shown."""
        self.catalogue = named(language or of_the_system())
        self._edge.right_to_left = self.theme.mirrored = self.catalogue.right_to_left
        self.theme.set()
        self.root.title(self.text(say("Fourth Seat")))

    def _attach(self) -> None:
        """Attach the text display and the voice as the settings have them."""
        settings = self.settings
        try:
            self.announcer.attach(settings.text_display, voice=settings.voice, catalogue=self.catalogue)
        except FourthSeatError as error:
            self.notice(error.text)

    def _report_troubles(self) -> None:
        """Report troubles of the text display and the voice, each once."""
        self._checking = self.root.after(CHECK_PERIOD_MS, self._report_troubles)
        if trouble := self.announcer.news():
            self.notice(trouble)

    def toggle_full_screen(self) -> None:
        """Switch full screen on or off; a kiosk stays in full screen."""
        self.root.attributes("-fullscreen", self.kiosk or not self.full_screen)

    @property
    def full_screen(self) -> bool:
        return bool(self.root.attributes("-fullscreen"))

    # -- notices and errors ------------------------------------------------------------------------------------------------

    def notice(self, *texts: Text) -> None:
        """Show sentences along the lower edge, each on a line of its own, for a while."""
        self.notices.show("\n".join(sentence(self.text(text)) for text in texts))

    def notice_once(self, text: Text) -> None:
        """Show a sentence along the lower edge for a while, unless it was shown before."""
        if text not in self._notices_shown:
            self._notices_shown.add(text)
            self.notice(text)

    def _failed(self, _: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Handle an error of a callback: show a sentence; an unexpected error also goes to stderr, with its traceback."""
        if isinstance(error, MissingExtra) and self.page:
            routes.offer(self.page, error.extra.name)
            return
        if not isinstance(error, FourthSeatError):
            sys.stderr.write(f"Traceback to {fault(error)}:\n{''.join(traceback.format_tb(trace))}")
        unknown = say("Something went wrong ({error}); what was played is saved.", error=fault(error))
        self.notice(error.text if isinstance(error, FourthSeatError) else unknown)

    def _escape(self, _: object) -> None:
        if self.page:
            self.page.back()

    # -- the end -----------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the window; every game is on the disk already."""
        if self.root.winfo_viewable() and not self.full_screen and self.root.state() == "normal":
            size = replace(self.settings, width=self.root.winfo_width(), height=self.root.winfo_height())
            if size != self.settings:
                with suppress(NotSaved):
                    kept.save(self.settings, size)
        if self.page:
            self.page.leave()
            self.awake.stop()
            self.page.destroy()
        if self.tour:
            self.tour.destroy()
        self.keyboard.hide()
        if self.kiosk_mode:
            self.kiosk_mode.blank.close()
        self.lights.close()
        self.phones.end()
        self.root.after_cancel(self._checking)
        self._growth.close()
        self.announcer.close()
        self._collector.close()
        self.root.destroy()

    def _set_icon(self) -> None:
        from fourth_seat.ui.widgets.icon import icons

        self._icons = icons(self.root)  # Tk shows them only as long as there is a reference to them
        self.root.iconphoto(True, *map(str, self._icons))


def _typing(event: tk.Event[tk.Misc]) -> bool:
    """Return whether a key is meant for the field or the list that has the focus."""
    return isinstance(event.widget, (tk.Entry, ttk.Entry, tk.Text, tk.Listbox))
