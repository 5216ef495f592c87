"""Blanks a kiosk's screen while nobody is playing; a tap, a key press or a move in the game wakes it."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable

from fourth_seat.hardware.machine.screen_power import ScreenPower
from fourth_seat.table.protocols import Announcement
from fourth_seat.ui.services.buttons import PRESSED

LOOK_MS = 1_000  # between checks of how long nothing was touched
AWAKE_EVENTS = ("<ButtonPress>", "<ButtonRelease>", "<Motion>", "<KeyPress>")


class Blank:
    """Blanks the screen while nobody is using it.

    Attributes:
        cover: the widget that covers the blanked screen; None while the screen is on.
    """

    def __init__(
        self, root: tk.Tk, power: ScreenPower, idle_s: Callable[[], float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`idle_s` returns the current number of idle seconds before the screen goes dark; 0 means never."""
        self._root, self._power, self._idle_s, self._clock = root, power, idle_s, clock
        self.cover: tk.Frame | None = None
        self._touched = clock()
        for event in AWAKE_EVENTS:
            root.bind_all(event, lambda _: self._touch(), add="+")
        root.bind_all(PRESSED, lambda _: self.wake(), add="+")
        power.set(on=True)
        self._timer = root.after(LOOK_MS, self._look)

    def show(self, announcement: Announcement) -> None:
        """Wake the screen, because something has happened at the table, perhaps through the camera or a phone."""
        self.wake()

    def wake(self) -> None:
        """Wake the screen."""
        self._touched = self._clock()
        cover, self.cover = self.cover, None
        if cover:
            cover.destroy()
            self._power.set(on=True)

    def sleep(self) -> None:
        """Blank the screen; the tap that wakes it is not passed to any widget."""
        if self.cover is None:
            self.cover = cover = tk.Frame(self._root, background="black", cursor="none", takefocus=True)
            cover.place(x=0, y=0, relwidth=1, relheight=1)
            cover.lift()
            for event in ("<ButtonRelease-1>", "<KeyRelease>"):
                cover.bind(event, lambda _: self.wake())
            cover.focus_set()
            self._power.set(on=False)

    def close(self) -> None:
        """Wake the screen before the window closes."""
        self._root.after_cancel(self._timer)
        self.wake()

    def _touch(self) -> None:
        self._touched = self._clock()

    def _look(self) -> None:
        self._timer = self._root.after(LOOK_MS, self._look)
        limit = self._idle_s()
        if limit and self._clock() - self._touched >= limit:
            self.sleep()
