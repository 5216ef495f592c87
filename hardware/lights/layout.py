"""LED layouts, which give the position of each LED under or around a board.

Regularly spaced LEDs form panels, described by a few numbers. LEDs whose cells were entered one by one, and LEDs around the
board (the rim), are listed individually. Given a game's geometry, panels are converted to a list of LED numbers for each
cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from fourth_seat.boundary.numbers import matched_integer
from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games.geometry import Geometry, Point, Rectangle, contains, extent
from fourth_seat.hardware.lights.errors import BadLayout
from fourth_seat.words import say

MAX_LEDS = 4096  # far more than people own; a typing error must not fill the memory
UNUSED_LEDS = "unused:"  # as the name of a place: the LEDs of the strip under no cell and not on the rim
MAX_LISTED_NUMBERS = 10_000  # more than any strip has
_NUMBERS = re.compile(r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?", re.ASCII)
_UNIT_SQUARE: Rectangle = (0.0, 0.0, 1.0, 1.0)


def rim_place(number: int) -> str:
    """Return the name of a place on the rim, numbered from 0."""
    return f"rim:{number}"


@dataclass(frozen=True, slots=True)
class LedPanel:
    """LEDs in lines of equal length, such as a matrix, a serpentine strip, or a straight piece of strip under part of the
    board.

    Before `orientation` is applied, the first line runs along the top from left to right, with the second one below it.
    With the eight orientations, a panel can start in any corner and run in rows or columns.

    Attributes:
        length: LEDs per line.
        lines: number of lines.
        first: the number of its first LED; lower numbers belong to other panels or are unused.
        serpentine: whether every other line is reversed; otherwise, all lines start on the same side.
        orientation: mirrored first, then turned clockwise, as seen from above.
        area: the part of the board that it covers, in board units, with the LEDs evenly spaced; None for the playing area.
        skip: unused LEDs between the end of a line and the start of the next.
        gaps: positions along the wire without an LED, numbered from 0.
    """

    length: int
    lines: int = 1
    first: int = 0
    serpentine: bool = True
    orientation: Orientation = field(default_factory=Orientation)
    area: Rectangle | None = None
    skip: int = 0
    gaps: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.skip < 0:
            raise BadLayout(say("skip is a number of unused LEDs, 0 or more, not {skip}", skip=self.skip))
        if self.length < 1 or self.lines < 1 or self.first < 0:
            raise BadLayout(
                say(
                    (
                        "a panel must have at least one line of one LED, and its first LED must be 0 or higher: "
                        "not {length} x {lines} from {first}"
                    ),
                    length=self.length,
                    lines=self.lines,
                    first=self.first,
                )
            )
        if self.first + (self.length + self.skip) * self.lines > MAX_LEDS:
            raise BadLayout(say("there cannot be more than {most} LEDs", most=MAX_LEDS))
        if self.area is not None and not (self.area[0] < self.area[2] and self.area[1] < self.area[3]):
            raise BadLayout(say("the area of a panel must be given as left, top, right, bottom, in the board's units"))

    @property
    def count(self) -> int:
        """The number of LEDs on the wire up to and including the panel's last one."""
        return max((led for led, _ in self.places(_UNIT_SQUARE)), default=self.first - 1) + 1

    def places(self, area: Rectangle) -> Iterator[tuple[int, Point]]:
        """Yield each LED's number and its position in board units; `area` is the board's playing area."""
        left, top, right, bottom = self.area or area
        missing = frozenset(self.gaps)
        led, place = self.first, 0
        for line in range(self.lines):
            back = self.serpentine and line % 2 == 1
            for step in range(self.length):
                along = self.length - 1 - step if back else step
                made = (along + 0.5) / self.length, (line + 0.5) / self.lines
                x, y = self.orientation.apply(made, _UNIT_SQUARE)
                if place not in missing:
                    yield led, (left + x * (right - left), top + y * (bottom - top))
                    led += 1
                place += 1
            led += self.skip


@dataclass(frozen=True, slots=True)
class LedLayout:
    """The positions of a board's LEDs, either as described by the user or as computed by `under` for a geometry.

    Attributes:
        panels: regularly spaced LEDs; empty in a layout for a geometry.
        cells: LED numbers keyed by cell name, which override the panels. In a layout for a geometry, they are in ascending
            order and cover all cells with LEDs.
        rim: LEDs around the board, in order.
    """

    panels: tuple[LedPanel, ...] = ()
    cells: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    rim: tuple[int, ...] = ()

    @classmethod
    def listed(cls, cell_of: Mapping[int, str | None]) -> LedLayout:
        """Return a layout that lists each cell's LEDs; `cell_of` maps each LED to its cell, or to None if it is not under a
        cell.
        """
        cells: dict[str, tuple[int, ...]] = {}
        for led, cell in sorted(cell_of.items()):
            if cell is not None:
                cells[cell] = (*cells.get(cell, ()), led)
        return cls((), cells)

    def under(self, geometry: Geometry) -> LedLayout:
        """Return the layout for a board, with panels converted to lists. A panel's LED belongs to the cell whose polygon
        contains it, unless it is listed for a cell or the rim.

        Raises:
            BadLayout: an LED is in two places, or a cell does not exist.
        """
        for name in self.cells:
            if name not in geometry:
                raise BadLayout(say("there is no cell {name} on this board", name=name))
        listed = {led for leds in (*self.cells.values(), self.rim) for led in leds}
        found: dict[str, list[int]] = {name: list(leds) for name, leds in self.cells.items()}
        cell_at = cell_locator(geometry)
        seen: set[int] = set()
        for panel in self.panels:
            for led, point in panel.places(geometry.area):
                if led in seen:
                    raise BadLayout(say("LED {led} is in two panels: check the first LED of each", led=led))
                seen.add(led)
                cell = cell_at(point)
                if cell is not None and led not in listed and cell not in self.cells:
                    found.setdefault(cell, []).append(led)
        layout = LedLayout((), {name: tuple(sorted(leds)) for name, leds in found.items() if leds}, self.rim)
        layout._check_unique()
        return layout

    def _check_unique(self) -> None:
        """Raise `BadLayout` if an LED is listed twice or its number is out of range."""
        owners: dict[int, str] = {}
        for name, leds in (*self.cells.items(), ("rim", self.rim)):
            for led in leds:
                if not 0 <= led < MAX_LEDS:
                    last = MAX_LEDS - 1
                    raise BadLayout(
                        say("there is no LED {led}: the LEDs are numbered from 0 to {last}", led=led, last=last)
                    )
                if led in owners:
                    raise BadLayout(
                        say("LED {led} is in two places: {one} and {other}", led=led, one=owners[led], other=name)
                    )
                owners[led] = name

    @property
    def count(self) -> int:
        """For a layout returned by `under`, the number of LEDs on the wire up to and including the last one in use."""
        return 1 + max((led for leds in (*self.cells.values(), self.rim) for led in leds), default=-1)

    def places(self, count: int) -> Mapping[str, tuple[int, ...]]:
        """Return the LEDs of a strip of this length, keyed by place: cells, rim places (`rim_place`) and `UNUSED_LEDS`."""
        leds = {**self.cells, **{rim_place(number): (led,) for number, led in enumerate(self.rim)}}
        used = {led for each in leds.values() for led in each}
        unused = tuple(led for led in range(count) if led not in used)
        return {**leds, UNUSED_LEDS: unused} if unused else leds


@cache
def cell_locator(geometry: Geometry) -> Callable[[Point], str | None]:
    """Return a function that finds the cell whose polygon contains a point, or None. The function caches its results."""
    known: dict[Point, str | None] = {}
    boxes = [(extent(cell.polygon), cell) for cell in geometry.cells]

    def cell_at(point: Point) -> str | None:
        x, y = key = round(point[0], 6), round(point[1], 6)
        if key not in known:
            near = (cell for (left, top, right, bottom), cell in boxes if left <= x <= right and top <= y <= bottom)
            known[key] = next((cell.name for cell in near if contains(cell.polygon, key)), None)
        return known[key]

    return cell_at


# -- numbers as people write them: `3, 5-9`; `9-5` counts down ---------------------------------------------------------


def parse_number_list(text: str) -> tuple[int, ...]:
    """Parse a list of numbers, keeping their order; an empty string yields an empty tuple.

    Raises:
        ValueError: the text cannot be parsed.
    """
    numbers: list[int] = []
    for part in text.split(",") if text.strip() else ():
        match = _NUMBERS.fullmatch(part)
        if match is None:
            raise ValueError(part.strip())
        first, last = matched_integer(match[1]), matched_integer(match[2] or match[1])
        if len(numbers) > MAX_LISTED_NUMBERS:
            raise ValueError(f"more than {MAX_LISTED_NUMBERS} numbers")
        numbers += range(first, last + 1) if first <= last else range(first, last - 1, -1)
    return tuple(numbers)


def format_number_list(numbers: Iterable[int]) -> str:
    """Format numbers as the shortest string that `parse_number_list` parses back to them."""
    return ", ".join(_written(run) for run in _runs(numbers))


def _runs(numbers: Iterable[int]) -> list[list[int]]:
    """Split into runs of consecutive numbers, ascending or descending."""
    runs: list[list[int]] = []
    for number in numbers:
        run = runs[-1] if runs else []
        if run and abs(number - run[-1]) == 1 and (len(run) == 1 or number - run[-1] == run[1] - run[0]):
            run.append(number)
        else:
            runs.append([number])
    return runs


def _written(run: Sequence[int]) -> str:
    if len(run) == 2:
        return f"{run[0]}, {run[1]}"
    return f"{run[0]}-{run[-1]}" if len(run) > 2 else f"{run[0]}"
