"""The settings: light or dark, how large the text is, the language, sound, staying awake, other engines, the way to other
devices, and which program this is."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING, Any, TypeVar

from fourth_seat.engines.table_cache import LIMITS_MB, MB, removed
from fourth_seat.games import all_games
from fourth_seat.processes.installation import FORM, PROGRAM, how_to_update, version
from fourth_seat.table.settings import addons
from fourth_seat.table.settings.folders import home
from fourth_seat.table.settings.language import name_of
from fourth_seat.table.settings.tables import table_cache
from fourth_seat.ui.addons.section import AddOnsSection
from fourth_seat.ui.devices.page import HardwarePage
from fourth_seat.ui.engines.section import EnginesSection
from fourth_seat.ui.extras.section import ExtrasSection
from fourth_seat.ui.kiosk.mode import HoldButton
from fourth_seat.ui.settings import ALWAYS, AUTOMATIC, BLANKS_MIN, NEVER
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.label import SharedWidth, fitted, wrapped
from fourth_seat.ui.widgets.scroll import Scrolled
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, say
from fourth_seat.words.catalogue import languages

if TYPE_CHECKING:
    from fourth_seat.ui.window import Window

T = TypeVar("T")

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

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent, window)
        space = window.theme.space
        self._shared: dict[ttk.Frame, SharedWidth] = {}
        self._flags: list[tk.BooleanVar] = []  # references: a Tk variable ends with its last one
        self.header(say("Settings"))
        scrolled = Scrolled(self, window.theme)
        scrolled.pack(fill="both", expand=True)
        body = ttk.Frame(scrolled.body, padding=(space(3), 0, space(3), space(3)))
        body.pack(fill="both", expand=True)
        self._appearance_card(body)
        if window.kiosk:
            self._kiosk_card(body)
        self._play_card(body)
        self._devices_card(body)
        self.engines = EnginesSection(self._card(body, say("Other engines")), self, scrolled.see)
        self.engines.grid(row=0, column=0, columnspan=2, sticky="ew")
        self.extras = ExtrasSection(self._card(body, say("Parts to add")), self, self._show_again)
        self.extras.grid(row=0, column=0, columnspan=2, sticky="ew")
        if addons.found():
            self.addons = AddOnsSection(self._card(body, say("Add-ons")), window, self._show_again)
            self.addons.grid(row=0, column=0, columnspan=2, sticky="ew")
        self._tables_card(body)
        self._program_card(body)

    def _appearance_card(self, body: ttk.Frame) -> None:
        window = self.window
        card = self._card(body, say("Appearance"))
        modes = {mode: window.text(name) for mode, name in MODE_NAMES.items()}
        self.mode = self._choice(card, say("Colours of the window"), modes, "mode")
        sizes = {size: window.text(name) for size, name in SIZE_NAMES.items()}
        self.text_size = self._choice(card, say("Text size"), sizes, "text")
        if not window.kiosk:
            full = ttk.Button(card, text=window.text(say("Full screen (F11)")), command=window.toggle_full_screen)
            self._line(card, say("Window"), full)
        self.letters = self._switch(card, say("Letters on the pieces, to tell colours apart"), "letters")
        self.coordinates = self._switch(card, say("Coordinates along the board's edge"), "coordinates")
        names = {"": window.text(say("same as this computer")), **{each: name_of(each) for each in languages()}}
        self.language = ChoiceBox(card, names, window.settings.language, self._speak)
        self._line(card, say("Language"), self.language)
        keyboards = {when: window.text(name) for when, name in KEYBOARD_NAMES.items()}
        self.keyboard = self._choice(card, say("Keyboard on the screen"), keyboards, "keyboard")

    def _speak(self, language: str) -> None:
        self._save("language", language)
        self._show_again()

    def _show_again(self) -> None:
        """Show the page anew, once what it shows has changed."""
        self.window.show(SettingsPage)

    def _kiosk_card(self, body: ttk.Frame) -> None:
        window, chosen = self.window, self.window.settings.blank_min
        card = self._card(body, say("This screen"))
        times = {minutes: window.text(say("after {n} minutes", n=minutes)) for minutes in sorted({*BLANKS_MIN, chosen})}
        times[0] = window.text(say("never", context="screen"))
        self.blank = self._choice(card, say("Goes dark when nobody touches it; later during a game"), times, "blank_min")
        self.leave_kiosk = HoldButton(card, window.text(say("Hold for two seconds")), window.close)
        self._line(card, say("Leave the program"), self.leave_kiosk)

    def _play_card(self, body: ttk.Frame) -> None:
        card = self._card(body, say("While playing"))
        self.chime = self._switch(card, say("A soft chime when the computer has moved"), "chime")
        self.awake = self._switch(card, say("Keep this computer awake during a game"), "awake")

    def _devices_card(self, body: ttk.Frame) -> None:
        window = self.window
        card = self._card(body, say("Lights, text display, voice"))
        game = next(iter(window.settings.last), all_games()[0].name)
        self.hardware = ttk.Button(
            card, text=window.text(say("Set up ...")), command=lambda: window.show(HardwarePage, game)
        )
        self._line(card, say("Lights under the board, a text display, a voice"), self.hardware)

    def _tables_card(self, body: ttk.Frame) -> None:
        window, cache = self.window, table_cache()
        card = self._card(body, say("On the disk"))
        limits = {limit: window.text(say("at most {size} MB", size=limit)) for limit in LIMITS_MB}
        limits[0] = window.text(say("none: build them anew each time"))
        limits.setdefault(window.settings.tables_mb, window.text(say("at most {size} MB", size=window.settings.tables_mb)))
        title = say("Tables that the computer builds to play endgames without mistakes")
        self.tables_limit = self._choice(card, title, limits, "tables_mb")
        taken = say("Remove them ({size} MB)", size=round(cache.size / MB))
        self.remove_tables = ttk.Button(card, text=window.text(taken), command=self._remove_tables)
        self.remove_tables.state(["!disabled" if cache.tables() else "disabled"])
        self._line(card, say("They can be built again at any time"), self.remove_tables)

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
        self._show_again()
        self.window.notice(removed(freed))

    def _card(self, parent: tk.Misc, title: Text) -> ttk.Frame:
        space = self.window.theme.space
        ttk.Label(parent, text=self.window.text(title), style="Muted.TLabel").pack(anchor="w", pady=(0, space(1)))
        card = ttk.Frame(parent, style="Card.TFrame", padding=space(2))
        card.pack(fill="x", pady=(0, space(2)))
        card.columnconfigure(1, weight=1)
        self._shared[card] = SharedWidth(card, space(7))
        return card

    def _choice(self, card: ttk.Frame, title: Text, names: dict[T, str], field: str) -> ChoiceBox[T]:
        """Add a choice of a value of a field of the settings."""
        box = ChoiceBox(card, names, getattr(self.window.settings, field), partial(self._save, field))
        self._line(card, title, box)
        return box

    def _switch(self, card: ttk.Frame, title: Text, field: str) -> ttk.Checkbutton:
        """Add a switch for a field of the settings."""
        flag = tk.BooleanVar(self, getattr(self.window.settings, field))
        switch = ttk.Checkbutton(
            card,
            text=self.window.text(title),
            variable=flag,
            style="Raised.Switch.TCheckbutton",
            command=lambda: self._save(field, flag.get()),
        )
        fitted(switch, card, 2 * self.window.theme.space(2))
        switch.grid(row=_next_row(card), column=0, columnspan=2, sticky="w", pady=self.window.theme.space(0.5))
        self._flags.append(flag)
        return switch

    def _line(self, card: ttk.Frame, title: Text, widget: ttk.Widget) -> None:
        space = self.window.theme.space
        row, tall = _next_row(card), isinstance(widget, ttk.Frame)
        label = ttk.Label(card, text=self.window.text(title), style="Raised.TLabel", padding=(0, space(1) if tall else 0))
        self._shared[card].add(label, widget)
        label.grid(row=row, column=0, sticky="nw" if tall else "w", pady=space(0.5), padx=(0, space(3)))
        widget.grid(row=row, column=1, sticky="ew" if tall else "w", pady=space(0.5))

    def _save(self, field: str, value: Any) -> None:
        self.window.change(replace(self.window.settings, **{field: value}))


def _next_row(card: ttk.Frame) -> int:
    return card.grid_size()[1]
