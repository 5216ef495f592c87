"""What a game's own folder under `engines/` offers: an `ENGINE` with named players and the knowledge that search uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from engines.limits import EngineLimits
from engines.solver import Bounds, Explanation, Solver
from games import AnyState
from games.options import Options
from words import Text

if TYPE_CHECKING:
    from engines.process.dialects import Dialect
    from engines.search.game_search import MakeSearch

Choose = Callable[[Any, Random], Any]
"""A player in pure Python: state (somebody's turn, not chance's) and randomness in, one of its legal moves out."""

Evaluate = Callable[[Any], tuple[float, ...]]
"""Static evaluation of a state that is not over: each seat's expected share of the win, in seat order, summing to 1."""

Prior = Callable[[Any, Any], float]
"""How promising a move looks before any search: a positive weight, compared among the moves of one state. Must be cheap."""

ExplainMove = Callable[[Any, Any], Text | None]
"""Says in a few words what a legal move of a state is for: `opens a corner`; None where there is nothing to say."""

MakeSolver = Callable[[Options, EngineLimits], Solver]
"""Makes what solves a game with these options. Only when it is called are compilers and the like imported."""

ExplainBounds = Callable[[Any, Bounds], Explanation | None]
"""Says in words what bounds of a position's score mean for the side to move; None where that is nothing to people."""


ExplainFigures = Callable[[Any, tuple[float, ...]], Text | None]
"""Says in words what the figures mean that a searcher gives with the values of a state's moves."""


def no_move_explanation(_state: AnyState, _move: Any) -> None:
    """Of a game in which nothing is said of moves."""


def no_figures_explanation(_state: AnyState, _figures: tuple[float, ...]) -> None:
    """Of a game whose searcher gives no figures."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A game's players and knowledge; all of it optional.

    Attributes:
        players: by the name a level takes, such as `seed`, `seed:greedy`, `naive:right`. `seed` moves
            when an engine process fails.
        evaluate: for the generic search; without it, random playouts judge.
        prior: for the generic search; without it, all moves look alike.
        searcher: a search of the game's own, for the upper levels.
        thumb: what is done by rule of thumb, in states that a search by shares of the win cannot judge; None in others.
        told: words for the figures that the searcher gives.
        analysed: whether its searcher is an `Analyst`.
        searcher_below: whether it plays the lower levels too.
        purpose: what a move is for, for people who wonder.
        solver, verdict: for a game that is solved.
        final_score: what GTP's `final_score` answers where other programs expect a form of their own;
            without it, the points of each seat.
        dialects: the ways of other programs, by the names by which they introduce themselves.
    """

    players: Mapping[str, Choose] = field(default_factory=dict)
    evaluate: Evaluate | None = None
    prior: Prior | None = None
    final_score: Callable[[Any], str] | None = None
    dialects: Mapping[str, Callable[[], Dialect]] = field(default_factory=dict)
    search: MakeSearch | None = None
    heuristic: Callable[[Any], Any | None] | None = None
    analyses: bool = False
    search_plays_low_levels: bool = False
    explain_move: ExplainMove = no_move_explanation
    explain_figures: ExplainFigures = no_figures_explanation
    solver: MakeSolver | None = None
    explain_bounds: ExplainBounds | None = None


def choose_random(state: AnyState, rng: Random) -> Any:
    """The player `random`: any legal move, all equally likely."""
    return rng.choice(list(state.legal()))
