"""Sheets for offering an extra, and for showing its installation progress."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk

from fourth_seat.processes.extras.adding import Adding, NotAdded
from fourth_seat.processes.extras.catalogue import EXTRAS, Extra
from fourth_seat.processes.extras.folder import ExtrasFolder
from fourth_seat.table.settings.folders import home
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, say

POLL_INTERVAL_MS = 200  # between checks of the progress


def with_extra(page: Page, name: str, action: Callable[[], object]) -> None:
    """Call an action that needs an extra; if the extra is not installed, offer to add it first."""
    if EXTRAS[name].there:
        action()
    else:
        page.open_sheet(OfferSheet(page, EXTRAS[name], action))


class OfferSheet(Sheet):
    """Shows the purpose and size of an extra, and offers to add it."""

    def __init__(self, page: Page, extra: Extra, action: Callable[[], object], wrong: Text | None = None) -> None:
        """`action` is called once the extra has been added; `wrong` says why a previous attempt failed."""
        super().__init__(page, page.window.theme, page.window.text, extra.title)
        self._page, self._extra, self._action = page, extra, action
        if wrong:
            self.paragraph(wrong, "Raised.Warn.TLabel")
        self.paragraph(extra.purpose)
        size_note = say("{size}. You can remove it later in the settings.", size=extra.size)
        self.paragraph(size_note, "Raised.Muted.TLabel")
        self.button(say("Try again") if wrong else say("Add"), self._add, main=True)
        self.button(say("Not now"), lambda: None)

    def _add(self) -> None:
        try:
            adding = Adding(self._extra, ExtrasFolder(home()))
        except NotAdded as error:
            self._page.open_sheet(OfferSheet(self._page, self._extra, self._action, error.text))
        else:
            self._page.open_sheet(AddingSheet(self._page, adding, self._action))


class AddingSheet(Sheet):
    """Shows the progress of adding an extra; closing the sheet cancels it.

    Attributes:
        adding: the extra that is being added.
    """

    def __init__(self, page: Page, adding: Adding, action: Callable[[], object]) -> None:
        """`action` is called once the extra has been added."""
        super().__init__(page, page.window.theme, page.window.text, adding.extra.title)
        self._page, self._action = page, action
        self.adding = adding
        self.paragraph(say("Downloading ..."))
        self._bar = ttk.Progressbar(self.body, maximum=1.0, mode="determinate")
        self._bar.pack(fill="x", pady=self._theme.space(1))
        self.button(say("Cancel"), lambda: None)
        self._timer = Timer(self)
        self._timer.start(POLL_INTERVAL_MS, self._look)

    def _look(self) -> None:
        """Show the progress, and call the action once the extra has been added."""
        if not self.adding.done:
            self._bar.configure(value=self.adding.progress)
            self._timer.start(POLL_INTERVAL_MS, self._look)
            return
        try:
            added = self.adding.check()
        except NotAdded as error:
            self._page.open_sheet(OfferSheet(self._page, self.adding.extra, self._action, error.text))
            return
        self.close()
        if added:
            self._page.window.notice(say("{feature}: added", feature=self.adding.extra.title))
            self._action()

    def destroy(self) -> None:
        """Cancel the installation if it has not finished."""
        self.adding.cancel()
        super().destroy()
