"""The Blokus engine: the baseline player, an evaluation and a prior for the generic search, and its own search."""

from __future__ import annotations

from random import Random

from fourth_seat.engines.blokus import baseline
from fourth_seat.engines.blokus.evaluation import BlokusPrior, evaluate
from fourth_seat.engines.blokus.explain import explain_move, final_score
from fourth_seat.engines.blokus.pentobi import Pentobi
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.protocol import Engine, GameSearch
from fourth_seat.games.options import Options
from fourth_seat.words import say


def search(options: Options, limits: EngineLimits, rng: Random) -> GameSearch:
    """Return the game's own search, once it has loaded what it needs."""
    from fourth_seat.engines.blokus.search import BlokusSearch  # which loads kernels

    return BlokusSearch(options, limits, rng)


ENGINE = Engine(
    players={"seed": baseline.choose},
    titles={"seed": say("Anna · large pieces first, far from home")},
    evaluate=evaluate,
    prior=BlokusPrior(),
    search=search,
    explain_move=explain_move,
    final_score=final_score,
    dialects={"Pentobi": Pentobi},
)
