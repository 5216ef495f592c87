"""Connect 4: the baseline players, the generic search's knowledge of the game, the solver, and the fitted levels."""

from pathlib import Path

from fourth_seat.engines.connect4.appraiser import Connect4Appraiser
from fourth_seat.engines.connect4.baseline import PLAYERS, TITLES
from fourth_seat.engines.connect4.evaluation import evaluate, prior
from fourth_seat.engines.connect4.solver import Connect4Solver, explain_bounds
from fourth_seat.engines.protocol import Engine, FittedPlay
from fourth_seat.words import Text, say


def describe(level: int, missed: int) -> Text:
    """Describe a level by the percentage of the wins and threats of one stone that it misses."""
    match level:
        case 1:
            return say("1 · as strong as our model of a child; misses {n} of 100 wins and threats", n=missed)
        case 5:
            return say("5 · as strong as our model of a careful player; misses {n} of 100 wins and threats", n=missed)
    return say("{level} · misses {n} of 100 wins and threats", level=level, n=missed)


ENGINE = Engine(
    PLAYERS,
    TITLES,
    evaluate,
    prior,
    solver=Connect4Solver,
    explain_bounds=explain_bounds,
    fitted=FittedPlay(Connect4Appraiser, Path(__file__).with_name("levels.toml"), describe),
)
