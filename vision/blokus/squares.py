"""The colours on a board, fitted to a picture with what is known of the set."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.view import View
from games.blokus.variants import setting
from games.options import Options
from vision.blokus.samples import samples
from vision.blokus.tints import Fit, Palette, Squares, fit
from vision.latest import latest
from vision.protocols import Image, Look


@latest
def colours_seen(image: Image, view: View, look: Look, options: Options) -> Fit:
    """All squares, row by row from the top."""
    fixed = setting(options)
    palette = Palette.typical([side.hue for side in fixed.sides])
    for index, side in enumerate(fixed.sides):
        if side.hue in look:
            palette = palette.knowing(index, np.array(look[side.hue]))
    cast = np.array(look["board"]) if "board" in look else None
    return fit(Squares(samples(image, view, fixed.size), _places(fixed.size)), palette, cast)


def _places(size: int) -> NDArray[np.float64]:
    middle = (np.arange(size) + 0.5) / size * 2 - 1
    x, y = np.meshgrid(middle, middle)
    return np.column_stack([x.ravel(), y.ravel()])
