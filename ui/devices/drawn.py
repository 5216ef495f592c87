"""A drawn strip at the table (`screen:`): for people without LEDs, the panel shows the lights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fourth_seat.ui.devices.lit_board import LitBoard
from fourth_seat.ui.table.panel import Docked

if TYPE_CHECKING:
    from fourth_seat.engines.players.tasks import Task
    from fourth_seat.engines.results import Choice
    from fourth_seat.ui.devices.control import LightsControl
    from fourth_seat.ui.table.context import TableContext

PICTURE_SHARE, LOW_PICTURE_SHARE = 0.26, 0.18  # of the panel's height that it may take; and while a card is shown as well


class DrawnLights(Docked):
    """The board's lights drawn in the panel, for a table without any.

    Attributes:
        picture: the board with the lights.
    """

    def __init__(self, page: TableContext, control: LightsControl) -> None:
        super().__init__(page.panel.record)
        theme, table = page.window.theme, page.table
        sides = table.game.sides(table.options)
        self._control = control
        rim = len(control.lights.layout.rim) if control.lights else 0
        self._size = (160, 120)
        self.picture = LitBoard(self, theme, page.geometry, sides, page.orientation, rim, self._size, "surface")
        self.picture.pack()
        control.on_step(self, self._refresh)

    def _refresh(self) -> None:
        lights = self._control.lights
        self.picture.light(lights.frame if lights else {})

    def fit(self, width: int, height: int, spare: int, most: int, crowded: bool) -> None:
        size = max(32, width), max(32, round((LOW_PICTURE_SHARE if crowded else PICTURE_SHARE) * height))
        if size != self._size:
            self._size = size
            self.picture.resize(*size)


class PanelLights:
    """Docks a drawing of the lights in the panel of a table; satisfies `ui.devices.control.LightsTable`."""

    def __init__(self, page: TableContext) -> None:
        self._page, self.table = page, page.table

    @property
    def thinking(self) -> Task[Choice] | None:
        """The computer at work."""
        return self._page.runner.thinking

    def show_drawn_lights(self, control: LightsControl) -> None:
        """Show the drawing, if nothing else is docked."""
        if self._page.panel.docked is None:
            self._page.panel.dock(DrawnLights(self._page, control))

    def hide_drawn_lights(self) -> None:
        """Remove the drawing."""
        if isinstance(self._page.panel.docked, DrawnLights):
            self._page.panel.undock()
