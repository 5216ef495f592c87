"""Connects, tests and releases the window's lights, and shows the game on them.

There is one control per window, since a device can be opened only once. Device code is imported when lights are first used.
"""

from __future__ import annotations

import threading
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fourth_seat.hardware.lights.settings import LightsSettings, load_lights_settings
from fourth_seat.ui.board.game_board import GameBoard
from fourth_seat.words import FourthSeatError, Text, say

if TYPE_CHECKING:
    from fourth_seat.engines.players.tasks import Task
    from fourth_seat.engines.results import Choice
    from fourth_seat.hardware.lights.display import LightsDisplay
    from fourth_seat.hardware.lights.self_test import LightsSelfTest
    from fourth_seat.hardware.lights.strip import Strip
    from fourth_seat.table.table import Table
    from fourth_seat.ui.theme.theme import Theme
    from fourth_seat.ui.widgets.docked import Docked

MakePart = Callable[[tk.Misc], "Docked"]
"""Creates a panel part as a child of a widget."""

CLOSE_TIMEOUT_S = 0.3  # that the window waits for a device to be closed
LINGER_MS = 1500  # that a device stays open after its table has been left
POLL_INTERVAL_MS = 50  # between checks of the device


@dataclass(frozen=True, slots=True)
class _Place:
    """A visible table, with callbacks that return the computer's current task and draw virtual lights."""

    table: Table
    thinking: Callable[[], Task[Choice] | None]
    draw: Callable[[MakePart | None], None]


class LightsControl:
    """Connects, updates and releases a window's lights.

    Attributes:
        strip: the open device; None while there is none.
    """

    def __init__(self, root: tk.Misc, theme: Theme, notify: Callable[[Text], None]) -> None:
        """`root` provides the timer; `notify` shows a message."""
        self._root, self._theme, self._notify = root, theme, notify
        self._place: _Place | None = None
        self._timer: str | None = None
        self._leaving: str | None = None
        self._opened: tuple[LightsSettings, int] | None = None
        self._display: LightsDisplay | None = None
        self._trial: LightsSelfTest | None = None
        self.strip: Strip | None = None
        self._watchers: list[tuple[tk.Misc, Callable[[], None]]] = []

    # -- at a table --------------------------------------------------------------------------------------------------------

    def join(
        self, table: Table, thinking: Callable[[], Task[Choice] | None], draw: Callable[[MakePart | None], None]
    ) -> None:
        """Switch on the lights chosen for a table's board, if they are enabled.

        Args:
            thinking: returns the computer's current task.
            draw: called for on-screen lights with the function that creates their part of the panel, or with None to
                remove it.
        """
        self._place = _Place(table, thinking, draw)
        chosen = LightsSettings()
        with suppress(FourthSeatError):  # an unreadable calibration file is reported where it is edited
            chosen = load_lights_settings(table.game.name)
        if chosen.on:
            self.use(GameBoard(table.game, table.options), chosen)

    def rest(self) -> None:
        """Release the lights after their settings are closed, unless they show the game."""
        if self._opened and not (self._opened[0].on and self._place):
            self.shut()

    def leave(self) -> None:
        """Switch off the lights on leaving the table. The device stays open briefly, in case another game on the same
        board follows, because an Arduino takes time to start.
        """
        self._place = None
        self._stop()
        if self.strip and self._leaving is None:
            self._leaving = self._root.after(LINGER_MS, self.shut)

    # -- chosen ------------------------------------------------------------------------------------------------------------

    def use(self, board: GameBoard, chosen: LightsSettings, count: int | None = None) -> None:
        """Open the lights with this many LEDs (by default, those in the layout), and show the table's game if they are
        switched on.

        Invalid settings are reported in a notice.
        """
        from fourth_seat.hardware.lights.factory import make_strip
        from fourth_seat.hardware.lights.settings import layout_of

        self._stay()
        self._stop()
        if not chosen.url:
            self.shut()
            return
        try:
            layout = layout_of(board.game, board.geometry)
            wanted = chosen, count or layout.count
            if self.strip is None or self._opened is None or not _same_device(self._opened, wanted):
                self._close_strip()
                self.strip = make_strip(chosen.url, wanted[1], chosen.power)
            else:
                self.strip.limit(chosen.power)
            self.strip.arrange(layout)
            self._opened = wanted
        except FourthSeatError as error:
            self.shut()
            self._notify(error.text)
            return
        if chosen.on and self._place and count is None and self._place.table.game is board.game:
            self._follow(self._place)
        if self._timer is None:
            self._tick()

    def shut(self) -> None:
        """Release the device."""
        self._stay()
        self._stop()
        self._close_strip()
        if self._timer:
            self._root.after_cancel(self._timer)
            self._timer = None

    def close(self) -> None:
        """Switch the LEDs off before the window closes, and wait until they are off, unless the device hangs."""
        self._place = None
        self._stop()
        if self.strip:
            self.strip.close()
            self.strip = None
        self.shut()

    def _stay(self) -> None:
        """Cancel the pending release of the device."""
        if self._leaving:
            self._root.after_cancel(self._leaving)
            self._leaving = None

    def _follow(self, place: _Place) -> None:
        from fourth_seat.hardware.lights.display import LightsDisplay

        assert self.strip
        self._display = LightsDisplay(place.table, self.strip, place.thinking, self._notify)
        place.table.displays.append(self._display)
        if self.strip.drawn:
            place.draw(self._drawn)

    def _drawn(self, parent: tk.Misc) -> Docked:
        """Return a drawing of the lights, which is updated for as long as it exists."""
        from fourth_seat.ui.devices.lit_board import DrawnLights

        assert self.strip and self._place
        drawn = DrawnLights(parent, self._theme, GameBoard(self._place.table.game, self._place.table.options), self.strip)
        self.on_step(drawn, drawn.refresh)
        return drawn

    def _stop(self) -> None:
        """Stop showing the game or the test."""
        if self._display:
            if self._place:
                self._leave_table(self._place, self._display)
            self._display.close()
            self._display = None
        if self._trial:
            self._trial.close()
            self._trial = None

    @staticmethod
    def _leave_table(place: _Place, display: LightsDisplay) -> None:
        if display in place.table.displays:
            place.table.displays.remove(display)
        place.draw(None)

    def _close_strip(self) -> None:
        if self.strip:
            # A device that hangs takes a long time to close, and the window cannot wait; the others can be reopened at
            # once.
            closing = threading.Thread(target=self.strip.close, name="closing lights", daemon=True)
            closing.start()
            closing.join(CLOSE_TIMEOUT_S)
            self.strip = self._opened = None

    # -- the self-test -----------------------------------------------------------------------------------------------------

    def try_out(self, board: GameBoard) -> None:
        """Run the self-test if a device is open, and then show the game again."""
        from fourth_seat.hardware.lights.self_test import LightsSelfTest

        if self.strip:
            self._stop()
            self._trial = LightsSelfTest(self.strip, board.geometry)

    @property
    def trying(self) -> Text | None:
        """The description of the current test step, if any."""
        return self._trial.shows if self._trial else None

    @property
    def status(self) -> tuple[Text, bool]:
        """The status message of the lights, and whether it reports a problem."""
        if self.strip is None:
            return say("No lights are used."), False
        if trouble := self.strip.trouble:
            return trouble, True
        if shows := self.trying:
            return say("The test shows {what}.", what=shows), False
        return say("Driving {n} LEDs.", n=self.strip.count), False

    # -- time passes -------------------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        self._timer = self._root.after(POLL_INTERVAL_MS, self._tick)
        if self._display:
            self._display.step()
        if self._trial:
            self._trial.step()
        if self._trial and self._trial.over:
            self._stop()
            if self._place and self._opened and self._opened[0].on:
                self._follow(self._place)
        self._watchers = [(widget, step) for widget, step in self._watchers if widget.winfo_exists()]
        for _, step in tuple(self._watchers):
            step()

    def on_step(self, widget: tk.Misc, step: Callable[[], None]) -> None:
        """Call `step` after each update of the lights, while a device is open and the widget exists."""
        self._watchers.append((widget, step))


def _same_device(one: tuple[LightsSettings, int], other: tuple[LightsSettings, int]) -> bool:
    """Return whether two settings have the same address and number of LEDs, so that the device need not be reopened."""
    return (one[0].url, one[1]) == (other[0].url, other[1])
