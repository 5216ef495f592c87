"""Contents of the page that people keep of a finished game: who won, who played, how it went, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from fourth_seat.games import AnyGame, AnyState
from fourth_seat.table.analysis.curve import CurvePoint, curve
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.analysis.turning_points import describe, describe_course, turning_points
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.game_view import GameView
from fourth_seat.table.record.events import tell_points
from fourth_seat.words import Text, say, say_many
from fourth_seat.words.text import written_date

MOST_NAMED = 2  # people whom the headline names, where a computer won


@dataclass(frozen=True, slots=True)
class KeptPlayer:
    """Player of a seat, as the page names them.

    Attributes:
        score: the points that decided the game; None in games without points.
    """

    name: Text
    colours: tuple[int, ...]
    score: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class KeptMoment:
    """A turning point: the number of entries before it, the seat that led after it (0: nobody), and the sentence."""

    at: int
    leader: int
    text: Text


@dataclass(frozen=True, slots=True)
class Keepsake:
    """The contents of the page.

    Attributes:
        state: the final position.
        highlighted: the cells that decided the game.
        headline: the result in one festive sentence.
        reason: the result as the rules have it.
        players: by seat.
        length: the entries of the game.
        course: a sentence for a game without turning points.
        day: None where the record does not say when it was played.
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


def keepsake(view: GameView, review: Review) -> Keepsake:
    """Return the contents of the page for a game.

    Raises:
        OutOfTurn: it is not over yet.
    """
    result = view.result
    if result is None:
        raise OutOfTurn(say("the game is not over yet: there is a page to keep once it is"))
    deciding = next((row.scores for row in result.sheet if row.decides), None)
    if deciding is None and tell_points(result.scores):
        deciding = result.scores
    players = tuple(
        KeptPlayer(
            view.name(seat),
            view.game.colours_of(seat, view.options),
            deciding[seat - 1] if deciding else None,
            seat in result.winners,
        )
        for seat in range(1, len(view.seats) + 1)
    )
    points = turning_points(view, review)
    return Keepsake(
        view.game,
        view.state,
        view.game.deciding_cells(view.state) if view.state.over else (),
        _headline(view, result.winners),
        result.reason,
        players,
        view.history.at,
        tuple(curve(view, review)),
        tuple(KeptMoment(point.shown_at, point.leader, describe(view, point)) for point in points),
        describe_course(view, review, points),
        _day(view.begun.time),
    )


def _headline(view: GameView, winners: Sequence[int]) -> Text:
    seats = range(1, len(view.seats) + 1)
    people = [seat for seat in seats if view.seat(seat).people]
    names = tuple(view.name(seat) for seat in winners)
    if len(winners) == len(seats):
        return say("A draw: well played, everybody!")
    if not people or any(seat in people for seat in winners):
        if len(winners) > 1:
            return say("{names} share the win!", names=names)
        count = max(1, len(view.seat(winners[0]).people))
        if people == list(winners) and not any(view.seat(seat).elsewhere for seat in seats):
            return say_many("{names} beats the computer!", "{names} beat the computer!", count, names=names)
        return say_many("{names} wins!", "{names} win!", count, names=names)
    if len(people) > MOST_NAMED:
        return say("Well played, everybody!")
    return say("Well played, {names}!", names=tuple(view.name(seat) for seat in people))


def _day(time: str) -> Text | None:
    try:
        return written_date(datetime.fromisoformat(time).date())
    except ValueError:
        return None
