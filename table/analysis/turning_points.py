"""Finds and describes the turning points of a finished game: the moves that gave away the most and changed the lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from fourth_seat.engines.results import MoveValue
from fourth_seat.table.analysis.curve import leader
from fourth_seat.table.analysis.mistakes import given_away
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.game_state import GameState
from fourth_seat.words import Text, say

MAX_TURNING_POINTS = 3
MIN_LEAD_POINTS = 2  # points of the curve for which an estimated lead must last: a throw may end it at once
MIN_LOSS = 0.1  # of the win: less is not worth mentioning, and may be an error of the search


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that changed the lead.

    Attributes:
        number: the index of the entry.
        shown_at: the number of entries at the point where the curve shows the effect of the move.
        seat: the seat that played the move.
        leader: the seat that led afterwards, or 0 if the game was even.
        lost: the share of the win that was given away.
        best: the best move if it is known, otherwise None.
    """

    number: int
    shown_at: int
    seat: int
    move: Any
    leader: int
    lost: float
    best: MoveValue | None


def turning_points(game_state: GameState, review: Review) -> tuple[TurningPoint, ...]:
    """Return up to `MAX_TURNING_POINTS` known turning points in game order, or an empty tuple if the game is not over.

    If several moves gave away the same amount, later moves take precedence, because they decided the game.
    """
    if not game_state.result:
        return ()
    found = [point for number in range(game_state.history.at) if (point := _turned(game_state, review, number))]
    found.sort(key=lambda point: (point.lost, point.number), reverse=True)
    return tuple(sorted(found[:MAX_TURNING_POINTS], key=lambda point: point.number))


def _turned(game_state: GameState, review: Review, number: int) -> TurningPoint | None:
    entry, worth = game_state.history.entries[number], review.worth(number)
    if worth is None or not (entry.seat and worth.before and worth.after):
        return None
    lost = worth.before[entry.seat - 1] - worth.after[entry.seat - 1]
    before, after = leader(worth.before), leader(worth.after)
    if lost < MIN_LOSS or after in (before, entry.seat):
        return None
    proven = worth.best is not None and worth.best.exact
    known = islice(_known_after(game_state, review, number), 1 if proven else MIN_LEAD_POINTS)
    places = [(at, leader(shares)) for at, shares in known]
    if any(leads != after for _, leads in places):
        return None
    best = worth.best if worth.best and worth.best.move != entry.move else None
    shown_at = places[0][0] if places else number + 1
    return TurningPoint(number, shown_at, entry.seat, entry.move, after, lost, best)


def _known_after(game_state: GameState, review: Review, number: int) -> Iterator[tuple[int, Sequence[float]]]:
    """Yield the points after an entry at which the shares of the win are known."""
    for at in range(number + 1, game_state.history.at + 1):
        if shares := review.thought(at):
            yield at, shares


# -- in words --------------------------------------------------------------------------------------------------------------


def describe(game_state: GameState, point: TurningPoint) -> Text:
    """Describe a turning point in a sentence."""
    move, name = game_state.game.move_name(point.move), game_state.name(point.seat)
    if point.leader:
        other = game_state.name(point.leader)
        return say("{name} played {move}, and {other} took the lead.", name=name, move=move, other=other)
    return say("{name} played {move}, and the game was even again.", name=name, move=move)


def describe_better(game_state: GameState, review: Review, point: TurningPoint) -> Text | None:
    """Describe the better move in a sentence. Returns None if that move is unknown."""
    if point.best is None:
        return None
    best = game_state.game.move_name(point.best.move)
    judged = review.judgement(point.number)
    if judged and judged.best.forecast:
        return say("Better by {lost} points: {best}.", best=best, lost=f"{given_away(judged.best, judged.played):.3f}")
    if point.best.exact and point.best.why:
        return say("Better: {best} ({why}).", best=best, why=point.best.why)
    return say("Better: {best}.", best=best)


def describe_course(game_state: GameState, review: Review, points: tuple[TurningPoint, ...]) -> Text | None:
    """Describe a game without turning points whose winner led throughout. Returns None for any other game."""
    result = game_state.result
    if points or result is None or len(result.winners) != 1:
        return None
    (winner,) = result.winners
    known = [shares for count in range(game_state.history.at) if (shares := review.thought(count))]
    leaders = [leader(shares) for shares in known]
    if len(known) < game_state.history.at / 4 or not {*leaders} <= {0, winner} or 2 * leaders.count(winner) <= len(leaders):
        return None
    return say("{name} led from start to finish.", name=game_state.name(winner))
