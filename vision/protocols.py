"""The protocols for one game's vision. Each game that the camera can see has a folder here with an object `VISION`."""

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
"""A picture: shape (height, width, 3), blue, green, red, as OpenCV has it."""

PictureSize = tuple[int, int]
"""Width and height of a picture in pixels."""

Appearance = Mapping[str, Any]
"""Learned appearance and shape of one set: numbers, texts and lists of them, as TOML keeps them."""

REFERENCE_KEY = "transient"
"""The part of an appearance that shows the pieces as they lie at this moment. It is not kept for another session."""

UNUSABLE_APPEARANCE = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, MemoryError, cv2.error)
"""Errors that classifiers raise for an appearance that they did not learn: files may hold anything."""


def size_of(image: Image) -> PictureSize:
    """Return the size of a picture, which may also be grey, shape (height, width)."""
    return image.shape[1], image.shape[0]


def with_usable(
    use: Callable[[Image, View, Appearance, Options], T], image: Image, view: View, appearance: Appearance, options: Options
) -> tuple[T, Appearance]:
    """Call a classifier's method; if it cannot use the appearance, which may come from a file, call it again without one.
    Return the answer and the appearance that was used.
    """
    with np.errstate(all="ignore"):
        try:
            return use(image, view, appearance, options), appearance
        except UNUSABLE_APPEARANCE:
            if not appearance:
                raise
            return use(image, view, {}, options), {}


def lasting(appearance: Appearance) -> dict[str, Any]:
    """Return the part of an appearance that is kept for another session."""
    return {name: value for name, value in appearance.items() if name != REFERENCE_KEY}


@dataclass(frozen=True, slots=True)
class DetectedBoard:
    """A board in a picture.

    Attributes:
        corners: the corners of the playing area in pixels, shape (4, 2): top left, top right, bottom right, bottom left in
            the picture; for an oblong board that lies on its side, as if the picture were turned by a quarter.
        confidence: 0..1.
        shape: how this board is built, to be merged into its appearance (such as how wide its bar is).
    """

    corners: Points
    confidence: float
    shape: Appearance = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardNotFound:
    """No board was found; `reason` says why, for people to read."""

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

    It is stateless: everything learned is in the appearance passed to it.
    """

    def classify(self, image: Image, view: View, appearance: Appearance, options: Options) -> Evidence:
        """Return the evidence from a picture for each cell of the board."""

    def learn(self, image: Image, view: View, appearance: Appearance, cells: Cells, options: Options) -> Appearance:
        """Return the appearance, updated from a picture of this set in a known position."""

    def rejection_reason(self, image: Image, view: View, appearance: Appearance, options: Options) -> Text | None:
        """Return the reason why the area within these corners cannot be this game's board (dark, box art, another game);
        None if it can.
        """


BoardJson = dict[str, Any]
"""Contents of a board as JSON takes them: what `look` and `watch` print."""

Marks = Mapping[int, str]
"""The letter of each colour."""

BoardForm = Callable[[AnyGame, Options, Cells, Marks], BoardJson]


class Orientations(Enum):
    """The orientations in which a board may be seen, relative to its top left corner in the rules."""

    FIXED = "fixed"  # it is upright, seen from the front
    ROTATED = "rotated"  # it lies on the table, players sit around it
    ROTATED_BY_THIRDS = "rotated by thirds"  # the same for an equilateral triangle with its tip at the top
    ROTATED_OR_MIRRORED = "rotated or mirrored"  # it is also set up with left and right exchanged


@dataclass(frozen=True, slots=True)
class BoardVision:
    """Vision for one game's board.

    Attributes:
        form: what lies on the board, row by row from the top of the picture, as `look` and `watch` print it.
        orientations: those in which its board may be seen.
        looks: the looks that are taken at a picture, one after the other, until the board is clearly visible.
        aspect_sigma: how far sets differ in their proportions from the drawing in the rules: the standard deviation of the
            logarithm of width over height.
        learning_confirms: whether a wrong position still reads as wrong after the set has been learned from it; if so, an
            unknown set can be learned from the expected position and then compared with it.
    """

    detector: Detector
    classifier: Classifier
    form: BoardForm
    orientations: Orientations = Orientations.ROTATED
    looks: tuple[PictureLook, ...] = (PictureLook(),)
    aspect_sigma: float = 0.03
    learning_confirms: bool = False
