"""Several games in a row, with a family score: summed over the records of one evening."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from games.options import Options
from table.course import Course
from table.events import Begun, standing_end
from table.record import SUFFIX, read
from table.seats import Seat
from words import FourthSeatError


@dataclass(frozen=True, slots=True)
class Score:
    """One player's evening.

    Attributes:
        games: how many were finished.
        wins: shares of wins, half of one for a draw between two.
        points: the games' own points, summed.
    """

    name: str
    games: int = 0
    wins: float = 0.0
    points: int = 0


EVENING = timedelta(hours=6)  # after so long without a game, the next one begins another evening


def current(folder: Path, now: datetime) -> str:
    """The evening that is going on: that of the game last begun, unless it was too long ago; else empty."""
    stamped = [(path.stat().st_mtime, path) for path in folder.glob(f"*{SUFFIX}")]
    for changed, path in sorted(stamped, reverse=True):
        if now.timestamp() - changed > EVENING.total_seconds():
            return ""
        try:
            begun = read(path).events[0]
        except FourthSeatError:
            continue
        assert isinstance(begun, Begun)  # `read` saw to it
        return begun.evening or path.stem
    return ""


def family_score(folder: Path, evening: str) -> list[Score]:
    """The scores of all finished games of an evening, most wins first; a record that cannot be read is none."""
    scores: dict[str, Score] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            events = read(path).events
        except FourthSeatError:
            continue
        begun, end = events[0], standing_end(events)
        if not (isinstance(begun, Begun) and end and evening in (begun.evening, path.stem)):
            continue
        for seat, name in enumerate(_names(begun), 1):
            old = scores.get(name, Score(name))
            won = 1 / len(end.winners) if seat in end.winners else 0.0
            scores[name] = Score(name, old.games + 1, old.wins + won, old.points + end.scores[seat - 1])
    return sorted(scores.values(), key=lambda score: (-score.wins, -score.points, score.name))


def _names(begun: Begun) -> list[str]:
    course = Course(begun)
    return [str(course.name(seat)) for seat in range(1, len(course.seats) + 1)]


def next_game(course: Course) -> tuple[Options, list[Seat]] | None:
    """Options and seats of the next game in a row; None when a match is over.

    Everyone moves on by one seat, so that the one who began begins last; in a match, which counts by seats, all stay.
    """
    result = course.result or course.state.standing()
    options = course.game.next_game(course.options, result)
    if options is None:
        return None
    seats = course.seats
    return options, list(seats) if options != course.options else [*seats[1:], seats[0]]
