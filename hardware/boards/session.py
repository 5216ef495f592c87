"""A session that follows a game through a board's reports. Once the board is at rest, it determines which of the possible
moves was made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from fourth_seat.games import AnyState, find
from fourth_seat.games.contents import Cells
from fourth_seat.games.errors import BadNotation
from fourth_seat.hardware.boards.description import MAX_SENSORS, BadBoard, BoardDescription, SensorKind
from fourth_seat.hardware.boards.faults import Fault, FaultFinder, FaultKind
from fourth_seat.hardware.boards.protocol import BoardListener, Described, Pressed, Told
from fourth_seat.hardware.boards.reader import SensorReader
from fourth_seat.hardware.boards.sensor_tracker import SensorTracker
from fourth_seat.inference.events import MoveSetDown, MovesSeen
from fourth_seat.inference.hypotheses import awaits_throw
from fourth_seat.inference.messages import event_line, reason_of
from fourth_seat.processes.worker import Message
from fourth_seat.words import Text, Value, say

# For which no sensor changes before the board is at rest: contacts bounce; pieces slide.
SETTLE_S, SLIDE_SETTLE_S = 0.12, 0.45
GATHER_INTERVAL_S = 0.04  # between two evaluations of a board at rest
REST_S = 1.0  # for which the board is at rest before it is searched for a move that was entered by hand


class BoardSession:
    """A session for a game on a board with sensors.

    Attributes:
        listener: keeps track of the board's messages.
        refused: the reason why this board cannot be used, or None if it can.
        reader: interprets the board's sensors, or None before the board is known.
    """

    def __init__(self, settings: Mapping[str, Any]) -> None:
        """Create a session. The settings are `game`, `options`, `position`, and `proved` as sent by an earlier session.

        Raises:
            UnknownGame, BadOption, BadPosition: the settings are invalid. The message gives the reason.
        """
        self.game = find(settings["game"])
        self.options = self.game.options(settings.get("options") or "")
        self.listener = BoardListener()
        self.refused: Text | None = None
        self._proved_before = str(settings.get("proved") or "")
        self._state: AnyState = self.game.parse_position(settings["position"], self.options)
        self.reader: SensorReader | None = None
        self._finder: FaultFinder | None = None
        self._tracker = SensorTracker(self.game, self.options)
        self._tracker.set_position(self._state)
        self._proved: set[int] = set()
        self._changed_at: float | None = None  # when a sensor last changed; None if unknown
        self._gathered_at = float("-inf")
        self._seen: list[int | None] = []  # the sensors' values in the previous position

    # -- from the board --------------------------------------------------------------------------------------------------

    def hear(self, line: bytes, t: float) -> Iterator[Message]:
        """Process a line received from the board at time `t`, in seconds, and yield the resulting messages."""
        for heard in self.listener.take(line):
            match heard:
                case Described(description, restarted):
                    yield from self._meet(description, restarted)
                case Told(changed, complete):
                    yield from self._told(changed, complete, t)
                case Pressed(button):
                    yield {"event": "pressed", "button": button.value}

    def _meet(self, description: BoardDescription, restarted: bool) -> Iterator[Message]:
        self._changed_at = None
        try:
            description.check(self.game, self.options)
        except BadBoard as error:
            self.reader, self.refused = None, error.text
            yield {"event": "refused", **reason_of(error.text)}
            return
        self.refused = None
        if restarted or self.reader is None:
            reader = self.reader = SensorReader(self.game, self.options, description)
            self._finder = FaultFinder(reader)
            self._proved = read_proved(self._proved_before, description)
            self._note_unproved()
        sensors = [[each.kind.value, each.place] for each in description.sensors]
        yield {"event": "board", "sensors": sensors, "buttons": [button.value for button in description.buttons]}

    def _told(self, changed: Sequence[int], complete: bool, t: float) -> Iterator[Message]:
        if self.reader is None or self._finder is None:
            return
        values = self.listener.values
        if changed:
            yield {"event": "values", "values": [[number, values[number]] for number in changed]}
        if complete and self._changed_at is None:
            if not self.reader.passed:
                self.reader.begin(values)
            self._seen, self._changed_at = list(values), t
            self._tracker.interrupt()
            return
        if changed and self._changed_at is not None:
            for fault in self._finder.changed(changed, t):
                yield self._fault_line(fault)
            heard = [number for number in changed if number not in self.reader.masked]
            if heard:
                self._changed_at = t
                self._tracker.interrupt()
                self._tracker.note_change((cell for number in heard for cell in self.reader.changed_cells(number)), t)

    def step(self, t: float) -> Iterator[Message]:
        """Evaluate the reports if the board is at rest at time `t`, in seconds, and yield the resulting messages."""
        if self.reader is None or self._changed_at is None or not self.listener.complete:
            return
        settle = SLIDE_SETTLE_S if self.reader.pieces_slide else SETTLE_S
        if not self.listener.description or not self.listener.description.sensors:
            return
        if t - self._changed_at < settle or t - self._gathered_at < GATHER_INTERVAL_S or self._tracker.rests(t):
            return
        self._gathered_at = t
        tracker, values, before = self._tracker, list(self.listener.values), self._tracker.contents
        if not tracker.gather(self.reader.read(values, before), t):
            return
        event = tracker.decide(t)
        if isinstance(event, MovesSeen | MoveSetDown):
            yield from self._position_changed(before, tracker.contents, values, at_rest=True)
        if event:
            yield event_line(self.game, tracker, event, {})

    def _position_changed(
        self, before: Cells, after: Cells, values: Sequence[int | None], *, at_rest: bool
    ) -> Iterator[Message]:
        """Record which sensors have reported the change, and look for faults if the board is at rest."""
        assert self.reader is not None
        assert self._finder is not None
        reader = self.reader
        numbers = range(len(reader.description.sensors))
        right = {n for n in numbers if n < len(self._seen) and reader.agrees(n, self._seen, before)}
        reader.go_on(before, after)
        if at_rest and not any(map(awaits_throw, self._tracker.states)):  # a die to be thrown may lie there already
            for fault in self._finder.check(values, after):
                yield self._fault_line(fault)
        told = {n for n in right if values[n] != self._seen[n] and reader.agrees(n, values, after)}
        self._seen = list(values)
        if told - self._proved:
            self._proved |= told
            self._note_unproved()
            self._proved_before = proved_text(self._proved, reader.description)
            yield {"event": "proved", "proved": self._proved_before}

    def _note_unproved(self) -> None:
        assert self.reader is not None
        sensors = enumerate(self.reader.description.sensors)
        self._tracker.unproved = frozenset(
            cell for n, sensor in sensors if n not in self._proved for cell in self.reader.cells(sensor)
        )

    def _fault_line(self, fault: Fault) -> Message:
        assert self.reader is not None
        sensors = self.reader.description.sensors
        places = [self._place(number) for number in (fault.sensor, fault.other) if number is not None]
        numbers = [number for number in (fault.sensor, fault.other) if number is not None]
        self._tracker.interrupt()
        kinds = {"kind": fault.kind.value, "places": [sensors[number].place for number in numbers]}
        return {"event": "fault", **kinds, **reason_of(fault_text(fault.kind, places))}

    def _place(self, number: int) -> Value:
        assert self.reader is not None
        sensor = self.reader.description.sensors[number]
        if sensor.kind is SensorKind.PASSAGE:
            return say("column {column}", column=sensor.place)
        return self.game.place_name(sensor.place, self.options)

    # -- commands --------------------------------------------------------------------------------------------------------

    def obey(self, name: str, rest: str) -> Iterator[Message]:
        """Execute a command: `position TEXT`, `expect MOVE` (a move by the computer that must be made on the board) or
        `hold` (no move is due on the board).

        Raises:
            FourthSeatError: the command is invalid or cannot be executed.
        """
        commands: dict[str, Callable[[str], Iterator[Message]]] = {
            "position": lambda text: self._set(self.game.parse_position(text, self.options)),
            "expect": self._expect,
            "hold": lambda _: self._hold(),
        }
        if name not in commands:
            raise BadNotation(say("unknown command {name}; commands are {commands}", name=name, commands=tuple(commands)))
        yield from commands[name](rest)

    def _set(self, state: AnyState) -> Iterator[Message]:
        before, known = self._tracker.contents, self._tracker.states
        self._state = state
        self._tracker.set_position(state)
        if known != (state,) and self.reader is not None and self.listener.complete:
            at_rest = self._gathered_at - (self._changed_at or 0.0) >= REST_S
            values = list(self.listener.values)
            yield from self._position_changed(before, self._tracker.contents, values, at_rest=at_rest)

    def _hold(self) -> Iterator[Message]:
        self._tracker.held = True
        return iter(())

    def _expect(self, text: str) -> Iterator[Message]:
        (move,) = self.game.parse(self._state, text)
        self._state.play(move)  # an illegal one is refused here
        self._tracker.set_position(self._state, move)
        return iter(())


def signature(description: BoardDescription) -> str:
    """Return a signature that identifies a board. Saved lists of working sensors are only used for boards with the same
    signature.
    """
    from hashlib import sha256

    text = "|".join(f"{sensor.kind.value} {sensor.place}" for sensor in description.sensors)
    return sha256(f"{description.game} {description.options} {text}".encode()).hexdigest()[:16]


def proved_text(proved: Iterable[int], description: BoardDescription) -> str:
    """Serialise the set of sensors that have been confirmed to work, for the calibration file. It uses one bit per sensor
    number.
    """
    bits = sum(1 << number for number in proved)
    return f"{signature(description)}:{bits.to_bytes(len(description.sensors) // 8 + 1, 'big').hex()}"


def read_proved(text: str, description: BoardDescription) -> set[int]:
    """Parse the set of sensors that have been confirmed to work. It is empty if the text is damaged or from a different
    board.
    """
    board, _, digits = text.partition(":")
    if board != signature(description) or not re.fullmatch(f"([0-9a-f]{{2}}){{1,{MAX_SENSORS // 8 + 1}}}", digits):
        return set()
    bits = int.from_bytes(bytes.fromhex(digits), "big")
    return {number for number in range(len(description.sensors)) if bits >> number & 1}


def fault_text(kind: FaultKind, places: Sequence[Value]) -> Text:
    """Return a message about a sensor fault and its effect on the game."""
    match kind:
        case FaultKind.DEAD:
            return say("The sensor at {place} does not respond. The game goes on without it.", place=places[0])
        case FaultKind.STUCK:
            return say("The sensor at {place} no longer changes. The game goes on without it.", place=places[0])
        case FaultKind.FLICKERS:
            return say("The sensor at {place} keeps changing. The game goes on without it.", place=places[0])
        case FaultKind.SWAPPED:
            return say(
                "The sensors at {place} and {other} are swapped. The program corrects for that.",
                place=places[0],
                other=places[1],
            )
