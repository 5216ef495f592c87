"""Controls the lights from the window: opens the chosen device, shows the table's game on it, tests it, and closes it.

There is one control per window, since a device can be opened only once. Code for devices is imported when lights are first
used.
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
"""Makes a part of a panel, as a child of a widget."""

CLOSE_TIMEOUT_S = 0.3  # that the window waits for a device to be closed
LINGER_MS = 1500  # that a device stays open after its table has been left
POLL_INTERVAL_MS = 50  # between checks of the device


@dataclass(frozen=True, slots=True)
class _Place:
    """A visible table, the function that returns the computer at work, and the one that draws virtual lights."""

    table: Table
    thinking: Callable[[], Task[Choice] | None]
    draw: Callable[[MakePart | None], None]


class LightsControl:
    """Opens, shows and closes one window's lights.

    Attributes:
        strip: the open lights; None while there are none.
    """

    def __init__(self, root: tk.Misc, theme: Theme, notify: Callable[[Text], None]) -> None:
        """`root` gives the timer; `notify` shows a sentence to people."""
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
        """Switch on the lights chosen for the board of a visible table, if people want them.

        Args:
            thinking: returns the computer at work.
            draw: for lights that exist only on the screen: is called with the maker of their part of the panel, and with
                None to remove it.
        """
        self._place = _Place(table, thinking, draw)
        chosen = LightsSettings()
        with suppress(FourthSeatError):  # an unreadable calibration file is reported where it is edited
            chosen = load_lights_settings(table.game.name)
        if chosen.on:
            self.use(GameBoard(table.game, table.options), chosen)

    def rest(self) -> None:
        """Finish choosing lights: release them if they should not show the game."""
        if self._opened and not (self._opened[0].on and self._place):
            self.shut()

    def leave(self) -> None:
        """Switch the lights off when people leave the table. The device stays open for a moment, in case another game on
        the same board follows, because an Arduino takes time to start.
        """
        self._place = None
        self._stop()
        if self.strip and self._leaving is None:
            self._leaving = self._root.after(LINGER_MS, self.shut)

    # -- chosen ------------------------------------------------------------------------------------------------------------

    def use(self, board: GameBoard, chosen: LightsSettings, count: int | None = None) -> None:
        """Open the lights with this many LEDs, or with as many as the layout has; if they are switched on, they show the
        table's game.

        A notice reports invalid settings.
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
        """Switch the LEDs off as the window closes; they are dark by the time it is gone, unless the device hangs."""
        self._place = None
        self._stop()
        if self.strip:
            self.strip.close()
            self.strip = None
        self.shut()

    def _stay(self) -> None:
        """Cancel the release of the device."""
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
        """Return the lights drawn on a parent, kept up to date as long as they exist."""
        from fourth_seat.ui.devices.lit_board import DrawnLights

        assert self.strip and self._place
        drawn = DrawnLights(parent, self._theme, GameBoard(self._place.table.game, self._place.table.options), self.strip)
        self.on_step(drawn, drawn.refresh)
        return drawn

    def _stop(self) -> None:
        """Stop the present show."""
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
        """Run the test if a device is open, and then show the game again."""
        from fourth_seat.hardware.lights.self_test import LightsSelfTest

        if self.strip:
            self._stop()
            self._trial = LightsSelfTest(self.strip, board.geometry)

    @property
    def trying(self) -> Text | None:
        """The sentence that describes the present step of the test."""
        return self._trial.shows if self._trial else None

    @property
    def status(self) -> tuple[Text, bool]:
        """Return the state of the lights in one sentence, and whether it is a complaint."""
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
        """Call `step` after each check of the lights, while a device is open and the widget exists."""
        self._watchers.append((widget, step))


def _same_device(one: tuple[LightsSettings, int], other: tuple[LightsSettings, int]) -> bool:
    """Return whether the device need not be reopened: its address and its number of LEDs are the same."""
    return (one[0].url, one[1]) == (other[0].url, other[1])
