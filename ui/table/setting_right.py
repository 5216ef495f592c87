"""While the screen is set right: clicks change what lies on the board, and a bar takes the entry line's place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.contents import Content
from games.drawing.letters import lettered
from games.geometry import Holds
from table.errors import OutOfTurn
from ui.board.marks import Mark
from ui.table.correcting import CorrectingBar
from ui.table.correction import Correction
from words import FourthSeatError, Text, say

if TYPE_CHECKING:
    from ui.table.context import TableContext


class SettingRight:
    """The table page's second mode.

    Attributes:
        correction: what was changed so far; None while a game is played.
        bar: says what to do.
    """

    def __init__(self, page: TableContext) -> None:
        self._page = page
        self.correction: Correction | None = None
        sides = lettered(page.table.game.sides(page.table.options), page.window.text)
        coloured = any(cell.holds is not Holds.PILE for cell in page.geometry.cells)
        theme, text = page.window.theme, page.window.text
        self.bar = CorrectingBar(page, theme, text, sides, coloured, self.digit, self.finish, self.cancel)

    @property
    def active(self) -> bool:
        """Whether clicks change the board now."""
        return self.correction is not None

    def begin(self, cells: Mapping[str, Content | None] | None = None) -> None:
        """From now on clicks change what lies on the board; on these cells something else is told to lie."""
        page = self._page
        if self.active or page.table.result:
            return
        page.do(page.table.clear_taps)
        self.correction = Correction(page.table, page.geometry, cells or {})
        page.board.cells_only = True
        page.board.preview({})
        for mark in Mark:
            page.board.mark(mark)
        page.board.caption({})
        page.arrangement.swap_bar(self.bar)
        self.bar.begin(self.correction)
        self._show()
        page.refresh()
        page.board.focus_set()

    def tap(self, name: str) -> None:
        """A click: the next thing, or one more."""
        if self.correction:
            self.correction.tap(name)
            self._show()

    def tap_other(self, name: str) -> None:
        """A click with the other button: the thing before, or one less."""
        if self.correction:
            self.correction.tap_other(name)
            self._show()

    def digit(self, digit: int) -> None:
        """A digit, typed or pressed."""
        if self.correction:
            self.correction.digit(digit)
            self._show()

    def finish(self) -> None:
        """The screen shows now what lies on the board; a board that cannot be is refused with the reason."""
        if self.correction is None:
            return
        try:
            if self.correction.asking:
                raise OutOfTurn(say("say first what the die on {cell} shows", cell=self.correction.asking))
            self.correction.apply()
        except FourthSeatError as error:
            self.bar.refuse(error.text)
            return
        self.cancel()

    def refuse(self, reason: Text) -> None:
        """Show why the board cannot be as it was edited."""
        self.bar.refuse(reason)

    def cancel(self) -> None:
        """Back to the game."""
        self.correction = None
        self._page.board.cells_only = False
        self._page.board.hide_cursor()
        self._page.arrangement.swap_bar(self._page.toolbar)
        self._page.line.say(None)
        self._page.refresh()

    def _show(self) -> None:
        assert self.correction is not None
        board = self._page.board
        board.show(self.correction.cells)
        board.mark(Mark.WRONG, sorted(self.correction.changed))
        board.mark(Mark.TAPPED, (self.correction.asking,) if self.correction.asking else ())
        self.bar.refresh()
