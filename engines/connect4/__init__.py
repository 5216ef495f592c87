"""Connect 4: the seed players, what the generic search knows about the game, and the solver."""

from engines.connect4.evaluation import evaluate, prior
from engines.connect4.explain import explain_bounds
from engines.connect4.seed import PLAYERS, TITLES
from engines.connect4.solver import Connect4Solver
from engines.protocol import Engine

ENGINE = Engine(PLAYERS, TITLES, evaluate, prior, solver=Connect4Solver, explain_bounds=explain_bounds)
