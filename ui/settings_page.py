"""The settings: light or dark, how large the text is, the language, sound, staying awake, other engines, the way to other
devices, and which program this is."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk
from typing import TYPE_CHECKING

from engines.table_cache import LIMITS_MB, MB
from games import all_games
from processes.installation import FORM, PROGRAM, how_to_update, version
from table.settings.folders import home
from table.settings.language import name_of
from table.settings.tables import table_cache
from ui.engines.section import EnginesSection
from ui.extras.section import ExtrasSection
from ui.kiosk.hold_button import HoldButton
from ui.page import Page
from ui.settings import ALWAYS, AUTOMATIC, BLANKS_MIN, NEVER
from ui.widgets.choice import ChoiceBox
from ui.widgets.label import SharedWidth, fitted, wrapped
from ui.widgets.scroll import Scrolled
from words import Text, say
from words.catalogue import languages

if TYPE_CHECKING:
    from ui.context import WindowContext
    from ui.settings import Settings

MODE_NAMES = {"light": say("light", context="theme"), "dark": say("dark", context="theme")}
SIZE_NAMES = {
    "small": say("small"),
    "medium": say("medium"),
    "large": say("large"),
    "huge": say("huge, to be read from across the room"),
}
KEYBOARD_NAMES = {
    AUTOMATIC: say("where there is no other", context="keyboard"),
    ALWAYS: say("always", context="keyboard"),
    NEVER: say("never", context="keyboard"),
}


class SettingsPage(Page):
    """Page of all settings; it applies and saves every change at once."""

    most_wide = 960

    def __init__(self, parent: tk.Misc, window: WindowContext) -> None:
        super().__init__(parent, window)
        space = window.theme.space
        self._shared: dict[ttk.Frame, SharedWidth] = {}
        self._flags: list[tk.BooleanVar] = []  # references: a Tk variable ends with its last one
        self.header(say("Settings"))
        scrolled = Scrolled(self, window.theme)
        scrolled.pack(fill="both", expand=True)
        body = ttk.Frame(scrolled.body, padding=(space(3), 0, space(3), space(3)))
        body.pack(fill="both", expand=True)
        look = self._card(body, say("Appearance"))
        settings = window.settings
        modes = {mode: window.text(name) for mode, name in MODE_NAMES.items()}
        self.mode = ChoiceBox(look, modes, settings.mode, lambda mode: window.change(replace(window.settings, mode=mode)))
        sizes = {size: window.text(name) for size, name in SIZE_NAMES.items()}
        self.text_size = ChoiceBox(
            look, sizes, settings.text, lambda size: window.change(replace(window.settings, text=size))
        )
        names = {"": window.text(say("same as this computer")), **{each: name_of(each) for each in languages()}}
        self.language = ChoiceBox(look, names, settings.language, self._speak)
        self._line(look, 5, say("Language"), self.language)
        self._line(look, 0, say("Colours of the window"), self.mode)
        self._line(look, 1, say("Text size"), self.text_size)
        if not window.kiosk:
            full = ttk.Button(look, text=window.text(say("Full screen (F11)")), command=window.toggle_full_screen)
            self._line(look, 2, say("Window"), full)
        self.letters = self._switch(
            look,
            3,
            say("Letters on the pieces, to tell colours apart"),
            settings.letters,
            lambda on: replace(window.settings, letters=on),
        )
        self.coordinates = self._switch(
            look,
            4,
            say("Coordinates along the board's edge"),
            settings.coordinates,
            lambda on: replace(window.settings, coordinates=on),
        )
        keyboards = {when: window.text(name) for when, name in KEYBOARD_NAMES.items()}
        self.keyboard = ChoiceBox(
            look, keyboards, settings.keyboard, lambda when: window.change(replace(window.settings, keyboard=when))
        )
        self._line(look, 6, say("Keyboard on the screen"), self.keyboard)
        if window.kiosk:
            self._kiosk_card(body)
        play = self._card(body, say("While playing"))
        self.chime = self._switch(
            play,
            0,
            say("A soft chime when the computer has moved"),
            settings.chime,
            lambda on: replace(window.settings, chime=on),
        )
        self.awake = self._switch(
            play,
            1,
            say("Keep this computer awake during a game"),
            settings.awake,
            lambda on: replace(window.settings, awake=on),
        )
        devices = self._card(body, say("Lights, text display, voice"))
        game = next(iter(settings.last), all_games()[0].name)
        self.hardware = ttk.Button(devices, text=window.text(say("Set up ...")), command=lambda: window.show_hardware(game))
        self._line(devices, 0, say("Lights under the board, a text display, a voice"), self.hardware)
        self.engines = EnginesSection(self._card(body, say("Other engines")), self, scrolled.see)
        self.engines.grid(row=0, column=0, columnspan=2, sticky="ew")
        self.extras = ExtrasSection(self._card(body, say("Parts to add")), self)
        self.extras.grid(row=0, column=0, columnspan=2, sticky="ew")
        self._tables_card(body)
        self._program_card(body)

    def _speak(self, language: str) -> None:
        self.window.change(replace(self.window.settings, language=language))
        self.window.show_settings()

    def _kiosk_card(self, body: ttk.Frame) -> None:
        window, chosen = self.window, self.window.settings.blank_min
        card = self._card(body, say("This screen"))
        times = {minutes: window.text(say("after {n} minutes", n=minutes)) for minutes in sorted({*BLANKS_MIN, chosen})}
        times[0] = window.text(say("never", context="screen"))
        self.blank = ChoiceBox(
            card, times, chosen, lambda minutes: window.change(replace(window.settings, blank_min=minutes))
        )
        self._line(card, 0, say("Goes dark when nobody touches it; later during a game"), self.blank)
        self.leave_kiosk = HoldButton(card, window.text(say("Hold for two seconds")), window.close)
        self._line(card, 1, say("Leave the program"), self.leave_kiosk)

    def _tables_card(self, body: ttk.Frame) -> None:
        window, cache = self.window, table_cache()
        card = self._card(body, say("On the disk"))
        limits = {limit: window.text(say("at most {size} MB", size=limit)) for limit in LIMITS_MB}
        limits[0] = window.text(say("none: build them anew each time"))
        limits.setdefault(window.settings.tables_mb, window.text(say("at most {size} MB", size=window.settings.tables_mb)))
        self.tables_limit = ChoiceBox(
            card, limits, window.settings.tables_mb, lambda limit: window.change(replace(window.settings, tables_mb=limit))
        )
        self._line(card, 0, say("Tables that the computer builds to play endgames without mistakes"), self.tables_limit)
        taken = say("Remove them ({size} MB)", size=round(cache.size / MB))
        self.remove_tables = ttk.Button(card, text=window.text(taken), command=self._remove_tables)
        self.remove_tables.state(["!disabled" if cache.tables() else "disabled"])
        self._line(card, 1, say("They can be built again at any time"), self.remove_tables)

    def _program_card(self, body: ttk.Frame) -> None:
        card = self._card(body, say("This program"))
        lines = (
            say("Fourth Seat {version}, {form}", version=version(), form=FORM.name),
            how_to_update(),
            say("To remove it and keep the games, run: {command}", command=f"{PROGRAM} uninstall"),
            say("Games and settings are kept in {folder}", folder=str(home())),
        )
        for row, line in enumerate(lines):
            label = wrapped(ttk.Label(card, text=self.window.text(line), style="Raised.TLabel"))
            label.grid(row=row, column=0, columnspan=2, sticky="ew", pady=self.window.theme.space(0.5))

    def _remove_tables(self) -> None:
        freed = table_cache().remove()
        self.window.show_settings()
        self.window.notice(say("{size} MB of tables were removed", size=f"{freed / MB:.1f}"))

    def _card(self, parent: tk.Misc, title: Text) -> ttk.Frame:
        space = self.window.theme.space
        ttk.Label(parent, text=self.window.text(title), style="Muted.TLabel").pack(anchor="w", pady=(0, space(1)))
        card = ttk.Frame(parent, style="Card.TFrame", padding=space(2))
        card.pack(fill="x", pady=(0, space(2)))
        card.columnconfigure(1, weight=1)
        self._shared[card] = SharedWidth(card, space(7))
        return card

    def _line(self, card: ttk.Frame, row: int, title: Text, widget: ttk.Widget) -> None:
        space = self.window.theme.space
        tall = isinstance(widget, ttk.Frame)
        label = ttk.Label(card, text=self.window.text(title), style="Raised.TLabel", padding=(0, space(1) if tall else 0))
        self._shared[card].add(label, widget)
        label.grid(row=row, column=0, sticky="nw" if tall else "w", pady=space(0.5), padx=(0, space(3)))
        widget.grid(row=row, column=1, sticky="ew" if tall else "w", pady=space(0.5))

    def _switch(
        self, card: ttk.Frame, row: int, title: Text, on: bool, changed: Callable[[bool], Settings]
    ) -> ttk.Checkbutton:
        flag = tk.BooleanVar(self, on)
        switch = ttk.Checkbutton(
            card,
            text=self.window.text(title),
            variable=flag,
            style="Raised.Switch.TCheckbutton",
            command=lambda: self.window.change(changed(flag.get())),
        )
        fitted(switch, card, 2 * self.window.theme.space(2))
        switch.grid(row=row, column=0, columnspan=2, sticky="w", pady=self.window.theme.space(0.5))
        self._flags.append(flag)
        return switch
