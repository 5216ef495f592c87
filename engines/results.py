"""Results from engines: a chosen move, the values of moves, and the analysis of a turn.

Solvers, searches, the engine process, the table and the screens all use these types.
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
        move: a legal move.
        notice: message for the table, for example that the engine failed and a simpler player moved.
        failed: whether the engine failed.
    """

    move: Any
    notice: Text | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Bounds:
    """Proven bounds on a score, which is at least `low` and at most `high`."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the bounds determine the score."""
        return self.low == self.high

    def __neg__(self) -> Bounds:
        """Return the bounds from the other side's point of view."""
        return Bounds(-self.high, -self.low)

    def share(self) -> float | None:
        """Return the share of the win proven for the side with this score, or None if the bounds do not decide it."""
        if self.low > 0 or self.high < 0:
            return float(self.low > 0)
        return 0.5 if self.exact else None


@dataclass(frozen=True, slots=True)
class OutcomeForecast:
    """The predicted outcome, for the side that plays the move, of a game that can be won by more than one point.

    Attributes:
        equity: expected points, in units of the cube.
        ends: probabilities of the six outcomes: losing a backgammon, a gammon and a single game, and winning a single game,
            a gammon and a backgammon.
        plies: search depth in throws.
        trials: number of games rolled out; 0 without a rollout.
        error: standard error of the equity; 0 without a rollout.
        errors: standard errors of `ends`.
    """

    equity: float
    ends: tuple[float, ...]
    plies: int = 0
    trials: int = 0
    error: float = 0.0
    errors: tuple[float, ...] = (0.0,) * OUTCOME_COUNT

    @property
    def win(self) -> float:
        """The probability of winning."""
        return sum(self.ends[WIN:])

    @property
    def gammon(self) -> float:
        """The probability of winning at least a gammon."""
        return sum(self.ends[GAMMON:])

    @property
    def lost_gammon(self) -> float:
        """The probability of losing at least a gammon."""
        return sum(self.ends[:2])

    @property
    def method(self) -> Text:
        """Description of the evaluation method: a rollout, or a search with its depth in throws."""
        if self.trials:
            return say_many("one game rolled out", "{n} games rolled out", self.trials)
        return say_many("one roll ahead", "{n} rolls ahead", self.plies) if self.plies else say("no lookahead")

    def to_json(self) -> dict[str, object]:
        """Serialise the forecast to the JSON format used in the engine process's answers."""
        found: dict[str, object] = {"equity": round(self.equity, 4), "ends": _rounded(self.ends), "plies": self.plies}
        if self.trials:
            found |= {"trials": self.trials, "error": round(self.error, 5), "errors": _rounded(self.errors)}
        return found

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Self:
        """Create a forecast from its JSON format, which must contain all fields."""
        ends, errors = (tuple(map(float, given[name])) for name in ("ends", "errors"))
        return cls(float(given["equity"]), ends, given["plies"], given["trials"], float(given["error"]), errors)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a move.

    Attributes:
        move: a legal move, or None if the value is that of the position before a throw.
        shares: each seat's expected share of the win, in seat order; empty until computed.
        exact: whether the shares are proven rather than estimated.
        why: the proven result or the reason for the choice, phrased to follow the move: `wins in 3 moves`.
        short: the same in a few characters.
        line: the principal variation, starting with this move; contains moves or their notation.
        forecast: the predicted outcome, in games that can be won by more than one point.
        visits: number of simulations that tried the move.
        bounds: proven bounds on the score for the side that plays the move; None outside solved games.
        figures: the basis of the choice in game-specific terms; `Engine.explain_figures` describes them in words.
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
        """The bounds; only available if a solver evaluated the move."""
        assert self.bounds is not None
        return self.bounds


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """Analysis of a turn, covering its throw and its move.

    Attributes:
        best: the best move, searched to the same depth as the move played.
        played: the move that was played.
        choices: number of distinct legal moves.
        luck: value of the throw in points, relative to the average throw.
    """

    best: MoveValue
    played: MoveValue
    choices: int
    luck: float


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """Rollout settings.

    Attributes:
        number: number of games per position.
        throws: number of throws after which games are evaluated; None to play them to the end.
    """

    number: int = 360
    throws: int | None = 10


def two_reasons(reasons: Iterable[Text]) -> Text | None:
    """Join the first one or two reasons for a move into one text; return None if there are none."""
    match list(islice(reasons, 2)):
        case [first, second]:
            return say("{first}; {second}", first=first, second=second)
        case [only]:
            return only
    return None


def _rounded(shares: Sequence[float]) -> list[float]:
    return [round(float(share), 5) for share in shares]


def points(equity: float) -> str:
    """Format points for display: `+0.123`, `−0.045`."""
    return f"{equity:+.3f}".replace("-", "\N{MINUS SIGN}")


def percent(share: float) -> str:
    """Format a probability as a percentage with one decimal, without the percent sign."""
    return f"{100 * share:.1f}"
