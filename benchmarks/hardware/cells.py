"""Every cell of every game, over every orientation of a matrix: are the right LEDs lit, according to the wave?

All cells are lit at once, each in a colour of its own. The place of each LED is computed here by turning a table of
numbers like a sheet of paper, not with the program's own geometry of panels.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from benchmarks.hardware.bars import HardwareBar
from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import find, game_names
from fourth_seat.games.geometry import Geometry, Point, Rectangle, contains
from fourth_seat.hardware.lights.drivers.adalight import MAX_FIRMWARE_LEDS, SAFE_VALUES
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.layout import LedLayout, LedPanel
from fourth_seat.hardware.lights.power import Power
from fourth_seat.hardware.lights.strip import DARK, Colour
from tests.hardware.emulation.nano import NanoEmulation, build

UNLIMITED_POWER = Power(budget=100_000)  # the colours must arrive as they are
SENT_VALUES = [value for value in range(1, 256) if SAFE_VALUES[value] == value]
Table = list[list[int]]
"""LED numbers in rows, seen from above."""


def measure(folder: Path) -> Iterator[HardwareBar]:
    """Measure the smallest matrix that has an LED in each cell: of the playing area alone, and of the whole board with
    everything beside it.
    """
    for name in game_names():
        game = find(name)
        geometry = game.geometry(game.options())
        lays, wrong, cells = 0, 0, set[str]()
        for area in _areas(geometry):
            columns, rows = _matrix(geometry, area)
            with NanoEmulation(folder / f"{name}{len(cells)}", columns * rows, build()) as board:
                leds = make_strip(f"adalight://{board.port}", columns * rows, UNLIMITED_POWER)
                for orientation, serpentine in product(_orientations(), (False, True)):
                    length, lines = (columns, rows) if orientation.turn % 2 == 0 else (rows, columns)
                    panel = LedPanel(length, lines, serpentine=serpentine, orientation=orientation, area=area)
                    colours = {cell.name: _colour(n) for n, cell in enumerate(geometry.cells)}
                    leds.arrange(LedLayout((panel,)).under(geometry))
                    leds.show(leds.colours_of(colours))
                    table = _laid(length, lines, serpentine, orientation)
                    wanted, lit = _wanted(geometry, area, table, colours)
                    wrong += not board.wait_lit(wanted)
                    cells |= lit
                    lays += 1
                leds.close()
        missing = len(geometry.cells) - len(cells)
        yield HardwareBar.none(
            f"{name}: {len(cells)} cells, {lays} ways to lie: ways with a wrong LED, cells without one", wrong + missing
        )


def _areas(geometry: Geometry) -> Iterator[Rectangle]:
    """Yield the areas of matrices: the playing area, and those left and right of it if one would be too large."""
    left, top, right, bottom = geometry.bounds
    yield geometry.area
    if _matrix(geometry, geometry.bounds) != (0, 0):
        yield geometry.bounds
    else:
        yield left, top, geometry.area[0], bottom
        yield geometry.area[2], top, right, bottom


def _matrix(geometry: Geometry, area: Rectangle) -> tuple[int, int]:
    """Return columns and rows of the smallest matrix with an LED in each cell that lies in this area; zeros for none."""
    inside = [cell for cell in geometry.cells if _within(cell.polygon, area)]
    sizes = sorted((c * r, c, r) for c, r in product(range(1, 61), repeat=2) if c * r <= MAX_FIRMWARE_LEDS)
    for _, columns, rows in sizes:
        points = [point for row in _points(area, columns, rows) for point in row]
        if all(any(contains(cell.polygon, point) for point in points) for cell in inside):
            return columns, rows
    return 0, 0


def _within(polygon: tuple[Point, ...], area: Rectangle) -> bool:
    left, top, right, bottom = area
    slack = 1e-6
    return all(left - slack <= x <= right + slack and top - slack <= y <= bottom + slack for x, y in polygon)


def _points(area: Rectangle, columns: int, rows: int) -> list[list[Point]]:
    left, top, right, bottom = area
    return [
        [(left + (c + 0.5) / columns * (right - left), top + (r + 0.5) / rows * (bottom - top)) for c in range(columns)]
        for r in range(rows)
    ]


def _orientations() -> Iterator[Orientation]:
    return (Orientation(turn, mirror) for turn, mirror in product(range(4), (False, True)))


def _laid(length: int, lines: int, serpentine: bool, orientation: Orientation) -> Table:
    """Return the matrix as it is wired, turned over and around like a sheet of paper."""
    table = [list(range(line * length, (line + 1) * length)) for line in range(lines)]
    if serpentine:
        table = [row[::-1] if line % 2 else row for line, row in enumerate(table)]
    if orientation.mirror:
        table = [row[::-1] for row in table]
    for _ in range(orientation.turn):
        table = [list(row) for row in zip(*table[::-1], strict=True)]
    return table


def _wanted(
    geometry: Geometry, area: Rectangle, table: Table, colours: dict[str, Colour]
) -> tuple[tuple[Colour, ...], set[str]]:
    """Return the colour that each LED must show, and the lit cells."""
    shown: dict[int, Colour] = {}
    lit = set()
    for numbers, points in zip(table, _points(area, len(table[0]), len(table)), strict=True):
        for number, point in zip(numbers, points, strict=True):
            cell = next((cell.name for cell in geometry.cells if contains(cell.polygon, point)), None)
            shown[number] = colours[cell] if cell else DARK
            lit |= {cell} if cell else set()
    return tuple(shown[number] for number in range(len(shown))), lit


def _colour(number: int) -> Colour:
    """Return a different colour for each number, which is sent unchanged."""
    high, low = divmod(number, len(SENT_VALUES))
    return SENT_VALUES[low], SENT_VALUES[high], SENT_VALUES[-1 - low]
