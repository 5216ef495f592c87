"""Moves that gave value away in a game that is solved: which they are, and what there is to say about them.

No sentence begins with a move: at the beginning of a line it would be written large, and in Kalah `E` is not `e`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from table.protocols import Valued
from words import Text, say

# How many points of the winning margin a move must give away to be called a slip, where the result stays the same. In games
# that are not named here a win is a win: nobody wants to hear that it could have come sooner.
SLIP = {"kalah": 3}
# Where throws decide, a proven value is any share of the win: what of it a move may give away for nothing to be said, and
# from where on it is no mere slip. Between a win, a draw and a loss half of it lies.
TRIFLE, MUCH = 0.01, 0.1


@dataclass(frozen=True, slots=True)
class Fault:
    """A move with the best one that could have been played instead; what both are worth is proven.

    Attributes:
        slip: the result is still the same, only the margin is not; or little of the win was given away.
    """

    best: Valued
    played: Valued
    slip: bool = False

    @property
    def mark(self) -> str:
        """What stands behind the move in a list of moves."""
        return "(?)" if self.slip else "?"


def fault(game: str, seat: int, best: Valued, played: Valued) -> Fault | None:
    """What is to be said against a move; None where nothing is, or nothing is proven.

    Args:
        game: its name in the registry.
        seat: who played.
    """
    if not (best.exact and played.exact):
        return None
    given = best.values[seat - 1] - played.values[seat - 1]
    if given >= TRIFLE:
        return Fault(best, played, slip=given < MUCH)
    least = SLIP.get(game)
    if least and _margin(best, seat) - _margin(played, seat) >= least:
        return Fault(best, played, slip=True)
    return None


def _margin(valued: Valued, seat: int) -> int:
    """The points that a proven move wins by, negative where it loses by them: what its verdict counts."""
    points = valued.why.count if valued.why else 0
    return points if valued.values[seat - 1] > 0.5 else -points


def told(fault: Fault, *, late: bool = False) -> Text:
    """That something was given away; `late` where the game has gone on since, or somebody looks back."""
    best, move, why = str(fault.best.move), str(fault.played.move), fault.best.why or ""
    if fault.slip:
        instead = fault.played.why or ""
        return say(
            "A slip: {best} ({why}) was better than {move} ({instead}).", best=best, why=why, move=move, instead=instead
        )
    drawn = fault.best.values[0] == fault.best.values[-1]
    if late and drawn:
        return say("The mistake was {move}: {best} holds the draw.", move=move, best=best)
    if late:
        return say("The mistake was {move}: {best} {why}.", move=move, best=best, why=why)
    if drawn:
        return say("That was the mistake: {best} holds the draw.", best=best)
    return say("That was the mistake: {best} {why}.", best=best, why=why)


def refuted(played: Valued, who: Text, *, ends: bool) -> Text:
    """How a move is answered, and what becomes of it.

    Args:
        who: played it.
        ends: whether the line goes to the end of the game.
    """
    answers: Sequence[str] = played.line[1:]
    move, why = str(played.move), played.why or ""
    if not answers:
        return say("After {move}, {who} {why}.", move=move, who=who, why=why)
    line = (*answers,) if ends else (*answers, "…")
    return say("The answer to {move} is {line}: {who} {why}.", move=move, line=line, who=who, why=why)
