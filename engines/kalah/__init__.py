"""Kalah: the seed players, what the generic search knows about the game, and the solver."""

from __future__ import annotations

from engines.kalah.evaluation import evaluate, prior
from engines.kalah.explain import explain_bounds
from engines.kalah.seed import PLAYERS, TITLES
from engines.kalah.solver import KalahSolver
from engines.protocol import Engine

ENGINE = Engine(PLAYERS, TITLES, evaluate, prior, solver=KalahSolver, explain_bounds=explain_bounds)
