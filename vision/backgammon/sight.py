"""What the two networks are for, and where their weights are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.backgammon.network import Network
from vision.protocols import Image

WEIGHTS = Path(__file__).parent / "weights"
DILATIONS = {"above": (1, 2, 4, 1, 1), "table": (1, 2, 4, 8, 4, 1)}
WINDOW = (
    -0.75,
    -0.75,
    13.75,
    12.25,
    16,
)  # left, top, right, bottom in board units of what the reader looks at; pixels a unit


@dataclass(frozen=True)
class Seen:
    """What a network sees in each cell of 4 by 4 pixels, as probabilities; each of shape (height // 4, width // 4).

    Attributes:
        centre: a checker's centre.
        checker: a checker.
        foreign: an arm, a hand, a sleeve.
        field: the ground of one of the board's halves, whatever lies on it.
    """

    centre: NDArray[np.float32]
    checker: NDArray[np.float32]
    foreign: NDArray[np.float32]
    field: NDArray[np.float32]


@cache
def _network(name: str) -> Network:
    return Network.load(WEIGHTS / f"{name}.npz", DILATIONS[name])


def look(name: str, image: Image) -> Seen:
    """What the network `above` or `table` sees."""
    chances = 1 / (1 + np.exp(-_network(name)(image)))
    return Seen(*np.moveaxis(chances, -1, 0))
