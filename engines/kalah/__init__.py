"""Kalah: the seed players, what the generic search knows about the game, and the solver."""

from __future__ import annotations

from engines.exact import Solver
from engines.kalah.evaluation import evaluate, prior
from engines.kalah.seed import PLAYERS
from engines.kalah.verdict import verdict
from engines.means import Means
from engines.protocol import Engine
from games.options import Options


def _solver(options: Options, means: Means) -> Solver:
    from engines.kalah.solver import KalahSolver  # brings the compiler

    return KalahSolver(options, means.folder, means.memory, means.threads)


ENGINE = Engine(PLAYERS, evaluate, prior, solver=_solver, verdict=verdict)
