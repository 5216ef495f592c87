"""Backgammon: the seed player, a quick evaluation for the generic search and a player that uses it alone; networks and
exact endgames for the upper levels.
"""

from random import Random

from engines.backgammon import evaluation, seed
from engines.backgammon.explain import explain_figures, explain_move
from engines.limits import EngineLimits
from engines.protocol import Engine, GameSearch
from games.options import Options
from words import say


def search(options: Options, limits: EngineLimits, rng: Random) -> GameSearch:
    """Return the game's own search, once it has loaded what it needs."""
    from engines.backgammon.search import BackgammonSearch  # which loads kernels

    return BackgammonSearch(options, limits, rng)


ENGINE = Engine(
    players={"seed": seed.choose, "static": evaluation.choose},
    titles={
        "seed": say("Counter · counts the way home and lone checkers"),
        "static": say("One look · judges each move without looking ahead"),
    },
    evaluate=evaluation.evaluate,
    prior=evaluation.prior,
    search=search,
    heuristic=evaluation.heuristic,
    explain_figures=explain_figures,
    analyses=True,
    explain_move=explain_move,
    search_plays_low_levels=True,
)
