"""Connect 4: the baseline players, the generic search's knowledge of the game, and the solver."""

from fourth_seat.engines.connect4.baseline import PLAYERS, TITLES
from fourth_seat.engines.connect4.evaluation import evaluate, prior
from fourth_seat.engines.connect4.solver import Connect4Solver, explain_bounds
from fourth_seat.engines.protocol import Engine

ENGINE = Engine(PLAYERS, TITLES, evaluate, prior, solver=Connect4Solver, explain_bounds=explain_bounds)
