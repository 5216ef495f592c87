"""Kalah: the seed players, what the generic search knows about the game, and the solver."""

from __future__ import annotations

from pathlib import Path

from engines.exact import Solver
from engines.kalah.evaluation import evaluate, prior
from engines.kalah.seed import PLAYERS
from engines.protocol import Engine
from games.options import Options


def _solver(options: Options, folder: Path | None, memory: int, threads: int) -> Solver:
    from engines.kalah.solver import KalahSolver  # brings the compiler

    return KalahSolver(options, folder, memory, threads)


ENGINE = Engine(PLAYERS, evaluate, prior, solver=_solver)
