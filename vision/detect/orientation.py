"""The orientation of a board: a picture shows four corners, but not which of them the rules call top left.

Boards are turned on the table, and some are set up mirrored. The pieces on the board show its orientation, at the latest
when the first move is made.
"""

from __future__ import annotations

from calibration.lens import Points
from games import AnyGame
from games.options import Options
from vision.protocols import Orientations


def possible_orientations(corners: Points, orientations: Orientations, square: bool) -> list[Points]:
    """Return the corners in each order in which a board can lie there, the order given first.

    A board that is as wide as high can be turned by quarters, others only by halves: seen from straight above a side is
    mistaken for another no further than perspective shortens it, and detectors name the long sides as top and bottom.
    """
    if orientations is Orientations.FIXED:
        return [corners]
    ways = [corners]
    for _ in range(3 if square else 1):
        ways.append(rotated(ways[-1], square))
    if orientations is Orientations.ROTATED_OR_MIRRORED:
        ways += [mirrored(way) for way in ways]
    return ways


def is_square(game: AnyGame, options: Options) -> bool:
    """Return whether the playing area is as wide as high."""
    left, top, right, bottom = game.geometry(options).area
    return abs((right - left) - (bottom - top)) < 1e-6


def rotated(corners: Points, square: bool) -> Points:
    """Return the corners of a board that lies turned: by a quarter where it is square, else by a half."""
    return corners[[1, 2, 3, 0] if square else [2, 3, 0, 1]]


def mirrored(corners: Points) -> Points:
    """Return the corners of a board that lies with left and right exchanged."""
    return corners[[1, 0, 3, 2]]
