"""Connect 4: the baseline players, the generic search's knowledge of the game, the solver, and the fitted levels."""

from pathlib import Path

from fourth_seat.engines.connect4.appraiser import Connect4Appraiser
from fourth_seat.engines.connect4.baseline import PLAYERS, TITLES
from fourth_seat.engines.connect4.evaluation import evaluate, prior
from fourth_seat.engines.connect4.solver import Connect4Solver, explain_bounds
from fourth_seat.engines.protocol import Engine, FittedPlay
from fourth_seat.words import Text, say


def missed(count: int) -> Text:
    """Describe how many of 100 opportunities to complete or block a four are missed."""
    return say("{n} of 100 wins and threats", n=count)


ENGINE = Engine(
    PLAYERS,
    TITLES,
    evaluate,
    prior,
    solver=Connect4Solver,
    explain_bounds=explain_bounds,
    fitted=FittedPlay(Connect4Appraiser, Path(__file__).with_name("levels.toml"), missed),
)
