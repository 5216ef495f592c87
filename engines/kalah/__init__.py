"""Kalah: the baseline players, the generic search's knowledge of the game, and the solver."""

from __future__ import annotations

from fourth_seat.engines.kalah.baseline import PLAYERS, TITLES
from fourth_seat.engines.kalah.evaluation import evaluate, prior
from fourth_seat.engines.kalah.solver import KalahSolver, explain_bounds
from fourth_seat.engines.protocol import Engine

ENGINE = Engine(PLAYERS, TITLES, evaluate, prior, solver=KalahSolver, explain_bounds=explain_bounds)
