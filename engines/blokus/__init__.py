"""The Blokus engine: the baseline player, an evaluation and a prior for the generic search, and its own search."""

from __future__ import annotations

from pathlib import Path
from random import Random

from fourth_seat.engines.blokus import baseline
from fourth_seat.engines.blokus.evaluation import BlokusPrior, evaluate
from fourth_seat.engines.blokus.explain import explain_move, final_score
from fourth_seat.engines.blokus.pentobi import Pentobi
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.protocol import Appraiser, Engine, FittedPlay, GameSearch
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say


def search(options: Options, limits: EngineLimits, rng: Random) -> GameSearch:
    """Load and return the game's own search."""
    from fourth_seat.engines.blokus.search import BlokusSearch  # which loads kernels

    return BlokusSearch(options, limits, rng)


def appraiser(options: Options, _limits: EngineLimits) -> Appraiser:
    """Load and return the game's appraiser."""
    from fourth_seat.engines.blokus.appraiser import BlokusAppraiser  # which loads kernels

    return BlokusAppraiser(options)


def missed(count: int) -> Text:
    """Describe how many of 100 opportunities to place one of the largest pieces in the first rounds are missed."""
    return say("{n} of 100 chances to place a large piece early on", n=count)


ENGINE = Engine(
    players={"seed": baseline.choose},
    titles={"seed": say("Anna · large pieces first, far from home")},
    evaluate=evaluate,
    prior=BlokusPrior(),
    search=search,
    explain_move=explain_move,
    final_score=final_score,
    dialects={"Pentobi": Pentobi},
    fitted=FittedPlay(appraiser, Path(__file__).with_name("levels.toml"), missed),
)
