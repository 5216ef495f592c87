"""What the eye for one game is made of. Each game has a folder here with an object `EYE` and a line in `vision/eyes.py`."""

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
from vision.evidence import Evidence
from words import Text

Image = NDArray[np.uint8]
"""A picture: shape (height, width, 3), blue, green, red, as OpenCV has it."""

Look = Mapping[str, Any]
"""What was learned about one set's look and shape: numbers, texts and lists of them, as TOML keeps them. Empty: nothing."""

PASSING = "passing"
"""The part of a look that tells how things lie at this moment. It is not kept for another evening."""


@dataclass(frozen=True, slots=True)
class Found:
    """A board in a picture.

    Attributes:
        corners: of the playing area in pixels, shape (4, 2): top left, top right, bottom right, bottom left in the picture.
        confidence: 0..1.
        shape: what was found out about how this board is built, to be merged into its look (such as how wide its bar is).
    """

    corners: Points
    confidence: float
    shape: Look = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NotFound:
    """No board, with the reason in words."""

    reason: Text


class Finder(Protocol):
    """Finds a game's board in a picture that may show anything."""

    def find(self, image: Image, options: Options) -> Found | NotFound: ...


class Reader(Protocol):
    """Tells what lies on the board of one game.

    A reader keeps no state: what it learned stands in the look that it is given.
    """

    def read(self, image: Image, view: View, look: Look, options: Options) -> Evidence:
        """What the picture says about each cell of the board."""

    def learn(self, image: Image, view: View, look: Look, cells: Cells, options: Options) -> Look:
        """The look after seeing this set in a position that is known."""

    def refuse(self, image: Image, view: View, look: Look, options: Options) -> Text | None:
        """Why what lies within the corners cannot be this game's board (dark, box art, another game); None where it can."""


@dataclass(frozen=True, slots=True)
class Eye:
    """How one game is seen."""

    finder: Finder
    reader: Reader
