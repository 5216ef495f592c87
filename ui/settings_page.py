"""The settings page, with appearance, language, sound, power, engines, other devices and the program's version."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk
from typing import TYPE_CHECKING

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
from fourth_seat.ui.settings import BLANKS_MIN
from fourth_seat.ui.settings_cards import AppearanceCard, PlayingCard, SettingsCard
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.scroll import Scrolled
from fourth_seat.ui.window import Page
from fourth_seat.words import say
from fourth_seat.words.catalogue import languages

if TYPE_CHECKING:
    from fourth_seat.ui.window import Window


MIN_COLUMN_PX = 330  # of the width of each of two columns, at 96 dots an inch and medium text
PLACES = (0, 0), (0, 1), (1, 0), (2, 0), (2, 1)  # row and column of each part: both of a row are about as high
ACROSS = 2  # the part that takes a row alone, since it grows


class SettingsPage(Page):
    """The page of all settings, in two columns if there is room; changes are applied and saved immediately."""

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent, window)
        space = window.theme.space
        self.header(say("Settings"))
        scrolled = Scrolled(self, window.theme)
        scrolled.pack(fill="both", expand=True)
        whole = ttk.Frame(scrolled.body, padding=(space(3), 0, space(3), space(1)))
        whole.pack(fill="both", expand=True)
        parts = first, second, across, third, fourth = [ttk.Frame(whole) for _ in range(5)]
        self._abreast = 0
        whole.bind("<Configure>", lambda event: self._arrange(whole, parts, event.width))
        window.theme.on_change(whole, lambda: self._arrange(whole, parts, whole.winfo_width()))
        self._appearance_card(first)
        if window.kiosk:
            self._kiosk_card(first)
        self._tables_card(first)
        self.extras = ExtrasSection(SettingsCard(second, window, say("Optional features")), self, self._show_again)
        self.extras.grid(row=0, column=0, columnspan=2, sticky="ew")
        if addons.found():
            self.addons = AddOnsSection(SettingsCard(second, window, say("Add-ons")), window, self._show_again)
            self.addons.grid(row=0, column=0, columnspan=2, sticky="ew")
        self.playing = PlayingCard(second, window)
        self.engines = EnginesSection(SettingsCard(across, window, say("Other engines")), self)
        self.engines.grid(row=0, column=0, columnspan=2, sticky="ew")
        self._devices_card(third)
        self._evening_card(third)
        self._program_card(fourth)

    def _arrange(self, whole: ttk.Frame, parts: Sequence[ttk.Frame], width: int) -> None:
        """Lay out the parts in rows of two, one and two, or all in one column."""
        gap = self.window.theme.space(2)
        inside = width - 2 * self.window.theme.space(3)
        abreast = 2 if inside >= 2 * MIN_COLUMN_PX * self.window.theme.scale + gap else 1
        if abreast == self._abreast:
            return
        self._abreast = abreast
        for number, part in enumerate(parts):
            row, column = PLACES[number] if abreast == 2 else (number, 0)
            span = 2 if number == ACROSS else 1
            part.grid(row=row, column=column, columnspan=span, sticky="new", padx=(gap if column else 0, 0))
        for column in range(2):
            whole.columnconfigure(column, weight=int(column < abreast), uniform="cards" if abreast == 2 else "")

    def _appearance_card(self, body: ttk.Frame) -> None:
        self.appearance = card = AppearanceCard(body, self.window)
        names = {"": self.window.text(say("same as this computer")), **{each: name_of(each) for each in languages()}}
        self.language = ChoiceBox(card, names, self.window.settings.language, self._speak)
        card.line(say("Language"), self.language)

    def _speak(self, language: str) -> None:
        self.appearance.save("language", language)
        self._show_again()

    def _show_again(self) -> None:
        """Rebuild the page after a change to its contents."""
        self.window.show(SettingsPage)

    def _kiosk_card(self, body: ttk.Frame) -> None:
        window, chosen = self.window, self.window.settings.blank_min
        card = SettingsCard(body, self.window, say("This screen"))
        times = {minutes: window.text(say("after {n} minutes", n=minutes)) for minutes in sorted({*BLANKS_MIN, chosen})}
        times[0] = window.text(say("never", context="screen"))
        self.blank = card.choice(say("Goes dark when nobody touches it (waits longer during a game)"), times, "blank_min")
        self.leave_kiosk = HoldButton(card, window.text(say("Hold for two seconds")), window.close)
        card.line(say("Close the program"), self.leave_kiosk)

    def _devices_card(self, body: ttk.Frame) -> None:
        window = self.window
        card = SettingsCard(body, self.window, say("Lights, text display, voice"))
        game = next(iter(window.settings.last), all_games()[0].name)
        self.hardware = ttk.Button(
            card, text=window.text(say("Set up ...")), command=lambda: window.show(HardwarePage, game)
        )
        card.line(say("Lights under the board, a text display, a voice"), self.hardware)

    def _evening_card(self, body: ttk.Frame) -> None:
        card = SettingsCard(body, self.window, say("This evening"))
        self.tell = ttk.Button(card, text=self.window.text(say("Tell us ...")), command=self._tell)
        card.line(say("How was the evening? Writes a file about the games played, without names"), self.tell)

    def _tables_card(self, body: ttk.Frame) -> None:
        window, cache = self.window, table_cache()
        card = SettingsCard(body, self.window, say("On disk"))
        limits = {limit: window.text(say("at most {size} MB", size=limit)) for limit in LIMITS_MB}
        limits[0] = window.text(say("none: rebuild them each time"))
        limits.setdefault(window.settings.tables_mb, window.text(say("at most {size} MB", size=window.settings.tables_mb)))
        title = say("Tables that the computer builds to play endgames without mistakes")
        self.tables_limit = card.choice(title, limits, "tables_mb")
        taken = say("Remove them ({size} MB)", size=round(cache.size / MB))
        self.remove_tables = ttk.Button(card, text=window.text(taken), command=self._remove_tables)
        self.remove_tables.state(["!disabled" if cache.tables() else "disabled"])
        card.line(say("The tables can be built again at any time"), self.remove_tables)

    def _program_card(self, body: ttk.Frame) -> None:
        card = SettingsCard(body, self.window, say("This program"))
        lines = (
            say("Fourth Seat {version}, {form}", version=version(), form=FORM.name),
            how_to_update(),
            say("To remove it and keep the games, run: {command}", command=f"{PROGRAM} uninstall"),
            say("Games and settings are kept in {folder}", folder=str(home())),
        )
        for row, line in enumerate(lines):
            label = wrapped(ttk.Label(card, text=self.window.text(line), style="Raised.TLabel"))
            label.grid(row=row, column=0, columnspan=2, sticky="ew", pady=self.window.theme.space(0.5))

    def _tell(self) -> None:
        from fourth_seat.ui.after.tell import tell_about_evening

        tell_about_evening(self)

    def _remove_tables(self) -> None:
        freed = table_cache().remove()
        self._show_again()
        self.window.notice(removed(freed))
