"""The colours on a board, fitted to a picture with what is known of the set."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.view import View
from games.blokus.variants import setting
from games.options import Options
from vision.blokus.chromaticity import BlokusColours, ColourFit, SquareColours, fit
from vision.blokus.sampling import samples
from vision.memoize import memoize_last
from vision.protocols import Appearance, Image


@memoize_last
def colours_seen(image: Image, view: View, appearance: Appearance, options: Options) -> ColourFit:
    """All squares, row by row from the top."""
    fixed = setting(options)
    palette = BlokusColours.typical([side.hue for side in fixed.sides])
    for index, side in enumerate(fixed.sides):
        if side.hue in appearance:
            palette = palette.knowing(index, np.array(appearance[side.hue]))
    cast = np.array(appearance["board"]) if "board" in appearance else None
    return fit(SquareColours(samples(image, view, fixed.size), _places(fixed.size)), palette, cast)


def _places(size: int) -> NDArray[np.float64]:
    middle = (np.arange(size) + 0.5) / size * 2 - 1
    x, y = np.meshgrid(middle, middle)
    return np.column_stack([x.ravel(), y.ravel()])
