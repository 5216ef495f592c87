"""The window's connection to a board with sensors, active while the board's game is on the table.

Device code is imported when a board is first used.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from fourth_seat.hardware.boards.settings import BoardSettings, load_board_settings
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError, Text, error_text, say

if TYPE_CHECKING:
    from fourth_seat.hardware.boards.description import Button
    from fourth_seat.hardware.boards.watch import BoardWatch

POLL_INTERVAL_MS = 50


@dataclass(frozen=True, slots=True)
class _Place:
    """A visible table, with callbacks that show a message (and whether it reports a problem) and handle a button."""

    table: Table
    show: Callable[[Text, bool], None]
    press: Callable[[Button], None]


class BoardsControl:
    """Opens and closes a window's connection to a board with sensors.

    Attributes:
        watch: the open board's listener; None while no board is open.
    """

    def __init__(self, root: tk.Misc, notify: Callable[[Text], None]) -> None:
        """`root` provides the timer; `notify` shows a message."""
        self._root, self._notify = root, notify
        self._place: _Place | None = None
        self._timer: str | None = None
        self.watch: BoardWatch | None = None

    def join(self, table: Table, show: Callable[[Text, bool], None], press: Callable[[Button], None]) -> None:
        """Begin listening to the board chosen for the table's game, if it is switched on."""
        self._place = _Place(table, show, press)
        chosen = BoardSettings()
        with suppress(FourthSeatError):  # an unreadable calibration file is reported where it is edited
            chosen = load_board_settings(table.game.name)
        self.use(table.game.name, chosen)

    def leave(self) -> None:
        """Release the board on leaving the table."""
        self._place = None
        self._stop()

    def use(self, game: str, chosen: BoardSettings) -> None:
        """Listen to the board chosen for a game, if that game is on the table; problems with its address are reported in a
        notice.
        """
        if self._place is None or self._place.table.game.name != game:
            return
        self._stop()
        if not chosen.on or not chosen.url:
            return
        from fourth_seat.hardware.boards.watch import BoardWatch

        try:
            self.watch = BoardWatch(self._place.table, chosen.url, self._place.show, self._place.press)
        except FourthSeatError as error:
            self._notify(error.text)
        except OSError as error:
            self._notify(say("the program cannot listen to the board: {reason}", reason=error_text(error)))
        else:
            self._tick()

    def press(self, button: Button) -> None:
        """Handle a button pressed on another device."""
        if self.watch:
            self.watch.press(button)
        elif place := self._place:
            from fourth_seat.hardware.boards.buttons import press

            press(place.table, button, place.show, place.press)

    @property
    def status(self) -> tuple[Text, bool]:
        """The board's status message, and whether it reports a problem."""
        if self.watch:
            return self.watch.status
        return say("The program listens to the board while its game is being played."), False

    def record(self) -> None:
        """Save the messages received from the board in the last few minutes."""
        if self.watch:
            try:
                self.watch.record(datetime.now())
            except OSError as error:
                self._notify(say("the file was not written: {reason}", reason=error_text(error)))

    def close(self) -> None:
        """Release the board when the window closes."""
        self.leave()

    def _tick(self) -> None:
        self._timer = self._root.after(POLL_INTERVAL_MS, self._tick)
        if self.watch:
            self.watch.step()

    def _stop(self) -> None:
        if self._timer:
            self._root.after_cancel(self._timer)
            self._timer = None
        if self.watch:
            self.watch.close()
            self.watch = None
