"""The events of a table, each of which is one line of the record.

An event's JSON form is `{"event": NAME, field: value, ...}`; fields at their defaults are left out.
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
"""Reporters of people's moves: somebody at the screen, the camera, or a board with sensors."""


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events; `kind` is an event's name in the record."""

    kind: ClassVar[str] = ""

    def to_json(self) -> dict[str, Any]:
        """Return the form used in records, with tuples as lists."""
        line: dict[str, Any] = {"event": self.kind}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                line[field.name] = list(value) if isinstance(value, tuple) else value
        return line


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """A game begins: the first line of every record and, in a match, of each further game; `seats` are texts as in
    `table.seats`, `evening` is the name of the record that holds the evening's first game, and `time` is empty if unknown.
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
    """Dice as they fell; `by` is `human`, `camera` or `board` (inferred from the move), `program` if somebody asked it to
    roll, or `computer` for dice from another table.
    """

    kind: ClassVar[str] = "dice"
    dice: str
    by: str = "human"


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A move; `by` is `human`, `camera` or `board` (a person's move that was seen or sensed), `computer`, or `rule` for a
    pass that the rules force.
    """

    kind: ClassVar[str] = "move"
    seat: int
    move: str
    by: str


@dataclass(frozen=True, slots=True)
class Tapped(Event):
    """A half-entered move: all taps so far, how the piece in hand is turned, and `over`, the cell where that piece lies if
    it has been laid on the board but not yet played. The event is empty once all taps have been taken back.
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
    """Undo or redo: only the first `to` moves and throws of the game count; those after it can be redone."""

    kind: ClassVar[str] = "rewind"
    to: int


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """A corrected position; `by` is `human` for a correction by hand, `camera`, `board`, or `photo`; `move` is an illegal
    move that the table accepted.
    """

    kind: ClassVar[str] = "correction"
    position: str
    seat: int = 0
    move: str = ""
    by: str = "human"


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A seat has resigned; in games whose wins differ in value, the win counts `worth` times (a gammon, twice)."""

    kind: ClassVar[str] = "resign"
    seat: int
    worth: int = 0


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The game was stopped before its end and scored as it was."""

    kind: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class Reseated(Event):
    """A seat changes hands: another player continues."""

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
    """The computer's estimate of the position after the first `at` moves and throws: each seat's share of the win.

    It may come after the moves that follow the position, and a better one may follow later: the last estimate counts. The
    record does not say which estimates are proven, because a solver can find that out again.
    """

    kind: ClassVar[str] = "values"
    at: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The result, for readers of the record; the game itself is rebuilt from the moves. `goes_on` says whether the match
    goes on.
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
    """Return the event that a line of the record describes.

    Raises:
        BadRecord: there is no such event, or a field is missing, unknown or of the wrong type.
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
    """Return the end of the last game, if it has ended and no move has been taken back since then."""
    last = next((event for event in reversed(events) if isinstance(event, (Ended, Rewound, Begun))), None)
    return last if isinstance(last, Ended) else None


def tell_points(scores: Sequence[int]) -> bool:
    """Return whether the scores of a result are points, rather than just those of a win or a loss."""
    return max(map(abs, scores), default=0) > 1


def split_games(events: Sequence[Event]) -> list[Sequence[Event]]:
    """Return the events of each game in a record."""
    starts = [number for number, event in enumerate(events) if isinstance(event, Begun)]
    return [events[start:end] for start, end in pairwise([*starts, len(events)])]
