"""Blokus: the seed document's player, and what the generic search knows of the game."""

from __future__ import annotations

from engines.blokus import seed
from engines.blokus.evaluation import evaluate
from engines.blokus.points import final_score
from engines.blokus.prior import Prior
from engines.protocol import Engine

ENGINE = Engine(players={"seed": seed.choose}, evaluate=evaluate, prior=Prior(), final_score=final_score)
