"""Blokus: the seed document's player, what the generic search knows of the game, and a search of its own."""

from __future__ import annotations

from engines.blokus import seed
from engines.blokus.evaluation import evaluate
from engines.blokus.points import final_score
from engines.blokus.prior import Prior
from engines.blokus.purpose import purpose
from engines.blokus.searcher import BlokusSearcher
from engines.protocol import Engine

ENGINE = Engine(
    players={"seed": seed.choose},
    evaluate=evaluate,
    prior=Prior(),
    searcher=BlokusSearcher,
    purpose=purpose,
    final_score=final_score,
)
