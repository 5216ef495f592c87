"""Backgammon: the seed's player, a quick judgement of positions for the search, and a player by that judgement alone."""

from engines.backgammon import seed, static
from engines.protocol import Engine

ENGINE = Engine(
    players={"seed": seed.choose, "static": static.choose},
    evaluate=static.evaluate,
    prior=static.prior,
)
