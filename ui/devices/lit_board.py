"""An on-screen board with its LEDs, in the colours sent to a strip."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Mapping

from fourth_seat.games.geometry import Cell, Geometry, Point, widened
from fourth_seat.hardware.lights.layout import rim_place
from fourth_seat.hardware.lights.strip import Colour, Frame, Strip
from fourth_seat.ui.board.canvas import NO_HANDLERS, BoardCanvas, BoardHandlers
from fourth_seat.ui.board.game_board import GameBoard
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.docked import Docked

GAMMA = 2.2  # an LED's light follows its number, a screen's the number to this power
MAX_LAMP_RADIUS, RIM_LAMP_RADIUS = 0.36, 0.17  # radius in units
INSIDE_SHARE = 0.85  # of the way from a cell's middle to its nearest side
MARGIN, RIM_MARGIN = 0.3, 0.6  # units around the playing area, without and with a rim
TAG = "light"
PICTURE_SHARE, LOW_PICTURE_SHARE = 0.26, 0.18  # of the panel's height that it may take; the same beside a card


class LitBoard(BoardCanvas):
    """A board drawn with its LEDs.

    Attributes:
        frame: the colours currently shown.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        board: GameBoard,
        rim: int,
        size: tuple[int, int],
        ground: str = "raised",
        handlers: BoardHandlers = NO_HANDLERS,
    ) -> None:
        """`rim` is the number of LEDs around the board; `size` is its width and height in pixels."""
        self.frame: Frame = {}
        self._lamps: dict[str, tuple[int, Colour]] = {}
        geometry, sides = board.geometry, board.game.sides(board.options)
        self._rim = _around(geometry, rim)
        self._area = area = widened(geometry.area, RIM_MARGIN if rim else MARGIN)
        super().__init__(
            parent, theme, geometry, sides, board.orientation, window=area, ground=ground, margin=0.5, handlers=handlers
        )
        self.cells_only = True
        self.resize(*size)

    def resize(self, width: int, height: int) -> None:
        """Resize the board, in pixels."""
        self.set_part(self._area, {}, width, height)

    def light(self, frame: Frame) -> None:
        """Show this frame, redrawing only the LEDs that have changed."""
        self.frame = frame
        for name in [name for name in self._lamps if name not in frame]:
            self.delete(self._lamps.pop(name)[0])
        for name, colour in frame.items():
            lamp = self._lamps.get(name)
            if lamp is None:
                self._make(name, colour)
            elif lamp[1] != colour:
                self.itemconfigure(lamp[0], fill=shown(colour))
                self._lamps[name] = lamp[0], colour

    def rebuild(self) -> None:
        super().rebuild()
        self._lamps = {}
        self.light(self.frame)

    def _print_names(self) -> None:
        """Print no names: there is no room for them, and no input is needed here."""

    def _make(self, name: str, colour: Colour) -> None:
        if name in self._rim:
            place, radius = self._rim[name], RIM_LAMP_RADIUS
        elif name in self.geometry and name in self._visible:
            cell = self.geometry[name]
            place = cell.foot
            radius = min(MAX_LAMP_RADIUS, INSIDE_SHARE * _room(cell))
        else:
            return
        x, y = self.projection.pixel(place)
        reach = max(2.0, radius * self.projection.scale)
        item = self.create_oval(
            x - reach, y - reach, x + reach, y + reach, fill=shown(colour), outline="#101010", width=self.theme.density,
            tags=TAG,
        )  # fmt: skip
        self._lamps[name] = item, colour


def shown(colour: Colour) -> str:
    """Convert the colour of an LED to a screen colour."""
    return "#" + "".join(f"{round(255 * (value / 255) ** (1 / GAMMA)):02x}" for value in colour)


def _room(cell: Cell) -> float:
    """Return the distance from the centre of a cell to its nearest side."""
    x, y = cell.foot
    sides = zip(cell.polygon, (*cell.polygon[1:], cell.polygon[0]), strict=True)
    return min(
        abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / math.hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in sides
    )


def _around(geometry: Geometry, count: int) -> Mapping[str, Point]:
    """Return the positions of the rim's LEDs, spaced evenly around the playing area, clockwise from its top left corner."""
    left, top, right, bottom = widened(geometry.area, RIM_MARGIN / 2)
    width, height = right - left, bottom - top
    places = {}
    for n in range(count):
        way = math.fmod((n + 0.5) / count * 2 * (width + height), 2 * (width + height))
        if way < width:
            point = left + way, top
        elif way < width + height:
            point = right, top + way - width
        elif way < 2 * width + height:
            point = right - (way - width - height), bottom
        else:
            point = left, bottom - (way - 2 * width - height)
        places[rim_place(n)] = point
    return places


class DrawnLights(Docked):
    """Draws the board's lights in the panel, for a board without real lights.

    Attributes:
        picture: the drawn board with its lights.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, board: GameBoard, strip: Strip) -> None:
        super().__init__(parent)
        self._strip, self._size = strip, (160, 120)
        self.picture = LitBoard(self, theme, board, len(strip.layout.rim), self._size, "surface")
        self.picture.pack()

    def refresh(self) -> None:
        """Show the current state of the lights."""
        self.picture.light(self._strip.frame)

    def fit(self, width: int, height: int, spare: int, most: int) -> None:
        size = max(32, width), max(32, max(round(LOW_PICTURE_SHARE * height), min(round(PICTURE_SHARE * height), spare)))
        if size != self._size:
            self._size = size
            self.picture.resize(*size)
