"""A summary of an evening's games. It contains only categories and numbers, and no names or other text from the records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from fourth_seat.engines.errors import UnknownLevel
from fourth_seat.engines.levels import level
from fourth_seat.games import AnyGame, find, is_own
from fourth_seat.table.analysis.session import LONGEST_GAME
from fourth_seat.table.record.events import (
    Begun,
    Corrected,
    Ended,
    Event,
    Hinted,
    Moved,
    Reseated,
    Resigned,
    Rewound,
    Stopped,
    Thrown,
    split_games,
    standing_end,
)
from fourth_seat.table.record.record_file import read
from fourth_seat.table.record.saved import record_files, saved_game
from fourth_seat.table.seats import COMMAND, ENGINE, Seat, read_seat
from fourth_seat.words import FourthSeatError, Text, say

MAX_GAMES = 50  # of an evening, the latest ones; a record may be a stranger's, and hold thousands
BY_PEOPLE, BY_CAMERA, BY_BOARD, BY_COMPUTER, BY_PHOTO = "human", "camera", "board", "computer", "photo"


@dataclass(frozen=True, slots=True)
class EveningGame:
    """Non-private facts about a game. All texts are the program's own, and all options are declared by the game.

    Attributes:
        name: the name of the game; empty if it is provided by an add-on.
        title: the title of the game.
        options: the options as `k=v,...`; empty if they cannot be read.
        seats: the kinds of players at the start of the game.
        record: the name of the record, used to look up the camera's statistics for the game. It is private.
        minutes: the duration of the game, or None if unknown.
        ending: how the game ended.
        moves: the number of moves by `human`, `camera`, `board` and `computer`, including moves that were undone.
        undone, redone, hints, reseated: the number of times that each of these happened.
        corrections: the number of corrections of the board by `human`, `camera`, `board` and `photo`.
        allowed: the number of illegal moves that the players allowed.
        damaged: whether part of the record cannot be read.
    """

    name: str
    title: Text
    options: str
    seats: tuple[Text, ...]
    record: str
    minutes: int | None
    ending: Text
    moves: Counter[str] = field(default_factory=Counter)
    undone: int = 0
    redone: int = 0
    hints: int = 0
    reseated: int = 0
    corrections: Counter[str] = field(default_factory=Counter)
    allowed: int = 0
    damaged: bool = False


def last_evening(folder: Path) -> list[EveningGame]:
    """Return the games of the last evening in the order played, or an empty list if there are no records."""
    evening = _last(folder)
    games: list[EveningGame] = []
    for changed, path in reversed(record_files(folder) if evening else []):
        try:
            saved = saved_game(path, changed)
            if evening not in (saved.evening, path.stem):
                continue
            reading = read(path)
        except FourthSeatError:
            continue
        played = split_games(reading.events)
        ends = [*(_time(events[0]) for events in played[1:]), datetime.fromtimestamp(changed).astimezone()]
        for number, (events, end) in enumerate(zip(played, ends, strict=True), 1):
            begun = events[0]
            if isinstance(begun, Begun):
                damaged = reading.damage is not None and number == len(played)
                games.append(_game(begun, events, path.stem, end, damaged=damaged))
    return games[-MAX_GAMES:]


def _last(folder: Path) -> str:
    """Return the evening of the last game, or an empty string if there is none."""
    for changed, path in record_files(folder):
        with suppress(FourthSeatError):
            saved = saved_game(path, changed)
            if not saved.blank:
                return saved.evening or path.stem
    return ""


def _game(begun: Begun, events: Sequence[Event], record: str, end: datetime | None, *, damaged: bool) -> EveningGame:
    game = None
    options = ""
    with suppress(FourthSeatError):
        game = find(begun.game)
        options = str(game.options(begun.options))
    own = game if game and is_own(game.name) else None
    seats = [_player(text, own) for text in begun.seats]
    last = list(seats)
    for event in events:
        if isinstance(event, Reseated) and 1 <= event.seat <= len(last):
            last[event.seat - 1] = _player(event.player, own)
    corrections = [event for event in events if isinstance(event, Corrected)]
    undone, redone = _rewound(events)
    return EveningGame(
        own.name if own else "",
        own.title if own else say("a game from an add-on"),
        options if own else "",
        tuple(seats),
        record,
        _minutes(_time(begun), end),
        _ending(events, last),
        moves=_by((event.by for event in events if isinstance(event, Moved)), BY_PEOPLE, BY_CAMERA, BY_BOARD, BY_COMPUTER),
        undone=undone,
        redone=redone,
        hints=sum(isinstance(event, Hinted) for event in events),
        reseated=sum(isinstance(event, Reseated) for event in events),
        corrections=_by((each.by for each in corrections if not each.move), BY_PEOPLE, BY_CAMERA, BY_BOARD, BY_PHOTO),
        allowed=sum(bool(each.move) for each in corrections),
        damaged=damaged,
    )


def _by(reporters: Iterable[str], *known: str) -> Counter[str]:
    """Count the events by known reporters. A record may contain others."""
    return Counter(each for each in reporters if each in known)


def _player(text: str, game: AnyGame | None) -> Text:
    """Return the kind of player described by a seat's text."""
    try:
        seat = read_seat(text)
    except FourthSeatError:
        return say("an unknown player")
    if seat.people:
        return say("two people") if len(seat.people) > 1 else say("a person")
    if seat.elsewhere:
        return say("another table")
    if seat.computer.startswith((ENGINE, COMMAND)):
        return say("another engine")
    return _computer(seat, game)


def _computer(seat: Seat, game: AnyGame | None) -> Text:
    """Return a description of a computer player."""
    if game:
        with suppress(UnknownLevel):
            return say("Computer ({level})", level=level(seat.computer.removeprefix("computer:"), game.name).spec)
    return say("an unknown player")


def _rewound(events: Iterable[Event]) -> tuple[int, int]:
    """Return the numbers of undos and redos."""
    at = undone = redone = 0
    for event in events:
        if isinstance(event, Rewound):
            undone, redone = undone + (event.to < at), redone + (event.to > at)
            at = event.to
        elif isinstance(event, (Moved, Thrown, Corrected, Resigned, Stopped)):
            at += 1
    return undone, redone


def _ending(events: Sequence[Event], seats: Sequence[Text]) -> Text:
    """Describe how a game ended, given its players at that time."""
    end = standing_end(events)
    if end is None:
        return say("not finished")
    how = next((event for event in reversed(events) if isinstance(event, (Stopped, Resigned, Moved))), None)
    if isinstance(how, Stopped):
        return say("stopped and counted")
    winners = _winners(end, seats)
    if not winners or len(winners) == len(seats):
        return say("a draw")
    return (
        say("given up; won by {players}", players=winners)
        if isinstance(how, Resigned)
        else (say("won by {players}", players=winners))
    )


def _winners(end: Ended, seats: Sequence[Text]) -> tuple[Text, ...]:
    return tuple(seat for number, seat in enumerate(seats, 1) if number in end.winners)


def _time(event: Event) -> datetime | None:
    """Return the start time of a game, or None if it is missing or invalid."""
    try:
        return datetime.fromisoformat(event.time).astimezone() if isinstance(event, Begun) else None
    except (ValueError, OverflowError, OSError):
        return None


def _minutes(begun: datetime | None, end: datetime | None) -> int | None:
    """Return the number of minutes between two times, or None if that is not a plausible duration of a game."""
    taken = (end - begun) if begun and end else None
    return round(taken.total_seconds() / 60) if taken and timedelta() <= taken <= LONGEST_GAME else None
