"""LEDs in lines under a part of the board: a matrix, a serpentine strip, or one straight piece of strip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games.geometry import Point, Rectangle
from fourth_seat.words import FourthSeatError, say

MAX_LEDS = 4096  # far more than people own; a typing error must not fill the memory
_UNIT_SQUARE: Rectangle = (0.0, 0.0, 1.0, 1.0)


class BadLayout(FourthSeatError, ValueError):
    """An invalid layout of LEDs."""


@dataclass(frozen=True, slots=True)
class LedPanel:
    """LEDs in equal lines. Before it is oriented, the first line runs along the top from left to right, the second below
    it; the eight orientations make it start in any corner, in columns as well as in rows.

    Attributes:
        length: LEDs in a line.
        lines: number of lines.
        first: the number of its first LED; lower numbers belong to other panels or are unused.
        serpentine: every other line runs back; otherwise all start on the same side.
        orientation: mirrored first, then turned clockwise, as seen from above.
        area: what it covers in board units, each LED in the middle of its share; None for the playing area.
        skip: unused LEDs between the end of a line and the start of the next.
        gaps: places along the wire, from 0, at which there is no LED.
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
                    "a panel has at least one line of one LED, numbered from 0: not {length} x {lines} from {first}",
                    length=self.length,
                    lines=self.lines,
                    first=self.first,
                )
            )
        if self.first + (self.length + self.skip) * self.lines > MAX_LEDS:
            raise BadLayout(say("there cannot be more than {most} LEDs", most=MAX_LEDS))
        if self.area is not None and not (self.area[0] < self.area[2] and self.area[1] < self.area[3]):
            raise BadLayout(say("the area of a panel is left, top, right, bottom, in units of the board"))

    @property
    def count(self) -> int:
        """The number of LEDs on the wire up to its last one."""
        return max((led for led, _ in self.places(_UNIT_SQUARE)), default=self.first - 1) + 1

    def places(self, area: Rectangle) -> Iterator[tuple[int, Point]]:
        """Yield each LED's number with its position in board units; `area` is the board's playing area."""
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
