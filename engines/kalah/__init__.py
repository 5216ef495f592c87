"""Kalah: the seed players, and what the generic search knows about the game."""

from engines.kalah.evaluation import evaluate, prior
from engines.kalah.seed import PLAYERS
from engines.protocol import Engine

ENGINE = Engine(PLAYERS, evaluate, prior)
