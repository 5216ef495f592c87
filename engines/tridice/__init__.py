"""TriDice: the seed player, and what the generic search knows about the game."""

from engines.protocol import Engine
from engines.tridice.evaluation import evaluate, prior
from engines.tridice.seed import PLAYERS

ENGINE = Engine(PLAYERS, evaluate, prior)
