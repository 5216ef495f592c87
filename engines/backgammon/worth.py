"""What the six ends of a game are worth to a side: by the options, the cube, and what the match still needs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from games.backgammon.match import missing
from games.backgammon.rules import Backgammon

TIMES = (1, 2, 3)  # a single game, a gammon, a backgammon


def worth(state: Backgammon) -> NDArray[np.float32]:
    """For the side on roll, from its backgammon lost to its backgammon won, in units of the cube. Points beyond those that
    end the match count nothing.
    """
    wins = [_counted(state, state.turn, times) for times in TIMES]
    losses = [_counted(state, 3 - state.turn, times) for times in TIMES]
    return np.array([*(-points for points in reversed(losses)), *wins], np.float32)


def _counted(state: Backgammon, colour: int, times: int) -> float:
    options, value = state.rules, state.cube.value
    jacoby = options["jacoby"] and options["cube"] and not options["match"] and value == 1
    if jacoby or not options["gammon"]:
        times = 1
    elif not options["backgammon"]:
        times = min(times, 2)
    needed = missing(options, colour)
    return times if needed is None else min(times, max(needed, 1) / value)
