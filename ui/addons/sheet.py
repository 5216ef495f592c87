"""Asks for permission to use an add-on before any of its code runs."""

from __future__ import annotations

from fourth_seat.games import forget_games
from fourth_seat.table.settings import addons
from fourth_seat.table.settings.addons import AddOn
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page, Window
from fourth_seat.words import FourthSeatError, say


def ask_about_addons(window: Window) -> None:
    """Ask about each add-on that has been neither allowed nor refused yet, one at a time."""
    try:
        unknown = addons.activate()
    except FourthSeatError as error:
        window.notice(error.text)
        return
    if unknown and window.page:
        window.page.update_idletasks()  # the width of a new page is not known earlier
        window.page.open_sheet(AddOnSheet(window, window.page, unknown[0]))


class AddOnSheet(Sheet):
    """A dialog that shows the name and folder of an add-on, and what it adds.

    If it is closed without an answer, it is shown again the next time the program starts.
    """

    def __init__(self, window: Window, page: Page, addon: AddOn) -> None:
        super().__init__(page, window.theme, window.text, say("Use this add-on?"))
        self._window, self._addon = window, addon
        self.paragraph(addons.question(addon))
        self.button(say("Do not use it"), lambda: self._answer(allowed=False))
        self.button(say("Use it"), lambda: self._answer(allowed=True))

    def _answer(self, *, allowed: bool) -> None:
        try:
            addons.answer(self._addon, allowed)
            addons.activate()
        except FourthSeatError as error:
            self._window.notice(error.text)
            return
        forget_games()
        self._window.go_home()
        ask_about_addons(self._window)
