"""Regular ways to lay LEDs under a board, and which of them agree with what was seen of a few LEDs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from calibration.lights.layout import LedPlan, cell_locator
from calibration.lights.panel import LedPanel
from calibration.orientation import Orientation
from games.geometry import Cell, Geometry, Rectangle, extent

LIT_ZONES = ("board", "bar", "store")  # zones of the playing area under which LEDs lie; trays and dice lie beside it
DENSITIES = ((1, 1), (2, 1), (2, 2), (3, 1), (3, 3))  # LEDs a cell along a line, and lines a cell
MAX_SKIPPED_LEDS = 3  # LEDs at a turn of the strip that shine on nothing
ORIENTATIONS = tuple(Orientation(turn, mirror) for mirror in (False, True) for turn in range(4))
_UNIT: Rectangle = (0.0, 0.0, 1.0, 1.0)
Panels = tuple[LedPanel, ...]
Answers = Mapping[int, str | None]
"""The cell on which each LED shines that was asked about; None: on none."""


def default_plan(geometry: Geometry) -> LedPlan:
    """One LED a cell, laid to and fro from the top left corner: what is proposed before anything is known."""
    return LedPlan(regular_panels(geometry, Orientation(), serpentine=True))


def regular_panels(
    geometry: Geometry, orientation: Orientation, *, serpentine: bool, density: tuple[int, int] = (1, 1), skip: int = 0
) -> Panels:
    """LEDs in equal lines where the board's cells lie in such; else a piece of strip under each row (or column) of them."""
    standing = orientation.turn % 2 == 1
    grid = _grid(geometry)
    if grid is None:
        return tuple(_pieces(_laid(geometry), orientation, serpentine=serpentine, density=density[0], skip=skip))
    along, lines = reversed(grid) if standing else grid
    return (LedPanel(along * density[0], lines * density[1], 0, serpentine, orientation, None, skip),)


def _laid(geometry: Geometry) -> list[Cell]:
    return [cell for cell in geometry.cells if cell.zone in LIT_ZONES]


@cache
def _grid(geometry: Geometry) -> tuple[int, int] | None:
    """Columns of one unit across the playing area, and rows, where LEDs in such a grid lie one under each cell of the board
    itself, and some under all others; None where the cells do not lie like that.
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
    """A line for each row of cells (columns, where the lines stand), in the order of the wire."""
    standing = orientation.turn % 2 == 1
    lines: dict[float, list[Cell]] = {}
    for cell in laid:
        lines.setdefault(round(_middle(cell, upright=not standing), 2), []).append(cell)
    start = orientation.apply((0.0, 0.0), _UNIT)  # where the wire begins
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
    """The area of a line under cells, so wide that each of its LEDs lies in the middle of one."""
    boxes = [extent(cell.polygon) for cell in row]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    middles = sorted(_middle(cell, upright=standing) for cell in row)
    half = (middles[-1] - middles[0]) / (2 * (len(row) - 1)) if len(row) > 1 else 0.25
    if standing:
        return left, middles[0] - half, right, middles[-1] + half
    return middles[0] - half, top, middles[-1] + half, bottom


# -- inferred from a few answers -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RegularLayout:
    """A regular way to lay the LEDs, its first LED being number 0.

    Attributes:
        cells: the cell of each LED by its number; None for those that shine on none.
    """

    panels: Panels
    cells: tuple[str | None, ...]

    def cell(self, led: int, first: int) -> str | None:
        """The cell on which an LED shines if the first one has the number `first`."""
        return self.cells[led - first] if 0 <= led - first < len(self.cells) else None


def regular_layouts(geometry: Geometry, count: int) -> tuple[RegularLayout, ...]:
    """All regular ways that a wire of so many LEDs allows, the plainest first; no two of them light the same."""
    known: dict[tuple[str | None, ...], RegularLayout] = {}
    for skip, density, serpentine, orientation in product(
        range(MAX_SKIPPED_LEDS + 1), DENSITIES, (True, False), ORIENTATIONS
    ):
        laid = regular_panels(geometry, orientation, serpentine=serpentine, density=density, skip=skip)
        if (needed := max(panel.count for panel in laid)) <= count:
            layout = LedPlan(laid).under(geometry)
            cell_of = {led: name for name, leds in layout.cells.items() for led in leds}
            cells = tuple(cell_of.get(led) for led in range(needed))
            known.setdefault(cells, RegularLayout(laid, cells))
    return tuple(known.values())


@dataclass(frozen=True, slots=True)
class LayoutCandidate:
    """A way, and the number of its first LED."""

    way: RegularLayout
    first: int

    def cell(self, led: int) -> str | None:
        """The cell on which this LED would shine."""
        return self.way.cell(led, self.first)

    def plan(self) -> LedPlan:
        """As it is kept."""
        return LedPlan(tuple(replace(panel, first=panel.first + self.first) for panel in self.way.panels))


def candidates(layouts: Sequence[RegularLayout], count: int, answers: Answers) -> list[LayoutCandidate]:
    """What agrees with all answers; nothing before a first LED was seen on a cell."""
    seen = next(((led, cell) for led, cell in answers.items() if cell is not None), None)
    if seen is None:
        return []
    found = []
    for way in layouts:
        for place, cell in enumerate(way.cells):
            candidate = LayoutCandidate(way, seen[0] - place)
            if cell == seen[1] and candidate.first >= 0 and candidate.first + len(way.cells) <= count:
                found.append(candidate)
    return [candidate for candidate in found if all(candidate.cell(led) == cell for led, cell in answers.items())]


def most_informative_led(found: Sequence[LayoutCandidate], count: int, answers: Answers) -> int | None:
    """The LED whose cell tells most between candidates: the one where the fewest agree; None where they all light alike."""
    best, fewest = None, len(found)
    for led in range(count):
        if led not in answers:
            agree = max(Counter(candidate.cell(led) for candidate in found).values(), default=0)
            if agree < fewest:
                best, fewest = led, agree
    return best
