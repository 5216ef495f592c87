"""Several games in a row, with a family score: summed over the records of one evening."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from games.options import Options
from table.game_state import GameState
from table.game_view import GameView
from table.record.events import Begun, Ended, split_games, standing_end
from table.record.record_file import read
from table.record.saved import record_files, saved_game
from table.seats import Seat
from words import FourthSeatError


@dataclass(frozen=True, slots=True)
class SessionScore:
    """A player's evening.

    Attributes:
        games: how many were finished.
        wins: shares of wins, half of one for a draw between two.
        points: the games' own points, summed.
    """

    name: str
    games: int = 0
    wins: float = 0.0
    points: int = 0


SESSION_GAP = timedelta(hours=6)  # after so long without a game, the next one begins another evening
LONGEST_GAME = timedelta(hours=12)  # a game that was begun longer ago belongs to an evening before, whenever it is finished


def current_session(folder: Path, now: datetime) -> str:
    """Return the evening that is going on: that of the game last begun, unless it was too long ago; else empty."""
    latest, evening = now - LONGEST_GAME, ""
    for changed, path in record_files(folder):
        if now.timestamp() - changed > SESSION_GAP.total_seconds():
            break
        try:
            saved = saved_game(path, changed)
            begun = datetime.fromisoformat(saved.begun).astimezone()
        except (FourthSeatError, ValueError, OverflowError):
            continue
        if latest <= begun <= now:
            latest, evening = begun, saved.evening or path.stem
    return evening


def session_scores(folder: Path, evening: str) -> list[SessionScore]:
    """Return the scores of all finished games of an evening, most wins first; a record that cannot be read is none."""
    scores: dict[str, SessionScore] = {}
    for changed, path in reversed(record_files(folder)):
        try:
            saved = saved_game(path, changed)  # which is kept, so that the games of other evenings are not read again
            if evening not in (saved.evening, path.stem):
                continue
            games = split_games(read(path).events)
        except FourthSeatError:
            continue
        for events in games:
            begun, end = events[0], standing_end(events)
            if isinstance(begun, Begun) and end and evening in (begun.evening, path.stem):
                _add(scores, begun, end)
    return sorted(scores.values(), key=lambda score: (-score.wins, -score.points, score.name))


def _add(scores: dict[str, SessionScore], begun: Begun, end: Ended) -> None:
    """Add a game that has ended; one that cannot be is left out."""
    try:
        names = _names(begun)
    except FourthSeatError:
        return
    for seat, (name, points) in enumerate(zip(names, end.scores, strict=False), 1):
        old = scores.get(name, SessionScore(name))
        won = 1 / len(end.winners) if seat in end.winners else 0.0
        scores[name] = SessionScore(name, old.games + 1, old.wins + won, old.points + points)


def _names(begun: Begun) -> list[str]:
    game_state = GameState(begun)
    return [str(game_state.name(seat)) for seat in range(1, len(game_state.seats) + 1)]


def next_game(view: GameView) -> tuple[Options, list[Seat]] | None:
    """Return options and seats of the next game in a row; None when a match is over.

    Everyone moves on by one seat, so that the one who began begins last; in a match, which counts by seats, all stay.
    """
    result = view.result or view.state.standing()
    options = view.game.next_game(view.options, result)
    if options is None:
        return None
    seats = view.seats
    stay = view.game.match_goes_on(view.options, result)
    return options, list(seats) if stay else [*seats[1:], seats[0]]
