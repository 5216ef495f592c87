"""What hands do, drawn over the board: an arrow for what moves, an outline for what comes, a cross on what leaves.

Where there are several steps each carries its number.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from itertools import pairwise

from calibration.projection import Projection
from games.contents import Cells, Content
from games.drawing.outline import around
from games.drawing.stacks import top
from games.geometry import Cell, Geometry, Holds, Point, centre
from games.steps import UNTOUCHED_ZONES, Step
from ui.board.marks import BLUE, ORANGE, WHITE

# Colour and width in pixels at 96 dots an inch; the first is a halo, so that lines show on every ground.
LINES = ((WHITE, 9.0), (BLUE, 4.0))
CROSS_LINES = ((WHITE, 9.0), (ORANGE, 4.0))
CROSS = 0.28  # half the width of a cross, in units
SEED, SEED_ABOVE = 0.06, 0.3  # radius in units; how far above the middle of its pit, as part of the pit's size
BADGE = 0.2  # radius of a number's disc, in units
MIN_BADGE = 10.0  # the least radius, in pixels at 96 dots an inch


class HandMarks:
    """Draws steps on a canvas."""

    def __init__(self, canvas: tk.Canvas, geometry: Geometry, projection: Projection, density: float, family: str) -> None:
        self._canvas, self._geometry, self._projection = canvas, geometry, projection
        self._density, self._family = density, family

    def draw(self, steps: Sequence[Step], before: Cells) -> list[int]:
        """Return the items that show the steps, played one after another from the board `before`."""
        board = dict(before)
        if not any(step.leaves for step in steps):  # dice to be thrown for a place
            return self._outline([self._geometry[name] for step in steps for name in step.cells])
        several = sum(bool(self._on_board(step)) for step in steps) > 1
        items: list[int] = []
        badges: list[tuple[Point, int]] = []
        for number, step in enumerate(steps, 1):
            here = self._on_board(step)
            if here:
                items += self._step(step, here, board)
                if several:
                    badges.append((self._place(here[0], board.get(here[0].name)), number))
            for name, content in step.leaves:
                if content is None:
                    board.pop(name, None)
                else:
                    board[name] = content
        for place, number in badges:  # above all arrows
            items += self._badge(place, number)
        return items

    def _on_board(self, step: Step) -> list[Cell]:
        if not step.leaves:
            return []  # only words, such as how to find a square
        cells = [self._geometry[name] for name in step.cells]
        return [cell for cell in cells if cell.zone not in UNTOUCHED_ZONES]

    def _step(self, step: Step, here: Sequence[Cell], board: Cells) -> list[int]:
        leaves = dict(step.leaves)
        first, last = here[0], here[-1]
        moves = len(here) > 1 and first.holds in (Holds.STACK, Holds.PILE)
        if not moves and len(here) == 2 and first.name in board and leaves.get(first.name, first) is None:
            moves = True  # one piece from here to there
        if moves:
            stops = [self._place(first, board.get(first.name)), *(cell.foot for cell in here[1:-1])]
            dots = [item for cell in here[1:] if cell.holds is Holds.PILE for item in self._seed(cell)]
            return self._arrow([*stops, self._place(last, leaves.get(last.name))]) + dots
        come = [cell for cell in here if leaves.get(cell.name) is not None]
        leave = [cell for cell in here if cell.name in leaves and leaves[cell.name] is None]
        items = [item for cell in leave for item in self._cross(self._place(cell, board.get(cell.name)))]
        return self._outline(come) + items

    @staticmethod
    def _place(cell: Cell, content: Content | None) -> Point:
        if cell.holds is Holds.STACK:
            return top(cell, content.count if content else 1)
        return centre(cell.polygon) if cell.holds is Holds.PIECE else cell.foot

    def _arrow(self, points: Sequence[Point]) -> list[int]:
        path = [number for point in points for number in self._projection.pixel(point)]
        head = 18 * self._density, 20 * self._density, 8 * self._density
        curved = len(points) > 3
        return [
            self._canvas.create_line(
                path, fill=colour, width=width * self._density, arrow="last", arrowshape=head, smooth=curved
            )
            for colour, width in LINES
        ]

    def _seed(self, cell: Cell) -> list[int]:
        """A seed on its way into a pit: a curved arrow does not pass through each of them."""
        x, y = self._projection.pixel(cell.foot)
        y -= SEED_ABOVE * cell.size * self._projection.scale
        radius = SEED * self._projection.scale
        return [self._canvas.create_oval(x - radius, y - radius, x + radius, y + radius, fill=BLUE, outline=WHITE, width=2)]

    def _outline(self, cells: Sequence[Cell]) -> list[int]:
        segments = around([self._projection.pixels(cell.polygon) for cell in cells])
        return [
            self._canvas.create_line(*start, *end, fill=colour, width=round(width * self._density), capstyle="round")
            for colour, width in LINES
            for start, end in segments
        ]

    def _cross(self, place: Point) -> list[int]:
        x, y = self._projection.pixel(place)
        reach = CROSS * self._projection.scale
        ends = [(x + across * reach, y + down * reach) for across, down in ((-1, -1), (1, 1), (-1, 1), (1, -1))]
        return [
            self._canvas.create_line(*start, *end, fill=colour, width=round(width * self._density), capstyle="round")
            for colour, width in CROSS_LINES
            for start, end in list(pairwise(ends))[::2]
        ]

    def _badge(self, place: Point, number: int) -> list[int]:
        x, y = self._projection.pixel(place)
        radius = max(BADGE * self._projection.scale, MIN_BADGE * self._density)
        font = (self._family, -round(1.3 * radius), "bold")
        return [
            self._canvas.create_oval(x - radius, y - radius, x + radius, y + radius, fill=BLUE, outline=WHITE, width=2),
            self._canvas.create_text(x, y, text=str(number), fill=WHITE, font=font),
        ]
