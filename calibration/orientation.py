"""The orientation of a board on the screen: the number of quarter turns, and whether it is mirrored.

Each physical board has one orientation, which the screen, the camera and the lights share.
"""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.calibration import store
from fourth_seat.games.geometry import Point, Rectangle

_PART = "orientation"


@dataclass(frozen=True, slots=True)
class Orientation:
    """The orientation of a board, which is mirrored left to right before it is turned.

    Attributes:
        turn: the number of clockwise quarter turns, 0..3.
        mirror: whether the board is seen from behind, or laid out the other way round (home on the left).
    """

    turn: int = 0
    mirror: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "turn", self.turn % 4)

    def apply(self, point: Point, bounds: Rectangle) -> Point:
        """Map a point of a board with these bounds (left, top, right, bottom) to a point within `bounds_of(bounds)`."""
        left, top, right, bottom = bounds
        x, y = point[0] - left, point[1] - top
        width, height = right - left, bottom - top
        if self.mirror:
            x = width - x
        x, y = ((x, y), (height - y, x), (width - x, height - y), (y, width - x))[self.turn]
        return left + x, top + y

    def bounds_of(self, bounds: Rectangle) -> Rectangle:
        """Return the oriented bounds: the top left corner is unchanged, and a quarter turn swaps width and height."""
        left, top, right, bottom = bounds
        width, height = right - left, bottom - top
        if self.turn % 2:
            width, height = height, width
        return left, top, left + width, top + height

    def direction(self, vector: Point) -> Point:
        """Map a direction on the board to one on the screen."""
        x, y = (-vector[0] if self.mirror else vector[0]), vector[1]
        return ((x, y), (-y, x), (-x, -y), (y, -x))[self.turn]

    @property
    def axes(self) -> tuple[Point, Point]:
        """The screen directions of one unit to the right and one unit down on the board."""
        return self.direction((1.0, 0.0)), self.direction((0.0, 1.0))

    def turned(self, quarters: int = 1) -> Orientation:
        """Return this orientation turned further clockwise by this many quarter turns, as seen on the screen."""
        return Orientation(self.turn + quarters, self.mirror)

    def mirrored(self) -> Orientation:
        """Return this orientation mirrored left to right, as seen on the screen."""
        return Orientation(-self.turn, not self.mirror)


def load_orientation(game: str) -> Orientation:
    """Load the orientation of this game's board, which defaults to the one used in the rules.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved = store.load(game, _PART)
    turn, mirror = saved.get("turn", 0), saved.get("mirror", False)
    return Orientation(turn if type(turn) is int else 0, mirror is True)


def save_orientation(game: str, orientation: Orientation) -> None:
    """Save the orientation of this game's board.

    Raises:
        NotSaved: the file cannot be written.
    """
    store.save(game, _PART, {"turn": orientation.turn, "mirror": orientation.mirror})
