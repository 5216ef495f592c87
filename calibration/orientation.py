"""How a board lies on this table, seen from where the screen stands: turned by quarters, perhaps mirrored.

One for each physical board; screen, camera and lights use the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from calibration import store
from games.geometry import Point, Rectangle

_PART = "orientation"


@dataclass(frozen=True, slots=True)
class Orientation:
    """A board is mirrored left to right first, then turned clockwise.

    Attributes:
        turn: quarters, 0..3.
        mirror: seen from behind, or laid out the other way round (home on the left).
    """

    turn: int = 0
    mirror: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "turn", self.turn % 4)

    def apply(self, point: Point, bounds: Rectangle) -> Point:
        """Where a point of a board with these bounds (left, top, right, bottom) lies; within `bounds_of(bounds)`."""
        left, top, right, bottom = bounds
        x, y = point[0] - left, point[1] - top
        width, height = right - left, bottom - top
        if self.mirror:
            x = width - x
        x, y = ((x, y), (height - y, x), (width - x, height - y), (y, width - x))[self.turn]
        return left + x, top + y

    def invert(self, point: Point, bounds: Rectangle) -> Point:
        """The point of the board that lies at `point`; `bounds` are the board's own, as for `apply`."""
        left, top, right, bottom = bounds
        x, y = point[0] - left, point[1] - top
        width, height = right - left, bottom - top
        x, y = ((x, y), (y, height - x), (width - x, height - y), (width - y, x))[self.turn]
        if self.mirror:
            x = width - x
        return left + x, top + y

    def bounds_of(self, bounds: Rectangle) -> Rectangle:
        """The bounds of the board as it lies: the same corner, width and height exchanged where it stands on its side."""
        left, top, right, bottom = bounds
        width, height = right - left, bottom - top
        if self.turn % 2:
            width, height = height, width
        return left, top, left + width, top + height

    def direction(self, vector: Point) -> Point:
        """Where a direction of the board points as it lies."""
        x, y = (-vector[0] if self.mirror else vector[0]), vector[1]
        return ((x, y), (-y, x), (-x, -y), (y, -x))[self.turn]

    def turned(self, quarters: int = 1) -> Orientation:
        """The board turned further, clockwise as it is seen."""
        return Orientation(self.turn + quarters, self.mirror)

    def mirrored(self) -> Orientation:
        """The board mirrored left to right as it is seen."""
        return Orientation(-self.turn, not self.mirror)


def load_orientation(game: str) -> Orientation:
    """The orientation of this game's board as it was last saved; as the rules draw it where there is none.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved = store.load(game, _PART)
    turn, mirror = saved.get("turn", 0), saved.get("mirror", False)
    return Orientation(turn if type(turn) is int else 0, mirror is True)


def save_orientation(game: str, orientation: Orientation) -> None:
    """Keeps the orientation of this game's board.

    Raises:
        NotSaved: the disk does not take it.
    """
    store.save(game, _PART, {"turn": orientation.turn, "mirror": orientation.mirror})
