"""Cards for the settings page and the settings sheet; changes are applied and saved immediately."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from tkinter import ttk
from typing import Any, TypeVar

from fourth_seat.hardware.sounds.sounds import LOUD, MEDIUM, QUIET, Sound
from fourth_seat.ui.settings import ALWAYS, AS_SYSTEM, AUTOMATIC, NEVER
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.choice_rows import ChoiceRows
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page, Window
from fourth_seat.words import Text, say

T = TypeVar("T")
SHEET_PX = 800  # of a sheet's width, at 96 dots an inch and medium text

MODE_NAMES = {
    AS_SYSTEM: say("same as this computer"),
    "light": say("light", context="theme"),
    "dark": say("dark", context="theme"),
}
HUE_NAMES = {
    "usual": say("like the real ones"),
    "red-green": say("for people who confuse red and green"),
    "blue-yellow": say("for people who confuse blue and yellow"),
}
SIZE_NAMES = {
    "small": say("small"),
    "medium": say("medium"),
    "large": say("large"),
    "huge": say("huge, readable from across the room"),
}
KEYBOARD_NAMES = {
    AUTOMATIC: say("where there is no other", context="keyboard"),
    ALWAYS: say("always", context="keyboard"),
    NEVER: say("never", context="keyboard"),
}


VOLUME_NAMES = {
    QUIET: say("quiet", context="volume"),
    MEDIUM: say("medium", context="volume"),
    LOUD: say("loud", context="volume"),
}
MOTION_NAMES = {
    AUTOMATIC: say("same as this computer"),
    ALWAYS: say("always", context="motion"),
    NEVER: say("never", context="motion"),
}


class SettingsCard(ChoiceRows):
    """A card with a heading and a row for each setting."""

    def __init__(self, parent: tk.Misc, window: Window, title: Text, *, raised: bool = False) -> None:
        """`raised` must be True if the card is on a sheet."""
        space = window.theme.space
        heading = "Raised.Muted.TLabel" if raised else "Muted.TLabel"
        ttk.Label(parent, text=window.text(title), style=heading).pack(anchor="w", pady=(0, space(1)))
        super().__init__(parent, window.theme, window.text, "Card.TFrame", 2)
        self.window = window
        self.pack(fill="x", pady=(0, space(2)))

    def choice(self, title: Text, names: Mapping[T, str], field: str) -> ChoiceBox[T]:
        """Add a drop-down box for a setting."""
        return self.box(title, names, getattr(self.window.settings, field), partial(self.save, field))

    def switch(self, title: Text, field: str) -> ttk.Checkbutton:
        """Add a switch for a setting."""
        return self.flag(title, getattr(self.window.settings, field), partial(self.save, field))

    def save(self, field: str, value: Any) -> None:
        """Apply and save a setting; after a change to the sounds, play a sample."""
        window = self.window
        window.change(replace(window.settings, **{field: value}))
        if field in ("chime", "volume") and window.settings.chime:
            window.sounds.sound(Sound.PLACING)
            if not window.sounds.audible:
                window.notice_once(say("This computer has no program that plays sounds, such as pw-play, paplay or aplay."))


class AppearanceCard(SettingsCard):
    """Settings for the appearance of the window and its boards.

    Attributes:
        mode, contrast, hues, text_size, letters, coordinates, notation, keyboard: the controls for these settings.
    """

    def __init__(self, parent: tk.Misc, window: Window, *, raised: bool = False) -> None:
        super().__init__(parent, window, say("Appearance"), raised=raised)
        modes = {mode: window.text(name) for mode, name in MODE_NAMES.items()}
        self.mode = self.choice(say("Colours of the window"), modes, "mode")
        self.contrast = self.switch(say("High contrast"), "contrast")
        hues = {hues: window.text(name) for hues, name in HUE_NAMES.items()}
        self.hues = self.choice(say("Colours of the pieces"), hues, "hues")
        sizes = {size: window.text(name) for size, name in SIZE_NAMES.items()}
        self.text_size = self.choice(say("Text size"), sizes, "text")
        if not window.kiosk:
            full = ttk.Button(self, text=window.text(say("Full screen (F11)")), command=window.toggle_full_screen)
            self.line(say("Window"), full)
        self.letters = self.switch(say("Letters on the pieces, to tell colours apart"), "letters")
        self.coordinates = self.switch(say("Coordinates along the board's edge"), "coordinates")
        self.notation = self.switch(say("Moves in notation, instead of pictures"), "notation")
        keyboards = {when: window.text(name) for when, name in KEYBOARD_NAMES.items()}
        self.keyboard = self.choice(say("On-screen keyboard"), keyboards, "keyboard")


class PlayingCard(SettingsCard):
    """Settings for behaviour during a game.

    Attributes:
        chime, volume, motion, awake: the controls for these settings.
    """

    def __init__(self, parent: tk.Misc, window: Window, *, raised: bool = False) -> None:
        super().__init__(parent, window, say("While playing"), raised=raised)
        self.chime = self.switch(say("Sounds for moves, captures and the end of a game"), "chime")
        volumes = {volume: window.text(name) for volume, name in VOLUME_NAMES.items()}
        self.volume = self.choice(say("Volume"), volumes, "volume")
        motions = {when: window.text(name) for when, name in MOTION_NAMES.items()}
        self.motion = self.choice(say("Animate the pieces"), motions, "motion")
        self.awake = self.switch(say("Keep this computer awake during a game"), "awake")


class SettingsSheet(Sheet):
    """A sheet with the settings that can be changed during a game. The other settings are on the settings page.

    Attributes:
        appearance, playing: the cards.
    """

    def __init__(self, page: Page, changed: Callable[[], None]) -> None:
        """`changed` is called when the sheet closes."""
        self.window = window = page.window
        super().__init__(page, window.theme, window.text, say("Settings"))
        self._strut = ttk.Frame(self.body, style="Raised.TFrame", height=1)
        self._strut.pack()
        window.theme.on_change(self._strut, self._widen)
        self._widen()
        self.appearance = AppearanceCard(self.body, window, raised=True)
        self.playing = PlayingCard(self.body, window, raised=True)
        self.button(say("Close"), lambda: None)
        self._changed = changed

    def _widen(self) -> None:
        """Keep the sheet at a constant width, at which its text wraps."""
        self._strut.configure(width=min(self.room, round(SHEET_PX * self.window.theme.scale)))

    def close(self) -> None:
        super().close()
        self._changed()
