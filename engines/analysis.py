"""Looking at a game after it, and more closely than time allows during it: what a search of a game's own may offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from engines.search.choice import Found
from engines.search.limit import SearchLimit
from engines.solver import OnProgress


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """How positions are played on many times.

    Attributes:
        number: games for each.
        throws: after which they are judged; None: they are played to their ends.
    """

    number: int = 360
    throws: int | None = 10


@dataclass(frozen=True, slots=True)
class SearchedTurn:
    """What one turn was worth, throw and move, each move with its outlook.

    Attributes:
        best: the best move, looked at as closely as the one played.
        played: the one that was played.
        choices: how many different moves there were.
        luck: points that the throw was worth beyond the mean of all throws.
    """

    best: Found
    played: Found
    choices: int
    luck: float


@runtime_checkable
class GameAnalyst(Protocol):
    """A searcher that can do this too. It answers None where there was no time, or where it has nothing to say."""

    def judge(self, state: Any, move: Any, limit: SearchLimit) -> SearchedTurn | None:
        """What a turn was worth, played from a state in which the dice are thrown."""

    def rollout(
        self, state: Any, most: int, trials: RolloutSettings, limit: SearchLimit, on_progress: OnProgress
    ) -> list[Found]:
        """The best moves, so many at most, each played on many times; where the dice are not thrown yet, the position
        itself as the only one, without a move. Told to stop it gives what is known so far.
        """
