"""The contents of the keepsake page for a finished game: the winner, the players, the course of the game, and the date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from fourth_seat.games import AnyGame, AnyState
from fourth_seat.table.analysis.curve import CurvePoint, curve
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.analysis.turning_points import describe, describe_course, turning_points
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.game_state import GameState
from fourth_seat.table.handicap import handicap
from fourth_seat.table.outcome import outcome
from fourth_seat.table.record.events import tell_points
from fourth_seat.words import Text, all_of, say, say_many
from fourth_seat.words.text import written_date

MOST_NAMED = 2  # people whom the headline names if a computer won


@dataclass(frozen=True, slots=True)
class KeptPlayer:
    """A player as shown on the page.

    Attributes:
        score: the points that decided the game, or None in games without points.
    """

    name: Text
    colours: tuple[int, ...]
    score: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class KeptMoment:
    """A turning point: the number of entries before it, the seat that led after it (0 for none), and its description."""

    at: int
    leader: int
    text: Text


@dataclass(frozen=True, slots=True)
class Keepsake:
    """The contents of the page.

    Attributes:
        state: the final position.
        highlighted: the cells to highlight because they decided the game.
        headline: a festive sentence about the result.
        reason: the result as described by the rules.
        players: the players, in the order of their seats.
        length: the number of entries in the game.
        course: a description of the game if it has no turning points, or None.
        day: the date of the game, or None if the record does not contain it.
        handicap: a description of the handicap, or None for an even game.
    """

    game: AnyGame
    state: AnyState
    highlighted: tuple[str, ...]
    headline: Text
    reason: Text
    players: tuple[KeptPlayer, ...]
    length: int
    curve: tuple[CurvePoint, ...]
    moments: tuple[KeptMoment, ...]
    course: Text | None
    day: Text | None
    handicap: Text | None = None


def keepsake(game_state: GameState, review: Review) -> Keepsake:
    """Return the contents of the keepsake page for a game.

    Raises:
        OutOfTurn: the game is not over yet.
    """
    result = game_state.result
    if result is None:
        raise OutOfTurn(say("the game is not over yet: you can make a page to keep once it is"))
    deciding = next((row.scores for row in result.sheet if row.decides), None)
    if deciding is None and tell_points(result.scores):
        deciding = result.scores
    players = tuple(
        KeptPlayer(
            game_state.name(seat),
            game_state.game.colours_of(seat, game_state.options),
            deciding[seat - 1] if deciding else None,
            seat in result.winners,
        )
        for seat in range(1, len(game_state.seats) + 1)
    )
    points = turning_points(game_state, review)
    return Keepsake(
        game_state.game,
        game_state.state,
        game_state.game.deciding_cells(game_state.state) if game_state.state.over else (),
        _headline(game_state, result.winners),
        outcome(game_state),
        players,
        game_state.history.at,
        tuple(curve(game_state, review)),
        tuple(KeptMoment(point.shown_at, point.leader, describe(game_state, point)) for point in points),
        describe_course(game_state, review, points),
        day_of(game_state.begun.time),
        handicap(game_state.game, game_state.options),
    )


def _headline(game_state: GameState, winners: Sequence[int]) -> Text:
    seats = range(1, len(game_state.seats) + 1)
    people = [seat for seat in seats if game_state.seat(seat).people]
    names = tuple(game_state.name(seat) for seat in winners)
    if len(winners) == len(seats):
        return say("A draw: well played, everybody!")
    if not people or any(seat in people for seat in winners):
        if len(winners) > 1:
            return say("{names} share the win!", names=all_of(names))
        count = max(1, len(game_state.seat(winners[0]).people))
        if people == list(winners) and not any(game_state.seat(seat).elsewhere for seat in seats):
            return say_many("{names} beats the computer!", "{names} beat the computer!", count, names=names)
        return say_many("{names} wins!", "{names} win!", count, names=names)
    if len(people) > MOST_NAMED:
        return say("Well played, everybody!")
    return say("Well played, {names}!", names=all_of([game_state.name(seat) for seat in people]))


def day_of(time: str) -> Text | None:
    """Return the date of a record's timestamp, or None if it is not valid."""
    try:
        return written_date(datetime.fromisoformat(time).date())
    except ValueError:
        return None
