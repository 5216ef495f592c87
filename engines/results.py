"""Answers from engines: a chosen move, the values of moves, and the analysis of a turn that was played.

These types are the same for solvers, searches, the engine process, the table and the screens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

from fourth_seat.words import Text, say, say_many

OUTCOME_COUNT = 6
WIN, GAMMON, BACKGAMMON = 3, 4, 5  # the outcomes from which a side wins, wins double, wins three times


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's chosen move.

    Attributes:
        move: a legal move of the position.
        notice: message for the table, such as that the engine failed and a simpler player moved.
        failed: whether the engine has failed.
    """

    move: Any
    notice: Text | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Bounds:
    """Proven bounds of a score: at least `low`, at most `high`."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the bounds determine the score."""
        return self.low == self.high

    def __neg__(self) -> Bounds:
        """Return the same bounds from the other side's view."""
        return Bounds(-self.high, -self.low)

    def share(self) -> float | None:
        """Return the share of the win that the bounds prove for the side with this score; None if they leave it open."""
        if self.low > 0 or self.high < 0:
            return float(self.low > 0)
        return 0.5 if self.exact else None


@dataclass(frozen=True, slots=True)
class OutcomeForecast:
    """The expected outcome, for the side that plays the move, of a game that can be won by more than one point.

    Attributes:
        equity: the expected points, in units of the cube.
        ends: the chances of losing a backgammon, a gammon and a single game, and of winning a single game, a gammon and a
            backgammon.
        plies: throws that were searched ahead.
        trials: games that were rolled out; 0 for none.
        error: the standard error of the equity; 0 without a rollout.
        errors: the standard errors of the ends.
    """

    equity: float
    ends: tuple[float, ...]
    plies: int = 0
    trials: int = 0
    error: float = 0.0
    errors: tuple[float, ...] = (0.0,) * OUTCOME_COUNT

    @property
    def win(self) -> float:
        """The chance of winning."""
        return sum(self.ends[WIN:])

    @property
    def gammon(self) -> float:
        """The chance of winning a gammon or more."""
        return sum(self.ends[GAMMON:])

    @property
    def lost_gammon(self) -> float:
        """The chance of losing a gammon or more."""
        return sum(self.ends[:2])

    @property
    def method(self) -> Text:
        """The method of evaluation: a rollout, or a search, with its depth in throws."""
        if self.trials:
            return say_many("one game rolled out", "{n} games rolled out", self.trials)
        return say_many("one roll ahead", "{n} rolls ahead", self.plies) if self.plies else say("no roll ahead")

    def to_json(self) -> dict[str, object]:
        """Return the forecast in the JSON form that the engine process uses in its answers."""
        found: dict[str, object] = {"equity": round(self.equity, 4), "ends": _rounded(self.ends), "plies": self.plies}
        if self.trials:
            found |= {"trials": self.trials, "error": round(self.error, 5), "errors": _rounded(self.errors)}
        return found

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Self:
        """Return the forecast described by the JSON form, which must have all its fields."""
        ends, errors = (tuple(map(float, given[name])) for name in ("ends", "errors"))
        return cls(float(given["equity"]), ends, given["plies"], given["trials"], float(given["error"]), errors)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """Value of a move.

    Attributes:
        move: a legal move; None if the position itself is valued, before a throw.
        shares: each seat's expected share of the win, in seat order; empty until computed.
        exact: whether they are proven rather than estimated.
        why: a proven result or the figures behind the choice, in words that follow the move: `wins in 3 moves`.
        short: the same in a few characters.
        line: this move and best play after it as far as it was worked out: moves, or their notation.
        forecast: how the game is expected to end, in games that can be won by more than one point.
        visits: simulations that tried the move.
        bounds: proven bounds of the score, seen by the side that plays the move; None outside solved games.
        figures: the basis of the choice in the game's own terms; `Engine.explain_figures` puts them into words.
    """

    move: Any
    shares: tuple[float, ...] = ()
    exact: bool = False
    why: Text | None = None
    short: str = ""
    line: tuple[Any, ...] = ()
    forecast: OutcomeForecast | None = None
    visits: int = 0
    bounds: Bounds | None = None
    figures: tuple[float, ...] = ()

    @property
    def proven(self) -> Bounds:
        """The bounds, which are known if a solver has valued the move."""
        assert self.bounds is not None
        return self.bounds


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """Analysis of a turn that was played: of its throw and its move.

    Attributes:
        best: the best move, searched as deeply as the one played.
        played: the move that was played.
        choices: how many different moves there were.
        luck: points that the throw was worth beyond the mean of all throws.
    """

    best: MoveValue
    played: MoveValue
    choices: int
    luck: float


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """Settings of a rollout.

    Attributes:
        number: games for each position.
        throws: the number of throws after which the games are evaluated; None if they are played to the end.
    """

    number: int = 360
    throws: int | None = 10


def two_reasons(reasons: Iterable[Text]) -> Text | None:
    """Return the first one or two reasons for a move as a sentence; None if there are none."""
    match list(islice(reasons, 2)):
        case [first, second]:
            return say("{first}; {second}", first=first, second=second)
        case [only]:
            return only
    return None


def _rounded(shares: Sequence[float]) -> list[float]:
    return [round(float(share), 5) for share in shares]


def points(equity: float) -> str:
    """Format points as people write them: `+0.123`, `−0.045`."""
    return f"{equity:+.3f}".replace("-", "\N{MINUS SIGN}")


def percent(share: float) -> str:
    """Format a chance in per cent, with one decimal."""
    return f"{100 * share:.1f}"
