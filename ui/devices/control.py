"""The lights in the window: open the chosen device, show the table's game on it, test it, close it.

One for the window, as a device can be opened but once. Code for devices is imported when lights are first used.
"""

from __future__ import annotations

import threading
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from fourth_seat.games import AnyGame
from fourth_seat.games.geometry import Geometry
from fourth_seat.games.options import Options
from fourth_seat.hardware.lights.settings import LightsSettings, load_lights_settings
from fourth_seat.words import FourthSeatError, Text, say

if TYPE_CHECKING:
    from fourth_seat.engines.players.tasks import Task
    from fourth_seat.engines.results import Choice
    from fourth_seat.hardware.lights.board_lights import BoardLights
    from fourth_seat.hardware.lights.display import BoardLighting
    from fourth_seat.hardware.lights.self_test import LightsSelfTest
    from fourth_seat.table.table import Table

CLOSE_TIMEOUT_S = 0.3  # that the window waits for a device to be closed
LINGER_MS = 1500  # that a device stays open after its table was left
POLL_INTERVAL_MS = 50  # between checks of the device


@dataclass(frozen=True, slots=True)
class Board:
    """A game's board, with the options that it is played with."""

    game: AnyGame
    options: Options

    @property
    def geometry(self) -> Geometry:
        return self.game.geometry(self.options)


class LightsTable(Protocol):
    """A game in progress that lights can show; the table page is one."""

    table: Table

    @property
    def thinking(self) -> Task[Choice] | None:
        """The computer at work."""

    def show_drawn_lights(self, control: LightsControl) -> None:
        """Show a drawing of the lights, where there is room."""

    def hide_drawn_lights(self) -> None:
        """Remove the drawing."""


class LightsControl:
    """Opens, shows and closes the lights of one window.

    Attributes:
        lights: the open lights; None while there are none.
    """

    def __init__(self, root: tk.Misc, notify: Callable[[Text], None]) -> None:
        """`root` gives the timer; `notify` shows a sentence to people."""
        self._root, self._notify = root, notify
        self._page: LightsTable | None = None
        self._timer: str | None = None
        self._leaving: str | None = None
        self._opened: tuple[LightsSettings, int] | None = None
        self._lighting: BoardLighting | None = None
        self._trial: LightsSelfTest | None = None
        self.lights: BoardLights | None = None
        self._watchers: list[tuple[tk.Misc, Callable[[], None]]] = []

    # -- at a table --------------------------------------------------------------------------------------------------------

    def join(self, page: LightsTable) -> None:
        """Switch on, with a table that is shown, the lights that were chosen for its board, if they are to shine."""
        self._page = page
        chosen = LightsSettings()
        with suppress(FourthSeatError):  # an unreadable calibration file is reported where it is edited
            chosen = load_lights_settings(page.table.game.name)
        if chosen.on:
            self.use(Board(page.table.game, page.table.options), chosen)

    def rest(self) -> None:
        """End the choice: release lights that are not to show the game."""
        if self._opened and not (self._opened[0].on and self._page):
            self.shut()

    def leave(self) -> None:
        """Switch the lights off as the table is left. Another game on the same board finds the device open: an Arduino
        takes its time.
        """
        self._page = None
        self._stop()
        if self.lights and self._leaving is None:
            self._leaving = self._root.after(LINGER_MS, self.shut)

    # -- chosen ------------------------------------------------------------------------------------------------------------

    def use(self, board: Board, chosen: LightsSettings, count: int | None = None) -> None:
        """Open lights, so many LEDs if not as the layout has it; if they are to shine, they show the table's game.

        A notice reports invalid settings.
        """
        from fourth_seat.hardware.lights.board_lights import BoardLights
        from fourth_seat.hardware.lights.display import layout_of, limit_strip, open_strip

        self._stay()
        self._stop()
        if not chosen.url:
            self.shut()
            return
        try:
            layout = layout_of(board.game, board.geometry)
            wanted = chosen, count or layout.count
            if self.lights is None or self._opened is None or not _same_device(self._opened, wanted):
                self._close_strip()
                self.lights = BoardLights(open_strip(*wanted), layout)
            else:
                limit_strip(self.lights.strip, chosen)
                self.lights = BoardLights(self.lights.strip, layout)
            self._opened = wanted
        except FourthSeatError as error:
            self.shut()
            self._notify(error.text)
            return
        if chosen.on and self._page and count is None and self._page.table.game is board.game:
            self._follow(self._page)
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
        """Switch the LEDs off as the window closes; they are dark when it is gone, unless the device hangs."""
        self._page = None
        self._stop()
        if self.lights:
            self.lights.strip.close()
            self.lights = None
        self.shut()

    def _stay(self) -> None:
        """Cancel the release of the device."""
        if self._leaving:
            self._root.after_cancel(self._leaving)
            self._leaving = None

    def _follow(self, page: LightsTable) -> None:
        from fourth_seat.hardware.lights.display import BoardLighting
        from fourth_seat.hardware.lights.strip import ScreenStrip

        assert self.lights
        self._lighting = BoardLighting(page.table, self.lights, lambda: page.thinking, self._notify)
        page.table.displays.append(self._lighting)
        if isinstance(self.lights.strip, ScreenStrip):
            page.show_drawn_lights(self)

    def _stop(self) -> None:
        """Stop whatever is shown now."""
        if self._lighting:
            if self._page:
                self._leave_table(self._page, self._lighting)
            self._lighting.close()
            self._lighting = None
        if self._trial:
            self._trial.close()
            self._trial = None

    def _leave_table(self, page: LightsTable, lighting: BoardLighting) -> None:
        if lighting in page.table.displays:
            page.table.displays.remove(lighting)
        page.hide_drawn_lights()

    def _close_strip(self) -> None:
        if self.lights:
            # A device that hangs takes its time to be closed, and the window has none; the others are free to be opened
            # again at once.
            closing = threading.Thread(target=self.lights.strip.close, name="closing lights", daemon=True)
            closing.start()
            closing.join(CLOSE_TIMEOUT_S)
            self.lights = self._opened = None

    # -- the self-test -----------------------------------------------------------------------------------------------------

    def try_out(self, board: Board) -> None:
        """Show the test, if something is open; after it, the game again."""
        from fourth_seat.hardware.lights.self_test import LightsSelfTest

        if self.lights:
            self._stop()
            self._trial = LightsSelfTest(self.lights, board.geometry)

    @property
    def trying(self) -> Text | None:
        """The sentence that says what the test shows now."""
        return self._trial.shows if self._trial else None

    @property
    def status(self) -> tuple[Text, bool]:
        """Return the state of the lights in one sentence, and whether it is a complaint."""
        if self.lights is None:
            return say("No lights are used."), False
        if trouble := self.lights.strip.trouble:
            return trouble, True
        if shows := self.trying:
            return say("The test shows {what}.", what=shows), False
        return say("Driving {n} LEDs.", n=self.lights.strip.count), False

    # -- time passes -------------------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        self._timer = self._root.after(POLL_INTERVAL_MS, self._tick)
        if self._lighting:
            self._lighting.step()
        if self._trial:
            self._trial.step()
        if self._trial and self._trial.over:
            self._stop()
            if self._page and self._opened and self._opened[0].on:
                self._follow(self._page)
        self._watchers = [(widget, step) for widget, step in self._watchers if widget.winfo_exists()]
        for _, step in tuple(self._watchers):
            step()

    def on_step(self, widget: tk.Misc, step: Callable[[], None]) -> None:
        """Register a callback for after each check of the lights, while a device is open and the widget exists."""
        self._watchers.append((widget, step))


def _same_device(one: tuple[LightsSettings, int], other: tuple[LightsSettings, int]) -> bool:
    """Return whether the device need not be opened anew: its address and its number of LEDs are the same."""
    return (one[0].url, one[1]) == (other[0].url, other[1])
