"""TriDice: the seed player, what the generic search knows about the game, a search of its own, and exact endings."""

from engines.protocol import Engine
from engines.tridice.evaluation import evaluate, prior
from engines.tridice.searcher import TriDiceSearcher
from engines.tridice.seed import PLAYERS
from engines.tridice.verdict import verdict

ENGINE = Engine(PLAYERS, evaluate, prior, searcher=TriDiceSearcher, verdict=verdict)
