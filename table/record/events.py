"""The events of a game. Each event is one line of the record.

The JSON form of an event is `{"event": NAME, field: value, ...}`. Fields with default values are omitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields
from itertools import pairwise
from typing import Any, ClassVar

from fourth_seat.boundary.text import shown_json
from fourth_seat.table.errors import BadRecord
from fourth_seat.words import say

VERSION = 1
MAX_NUMBER = 1 << 31  # far above any number in a record
MAX_SHOWN = 60  # characters of a value that an error shows
PEOPLE = ("human", "camera", "board")
"""Origins of people's moves: the screen, the camera, or a board with sensors."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base class of all events. `kind` is the name of the event in the record."""

    kind: ClassVar[str] = ""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form used in records, with tuples converted to lists."""
        line: dict[str, Any] = {"event": self.kind}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                line[field.name] = list(value) if isinstance(value, tuple) else value
        return line


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """Start of a game. It is the first line of every record, and of each subsequent game of a match in the same record.
    `seats` are in the format of `table.seats`. `evening` is the name of the record with the evening's first game. `time` is
    empty if unknown.
    """

    kind: ClassVar[str] = "game"
    version: int
    game: str
    options: str
    seats: tuple[str, ...]
    time: str
    evening: str = ""


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """A roll of the dice. `by` is `human`, `camera` or `board` (inferred from the move), `program` if the program rolled on
    request, or `computer` for dice from another table.
    """

    kind: ClassVar[str] = "dice"
    dice: str
    by: str = "human"


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A move. `by` is `human`, `camera` or `board` (a person's move detected by camera or sensors), `computer`, or `rule`
    for a forced pass.
    """

    kind: ClassVar[str] = "move"
    seat: int
    move: str
    by: str


@dataclass(frozen=True, slots=True)
class Tapped(Event):
    """A half-entered move: all taps so far, the orientation of the piece in hand, and the cell over which that piece has
    been laid, if any. The event is empty if all taps have been taken back.
    """

    kind: ClassVar[str] = "taps"
    taps: tuple[str, ...] = ()
    turns: int = 0
    flipped: bool = False
    over: str = ""


@dataclass(frozen=True, slots=True)
class SetDown(Event):
    """The computer's last move has been made on the board."""

    kind: ClassVar[str] = "set-down"


@dataclass(frozen=True, slots=True)
class Rewound(Event):
    """Undo or redo. After this event, only the first `to` moves and throws of the game count. The others can be redone."""

    kind: ClassVar[str] = "rewind"
    to: int


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """A corrected position. `by` is `human` for a manual correction, `camera`, `board`, or `photo`. `move` is an illegal
    move that was allowed, if any.
    """

    kind: ClassVar[str] = "correction"
    position: str
    seat: int = 0
    move: str = ""
    by: str = "human"


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A seat has resigned. In games whose wins differ in value, the win is multiplied by `worth` (2 for a gammon)."""

    kind: ClassVar[str] = "resign"
    seat: int
    worth: int = 0


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The game was stopped early and scored as it stood."""

    kind: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class Reseated(Event):
    """A seat was taken over by another player."""

    kind: ClassVar[str] = "seat"
    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class Hinted(Event):
    """A hint was shown to a seat."""

    kind: ClassVar[str] = "hint"
    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Valued(Event):
    """The computer's estimate of each seat's share of the win after the first `at` moves and throws.

    Estimates may be recorded after subsequent moves, and may be replaced by better ones later: the last estimate counts.
    The record does not state which estimates are proven, because a solver can determine that again.
    """

    kind: ClassVar[str] = "values"
    at: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The result, for readers of the record. The game itself is reconstructed from the moves. `goes_on` states whether the
    match continues.
    """

    kind: ClassVar[str] = "result"
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    goes_on: bool = False


KINDS: dict[str, type[Event]] = {
    event.kind: event
    for event in (
        Begun, Thrown, Moved, Tapped, SetDown, Rewound, Corrected, Resigned, Stopped, Reseated, Hinted, Valued, Ended,
    )
}  # fmt: skip
_ITEMS: dict[str, tuple[type, ...]] = {
    "tuple[str, ...]": (str,),
    "tuple[int, ...]": (int,),
    "tuple[float, ...]": (int, float),
}
_NUMBERS = (int, float)


def from_json(line: Any) -> Event:
    """Parse an event from the JSON form of a record line.

    Raises:
        BadRecord: the event is unknown, or a field is missing, unknown or of the wrong type.
    """
    if not isinstance(line, dict) or not isinstance(line.get("event"), str):
        raise BadRecord(say("it is not an event"))
    kind = KINDS.get(line["event"])
    if kind is None:
        raise BadRecord(say("there is no event named {name} in this version", name=line["event"]))
    given = {name: value for name, value in line.items() if name != "event"}
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in given:
            values[field.name] = _checked(kind, field.name, str(field.type), given.pop(field.name))
        elif field.default is MISSING:
            raise BadRecord(say("the event {name} has no {field}", name=kind.kind, field=field.name))
    if given:
        raise BadRecord(say("the event {name} has an unknown field {field}", name=kind.kind, field=next(iter(given))))
    return kind(**values)


def _checked(kind: type[Event], name: str, wanted: str, value: Any) -> Any:
    if wanted in _ITEMS:
        if isinstance(value, list) and all(type(item) in _ITEMS[wanted] and _is_sane(item) for item in value):
            return tuple(value)
    elif type(value).__name__ == wanted and _is_sane(value):
        return value
    shown = shown_json(value, MAX_SHOWN)
    raise BadRecord(say("the {field} of the event {name} cannot be {value}", field=name, name=kind.kind, value=shown))


def _is_sane(value: Any) -> bool:
    return type(value) not in _NUMBERS or abs(value) < MAX_NUMBER


def standing_end(events: Sequence[Event]) -> Ended | None:
    """Return the result of the last game, or None if it has not ended or moves have been undone since then."""
    last = next((event for event in reversed(events) if isinstance(event, (Ended, Rewound, Begun))), None)
    return last if isinstance(last, Ended) else None


def tell_points(scores: Sequence[int]) -> bool:
    """Return whether the scores of a result are points, rather than just a win or a loss."""
    return max(map(abs, scores), default=0) > 1


def split_games(events: Sequence[Event]) -> list[Sequence[Event]]:
    """Split the events of a record into games."""
    starts = [number for number, event in enumerate(events) if isinstance(event, Begun)]
    return [events[start:end] for start, end in pairwise([*starts, len(events)])]
