"""The Blokus engine: the seed document's player, evaluation and prior for the generic search, and a search of its own."""

from __future__ import annotations

from engines.blokus import seed
from engines.blokus.evaluation import BlokusPrior, evaluate
from engines.blokus.explain import explain_move, final_score
from engines.blokus.pentobi import Pentobi
from engines.blokus.search import BlokusSearch
from engines.protocol import Engine
from words import say

ENGINE = Engine(
    players={"seed": seed.choose},
    titles={"seed": say("Anna · large pieces first, far from home")},
    evaluate=evaluate,
    prior=BlokusPrior(),
    search=BlokusSearch,
    explain_move=explain_move,
    final_score=final_score,
    dialects={"Pentobi": Pentobi},
)
