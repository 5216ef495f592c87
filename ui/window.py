"""The window and the base class of its pages, one of which is shown at a time."""

from __future__ import annotations

import sys
import tkinter as tk
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tkinter import ttk
from types import TracebackType
from typing import Concatenate, ParamSpec, TypeVar

from fourth_seat.boundary.faults import fault
from fourth_seat.hardware.announcer import Announcer
from fourth_seat.hardware.machine.desktop import Desktop
from fourth_seat.hardware.machine.sleep_inhibitor import SleepInhibitor
from fourth_seat.hardware.sounds.sounds import Sounds
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.protocols import Display
from fourth_seat.table.settings.engine_commands import EngineCommands
from fourth_seat.table.settings.language import named, of_the_system
from fourth_seat.table.settings.seat_choice import Draft
from fourth_seat.ui import settings as kept
from fourth_seat.ui.right_to_left.tk import stand_between
from fourth_seat.ui.services.boards import BoardsControl
from fourth_seat.ui.services.buttons import ButtonsControl
from fourth_seat.ui.services.desktop_wish import DesktopWish
from fourth_seat.ui.services.lights import LightsControl
from fourth_seat.ui.services.phones import PhonesControl
from fourth_seat.ui.settings import AS_SYSTEM, FIRST_WINDOW_PX, MIN_WINDOW_PX, Settings
from fourth_seat.ui.theme.icons import with_icon
from fourth_seat.ui.theme.theme import HUGE, Theme
from fourth_seat.ui.widgets.by_keyboard import CONTROL_STATE, is_field
from fourth_seat.ui.widgets.gc_guard import GcGuard
from fourth_seat.ui.widgets.growth import Growth
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.notice_bar import NoticeBar
from fourth_seat.ui.widgets.sheet import Sheet, uppermost
from fourth_seat.ui.widgets.widget_defaults import set_widget_defaults
from fourth_seat.words import Catalogue, FourthSeatError, Text, say, sentence

CHECK_PERIOD_MS = 500  # between checks whether the displays work
P = ParamSpec("P")
Shown = TypeVar("Shown", bound="Page")


class Window:
    """A window, with its theme, language, settings, notices and current page.

    Attributes:
        root: Tk's own window.
        theme: fonts, colours and distances.
        settings: the saved settings; `change` replaces them.
        catalogue: the window's language.
        clock: returns the current date and time.
        page: the current page.
        page_shown: callbacks called after another page has been shown.
        notices: the notices over the page's upper edge.
        displays: the displays that show or announce the events at every table: the sounds, the text display and the voice.
        sounds: the sounds of moves.
        announcer: the text display and the voice.
        lights: controls the lights under the real board.
        boards: controls the real board's sensors.
        buttons: handles the learned buttons of other devices.
        phones: controls the page for guests with phones.
        engines: the commands of third-party engines.
        drafts: the choices for games that have not begun, keyed by game.
        awake: keeps the machine awake during a game.
        kiosk: whether the window is a kiosk.
    """

    def __init__(
        self,
        root: tk.Tk,
        settings: Settings,
        clock: Callable[[], datetime],
        catalogue: Catalogue,
        home: Callable[[tk.Misc, Window], Page],
        *,
        kiosk: bool = False,
    ) -> None:
        """`home` creates the page to which all others lead back."""
        self.root, self.settings, self.clock, self.catalogue, self.kiosk = root, settings, clock, catalogue, kiosk
        self._home = home
        self._edge = stand_between(root)
        self._edge.right_to_left = catalogue.right_to_left
        self.theme = Theme(
            root,
            settings.shown_mode,
            settings.text,
            contrast=settings.contrast,
            hues=settings.hues,
            mirrored=catalogue.right_to_left,
        )
        self.page: Page | None = None
        self.page_shown: list[Callable[[], object]] = []
        self._shortcuts: dict[str, str] = {}  # of the page: Tk's name of the action by key
        self.notices = NoticeBar(root, self.theme, self.text)
        self._notices_shown: set[Text] = set()
        self.sounds = Sounds()
        self.sounds.on, self.sounds.volume = settings.chime, settings.volume
        self._still = True  # as long as the desktop has not said that things may move
        self.announcer = Announcer(catalogue)
        self.displays: list[Display] = [self.sounds, self.announcer]
        self.awake = SleepInhibitor()
        self.lights = LightsControl(root, self.theme, self.notice)
        self.boards = BoardsControl(root, self.notice)
        self.buttons = ButtonsControl(root, lambda: self.settings.buttons, self._at_table, self.boards.press)
        self.phones = PhonesControl(root, self.notice_once, self.boards.press)
        self.engines = EngineCommands.load(self.notice)
        self.drafts: dict[str, Draft] = {}
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
        root.bind("<F11>", lambda _: self.toggle_full_screen())
        root.bind("<Escape>", lambda _: self.page.back() if self.page else None)
        for kind in ("TButton", "TRadiobutton", "TCheckbutton"):
            root.bind_class(kind, "<Unmap>", self._hidden, add="+")
        root.report_callback_exception = self._failed
        self._collector = GcGuard(root)
        set_widget_defaults(root)
        self._attach()
        self.dark_wish = DesktopWish(root, Desktop().is_dark, self._follow_dark)
        self.still_wish = DesktopWish(root, Desktop().is_still, self._follow_still)
        self._follow_desktop()
        self._report_troubles()

    def text(self, text: Text) -> str:
        """Translate text into the window's language."""
        return self.catalogue.render(text)

    @property
    def shows_motion(self) -> bool:
        """Whether moves are animated, according to the settings or, failing that, the desktop."""
        wanted = self.settings.motion
        return wanted == kept.ALWAYS or (wanted == kept.AUTOMATIC and not self._still)

    # -- pages -------------------------------------------------------------------------------------------------------------

    def show(self, make: Callable[Concatenate[tk.Misc, Window, P], Shown], *args: P.args, **kwargs: P.kwargs) -> Shown:
        """Show another page, `make(root, window, *args, **kwargs)`, and return it. If creating the page fails, the window
        remains unchanged.
        """
        page = make(self.root, self, *args, **kwargs)
        self._end_page()
        for key, command in self._shortcuts.items():
            self.root.unbind(key, command)  # without its command, Tk would keep the action, and with it the page
        self._collector.collect_soon()
        self.page = page
        self._shortcuts = {key: self._bind(page, key, action) for key, action in page.shortcuts.items()}
        page.pack(fill="both", expand=True)
        for follow in tuple(self.page_shown):
            follow()
        self.notices.lift()
        page.focus_set()
        page.arrive()
        return page

    def _end_page(self) -> None:
        """Remove the page, first unsetting `page`, so that the page's parts do not return the focus to it."""
        if page := self.page:
            page.leave()
            self.page = None
            page.destroy()

    def _bind(self, page: Page, key: str, action: Callable[[], object]) -> str:
        # While a field has the focus, letters and arrows are for the field; Control and F10 are not.
        always = "Control" in key or "Alt" in key or key.startswith("<F")
        return self.root.bind(
            key, lambda event: action() if not page.sheet and (always or not is_field(event.widget)) else None
        )

    def _at_table(self) -> bool:
        """Return whether a table is shown without a sheet over it."""
        return self.page is not None and self.page.in_game and not self.page.sheet

    def _hidden(self, event: tk.Event[tk.Misc]) -> None:
        """Return the focus to the page, or to the sheet over it, when the focused widget disappears."""
        if self.page and str(self.root.tk.call("focus")) == str(event.widget):
            (self.page.sheet or self.page).focus_set()

    def go_home(self) -> None:
        """Show the page that all others lead back to."""
        self.show(self._home)

    # -- settings ----------------------------------------------------------------------------------------------------------

    def change(self, settings: Settings) -> None:
        """Apply and save changed settings."""
        before, self.settings = self.settings, settings
        if before.look != settings.look:
            self.theme.set(settings.shown_mode, settings.text, contrast=settings.contrast, hues=settings.hues)
            self._edge.break_again()
        self._follow_desktop()
        self.buttons.follow()
        self.sounds.on, self.sounds.volume = settings.chime, settings.volume
        if before.language != settings.language:
            self._speak(settings.language)
        self._attach()
        if before != settings:
            try:
                kept.save(before, settings)
            except NotSaved as error:
                self.notice(error.text)

    def _follow_desktop(self) -> None:
        self.dark_wish.follow(self.settings.mode == AS_SYSTEM)
        self.still_wish.follow(self.settings.motion == kept.AUTOMATIC)

    def _follow_dark(self, dark: bool) -> None:
        if dark != self.settings.dark_system:
            self.change(replace(self.settings, dark_system=dark))

    def _follow_still(self, still: bool) -> None:
        self._still = still

    def _speak(self, language: str) -> None:
        """Switch to another language; the caller must rebuild the visible page."""
        self.catalogue = named(language or of_the_system())
        self._edge.right_to_left = self.theme.mirrored = self.catalogue.right_to_left
        self.theme.set()
        self.root.title(self.text(say("Fourth Seat")))

    def _attach(self) -> None:
        """Attach the text display and the voice according to the settings."""
        settings = self.settings
        try:
            self.announcer.attach(settings.text_display, voice=settings.voice, catalogue=self.catalogue)
        except FourthSeatError as error:
            self.notice(error.text)

    def _report_troubles(self) -> None:
        """Report each problem with the text display or the voice once."""
        self._checking = self.root.after(CHECK_PERIOD_MS, self._report_troubles)
        if trouble := self.announcer.news():
            self.notice(trouble)

    def toggle_full_screen(self) -> None:
        """Toggle full screen; a kiosk always stays in full screen."""
        self.root.attributes("-fullscreen", self.kiosk or not self.full_screen)

    @property
    def full_screen(self) -> bool:
        return bool(self.root.attributes("-fullscreen"))

    # -- notices and errors ------------------------------------------------------------------------------------------------

    def notice(self, *texts: Text) -> None:
        """Show messages over the page for a while, one per line."""
        self.notices.show("\n".join(sentence(self.text(text)) for text in texts))

    def notice_once(self, text: Text) -> None:
        """Show a message over the page for a while, unless it has been shown before."""
        if text not in self._notices_shown:
            self._notices_shown.add(text)
            self.notice(text)

    def _failed(self, _: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Show a message about an error in a callback; unexpected errors are also logged to stderr with a traceback."""
        if not isinstance(error, FourthSeatError):
            sys.stderr.write(f"Traceback to {fault(error)}:\n{''.join(traceback.format_tb(trace))}")
        unknown = say("Something went wrong ({error}); the moves played so far are saved.", error=fault(error))
        self.notice(error.text if isinstance(error, FourthSeatError) else unknown)

    # -- the end -----------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the window; all games are already on disk."""
        if self.root.winfo_viewable() and not self.full_screen and self.root.state() == "normal":
            size = replace(self.settings, width=self.root.winfo_width(), height=self.root.winfo_height())
            if size != self.settings:
                with suppress(NotSaved):
                    kept.save(self.settings, size)
        self._end_page()
        self.lights.close()
        self.boards.close()
        self.buttons.close()
        self.phones.end()
        self.root.after_cancel(self._checking)
        self._growth.close()
        self.announcer.close()
        self._collector.close()
        self.root.destroy()


def typed_character(event: tk.Event[tk.Misc]) -> str:
    """Return the character typed by a key press; empty for other keys, and for shortcuts with Control."""
    shortcut = int(event.state) & CONTROL_STATE
    return event.char if event.char and event.char.isprintable() and not shortcut else ""


class Page(ttk.Frame):
    """The base class of all pages.

    Attributes:
        window: the window, with `window.theme`, `window.settings`, `window.text(...)` and `window.show(Page)`.
        shortcuts: actions keyed by key in Tk's notation (`<Left>` or `3`), active while the page is shown without a sheet
            over it and no field has the focus; fill it before the page is shown.
        in_game: whether a game is played on the page.
        led: whether the page is part of the guided first turn.
        most_wide: the maximum width of the page, in pixels at 96 dpi and medium text size; in a wider window, the page is
            centred.
    """

    in_game = False
    led = False
    most_wide: int | None = None  # no limit

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent)
        self.window = window
        self.shortcuts: dict[str, Callable[[], object]] = {}
        if self.most_wide:
            self.bind("<Configure>", lambda _: self._keep_to_the_middle())
            window.theme.on_change(self, self._keep_to_the_middle)

    def _keep_to_the_middle(self) -> None:
        most = round((self.most_wide or 0) * self.window.theme.scale)
        self.configure(padding=(max(0, (self.winfo_width() - most) // 2), 0))

    def header(self, title: Text, below: Text | None = None, *, back: bool = True) -> ttk.Frame:
        """Create the page's header, with its title, an optional subtitle, and a back button in the corner."""
        space = self.window.theme.space
        header = ttk.Frame(self, padding=(space(3), space(2.5), space(3), space(2)))
        header.pack(fill="x")
        if back:
            button = ttk.Button(header, text=self.window.text(say("Start page")), command=self.window.go_home)
            with_icon(self.window.theme, button, "back")
            button.pack(side="right", anchor="n", padx=(space(1), 0))
        heading = ttk.Label(header, text=self.window.text(title), style="Huge.TLabel")
        heading.pack(fill="x")
        heading.bind("<Configure>", lambda event: self._fit_heading(heading, event.width))
        if below:
            wrapped(ttk.Label(header, text=self.window.text(below), style="Muted.TLabel")).pack(fill="x")
        return header

    def _fit_heading(self, heading: ttk.Label, width: int) -> None:
        """Shrink a heading that does not fit on one line, and wrap it if it still does not fit."""
        fits = self.window.theme.font(HUGE).measure(str(heading.cget("text"))) <= width
        heading.configure(style="Huge.TLabel" if fits else "Title.TLabel", wraplength=0 if fits else max(1, width))

    @property
    def sheet(self) -> Sheet | None:
        """The topmost open sheet over the page, if any."""
        return uppermost(self)

    def open_sheet(self, sheet: Sheet) -> None:
        """Open a sheet over the page, replacing all others."""
        self.close_sheets(but=sheet)
        sheet.open()

    def close_sheets(self, but: Sheet | None = None) -> None:
        """Close all sheets over the page, except `but`, which is about to be opened."""
        for sheet in self.winfo_children():
            if isinstance(sheet, Sheet) and sheet is not but:
                sheet.close()

    def take_photo(self, photo: Path) -> None:
        """Handle a photo of a board that was dropped on the page."""
        self.window.notice(
            say(
                "You can drop a photo of a board on the start page, on the page where you choose who "
                "plays, or during a game."
            )
        )

    def back(self) -> None:
        """Close the topmost sheet or, if there is none, go back one step; bound to Escape."""
        if self.sheet:
            self.sheet.close()
        else:
            self.go_back()

    def go_back(self) -> None:
        """Go back one step when no sheet is open, by default to the start page."""
        self.window.go_home()

    def now(self) -> tuple[Text, ...]:
        """Return the instructions for the page's current state, one sentence each."""
        return (say("“Start page” takes you back to the games."),)

    @property
    def placing(self) -> bool:
        """Whether a move has yet to be made on the real board."""
        return False

    @property
    def played(self) -> int:
        """The number of moves and throws played on the page."""
        return 0

    def help(self) -> bool:
        """Show help for this page; return False if it has no help of its own."""
        return False

    def pause_camera(self) -> Callable[[], None]:
        """Pause the page's camera so that its device is temporarily free; return a function that resumes it."""
        return lambda: None

    def camera_picture(self) -> bytes | None:
        """Return the current picture from the page's camera as PNG data, if any."""
        return None

    def arrive(self) -> None:
        """Called when the page has been shown; starts the work done while it is visible."""

    def leave(self) -> None:
        """Release the page's resources, before another page is shown or the window closes."""
