"""A full-screen window without a frame or pointer, which can be left only through the settings."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.hardware.machine.screen_power import ScreenPower, screen_power
from fourth_seat.ui.kiosk.blank import Blank
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Window

GAME_PATIENCE = 3  # times as long as usual that the screen stays on during a game: people think
MINUTE_S = 60
HOLD_MS = 2_000


class KioskMode:
    """Kiosk mode, active from its creation until the window closes.

    Attributes:
        blank: blanks the screen; every table announces its events to it.
    """

    def __init__(self, window: Window, power: ScreenPower | None = None) -> None:
        """`window` must be a kiosk window."""
        self._window, root = window, window.root
        root.geometry(f"{root.winfo_screenwidth()}x{root.winfo_screenheight()}+0+0")  # if there is no window manager
        root.attributes("-fullscreen", True)
        root.protocol("WM_DELETE_WINDOW", lambda: None)
        root.tk.eval("proc ttk::setCursor {widget name} {}")
        root.configure(cursor="none")
        root.bind_all("<Enter>", _hide_pointer, add="+")
        self.blank = Blank(root, power or screen_power(), self._idle_s)
        window.displays.append(self.blank)

    def _idle_s(self) -> float:
        minutes = self._window.settings.blank_min
        return MINUTE_S * minutes * (GAME_PATIENCE if self._window.page and self._window.page.in_game else 1)


def _hide_pointer(event: tk.Event[tk.Misc]) -> None:
    """Hide the pointer, even over widgets with their own pointer."""
    if isinstance(event.widget, tk.Misc):
        event.widget.configure(cursor="none")  # type: ignore[call-arg]


class HoldButton(ttk.Button):
    """A button that must be held for `HOLD_MS`, so that nobody presses it by accident."""

    def __init__(self, parent: tk.Misc, text: str, held: Callable[[], None]) -> None:
        super().__init__(parent, text=text)
        self._held, timer = held, Timer(self)
        self.bind("<ButtonPress-1>", lambda _: timer.start(HOLD_MS, self._held), add="+")
        for event in ("<ButtonRelease-1>", "<Leave>"):
            self.bind(event, lambda _: timer.stop(), add="+")
