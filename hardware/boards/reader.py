"""Converts sensor values to evidence, that is, the likelihoods of a cell's possible contents given its sensors' reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from fourth_seat.games import AnyGame
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.geometry import Holds
from fourth_seat.games.options import Options
from fourth_seat.hardware.boards.description import MAX_VALUE, BoardDescription, Sensor, SensorKind
from fourth_seat.inference.evidence import LOG_FLOOR, Evidence, LogLikelihoods

COUNTER = 256  # passages are counted modulo this


@dataclass
class SensorReader:
    """Interprets the sensors of a board.

    Attributes:
        masked: the numbers of ignored sensors.
        swapped: the number of each swapped sensor, mapped to that of its counterpart.
        passed: the count of each passage sensor that corresponds to the current contents of its column, keyed by sensor
            number.
    """

    game: AnyGame
    options: Options
    description: BoardDescription
    masked: set[int] = field(default_factory=set)
    swapped: dict[int, int] = field(default_factory=dict)
    passed: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        geometry = self.game.geometry(self.options)
        start: Cells = self.game.start(self.options).cells()
        most: dict[int, int] = {}
        for content in start.values():
            most[content.colour] = most.get(content.colour, 0) + content.count
        colours = range(1, len(self.game.sides(self.options)) + 1)
        singles = tuple(Content(colour) for colour in colours)
        may_hold = {
            Holds.PIECE: singles,
            Holds.DIE: singles,
            Holds.STACK: tuple(Content(c, n) for c in colours for n in range(1, most.get(c, 0) + 1)),
            Holds.PILE: tuple(Content(0, n) for n in range(1, sum(most.values()) + 1)),
        }
        self._contents = tuple(dict.fromkeys((None, *(each for kind in may_hold.values() for each in kind))))
        self._may = {
            cell.name: np.array([each is None or each in may_hold[cell.holds] for each in self._contents])
            for cell in geometry.cells
        }
        # The cells of a column fill up from its foot.
        self._columns = {
            area.name: tuple(sorted(area.cells, key=lambda name: -geometry[name].foot[1])) for area in geometry.tap_areas
        }
        self._rows: dict[tuple[str, SensorKind, int], np.ndarray] = {}
        self._last_read: tuple[tuple[object, ...], Evidence] | None = None

    @property
    def pieces_slide(self) -> bool:
        """Whether pieces slide over other cells when moved, rather than being dropped into columns or sown into pits."""
        geometry = self.game.geometry(self.options)
        cells = [cell for cell in geometry.cells if cell.zone == "board"]
        falls = any(len(area.cells) > 1 for area in geometry.tap_areas)
        return not falls and any(cell.holds is not Holds.PILE for cell in cells)

    def cells(self, sensor: Sensor) -> tuple[str, ...]:
        """Return the cells covered by a sensor."""
        return self._columns[sensor.place] if sensor.kind is SensorKind.PASSAGE else (sensor.place,)

    def changed_cells(self, number: int) -> tuple[str, ...]:
        """Return the cells affected by a new value from a sensor. If it is swapped, these are the other sensor's cells."""
        return self.cells(self.description.sensors[self.swapped.get(number, number)])

    def value(self, number: int, values: Sequence[int | None]) -> int | None:
        """Return the value reported by a sensor, or None if it reports nothing or is masked."""
        return None if number in self.masked else values[self.swapped.get(number, number)]

    def read(self, values: Sequence[int | None], contents: Cells) -> Evidence:
        """Return the sensors' evidence about a board whose last known contents are `contents`.

        The result is cached until the reports or the contents change.
        """
        told_by = [self.value(number, values) for number in range(len(self.description.sensors))]
        key = told_by, contents, dict(self.passed)
        if self._last_read is None or self._last_read[0] != key:
            self._last_read = key, self._evidence(values, contents)
        return self._last_read[1]

    def _evidence(self, values: Sequence[int | None], contents: Cells) -> Evidence:
        logs: dict[str, np.ndarray] = {}
        for number, sensor in enumerate(self.description.sensors):
            value = self.value(number, values)
            if value is None:
                continue
            if sensor.kind is SensorKind.PASSAGE:
                told = self._filled(number, sensor, value, contents)
            else:
                told = {sensor.place: self._row(sensor.place, sensor.kind, value)}
            for name, row in told.items():
                logs[name] = logs[name] + row if name in logs else row
        matrix = np.array(list(logs.values())).reshape(len(logs), len(self._contents))
        return Evidence(LogLikelihoods(tuple(logs), self._contents, matrix))

    def agrees(self, number: int, values: Sequence[int | None], contents: Cells) -> bool | None:
        """Return whether a sensor's report agrees with these contents, or None if it reports nothing."""
        value = self.value(number, values)
        if value is None:
            return None
        return value == self.wanted(number, contents) or (
            self.description.sensors[number].kind is SensorKind.COLOUR
            and value == MAX_VALUE
            and bool(contents.get(self.description.sensors[number].place))
        )

    def wanted(self, number: int, contents: Cells) -> int:
        """Return the value that a sensor should report for these contents."""
        sensor = self.description.sensors[number]
        content = contents.get(sensor.place)
        match sensor.kind:
            case SensorKind.PASSAGE:
                return self.passed.get(number, 0)
            case SensorKind.PRESENCE:
                return int(content is not None)
            case SensorKind.COLOUR:
                return content.colour if content else 0
            case SensorKind.COUNT:
                return content.count if content else 0

    def begin(self, values: Sequence[int | None]) -> None:
        """Assume that the columns are filled correctly, regardless of their counters."""
        self.passed = {number: values[number] or 0 for number in self._passages()}

    def go_on(self, before: Cells, after: Cells) -> None:
        """Update the expected counts for a new position. Sensors count each piece dropped into their column, but not
        removed ones.
        """
        for number in self._passages():
            cells = self.cells(self.description.sensors[number])
            more = sum(name in after for name in cells) - sum(name in before for name in cells)
            self.passed[number] = (self.passed.get(number, 0) + max(0, more)) % COUNTER

    def _passages(self) -> Iterable[int]:
        sensors = enumerate(self.description.sensors)
        return [number for number, sensor in sensors if sensor.kind is SensorKind.PASSAGE]

    def surplus(self, number: int, value: int) -> int:
        """Return the number of pieces counted beyond those in the column, negative if some have not been counted yet."""
        return (value - self.passed.get(number, 0) + COUNTER // 2) % COUNTER - COUNTER // 2

    def _filled(self, number: int, sensor: Sensor, value: int, contents: Cells) -> dict[str, np.ndarray]:
        cells = self._columns[sensor.place]
        height = sum(name in contents for name in cells) + max(0, self.surplus(number, value))
        return {name: self._row(name, SensorKind.PRESENCE, int(n < height)) for n, name in enumerate(cells)}

    def _row(self, place: str, kind: SensorKind, value: int) -> np.ndarray:
        """Return the log-likelihood of this value for each content. It is low for contents that the cell cannot hold."""
        if (place, kind, value) not in self._rows:
            row = np.array([_log(kind, value, content) for content in self._contents])
            self._rows[place, kind, value] = np.where(self._may[place], row, LOG_FLOOR)
        return self._rows[place, kind, value]


def _log(kind: SensorKind, value: int, content: Content | None) -> float:
    if kind is SensorKind.COUNT:
        return 0.0 if value == (content.count if content else 0) else LOG_FLOOR
    if kind is SensorKind.COLOUR and 0 < value < MAX_VALUE:
        return 0.0 if content and content.colour == value else LOG_FLOOR
    return 0.0 if bool(value) == (content is not None) else LOG_FLOOR
