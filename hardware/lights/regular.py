"""Regular LED layouts, and how to infer the right one from the cells of a few LEDs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games.geometry import Cell, Geometry, Rectangle, extent
from fourth_seat.hardware.lights.layout import LedLayout, LedPanel, cell_locator

DENSITIES = ((1, 1), (2, 1), (2, 2), (3, 1), (3, 3))  # LEDs a cell along a line, and lines a cell
MAX_SKIPPED_LEDS = 3  # at a turn of the strip, that lie under no cell
ORIENTATIONS = tuple(Orientation(turn, mirror) for mirror in (False, True) for turn in range(4))
_UNIT_SQUARE: Rectangle = (0.0, 0.0, 1.0, 1.0)
Panels = tuple[LedPanel, ...]
Answers = Mapping[int, str | None]
"""The answers so far: the cell of each LED asked about, or None if it is not under a cell."""


def default_layout(geometry: Geometry) -> LedLayout:
    """Return the layout assumed before calibration: one LED per cell, in a serpentine from the top left."""
    return LedLayout(regular_panels(geometry, Orientation(), serpentine=True))


def regular_panels(
    geometry: Geometry, orientation: Orientation, *, serpentine: bool, density: tuple[int, int] = (1, 1), skip: int = 0
) -> Panels:
    """Return the panels for a board: a single panel if its cells form a grid, otherwise one piece of strip per row (or
    column).
    """
    standing = orientation.turn % 2 == 1
    grid = _grid(geometry)
    if grid is None:
        return tuple(_pieces(_laid(geometry), orientation, serpentine=serpentine, density=density[0], skip=skip))
    along, lines = reversed(grid) if standing else grid
    return (LedPanel(along * density[0], lines * density[1], 0, serpentine, orientation, None, skip),)


def _laid(geometry: Geometry) -> list[Cell]:
    return [cell for cell in geometry.cells if cell.is_on_board]


@cache
def _grid(geometry: Geometry) -> tuple[int, int] | None:
    """Return the columns (one unit each) and rows of the LED grid that has exactly one LED under each cell of the board
    itself and at least one under every other cell, or None if there is no such grid.
    """
    left, _, right, _ = geometry.area
    laid = _laid(geometry)
    rows = len({round(_middle(cell, upright=True), 2) for cell in laid if cell.zone == "board"})
    columns = round(right - left)
    cell_at = cell_locator(geometry)
    found = Counter(cell_at(point) for _, point in LedPanel(columns, rows).places(geometry.area))
    fits = all(found[cell.name] == 1 if cell.zone == "board" else found[cell.name] for cell in laid)
    return (columns, rows) if fits else None


def _middle(cell: Cell, *, upright: bool) -> float:
    box = extent(cell.polygon)
    return (box[1] + box[3]) / 2 if upright else (box[0] + box[2]) / 2


def _pieces(
    laid: Sequence[Cell], orientation: Orientation, *, serpentine: bool, density: int, skip: int
) -> Iterator[LedPanel]:
    """Yield a line for each row of cells (or each column, if the lines are vertical), in wiring order."""
    standing = orientation.turn % 2 == 1
    lines: dict[float, list[Cell]] = {}
    for cell in laid:
        lines.setdefault(round(_middle(cell, upright=not standing), 2), []).append(cell)
    start = orientation.apply((0.0, 0.0), _UNIT_SQUARE)  # where the wire begins
    from_far = start[0 if standing else 1] > 0.5
    back = Orientation(orientation.turn, not orientation.mirror)  # the same line, run through from its other end
    first = 0
    for n, middle in enumerate(sorted(lines, reverse=from_far)):
        row = lines[middle]
        runs = back if serpentine and n % 2 else orientation
        panel = LedPanel(len(row) * density, 1, first, False, runs, _band(row, standing=standing))
        yield panel
        first = panel.count + skip


def _band(row: Sequence[Cell], *, standing: bool) -> Rectangle:
    """Return the area of a line of LEDs, wide enough to put each LED in the middle of a cell."""
    boxes = [extent(cell.polygon) for cell in row]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    middles = sorted(_middle(cell, upright=standing) for cell in row)
    half = (middles[-1] - middles[0]) / (2 * (len(row) - 1)) if len(row) > 1 else 0.25
    if standing:
        return left, middles[0] - half, right, middles[-1] + half
    return middles[0] - half, top, middles[-1] + half, bottom


# -- inference from a few answers ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RegularLayout:
    """A regular layout.

    Attributes:
        panels: the panels, whose first LED has number 0.
        cells: the cell of each LED, indexed by that number; None for an unused LED.
        first: the number of their first LED on the wire.
    """

    panels: Panels
    cells: tuple[str | None, ...]
    first: int = 0

    def cell(self, led: int) -> str | None:
        """Return the cell of an LED, or None if the LED is unused."""
        return self.cells[led - self.first] if 0 <= led - self.first < len(self.cells) else None

    def layout(self) -> LedLayout:
        """Convert this to a layout that can be saved."""
        return LedLayout(tuple(replace(panel, first=panel.first + self.first) for panel in self.panels))


def regular_layouts(geometry: Geometry, count: int) -> tuple[RegularLayout, ...]:
    """Return all distinct regular layouts that are possible with `count` LEDs, simplest first."""
    known: dict[tuple[str | None, ...], RegularLayout] = {}
    for skip, density, serpentine, orientation in product(
        range(MAX_SKIPPED_LEDS + 1), DENSITIES, (True, False), ORIENTATIONS
    ):
        laid = regular_panels(geometry, orientation, serpentine=serpentine, density=density, skip=skip)
        if (needed := max(panel.count for panel in laid)) <= count:
            layout = LedLayout(laid).under(geometry)
            cell_of = {led: name for name, leds in layout.cells.items() for led in leds}
            cells = tuple(cell_of.get(led) for led in range(needed))
            known.setdefault(cells, RegularLayout(laid, cells))
    return tuple(known.values())


def candidates(layouts: Sequence[RegularLayout], count: int, answers: Answers) -> list[RegularLayout]:
    """Return the layouts, with any first LED, that agree with all answers; empty until an LED is found under a cell."""
    seen = next(((led, cell) for led, cell in answers.items() if cell is not None), None)
    if seen is None:
        return []
    found = []
    for layout in layouts:
        for place, cell in enumerate(layout.cells):
            first = seen[0] - place
            if cell == seen[1] and 0 <= first <= count - len(layout.cells):
                found.append(replace(layout, first=first))
    return [candidate for candidate in found if all(candidate.cell(led) == cell for led, cell in answers.items())]


def most_informative_led(found: Sequence[RegularLayout], count: int, answers: Answers) -> int | None:
    """Return the LED to ask about next, whose cell the candidates agree on least, or None if they agree on all LEDs."""
    best, fewest = None, len(found)
    for led in range(count):
        if led not in answers:
            agree = max(Counter(candidate.cell(led) for candidate in found).values(), default=0)
            if agree < fewest:
                best, fewest = led, agree
    return best
