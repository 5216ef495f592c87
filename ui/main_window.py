"""The main window, with the start page, the help, the on-screen keyboard and kiosk mode."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from datetime import datetime
from types import TracebackType

from fourth_seat.processes.extras.catalogue import MissingExtra
from fourth_seat.ui.camera.drop import accept_photos
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.guide.tour import tour_of
from fourth_seat.ui.keyboard.control import KeyboardControl
from fourth_seat.ui.kiosk.mode import KioskMode
from fourth_seat.ui.settings import Settings
from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.window import Window
from fourth_seat.words import ENGLISH, Catalogue


def now() -> datetime:
    """Return the current date and time."""
    return datetime.now().astimezone()


class MainWindow(Window):
    """The main window.

    Attributes:
        keyboard: the on-screen keyboard.
        kiosk_mode: the window's kiosk mode; None if it is not a kiosk.
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
        super().__init__(root, settings, clock, catalogue, StartPage, kiosk=kiosk)
        self.keyboard = KeyboardControl(self)
        self.kiosk_mode = KioskMode(self) if kiosk else None
        root.bind("<F1>", lambda _: self._help())
        root.after_idle(self._set_icon)
        root.after_idle(lambda: accept_photos(root, lambda: self.page))

    def _help(self) -> None:
        from fourth_seat.ui.help_page import HelpPage

        if self.page and not self.page.help():
            self.show(HelpPage)

    def _failed(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Offer to add a missing extra; handle all other callback errors like any window."""
        if isinstance(error, MissingExtra) and self.page:
            with_extra(self.page, error.extra.name, self.page.focus_set)
        else:
            super()._failed(kind, error, trace)

    def close(self) -> None:
        if tour := tour_of(self):
            tour.destroy()
        if self.kiosk_mode:
            self.kiosk_mode.blank.close()
        super().close()

    def _set_icon(self) -> None:
        from fourth_seat.ui.widgets.icon import icons

        self._icons = icons(self.root)  # Tk shows them only as long as there is a reference to them
        self.root.iconphoto(True, *map(str, self._icons))
