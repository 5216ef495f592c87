"""Kalah: the baseline players, the evaluation for the generic search, and the solver."""

from __future__ import annotations

from pathlib import Path

from fourth_seat.engines.kalah.baseline import PLAYERS, TITLES
from fourth_seat.engines.kalah.evaluation import evaluate, prior
from fourth_seat.engines.kalah.solver import KalahSolver, explain_bounds
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.protocol import Appraiser, Engine, FittedPlay
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say


def appraiser(options: Options, _limits: EngineLimits) -> Appraiser:
    """Return the appraiser for Kalah."""
    from fourth_seat.engines.kalah.appraiser import KalahAppraiser  # which loads kernels

    return KalahAppraiser(options)


def missed(count: int) -> Text:
    """Describe how many of 100 extra turns and captures of at least four seeds are missed."""
    return say("{n} of 100 extra turns and large captures", n=count)


ENGINE = Engine(
    PLAYERS,
    TITLES,
    evaluate,
    prior,
    solver=KalahSolver,
    explain_bounds=explain_bounds,
    fitted=FittedPlay(appraiser, Path(__file__).with_name("levels.toml"), missed),
)
