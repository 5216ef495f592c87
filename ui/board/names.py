"""The coordinates on a board: the names of rows and columns on its rim, and of cells next to or inside the cells.

Names required by an instruction are always visible, even if coordinates are switched off, and are drawn on top of any
pieces that would hide them.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Iterable, Mapping

from fourth_seat.calibration.projection import Projection
from fourth_seat.games.drawing.labels import BoardLabel, labels
from fourth_seat.games.drawing.outline import left_third_right
from fourth_seat.games.geometry import Cell, Geometry, Holds, Point, centre, contains
from fourth_seat.hardware.hues import faint_ink_on
from fourth_seat.ui.theme.theme import Theme

TAG, DOT_TAG = "name", "dot"  # of the items that show names, and of the dots in the left corners of triangles
NAME_HEIGHT, INNER_NAME_HEIGHT = 0.3, 0.19  # in units, beside and in cells
MIN_NAME_PX, MAX_NAME_PX = 10, 18  # that a name is high at medium text
DOT_PLACE, DOT_RADIUS = 0.76, 0.026  # of the way from a triangle's middle to its corner; its radius in units
PLATE = "#1c1c1c"
NEAR_FOOT = -0.42  # of the way from a triangle's middle to its tip


class Names:
    """Draws names on a canvas."""

    def __init__(self, canvas: tk.Canvas, geometry: Geometry, projection: Projection, theme: Theme, family: str) -> None:
        self._canvas, self._geometry, self._projection = canvas, geometry, projection
        self._theme, self._family = theme, family
        self._items: list[tuple[int, BoardLabel]] = []
        self._tags: list[int] = []
        self._names: Mapping[str, str] = {}

    def draw(self, seen: Callable[[BoardLabel], bool]) -> None:
        """Draw the names for which `seen` returns true."""
        for label in labels(self._geometry):
            if seen(label):
                self._items.append((self._print(label), label))

    def draw_dots(self, visible: Collection[str]) -> list[int]:
        """Draw dots in the left corners of the visible triangular cells, and return their items."""
        triangles = [
            cell
            for cell in self._geometry.cells
            if cell.name in visible and cell.zone == "board" and cell.holds is Holds.DIE and len(cell.polygon) == 3
        ]
        return [self._dot(cell) for cell in triangles]

    def rename(self, names: Mapping[str, str]) -> None:
        """Replace the default names of cells."""
        self._names = dict(names)
        for item, label in self._items:
            self._canvas.itemconfigure(item, text=self._names.get(label.cell, label.text))

    def name_of(self, cell: str) -> str:
        """Return the name drawn for a cell, or an empty string if there is none."""
        printed = next((label.text for _, label in self._items if label.cell == cell), "")
        return self._names.get(cell, printed) if printed else ""

    def show(self, *, on_rim: bool, needed: Iterable[str], covered: Collection[str]) -> list[int]:
        """Show all names, or only those of the `needed` cells. Returns additional items for names covered by pieces."""
        needed = set(needed)
        for item, label in self._items:
            shown = on_rim or any(self._belongs(label, self._geometry[cell]) for cell in needed)
            self._canvas.itemconfigure(item, state="normal" if shown else "hidden")
        self._canvas.delete(*self._tags)
        inside = [
            label for _, label in self._items if label.cell in needed and label.cell in covered and self._within(label)
        ]
        self._tags = [item for label in inside for item in self._plate(label)]
        return self._tags

    def _belongs(self, label: BoardLabel, cell: Cell) -> bool:
        """Return whether a label is part of a cell's name."""
        if label.cell:
            areas = self._geometry.tap_areas
            return label.cell == cell.name or any({label.cell, cell.name} <= set(area.cells) for area in areas)
        left, top, right, bottom = self._geometry.area
        if cell.zone != "board":
            return False
        x, y = centre(cell.polygon)
        across = abs(label.place[0] - x) * len(self._geometry.column_labels) < (right - left) / 2
        return (across and label.text in self._geometry.column_labels) or (
            abs(label.place[1] - y) * len(self._geometry.row_labels) < (bottom - top) / 2
            and label.text in self._geometry.row_labels
        )

    def _within(self, label: BoardLabel) -> bool:
        return bool(label.cell) and contains(self._geometry[label.cell].polygon, label.place)

    def _print(self, label: BoardLabel) -> int:
        inside, scale = self._within(label), self._theme.scale
        height = round((INNER_NAME_HEIGHT if inside else NAME_HEIGHT) * self._projection.scale)
        height = max(round(MIN_NAME_PX * scale), min(height, round(MAX_NAME_PX * scale)))
        x, y = self._projection.pixel(label.place)
        tone = self._theme.palette.tone(self._geometry[label.cell].tone) if inside else ""
        colour = faint_ink_on(tone) if inside else self._theme.palette.muted
        text, font = self._names.get(label.cell, label.text), (self._family, -height)
        upright = 90 if len(label.text) > 2 and not self._projection.across[0] else 0  # words are wider than the rim
        return self._canvas.create_text(x, y, text=text, fill=colour, font=font, angle=upright, tags=TAG)

    def _plate(self, label: BoardLabel) -> list[int]:
        """Draw a name on top of the piece on its cell."""
        cell = self._geometry[label.cell]
        tip, middle = sorted(cell.polygon)[1], centre(cell.polygon)
        place = middle[0] + NEAR_FOOT * (tip[0] - middle[0]), middle[1] + NEAR_FOOT * (tip[1] - middle[1])
        x, y = self._projection.pixel(place)
        height = max(round(MIN_NAME_PX * self._theme.scale), round(INNER_NAME_HEIGHT * self._projection.scale))
        text, canvas = self._names.get(label.cell, label.text), self._canvas
        half = 0.36 * height * len(text), 0.62 * height
        plate = canvas.create_rectangle(x - half[0], y - half[1], x + half[0], y + half[1], fill=PLATE, outline="")
        font = (self._family, -height, "bold")
        return [plate, canvas.create_text(x, y, text=text, fill="#ffffff", font=font, tags=TAG)]

    def _dot(self, cell: Cell) -> int:
        middle, corner = centre(cell.polygon), left_third_right(cell.polygon)[0]
        place: Point = middle[0] + DOT_PLACE * (corner[0] - middle[0]), middle[1] + DOT_PLACE * (corner[1] - middle[1])
        x, y = self._projection.pixel(place)
        radius = max(1.5, DOT_RADIUS * self._projection.scale)
        return self._canvas.create_oval(
            x - radius, y - radius, x + radius, y + radius, fill=PLATE, outline="", tags=DOT_TAG
        )
