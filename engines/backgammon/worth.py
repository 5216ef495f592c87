"""What the six ends of a game are worth to a side: by the options, the cube, and what the match still needs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.backgammon.cube.at_stake import at_stake
from games.backgammon.rules import BackgammonState


def worth(state: BackgammonState) -> NDArray[np.float32]:
    """For the side on roll, from its backgammon lost to its backgammon won, the cube never turned again; 1 is to win what
    the cube shows. In a match the chance to win it counts: points beyond those that end it are worth nothing.
    """
    return np.array(at_stake(state, state.turn).ends(state.cube.value), np.float32)
