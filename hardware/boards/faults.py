"""Finds faulty sensors (stuck, swapped or flickering) by comparing their reports with the position."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations

from fourth_seat.games.contents import Cells
from fourth_seat.hardware.boards.description import SensorKind
from fourth_seat.hardware.boards.reader import SensorReader

MIN_WRONG = 3.0  # positions in which a sensor has reported something other than what lay there
MIN_SWAPPED = 2  # positions in which two sensors have reported what lay at each other's places
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
    _as_swapped: Counter[tuple[int, int]] = field(default_factory=Counter)  # such positions, for each pair
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
        exchanged = self._exchanged(off, values, contents)
        for pair in exchanged:
            self._as_swapped[pair] += 1
            if self._as_swapped[pair] >= MIN_SWAPPED:
                yield self._swapped(*pair, values)
        waiting = {number for pair in exchanged for number in pair}
        for number in off:
            if number not in (*self.reader.masked, *waiting) and self._wrong[number] >= MIN_WRONG:
                self.reader.masked.add(number)
                yield Fault(self._kind(number, values, contents), number)

    def _weigh(self, number: int, right: bool, values: Sequence[int | None], contents: Cells) -> None:
        """Record a sensor's report and whether it has changed when it should have."""
        value, wanted = self.reader.value(number, values), self.reader.wanted(number, contents)
        changed = value != self._told_before.get(number, value)
        due = wanted != self._wanted_before.get(number, wanted)
        self._told_before[number], self._wanted_before[number] = value, wanted
        if not right or (due and not changed):
            self._wrong[number] = self._wrong.get(number, 0.0) + 1
        elif changed:
            self._wrong[number] = max(0.0, self._wrong.get(number, 0.0) - RIGHT_WEIGHT)
            if due:
                for pair in [pair for pair in self._as_swapped if number in pair]:
                    del self._as_swapped[pair]

    def _exchanged(self, off: Sequence[int], values: Sequence[int | None], contents: Cells) -> list[tuple[int, int]]:
        """Return the pairs of wrong sensors that would both be right if they were swapped, and match no other sensor."""
        reader = self.reader
        sensors = reader.description.sensors

        def told_for(sensor: int, place: int) -> bool:
            if sensors[sensor].kind is SensorKind.PASSAGE:  # each column has its own count
                return reader.surplus(sensor, values[sensor] or 0) == -reader.surplus(place, values[place] or 0) != 0
            return values[sensor] == reader.wanted(place, contents)

        pairs = [
            (one, other)
            for one, other in combinations((number for number in off if number not in reader.swapped), 2)
            if sensors[one].kind is sensors[other].kind and told_for(one, other) and told_for(other, one)
        ]
        times = Counter(number for pair in pairs for number in pair)
        return [(one, other) for one, other in pairs if times[one] == times[other] == 1]

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
