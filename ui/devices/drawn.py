"""A drawn strip at the table (`screen:`): the lights that nobody owns shine in the panel instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.devices.lit_board import LitBoard
from ui.table.panel import Docked

if TYPE_CHECKING:
    from ui.devices.control import LightsControl
    from ui.table.page import TablePage

PART, LOW = 0.26, 0.18  # of the panel's height that it may take; and while a card is shown as well


class DrawnLights(Docked):
    """Attributes:
    picture: the board with the lights.
    """

    def __init__(self, page: TablePage, control: LightsControl, rim: int) -> None:
        super().__init__(page.panel)
        theme, table = page.window.theme, page.table
        sides = table.game.sides(table.options)
        self._control = control
        self._size = (160, 120)
        self.picture = LitBoard(self, theme, page.geometry, sides, page.orientation, rim, self._size, "surface")
        self.picture.pack()
        control.on_step(self, self._refresh)

    def _refresh(self) -> None:
        lights = self._control.lights
        self.picture.light(lights.frame if lights else {})

    def fit(self, width: int, height: int, crowded: bool) -> None:
        size = max(32, width), max(32, round((LOW if crowded else PART) * height))
        if size != self._size:
            self._size = size
            self.picture.resize(*size)
