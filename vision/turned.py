"""Which way round a board lies: a picture shows four corners, but not which of them the rules call top left.

Boards are turned on the table, and backgammon's home lies left or right. What lies on the board tells, at the latest when
the first move is made.
"""

from __future__ import annotations

from calibration.lens import Points
from games import AnyGame
from games.options import Options

UPRIGHT = ("connect4",)  # stands in its frame, seen from the front
SIDEWAYS = ("backgammon",)  # is also laid out mirrored
"""Games by name: how a box may lie is no matter of its rules."""


def ways_round(game: AnyGame, options: Options, corners: Points) -> list[Points]:
    """The corners in each order in which this game's board can lie there, the order given first.

    A board that is as wide as high can be turned by quarters, others only by halves: seen from straight above a side is
    mistaken for another no further than perspective shortens it, and finders answer the long sides as top and bottom.
    """
    if game.name in UPRIGHT:
        return [corners]
    left, top, right, bottom = game.geometry(options).area
    square = abs((right - left) - (bottom - top)) < 1e-6
    turned = [corners[[*range(n, 4), *range(n)]] for n in (range(4) if square else (0, 2))]
    if game.name in SIDEWAYS:
        turned += [each[[1, 0, 3, 2]] for each in turned]
    return turned
