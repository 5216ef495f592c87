"""Which games can be seen, and by what. An eye is imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from vision.protocols import BoardVision

REGISTRY = {
    "blokus": "vision.blokus",
    "connect4": "vision.connect4",
    "kalah": "vision.kalah",
    "backgammon": "vision.backgammon",
    "tridice": "vision.tridice",
}


@cache
def board_vision(game: str) -> BoardVision:
    """The eye for a game by its registered name."""
    eye: BoardVision = import_module(REGISTRY[game]).VISION
    return eye
