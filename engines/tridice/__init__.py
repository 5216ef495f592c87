"""TriDice: the seed player, what the generic search knows about the game, a search of its own, and exact endings."""

from random import Random

from engines.means import Means
from engines.protocol import Engine
from engines.search.searcher import Searcher
from engines.tridice.evaluation import evaluate, prior
from engines.tridice.purpose import purpose
from engines.tridice.searcher import TriDiceSearcher
from engines.tridice.seed import PLAYERS
from engines.tridice.verdict import verdict
from games.options import Options
from games.tridice.rules import MIXED


def searcher(options: Options, means: Means, dice: Random) -> Searcher | None:
    """None for a mixed set: kernels and tables know one kind of dice (the other in the mirror), the generic search any."""
    return None if options["handedness"] in MIXED else TriDiceSearcher(options, means, dice)


ENGINE = Engine(PLAYERS, evaluate, prior, searcher=searcher, purpose=purpose, verdict=verdict)
