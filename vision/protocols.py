"""What the eye for one game is made of. Each game has a folder here with an object `EYE` and a line in
`vision/registry.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Points
from calibration.view import View
from games.contents import Cells
from games.options import Options
from vision.infer.evidence import Evidence
from words import Text

Image = NDArray[np.uint8]
"""A picture: shape (height, width, 3), blue, green, red, as OpenCV has it."""

Appearance = Mapping[str, Any]
"""What was learned about one set's look and shape: numbers, texts and lists of them, as TOML keeps them. Empty: nothing."""

REFERENCE_KEY = "passing"
"""The part of a look that tells how things lie at this moment. It is not kept for another evening."""


@dataclass(frozen=True, slots=True)
class DetectedBoard:
    """A board in a picture.

    Attributes:
        corners: of the playing area in pixels, shape (4, 2): top left, top right, bottom right, bottom left in the picture.
        confidence: 0..1.
        shape: what was found out about how this board is built, to be merged into its look (such as how wide its bar is).
    """

    corners: Points
    confidence: float
    shape: Appearance = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardNotFound:
    """No board, with the reason in words."""

    reason: Text


class Detector(Protocol):
    """Finds a game's board in a picture that may show anything."""

    def detect(self, image: Image, options: Options) -> DetectedBoard | BoardNotFound: ...


class Classifier(Protocol):
    """Tells what lies on the board of one game.

    A reader keeps no state: what it learned stands in the look that it is given.
    """

    def classify(self, image: Image, view: View, appearance: Appearance, options: Options) -> Evidence:
        """What the picture says about each cell of the board."""

    def learn(self, image: Image, view: View, appearance: Appearance, cells: Cells, options: Options) -> Appearance:
        """The look after seeing this set in a position that is known."""

    def rejection_reason(self, image: Image, view: View, appearance: Appearance, options: Options) -> Text | None:
        """Why what lies within the corners cannot be this game's board (dark, box art, another game); None where it can."""


@dataclass(frozen=True, slots=True)
class BoardVision:
    """How one game is seen."""

    detector: Detector
    classifier: Classifier
