"""Moves that gave away value, and texts that describe them.

In solved games, the loss is proven. In games whose turns can be judged, it is estimated in points by a deeper analysis. No
sentence starts with a move, because the move would be capitalised, and in Kalah, `E` and `e` are different moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fourth_seat.engines.results import MoveValue, percent, points
from fourth_seat.games import AnyGame
from fourth_seat.words import Text, Value, say

# If throws decide, a proven value is any share of the win: the part that a move may give away without a comment, and the
# part from which it is more than a slip. From a win to a draw, and from a draw to a loss, it is one half.
MIN_MISTAKE, BIG_MISTAKE = 0.01, 0.1
# Points of equity from which a move is doubtful, bad, very bad: the thresholds of common backgammon programs.
DOUBTFUL, BAD, VERY_BAD = 0.04, 0.08, 0.16
MARKS = SLIP, MISTAKE, BLUNDER = "(?)", "?", "??"  # after a move in a list of moves


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake, with the move that was played and the best move.

    Attributes:
        slip: whether the mistake is small, or affects only the margin but not the result.
        lost: the points given away, if they were estimated; None if the mistake is proven.
    """

    best: MoveValue
    played: MoveValue
    slip: bool = False
    lost: float | None = None

    @property
    def mark(self) -> str:
        """The annotation symbol of the move in a move list."""
        if self.lost is not None and self.lost >= VERY_BAD:
            return BLUNDER
        return SLIP if self.slip else MISTAKE


def fault(game: AnyGame, seat: int, best: MoveValue, played: MoveValue) -> Fault | None:
    """Return the proven mistake in a move, or None if there is none.

    Args:
        game: the game. Its `min_slip` is the minimum loss of margin that counts as a slip.
        seat: the seat that played the move.
    """
    if not (best.exact and played.exact):
        return None
    given = best.shares[seat - 1] - played.shares[seat - 1]
    if given >= MIN_MISTAKE:
        return Fault(best, played, slip=given < BIG_MISTAKE)
    if game.min_slip and _margin(best, seat) - _margin(played, seat) >= game.min_slip:
        return Fault(best, played, slip=True)
    return None


def weighed(best: MoveValue, played: MoveValue) -> Fault | None:
    """Return the mistake in a move whose loss is estimated in points, or None if fewer than `DOUBTFUL` points were lost."""
    lost = given_away(best, played)
    return Fault(best, played, slip=lost < BAD, lost=lost) if lost >= DOUBTFUL else None


def given_away(best: MoveValue, played: MoveValue) -> float:
    """Return the number of points by which a move was worse than the best move."""
    assert best.forecast and played.forecast
    return max(0.0, best.forecast.equity - played.forecast.equity)


def _margin(valued: MoveValue, seat: int) -> int:
    """Return the winning margin of a proven move in points. It is negative if the move loses."""
    points = valued.why.count if valued.why else 0
    return points if valued.shares[seat - 1] > 0.5 else -points


def describe(game: AnyGame, fault: Fault, *, late: bool = False) -> Text:
    """Describe a mistake in a sentence that names the move if it is not the last one (`late`)."""
    best, move, why = game.move_name(fault.best.move), game.move_name(fault.played.move), fault.best.why or ""
    if fault.lost is not None:
        return _told_by_points(fault, best, move)
    if fault.slip:
        instead = fault.played.why or ""
        return say(
            "A slip: {best} ({why}) was better than {move} ({instead}).", best=best, why=why, move=move, instead=instead
        )
    drawn = fault.best.shares[0] == fault.best.shares[-1]
    if late and drawn:
        return say("The mistake was {move}: {best} would have held the draw.", move=move, best=best)
    if late:
        return say("The mistake was {move}: {best} was better ({why}).", move=move, best=best, why=why)
    if drawn:
        return say("That was the mistake: {best} would have held the draw.", best=best)
    return say("That was the mistake: {best} was better ({why}).", best=best, why=why)


def _told_by_points(fault: Fault, best: Value, move: Value) -> Text:
    assert fault.lost is not None
    lost = f"{fault.lost:.3f}"
    if fault.slip:
        return say("Doubtful: {best} was better than {move} by {lost} points.", best=best, move=move, lost=lost)
    if fault.lost < VERY_BAD:
        return say("A mistake: {best} was better than {move} by {lost} points.", best=best, move=move, lost=lost)
    return say("A bad mistake: {best} was better than {move} by {lost} points.", best=best, move=move, lost=lost)


def compared(game: AnyGame, best: MoveValue, played: MoveValue) -> Text:
    """Compare the results of two moves in a sentence."""
    return say(
        "{best}: {chances}; {move}: {others}.",
        best=game.move_name(best.move), chances=chances(best),
        move=game.move_name(played.move), others=chances(played),
    )  # fmt: skip


def chances(valued: MoveValue) -> Text:
    """Describe the forecast for a move: winning chances, gammons and points."""
    forecast = valued.forecast
    assert forecast
    return say(
        "{win} % to win, {won} % gammon, {lost} % gammon lost, {points} points",
        win=percent(forecast.win), won=percent(forecast.gammon), lost=percent(forecast.lost_gammon),
        points=points(forecast.equity),
    )  # fmt: skip


def refuted(game: AnyGame, played: MoveValue, who: Text, *, ends: bool) -> Text:
    """Describe the best reply to a move and its consequences.

    Args:
        who: the player who made the move.
        ends: whether the line continues to the end of the game.
    """
    answers: Sequence[str] = played.line[1:]
    move, why = game.move_name(played.move), played.why or ""
    if not answers:
        return say("After {move}, {who} {why}.", move=move, who=who, why=why)
    line = (*answers,) if ends else (*answers, "…")
    return say("The answer to {move} is {line}: {who} {why}.", move=move, line=line, who=who, why=why)
