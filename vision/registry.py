"""The registry of games that the camera can see, which are those with a package here that has a `classifier` module. Large
dependencies are imported lazily, when a board has to be read.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from fourth_seat.games import AnyGame
from fourth_seat.processes.extras.catalogue import need
from fourth_seat.vision.errors import GameNotSeen
from fourth_seat.words import say

if TYPE_CHECKING:
    from fourth_seat.vision.protocols import BoardVision


def can_see(game: AnyGame) -> bool:
    """Return whether the camera can see this game."""
    found = find_spec(f"fourth_seat.vision.{game.name}")
    return any((Path(folder) / "classifier.py").exists() for folder in (found and found.submodule_search_locations) or ())


def require_vision(game: AnyGame) -> None:
    """Raise `GameNotSeen` if the camera cannot see this game yet."""
    if not can_see(game):
        raise GameNotSeen(say("the camera cannot see {game} yet: enter its moves by hand", game=game.title))


def require_camera(game: AnyGame) -> None:
    """Ensure that a camera can see this game, and that the packages for reading pictures are installed.

    Raises:
        GameNotSeen: the camera cannot see it yet.
        MissingExtra: the extra for reading pictures is not installed.
    """
    require_vision(game)
    need("camera")


@cache
def board_vision(game: AnyGame) -> BoardVision:
    """Return the vision for a game's board.

    Raises:
        GameNotSeen: the camera cannot see it yet.
    """
    require_vision(game)
    vision: BoardVision = import_module(f"fourth_seat.vision.{game.name}").VISION
    return vision
