"""TriDice's engine: the baseline player, an evaluation for the generic search, a dedicated search, and exact endgame
values.
"""

from pathlib import Path
from random import Random

from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.protocol import Appraiser, Engine, FittedPlay, GameSearch
from fourth_seat.engines.tridice.baseline import PLAYERS, TITLES
from fourth_seat.engines.tridice.evaluation import evaluate, prior
from fourth_seat.engines.tridice.explain import explain_bounds, explain_move
from fourth_seat.games.options import Options
from fourth_seat.games.tridice.rules import MIXED_OPTIONS
from fourth_seat.words import Text, say


def search(options: Options, limits: EngineLimits, rng: Random) -> GameSearch | None:
    """Return the game's own search, or None for a mixed set of dice, which the kernels do not support."""
    if options["handedness"] in MIXED_OPTIONS:
        return None
    from fourth_seat.engines.tridice.search import TriDiceSearch  # which loads kernels

    return TriDiceSearch(options, limits, rng)


def appraiser(options: Options, _limits: EngineLimits) -> Appraiser | None:
    """Return the game's appraiser, or None for a mixed set of dice, as in `search`."""
    if options["handedness"] in MIXED_OPTIONS:
        return None
    from fourth_seat.engines.tridice.appraiser import TriDiceAppraiser  # which loads kernels

    return TriDiceAppraiser()


def missed(count: int) -> Text:
    """Describe how many out of 100 chances to take or save the last die are missed."""
    return say("{n} of 100 chances to take or save the last die", n=count)


ENGINE = Engine(
    PLAYERS,
    TITLES,
    evaluate,
    prior,
    search=search,
    explain_move=explain_move,
    explain_bounds=explain_bounds,
    fitted=FittedPlay(appraiser, Path(__file__).with_name("levels.toml"), missed),
)
