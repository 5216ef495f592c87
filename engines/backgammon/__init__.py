"""Backgammon: the seed's player, a quick judgement of positions for the generic search and a player by that judgement
alone; networks and exact endings for the upper levels.
"""

from engines.backgammon import evaluation, seed
from engines.backgammon.explain import explain_figures, explain_move
from engines.backgammon.search import BackgammonSearch
from engines.protocol import Engine
from words import say

ENGINE = Engine(
    players={"seed": seed.choose, "static": evaluation.choose},
    titles={
        "seed": say("Counter · counts the way home and lone checkers"),
        "static": say("One look · judges each move without looking ahead"),
    },
    evaluate=evaluation.evaluate,
    prior=evaluation.prior,
    search=BackgammonSearch,
    heuristic=evaluation.word,
    explain_figures=explain_figures,
    analyses=True,
    explain_move=explain_move,
    search_plays_low_levels=True,
)
