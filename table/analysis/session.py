"""Several consecutive games, with a family score summed over the records of one evening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from fourth_seat.games import AnyGame, find
from fourth_seat.games.options import Options
from fourth_seat.table.game_state import GameState
from fourth_seat.table.record.events import Begun, Ended, Event, split_games, standing_end
from fourth_seat.table.record.record_file import read
from fourth_seat.table.record.saved import last_seats, record_files, saved_game
from fourth_seat.table.seats import Seat, seat_name
from fourth_seat.words import FourthSeatError, Text, say_many


@dataclass(frozen=True, slots=True)
class SessionScore:
    """A player's score for one evening.

    Attributes:
        name: the name of one or two people, a computer, or a colour.
        games: the number of finished games.
        wins: the total share of wins. A draw between two players counts as one half.
        points: the total number of points in all games.
        handicaps: the number of games played with a handicap.
    """

    name: Text
    games: int = 0
    wins: float = 0.0
    points: int = 0
    handicaps: int = 0


SESSION_GAP = timedelta(hours=6)  # after this long without a game, the next one begins another evening
LONGEST_GAME = timedelta(hours=12)  # a game begun longer ago belongs to an earlier evening, whenever it ends


def current_session(folder: Path, now: datetime) -> str:
    """Return the evening of the latest game, or an empty string if that game was too long ago."""
    present, evening = now.timestamp(), ""
    latest = present - LONGEST_GAME.total_seconds()
    for changed, path in record_files(folder):
        if present - changed > SESSION_GAP.total_seconds():
            continue
        try:
            saved = saved_game(path, changed)
            begun = datetime.fromisoformat(saved.begun).timestamp()
        except (FourthSeatError, ValueError, OverflowError, OSError):  # a record may be a stranger's, of any time
            continue
        if latest <= begun <= present:
            latest, evening = begun, saved.evening or path.stem
    return evening


def session_scores(folder: Path, evening: str) -> list[SessionScore]:
    """Return the players' scores over all finished games of an evening, most wins first. Unreadable records are skipped."""
    scores: dict[Text, SessionScore] = {}
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
                _add(scores, begun, events, end)
    return sorted(scores.values(), key=lambda score: (-score.wins, -score.points, str(score.name)))


def _add(scores: dict[Text, SessionScore], begun: Begun, events: Sequence[Event], end: Ended) -> None:
    """Add a finished game to the scores. Invalid games are ignored."""
    try:
        game = find(begun.game)
        options = game.options(begun.options)
        if len(begun.seats) != game.seats(options):
            return
        names = [seat_name(seat, number, game, options) for number, seat in enumerate(last_seats(begun, events), 1)]
    except FourthSeatError:
        return
    uneven = bool(game.handicaps(options))
    for name in dict.fromkeys(names):
        old = scores.get(name, SessionScore(name))
        seats = [seat for seat in range(1, len(names) + 1) if names[seat - 1] == name]
        won = sum(1 / len(end.winners) for seat in seats if seat in end.winners)
        points = sum(end.scores[seat - 1] for seat in seats if seat <= len(end.scores))
        scores[name] = SessionScore(name, old.games + 1, old.wins + won, old.points + points, old.handicaps + uneven)


def next_game(game_state: GameState, *, stay: bool = False) -> tuple[Options, list[Seat]] | None:
    """Return the options and seats of the next game, or None if the match is over.

    Everybody moves along one seat, so that the player who started the last game moves last in the next one. Handicaps move
    with their players. The seats do not change if `stay` is true or during a match, where points are counted by seat.
    """
    result = game_state.result or game_state.state.standing()
    options = game_state.game.next_game(game_state.options, result)
    if options is None:
        return None
    seats = game_state.seats
    if stay or game_state.game.match_goes_on(game_state.options, result):
        return options, list(seats)
    return game_state.game.moved_on(options), [*seats[1:], seats[0]]


def can_follow(game_state: GameState) -> bool:
    """Return whether the game is over and another one can follow it (none can if it decided a match)."""
    return game_state.result is not None and not game_state.read_only and next_game(game_state) is not None


def may_sit_otherwise(game_state: GameState) -> bool:
    """Return whether it makes a difference to the next game if everybody stays in their seat instead of moving on."""
    following = next_game(game_state) if can_follow(game_state) else None
    return following is not None and list(map(str, following[1])) != list(map(str, game_state.seats))


def begins(game: AnyGame, options: Options, seats: Sequence[Seat]) -> Text | None:
    """Return a sentence with the name or colour of the player who begins, or None if this is decided by dice."""
    first = game.start(options)
    if not first.mover:
        return None
    seat = seats[first.seat - 1]
    return say_many("{name} goes first", "{name} go first", seat.players, name=seat_name(seat, first.seat, game, options))
