"""Where the grid is: the only thing with seven by six round holes in rows and columns."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.lens import Points
from calibration.view import View
from games.connect4.board import GEOMETRY
from games.options import Options
from vision.connect4.blobs import blobs
from vision.connect4.lattice import best
from vision.protocols import Found, Image, NotFound
from words import say

WIDTH = 640  # pixels: as large as a picture need be for holes to be round
LEAST = 21  # holes that must be seen


class GridFinder:
    """Finds an upright Connect 4 grid."""

    def find(self, image: Image, options: Options) -> Found | NotFound:
        factor = min(1.0, WIDTH / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else image
        lattice = best(blobs(np.asarray(small, np.uint8)))
        if lattice is None or lattice.found < LEAST:
            return NotFound(say("No grid of seven by six holes can be seen."))
        if lattice.beyond > lattice.found // 8:
            return NotFound(say("There are more rows or columns of holes than Connect 4 has."))
        height, width = small.shape[:2]
        centre = np.array([[1 / factor, 0, 0.5 / factor - 0.5], [0, 1 / factor, 0.5 / factor - 0.5], [0, 0, 1]])
        corners: Points = _mapped(centre @ lattice.homography, np.array(_AREA))
        return Found(corners, lattice.found / 42)


left, top, right, bottom = GEOMETRY.area
_AREA = ((left, top), (right, top), (right, bottom), (left, bottom))


def _mapped(matrix, points):
    out = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return out[:, :2] / out[:, 2:]
