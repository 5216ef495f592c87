"""The protocols for a game's vision. Each game that the camera can see has a package here with a `VISION` object."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import AnyGame
from fourth_seat.games.contents import Cells
from fourth_seat.games.options import Options
from fourth_seat.inference.evidence import Evidence
from fourth_seat.words import Text

T = TypeVar("T")

Image = NDArray[np.uint8]
"""A picture of shape (height, width, 3), with channels blue, green, red, as in OpenCV."""

PictureSize = tuple[int, int]
"""The width and height of a picture in pixels."""

Appearance = Mapping[str, Any]
"""The learned appearance and shape of a set: numbers, strings and lists of them, as supported by TOML."""

REFERENCE_KEY = "transient"
"""The key of the part of an appearance that depends on the current position. It is not kept between sessions. Each of its
parts has the `corners` of the board in the picture from which it was made.
"""

UNUSABLE_APPEARANCE = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, MemoryError, cv2.error)
"""Errors that classifiers may raise for an appearance that they did not learn: files may contain anything."""


def size_of(image: Image) -> PictureSize:
    """Return the size of a picture, which may also be greyscale, shape (height, width)."""
    return image.shape[1], image.shape[0]


def with_usable(
    use: Callable[[Image, View, Appearance, Options], T], image: Image, view: View, appearance: Appearance, options: Options
) -> tuple[T, Appearance]:
    """Call a classifier's method. If it cannot use the appearance, which may come from a file, call it again without one.
    Return the result and the appearance that was used.
    """
    with np.errstate(all="ignore"):
        try:
            return use(image, view, appearance, options), appearance
        except UNUSABLE_APPEARANCE:
            if not appearance:
                raise
            return use(image, view, {}, options), {}


def lasting(appearance: Appearance) -> dict[str, Any]:
    """Return the part of an appearance that is kept between sessions."""
    return {name: value for name, value in appearance.items() if name != REFERENCE_KEY}


@dataclass(frozen=True, slots=True)
class DetectedBoard:
    """A board in a picture.

    Attributes:
        corners: the top left, top right, bottom right and bottom left corners of the playing area, in pixels, shape (4, 2).
            They are named by their positions in the picture, which counts as turned by a quarter if an oblong board lies on
            its side, and by a half if its pieces show that it is upside down.
        confidence: the detector's confidence, 0..1.
        shape: the board's construction, such as the width of its bar, to be merged into its appearance.
    """

    corners: Points
    confidence: float
    shape: Appearance = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardNotFound:
    """No board was found; `reason` is a human-readable explanation."""

    reason: Text


@dataclass(frozen=True, slots=True)
class PictureLook:
    """A way to look for a board in a picture.

    Attributes:
        quarters: the number of quarter turns clockwise.
        margin: the margin added on each side, as a fraction of that side.
    """

    quarters: int = 0
    margin: float = 0.0


class Detector(Protocol):
    """Detects one game's board in an arbitrary picture."""

    def detect(self, image: Image, options: Options) -> DetectedBoard | BoardNotFound: ...


class Classifier(Protocol):
    """Classifies the contents of each cell of one game's board.

    Classifiers are stateless: everything learned is in the appearance passed to them.
    """

    def classify(self, image: Image, view: View, appearance: Appearance, options: Options) -> Evidence:
        """Return the evidence about each cell of the board in a picture."""

    def learn(self, image: Image, view: View, appearance: Appearance, cells: Cells, options: Options) -> Appearance:
        """Return the appearance updated from a picture of this set in a known position."""

    def rejection_reason(self, image: Image, view: View, appearance: Appearance, options: Options) -> Text | None:
        """Return the reason why the area within these corners cannot be this game's board (dark, box art, another game), or
        None if it can.
        """


BoardJson = dict[str, Any]
"""The contents of a board in JSON form, as printed by `look` and `watch`."""

Marks = Mapping[int, str]
"""The letter of each colour."""

BoardForm = Callable[[AnyGame, Options, Cells, Marks], BoardJson]


class Orientations(Enum):
    """The orientations in which a board may appear, relative to its top left corner in the rules."""

    UPRIGHT = "upright"  # it stands, seen from the front, perhaps by a camera that hangs upside down
    ROTATED = "rotated"  # it lies on the table, players sit around it
    ROTATED_BY_THIRDS = "rotated by thirds"  # the same for an equilateral triangle with its tip at the top
    ROTATED_OR_MIRRORED = "rotated or mirrored"  # it is also set up with left and right exchanged


@dataclass(frozen=True, slots=True)
class BoardVision:
    """Vision for one game's board.

    Attributes:
        form: converts the contents of the board to JSON, row by row from the top of the picture, for `look` and `watch`.
        orientations: the orientations in which the board may appear.
        looks: the looks to try, in order, until the board is clearly visible.
        aspect_sigma: how much the proportions of sets vary from the drawing in the rules, as the standard deviation of the
            logarithm of width over height.
        learning_confirms: whether a wrong position is still read as wrong after the set has been learned from it. If so, an
            unknown set can be learned from the expected position and then compared with it.
    """

    detector: Detector
    classifier: Classifier
    form: BoardForm
    orientations: Orientations = Orientations.ROTATED
    looks: tuple[PictureLook, ...] = (PictureLook(),)
    aspect_sigma: float = 0.03
    learning_confirms: bool = False
