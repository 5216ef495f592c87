"""Engine protocol: the `ENGINE` object that each game's folder under `engines/` provides, with the game's named players and
the evaluation for the searches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol, runtime_checkable

from fourth_seat.engines.choice import Candidate
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.process.dialects import Dialect
from fourth_seat.engines.results import Bounds, MoveAnalysis, MoveValue, RolloutSettings
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.solver import Explanation, OnProgress, Solver
from fourth_seat.games import AnyState
from fourth_seat.games.options import Options
from fourth_seat.words import Text

Choose = Callable[[Any, Random], Any]
"""A player in pure Python: returns a legal move of a state in which a seat, not chance, is to move."""

Evaluate = Callable[[Any], tuple[float, ...]]
"""Static evaluation of a state that is not over: each seat's expected share of the win, in seat order, summing to 1."""

Prior = Callable[[Any, Any], float]
"""Prior of a move before any search: a positive weight, compared among the moves of one state. Must be cheap."""

ExplainMove = Callable[[Any, Any], Text | None]
"""Names the purpose of a legal move of a state in a few words: `opens a corner`; None for a move without explanation."""

MakeSolver = Callable[[Options, EngineLimits], Solver]
"""Makes the solver for a game with these options. Compilers and the like are imported only when it is called."""

ExplainBounds = Callable[[Any, Bounds], Explanation | None]
"""Puts proven bounds of a position's score into words for the side to move; None if they decide nothing."""

ExplainFigures = Callable[[Any, tuple[float, ...]], Text | None]
"""Puts `MoveValue.figures` of a move of this state into words."""


class GameSearch(Protocol):
    """A game's own search. It searches one position at a time; if it has no result in time, the generic search takes over.

    Attributes:
        notices: user-facing messages, for example why the search is unavailable.
    """

    notices: list[Text]

    def choose(self, state: Any, level: int, limit: SearchLimit, on_progress: OnProgress) -> Any | None:
        """Return the move to play at a level from 1 to 9, or None if there was not enough time to search."""

    def values(self, state: Any, most: int | None, limit: SearchLimit, on_progress: OnProgress) -> list[MoveValue]:
        """Return up to `most` of the best moves with their values, starting with the one to play; empty if time ran out."""

    def ponder(self, state: Any, limit: SearchLimit) -> None:
        """Search ahead, in preparation for a call about a position that follows from this one."""


@runtime_checkable
class GameAnalyst(Protocol):
    """A game's own search that can also analyse turns. Results are empty if there was not enough time."""

    def judge(self, state: Any, move: Any, limit: SearchLimit) -> MoveAnalysis | None:
        """Return the analysis of a turn played in a state where the dice have been thrown, or None if there was no time."""

    def rollout(
        self, state: Any, most: int, trials: RolloutSettings, limit: SearchLimit, on_progress: OnProgress
    ) -> list[MoveValue]:
        """Roll out up to `most` of the best moves. Before a throw, roll out the position itself and return a single value
        without a move. If stopped early, return the results so far.
        """


class Appraiser(Protocol):
    """Estimates the value of each legal move and how hard it is to spot, for the levels below the highest. This takes a few
    milliseconds per position.

    Attributes:
        notices: user-facing messages.
    """

    notices: list[Text]

    def candidates(self, state: Any) -> Sequence[Candidate]:
        """Return the legal moves of the seat to move, with their values; empty if they cannot be evaluated."""


MakeAppraiser = Callable[[Options, EngineLimits], Appraiser | None]
"""Makes the appraiser for a game with these options, ready for use; None if it does not support them. Called in the
background, as `MakeSearch` is.
"""


@dataclass(frozen=True, slots=True)
class FittedPlay:
    """A game's support for levels that are fitted to it.

    Attributes:
        appraiser: creates the game's appraiser.
        levels: path of the file written by `training.levels`.
        missed: describes the obvious moves that a level misses, given how many of 100 it misses.
    """

    appraiser: MakeAppraiser
    levels: Path
    missed: Callable[[int], Text]


MakeSearch = Callable[[Options, EngineLimits, Random], GameSearch | None]
"""Makes the search for a game with these options, ready for use; None if it does not support them. Called in the
background: it loads kernels and tables.
"""


@dataclass(frozen=True, slots=True)
class Engine:
    """A game's players and evaluation functions, all of which are optional.

    Attributes:
        players: the named players, such as `seed`, `seed:greedy` or `naive:right`, keyed by the name that selects them as a
            level. `seed` replaces an engine process that fails.
        titles: display names of these players, each with the rule that the player follows.
        evaluate: evaluation for the generic search; defaults to random playouts.
        prior: prior for the generic search; by default, all moves have the same prior.
        final_score: answers GTP's `final_score` if other programs expect a special format; by default, the answer is the
            points of each seat.
        search: creates the game's own search, for the upper levels.
        heuristic: returns the moves with their values, best first, in states that a search for shares of the win cannot
            evaluate; empty in all other states.
        analyses: whether `search` is a `GameAnalyst`.
        search_plays_low_levels: whether `search` plays all levels.
        fitted: support for fitted levels below the highest; by default, these levels differ in the number of positions
            searched.
        explain_move: explains a move to users.
        explain_figures: describes in words the figures that `search` returns with its values.
        solver, explain_bounds: for solved games.
        dialects: GTP dialects of other programs, keyed by the program's answer to `name`.
    """

    players: Mapping[str, Choose] = field(default_factory=dict)
    titles: Mapping[str, Text] = field(default_factory=dict)
    evaluate: Evaluate | None = None
    prior: Prior | None = None
    final_score: Callable[[Any], str] | None = None
    dialects: Mapping[str, Callable[[], Dialect]] = field(default_factory=dict)
    search: MakeSearch | None = None
    heuristic: Callable[[Any], Sequence[MoveValue]] = lambda _state: ()
    analyses: bool = False
    search_plays_low_levels: bool = False
    fitted: FittedPlay | None = None
    explain_move: ExplainMove = lambda _state, _move: None
    explain_figures: ExplainFigures = lambda _state, _figures: None
    solver: MakeSolver | None = None
    explain_bounds: ExplainBounds | None = None


def choose_random(state: AnyState, rng: Random) -> Any:
    """Choose as the player `random` does: a uniformly random legal move."""
    return rng.choice(list(state.legal()))
