"""Backgammon: the seed's player, a quick judgement of positions for the generic search and a player by that judgement
alone; networks and exact endings for the upper levels.
"""

from engines.backgammon import seed, static
from engines.backgammon.cube.words import told
from engines.backgammon.purpose import purpose
from engines.backgammon.searcher import BackgammonSearcher
from engines.protocol import Engine

ENGINE = Engine(
    players={"seed": seed.choose, "static": static.choose},
    evaluate=static.evaluate,
    prior=static.prior,
    searcher=BackgammonSearcher,
    thumb=static.word,
    told=told,
    analysed=True,
    purpose=purpose,
    searcher_below=True,
)
