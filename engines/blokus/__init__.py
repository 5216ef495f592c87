"""Blokus: the seed document's player, what the generic search knows of the game, and a search of its own."""

from __future__ import annotations

from engines.blokus import seed
from engines.blokus.evaluation import evaluate
from engines.blokus.explain import explain_move
from engines.blokus.pentobi import Pentobi
from engines.blokus.points import final_score
from engines.blokus.prior import BlokusPrior
from engines.blokus.search import BlokusSearch
from engines.protocol import Engine

ENGINE = Engine(
    players={"seed": seed.choose},
    evaluate=evaluate,
    prior=BlokusPrior(),
    search=BlokusSearch,
    explain_move=explain_move,
    final_score=final_score,
    dialects={"Pentobi": Pentobi},
)
