"""Finds faulty sensors (stuck, swapped or flickering) by comparing their reports with the position."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from fourth_seat.games.contents import Cells
from fourth_seat.hardware.boards.description import SensorKind
from fourth_seat.hardware.boards.reader import SensorReader

MIN_WRONG = 3.0  # positions in which a sensor has reported something other than what lay there
MIN_SWAPPED_WRONG = 2.0  # the same for one that would be right in another's place, and vice versa
RIGHT_WEIGHT = 0.5  # changes after which it was right: a sensor that never changes is right by chance
FLICKERS, FLICKER_S = 12, 3.0  # changes of one sensor in this many seconds: more than hands can make


class FaultKind(Enum):
    """Kinds of faults."""

    DEAD = "dead"  # it always reports an empty place
    STUCK = "stuck"  # it reports pieces that are not there
    SWAPPED = "swapped"  # two sensors report on each other's places
    FLICKERS = "flickers"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the sensor with this number. For `SWAPPED`, `other` is the number of the other sensor."""

    kind: FaultKind
    sensor: int
    other: int | None = None


@dataclass
class FaultFinder:
    """Finds faults, and configures the reader to ignore faulty sensors and exchange swapped ones."""

    reader: SensorReader
    _wrong: dict[int, float] = field(default_factory=dict)
    _told_before: dict[int, int | None] = field(default_factory=dict)  # at the last board that was checked
    _wanted_before: dict[int, int] = field(default_factory=dict)
    _changes: dict[int, deque[float]] = field(default_factory=dict)

    def check(self, values: Sequence[int | None], contents: Cells) -> Iterator[Fault]:
        """Compare the sensors' reports on a board at rest with its actual contents, and yield new faults."""
        sensors = range(len(self.reader.description.sensors))
        agreed = {number: self.reader.agrees(number, values, contents) for number in sensors}
        for number, right in agreed.items():
            if right is not None:
                self._weigh(number, right, values, contents)
        off = [number for number, right in agreed.items() if right is False]
        for number in off:
            if number in (*self.reader.masked, *self.reader.swapped) or self._wrong[number] < MIN_SWAPPED_WRONG:
                continue
            other = self._mistaken_for(number, off, values, contents)
            if other is not None:
                yield self._swapped(number, other, values)
            elif self._wrong[number] >= MIN_WRONG:
                self.reader.masked.add(number)
                yield Fault(self._kind(number, values, contents), number)

    def _weigh(self, number: int, right: bool, values: Sequence[int | None], contents: Cells) -> None:
        """Record a sensor's report and whether it has changed when it should have."""
        value, wanted = self.reader.value(number, values), self.reader.wanted(number, contents)
        changed = value != self._told_before.get(number, value)
        missed = wanted != self._wanted_before.get(number, wanted) and not changed
        self._told_before[number], self._wanted_before[number] = value, wanted
        if not right or missed:
            self._wrong[number] = self._wrong.get(number, 0.0) + 1
        elif changed:
            self._wrong[number] = max(0.0, self._wrong.get(number, 0.0) - RIGHT_WEIGHT)

    def _mistaken_for(self, number: int, off: Sequence[int], values: Sequence[int | None], contents: Cells) -> int | None:
        """Return the only sensor whose report would be correct if it were swapped with this sensor, and vice versa."""
        reader = self.reader
        kind = reader.description.sensors[number].kind

        def told_for(sensor: int, place: int) -> bool:
            if kind is SensorKind.PASSAGE:  # each column has its own count
                return reader.surplus(sensor, values[sensor] or 0) == -reader.surplus(place, values[place] or 0) != 0
            return values[sensor] == reader.wanted(place, contents)

        found = [
            other
            for other in off
            if other != number
            and self._wrong[other] >= MIN_SWAPPED_WRONG  # otherwise it may be where a piece has just been moved
            and reader.description.sensors[other].kind is kind
            and other not in reader.swapped
            and number not in reader.swapped
            and told_for(number, other)
            and told_for(other, number)
        ]
        return found[0] if len(found) == 1 else None

    def _swapped(self, number: int, other: int, values: Sequence[int | None]) -> Fault:
        reader = self.reader
        for one, its in ((number, other), (other, number)):
            if one in reader.passed:
                reader.passed[one] = values[its] or 0
        reader.swapped[number], reader.swapped[other] = other, number
        self._wrong[number] = self._wrong[other] = 0.0
        return Fault(FaultKind.SWAPPED, number, other)

    def _kind(self, number: int, values: Sequence[int | None], contents: Cells) -> FaultKind:
        value = self.reader.value(number, values) if number not in self.reader.masked else values[number]
        if self.reader.description.sensors[number].kind is SensorKind.PASSAGE:
            return FaultKind.DEAD if self.reader.surplus(number, value or 0) < 0 else FaultKind.STUCK
        return FaultKind.STUCK if value else FaultKind.DEAD

    def changed(self, numbers: Sequence[int], t: float) -> Iterator[Fault]:
        """Record that these sensors changed at time `t`, in seconds. Yields a fault for each sensor that flickers."""
        for number in numbers:
            times = self._changes.setdefault(number, deque(maxlen=FLICKERS))
            times.append(t)
            if number not in self.reader.masked and len(times) == FLICKERS and t - times[0] <= FLICKER_S:
                self.reader.masked.add(number)
                yield Fault(FaultKind.FLICKERS, number)
