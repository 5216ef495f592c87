"""The board protocol, version 1 (docs/board-protocol.md), with the lines in both directions and their interpretation.

A line ends with `*` and a checksum, which is the CRC-16 (XMODEM) of everything before the `*`, in four hexadecimal digits.
Lines from the board begin with `$`, a word and a sequence number, and lines from the host begin with `@`. All other data,
such as LED frames and the replies to them, is ignored.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.hardware.boards.description import (
    MAX_SENSORS,
    MAX_VALUE,
    BoardDescription,
    Button,
    Sensor,
    SensorKind,
)

VERSION = 1
MAX_LINE_BYTES = 200
MAX_NAME_CHARS = 20  # of a place
MAX_PRESSES = 20  # of a button in a single line; a larger number means a faulty counter
UNKNOWN = "-"  # a value that means that the sensor does not know
ASK_INTERVAL_S, REPEAT_S = 0.5, 2.0  # between two requests; until an unanswered request is repeated
DESCRIBE, TELL_ALL = "hello", "all"  # a host's lines
BOARD_SIGN = b"$"  # at the beginning of a board's lines
_LINE = re.compile(rb"([$@][ -)+-~]{1,190})\*([0-9a-f]{4})\r?")
_NAME = re.compile(rf"[0-9A-Za-z:_-]{{1,{MAX_NAME_CHARS}}}")
_BUTTONS = {button.value: button for button in Button}
_KINDS = {kind.value: kind for kind in SensorKind}


def checked(body: str) -> bytes:
    """Return a line that consists of `body`, its checksum and a line end. `body` is ASCII without `*`."""
    data = body.encode("ascii")
    return b"%s*%04x\n" % (data, crc_hqx(data, 0))


def body_of(line: bytes) -> str | None:
    """Return the contents of a line without its checksum, or None if it is damaged or violates the protocol."""
    match = _LINE.fullmatch(line)
    if not match or match[2] != b"%04x" % crc_hqx(match[1], 0):
        return None
    return match[1].decode("ascii")


@dataclass(frozen=True, slots=True)
class Described:
    """The board has described itself. `restarted` is set if it may have lost its counts."""

    description: BoardDescription
    restarted: bool


@dataclass(frozen=True, slots=True)
class Told:
    """Sensors have reported new values. `complete` is set if all values are now known."""

    changed: tuple[int, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed."""

    button: Button


Heard = Described | Told | Pressed


@dataclass
class BoardListener:
    """Parses a board's lines and keeps track of its state.

    Attributes:
        description: the board's description, or None while it is unknown.
        values: the value of each sensor, or None if the sensor does not know it or has not reported yet.
        damaged: the number of lines that were lost or invalid.
    """

    description: BoardDescription | None = None
    values: list[int | None] = field(default_factory=list)
    damaged: int = 0
    _said: BoardDescription | None = None  # the description being received
    _next: int | None = None  # the expected sequence number
    _told: set[int] = field(default_factory=set)
    _pressed: dict[Button, int] = field(default_factory=dict)  # the buttons' counters
    _wanted: str | None = DESCRIBE  # the pending request
    _asked_at: float | None = None
    _stale: bool = True  # something was missed and has not been repeated yet

    @property
    def complete(self) -> bool:
        """Whether all sensors have reported and nothing has been missed since."""
        return self.description is not None and not self._stale and len(self._told) == len(self.description.sensors)

    def begin(self) -> None:
        """Start listening on a newly opened connection."""
        self._next, self._said, self._told, self._asked_at = None, None, set(), None
        self._wanted, self._stale = DESCRIBE, True

    def due(self, t: float) -> bytes | None:
        """Return the request to send to the board at time `t`, in seconds, or None if there is none."""
        since = None if self._asked_at is None else t - self._asked_at
        if self._wanted is None and not self.complete and since is not None and since >= REPEAT_S:
            self._miss()
        if self._wanted is None or (since is not None and 0 <= since < ASK_INTERVAL_S):
            return None
        wanted, self._wanted, self._asked_at = self._wanted, None, t
        return checked(f"@{wanted}")

    def take(self, line: bytes) -> Iterator[Heard]:
        """Parse a line and yield its events. If lines were missed, their contents will be requested again."""
        if not line.startswith(BOARD_SIGN):
            return
        words = (body_of(line) or "").split(" ")
        number = parse_integer(words[1], 0, 255) if len(words) > 1 else None
        if number is None:
            self._missed()
            return
        if self._next not in (None, number):
            self._missed()
        self._next = (number + 1) % 256
        yield from self._understood(words[0], words[2:])

    def _understood(self, word: str, rest: list[str]) -> Iterator[Heard]:
        match word:
            case "$board":
                self._said = _begun(rest)
            case "$sensors" if self._said and rest:
                self._said = _with_sensors(self._said, rest)
            case "$buttons" if self._said:
                self._said = _with_buttons(self._said, rest)
            case "$ready" if self._said and rest == [str(len(self._said.sensors))]:
                yield self._ready(self._said)
                self._said, self._wanted, self._asked_at = None, TELL_ALL, None
                return
            case "$now" if self.description and not self._said:
                yield from self._told_now(self.description, rest)
                return
            case "$end" if self.description and not self._said:
                was_complete, self._stale = self.complete, self._wanted is not None
                if self.complete and not was_complete:
                    yield Told((), True)
                return
            case "$beat":
                return
            case _:
                self._said = None
        if self._said is None:
            self._missed()

    def _ready(self, said: BoardDescription) -> Described:
        before, self.description = self.description, said
        restarted = before is None or said.boot == 0 or said != before
        if restarted:
            self._pressed.clear()
            self.values = [None] * len(said.sensors)
        self._told.clear()
        return Described(said, restarted)

    def _told_now(self, description: BoardDescription, rest: list[str]) -> Iterator[Heard]:
        changed = []
        for what, value in (part.partition("=")[::2] for part in rest):
            told = parse_integer(value, 0, MAX_VALUE)
            if told is None and value != UNKNOWN:
                self._missed()
            elif what in _BUTTONS:
                yield from self._counted(_BUTTONS[what], told)
            elif (sensor := parse_integer(what, 0, MAX_SENSORS)) is not None and sensor < len(description.sensors):
                self._told.add(sensor)
                if self.values[sensor] != told:
                    self.values[sensor] = told
                    changed.append(sensor)
            else:
                self._missed()
        if changed:
            yield Told(tuple(changed), self.complete)

    def _counted(self, button: Button, count: int | None) -> Iterator[Pressed]:
        """Yield the presses since the last report of a button's counter. The first report only sets the counter."""
        if count is None:
            return
        before = self._pressed.get(button, count)
        self._pressed[button] = count
        presses = (count - before) % 256
        for _ in range(presses if presses <= MAX_PRESSES else 0):
            yield Pressed(button)

    def _missed(self) -> None:
        """Record a lost or damaged line."""
        self.damaged += 1
        self._miss()

    def _miss(self) -> None:
        """Request everything that may have been missed."""
        self._stale = True
        self._wanted = TELL_ALL if self.description and self._said is None else DESCRIBE


def _begun(rest: list[str]) -> BoardDescription | None:
    """Start a description from `VERSION BOOT GAME OPTIONS`. Returns None if it is invalid or of a different version."""
    boot = parse_integer(rest[1], 0, 0xFFFF) if len(rest) == 4 else None
    if boot is None or rest[0] != str(VERSION) or not _NAME.fullmatch(rest[2]):
        return None
    options = "" if rest[3] == UNKNOWN else unquote(rest[3], errors="replace")
    return BoardDescription(boot, rest[2], options)


def _with_sensors(said: BoardDescription, rest: list[str]) -> BoardDescription | None:
    """Add `FIRST KIND PLACE ...` to a description. Returns None if these are not sensors or previous ones are missing."""
    first, kind, *places = rest if len(rest) > 1 else ("", "")
    more = [Sensor(_KINDS[kind], place) for place in places if kind in _KINDS and _NAME.fullmatch(place)]
    total = (*said.sensors, *more)
    if first != str(len(said.sensors)) or len(more) != len(places) or not more or len(total) > MAX_SENSORS:
        return None
    return BoardDescription(said.boot, said.game, said.options, total, said.buttons)


def _with_buttons(said: BoardDescription, rest: list[str]) -> BoardDescription | None:
    """Add buttons to a description. Unknown buttons, which may come from a later version, are ignored."""
    buttons = tuple(dict.fromkeys(_BUTTONS[name] for name in rest if name in _BUTTONS))
    return BoardDescription(said.boot, said.game, said.options, said.sensors, buttons)


def described(description: BoardDescription) -> Iterator[str]:
    """Yield the lines of a board's description, each consisting of a word and its arguments, without `$`, sequence number
    and checksum.
    """
    yield f"board {VERSION} {description.boot} {description.game} {description.options or UNKNOWN}"
    first, line = 0, ""
    for number, sensor in enumerate(description.sensors):
        same = number > first and description.sensors[first].kind is sensor.kind
        if same and len(line) + len(sensor.place) < MAX_LINE_BYTES // 2:
            line += f" {sensor.place}"
            continue
        if line:
            yield line
        first, line = number, f"sensors {number} {sensor.kind.value} {sensor.place}"
    if line:
        yield line
    if description.buttons:
        yield f"buttons {' '.join(button.value for button in description.buttons)}"
    yield f"ready {len(description.sensors)}"


def told(values: Mapping[str, int | None]) -> Iterator[str]:
    """Yield the lines that report the values of sensors (by number) and buttons, in the same form as `described`."""
    line = "now"
    for name, value in values.items():
        part = f" {name}={UNKNOWN if value is None else value}"
        if len(line) + len(part) > MAX_LINE_BYTES // 2:
            yield line
            line = "now"
        line += part
    if line != "now":
        yield line
