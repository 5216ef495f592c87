"""Connect 4: the seed players, and what the generic search knows about the game."""

from engines.connect4.evaluation import evaluate, prior
from engines.connect4.seed import PLAYERS
from engines.protocol import Engine

ENGINE = Engine(PLAYERS, evaluate, prior)
