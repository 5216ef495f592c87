"""Overlays the board with steps to be made by hand (`games.drawing.hands`)."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from itertools import pairwise

from fourth_seat.calibration.projection import Projection
from fourth_seat.games.contents import Cells
from fourth_seat.games.drawing.hands import Arrow, Cross, Outline, Seed, Shape, StepNumber, hand_shapes
from fourth_seat.games.drawing.outline import around, joined
from fourth_seat.games.geometry import Cell, Geometry, Point
from fourth_seat.games.steps import Step
from fourth_seat.ui.board.marks import BLUE, ORANGE, WHITE

# Colour and width in pixels at 96 dots an inch; the first is a halo, so that lines show on every ground.
LINE_LAYERS = ((WHITE, 9.0), (BLUE, 4.0))
CROSS_LINES = ((WHITE, 9.0), (ORANGE, 4.0))
CROSS_REACH = 0.28  # half the width of a cross, in units
SEED_RADIUS, MIN_SEED_RADIUS_PX = 0.06, 3.5  # radius in units, but at least this many pixels at 96 dots an inch
BADGE_RADIUS = 0.2  # radius of a number's disc, in units
MIN_BADGE = 10.0  # the least radius, in pixels at 96 dots an inch


class HandMarks:
    """Draws steps on a canvas."""

    def __init__(self, canvas: tk.Canvas, geometry: Geometry, projection: Projection, density: float, family: str) -> None:
        self._canvas, self._geometry, self._projection = canvas, geometry, projection
        self._density, self._family = density, family

    def draw(self, steps: Sequence[Step], before: Cells) -> list[int]:
        """Draw successive steps that start from the board `before`, and return their canvas items."""
        return [item for shape in hand_shapes(self._geometry, steps, before) for item in self._draw(shape)]

    def _draw(self, shape: Shape) -> list[int]:
        if isinstance(shape, Arrow):
            return self._arrow(shape)
        if isinstance(shape, Outline):
            return self._outline(shape.cells)
        if isinstance(shape, Cross):
            return self._cross(shape.place)
        if isinstance(shape, Seed):
            return self._seed(shape.place)
        return self._number(shape)

    def _arrow(self, arrow: Arrow) -> list[int]:
        path = [number for point in arrow.points for number in self._projection.pixel(point)]
        head = 18 * self._density, 20 * self._density, 8 * self._density
        return [
            self._canvas.create_line(
                path, fill=colour, width=width * self._density, arrow="last", arrowshape=head, smooth=arrow.curved
            )
            for colour, width in LINE_LAYERS
        ]

    def _seed(self, place: Point) -> list[int]:
        """Draw a seed as a bead on the arrow."""
        x, y = self._projection.pixel(place)
        radius = max(SEED_RADIUS * self._projection.scale, MIN_SEED_RADIUS_PX * self._density)
        return [self._canvas.create_oval(x - radius, y - radius, x + radius, y + radius, fill=WHITE, outline=BLUE, width=2)]

    def _outline(self, cells: Sequence[Cell]) -> list[int]:
        lines = joined(around([self._projection.pixels(cell.polygon) for cell in cells]))
        return [
            self._canvas.create_line(
                *line, fill=colour, width=round(width * self._density), capstyle="round", joinstyle="round"
            )
            for colour, width in LINE_LAYERS
            for line in lines
        ]

    def _cross(self, place: Point) -> list[int]:
        x, y = self._projection.pixel(place)
        reach = CROSS_REACH * self._projection.scale
        ends = [(x + across * reach, y + down * reach) for across, down in ((-1, -1), (1, 1), (-1, 1), (1, -1))]
        return [
            self._canvas.create_line(*start, *end, fill=colour, width=round(width * self._density), capstyle="round")
            for colour, width in CROSS_LINES
            for start, end in list(pairwise(ends))[::2]
        ]

    def _number(self, shape: StepNumber) -> list[int]:
        x, y = self._projection.pixel(shape.place)
        radius = max(BADGE_RADIUS * self._projection.scale, MIN_BADGE * self._density)
        font = (self._family, -round(1.3 * radius), "bold")
        return [
            self._canvas.create_oval(x - radius, y - radius, x + radius, y + radius, fill=BLUE, outline=WHITE, width=2),
            self._canvas.create_text(x, y, text=str(shape.number), fill=WHITE, font=font),
        ]
