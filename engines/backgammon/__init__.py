"""Backgammon: the baseline player, a quick evaluation for the generic search and a player based on it alone, and networks
and exact endgames for the upper levels.
"""

from pathlib import Path
from random import Random

from fourth_seat.engines.backgammon import baseline, evaluation
from fourth_seat.engines.backgammon.explain import explain_figures, explain_move
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.protocol import Appraiser, Engine, FittedPlay, GameSearch
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say


def search(options: Options, limits: EngineLimits, rng: Random) -> GameSearch:
    """Load and return the game's own search."""
    from fourth_seat.engines.backgammon.search import BackgammonSearch  # which loads kernels

    return BackgammonSearch(options, limits, rng)


def appraiser(_options: Options, _limits: EngineLimits) -> Appraiser:
    """Load and return the game's appraiser."""
    from fourth_seat.engines.backgammon.appraiser import BackgammonAppraiser  # which loads kernels

    return BackgammonAppraiser()


def missed(count: int) -> Text:
    """Describe how many of 100 safe hits and opportunities to bear off are missed."""
    return say("{n} of 100 safe hits and chances to bear off", n=count)


ENGINE = Engine(
    players={"seed": baseline.choose, "static": evaluation.choose},
    titles={
        "seed": say("Counter · counts pips and lone checkers"),
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
    fitted=FittedPlay(appraiser, Path(__file__).with_name("levels.toml"), missed),
)
