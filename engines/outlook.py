"""What a move leads to where a game can be won and lost by more than one: points beside the share of the win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from words import Text, say, say_many

ENDS = 6
WIN, GAMMON, BACKGAMMON = 3, 4, 5  # the ends from which a side wins, wins double, wins three times


@dataclass(frozen=True, slots=True)
class OutcomeForecast:
    """Seen by the side that plays the move.

    Attributes:
        equity: the points it can expect, in units of the cube.
        ends: the chances to lose a backgammon, a gammon, a single game; to win one, a gammon, a backgammon.
        plies: throws that were looked ahead.
        trials: games that were played out to know it; 0 for none.
        error: the standard error of the equity; 0 where nothing was played out.
        errors: those of the ends.
    """

    equity: float
    ends: tuple[float, ...]
    plies: int = 0
    trials: int = 0
    error: float = 0.0
    errors: tuple[float, ...] = (0.0,) * ENDS

    @property
    def win(self) -> float:
        """The chance to win at all."""
        return sum(self.ends[WIN:])

    @property
    def gammon(self) -> float:
        """The chance to win a gammon or more."""
        return sum(self.ends[GAMMON:])

    @property
    def lost_gammon(self) -> float:
        """The chance to lose a gammon or more."""
        return sum(self.ends[:2])

    @property
    def looked(self) -> Text:
        """How it was looked at."""
        if self.trials:
            return say_many("one game played on", "{n} games played on", self.trials)
        return say_many("one throw ahead", "{n} throws ahead", self.plies) if self.plies else say("no throw ahead")

    def to_json(self) -> dict[str, object]:
        """As an answer of the engine process tells it."""
        found: dict[str, object] = {"equity": round(self.equity, 4), "ends": _rounded(self.ends), "plies": self.plies}
        if self.trials:
            found |= {"trials": self.trials, "error": round(self.error, 5), "errors": _rounded(self.errors)}
        return found

    @classmethod
    def from_json(cls, told: Any) -> Self:
        """Raises `ValueError`, `KeyError` or `TypeError` for what is no outlook."""
        ends, errors = tuple(map(float, told["ends"])), tuple(map(float, told.get("errors", (0.0,) * ENDS)))
        if len(ends) != ENDS or len(errors) != ENDS:
            raise ValueError
        trials, error = int(told.get("trials", 0)), float(told.get("error", 0))
        return cls(float(told["equity"]), ends, int(told["plies"]), trials, error, errors)


def _rounded(shares: Sequence[float]) -> list[float]:
    return [round(float(share), 5) for share in shares]


def points(equity: float) -> str:
    """Points as people write them: `+0.123`, `−0.045`."""
    return f"{equity:+.3f}".replace("-", "\N{MINUS SIGN}")


def percent(share: float) -> str:
    """A chance in percent, with one decimal."""
    return f"{100 * share:.1f}"
