"""Search for the pits' rims near a known view: circles on the board, whichever side of them is lighter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import View
from games import find
from games.options import Options
from vision.protocols import Image

Floats = NDArray[np.float64]

SCALE = 40  # pixels a pit
RADII = (0.405, 0.43, 0.455)  # of rims, in pits: boards are carved a little smaller or larger than the game's
THICK = 0.022  # of a rim, in pits
HALF = round((RADII[-1] + 3 * THICK) * SCALE)  # pixels that a rim reaches to each side
FAR = 0.12  # how far off its place a rim is looked for, in pits
FAINT = 6.0  # steepness in grey levels a pixel from which on an edge counts


def rims(image: Image, view: View, options: Options) -> tuple[Floats, Floats, float]:
    """The pits' places on the board and the pixels at which their rims' middles are seen, each of shape (n, 2); and how
    clear the rims are, 0..1.

    On a rim the picture rises or falls along the circle's radius: the share of the gradient that does is summed over
    rings about every pixel (as in radial symmetry, Loy and Zelinsky 2003, but blind to which side is lighter).
    """
    geometry = find("kalah").geometry(options)
    left, top, right, bottom = geometry.area
    board = view.rectified(image, (left, top, right, bottom), SCALE)
    grey = cv2.GaussianBlur(board, (0, 0), 1.0).astype(np.float32)
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *way, ksize=3, scale=0.25) for way in ((1, 0), (0, 1)))
    weight = 1 / ((across * across + down * down).sum(axis=2) + FAINT**2)
    squares = [
        np.asarray((a * b).sum(axis=2) * weight, np.float32) for a, b in ((across, across), (across, down), (down, down))
    ]
    places = np.array([cell.foot for cell in geometry.cells if cell.zone == "board"])
    reach = round(FAR * SCALE)
    best: Floats | None = None
    most = -np.inf
    for score in _ringed(squares):
        found, total = [], 0.0
        for x, y in (places - (left, top)) * SCALE - 0.5:
            x0, y0 = round(x) - reach, round(y) - reach
            near = score[y0 : y0 + 2 * reach + 1, x0 : x0 + 2 * reach + 1]
            row, column = np.unravel_index(int(near.argmax()), near.shape)
            found.append(((x0 + column + 0.5) / SCALE + left, (y0 + row + 0.5) / SCALE + top))
            total += float(near.max())
        if total > most:
            best, most = np.array(found), total
    return places, view.pixels(np.asarray(best)), most / len(places)


def _ringed(squares: Sequence[NDArray[np.float32]]) -> Iterator[NDArray[np.float32]]:
    """For each radius how much of the squared gradient (xx, xy and yy) lies along it on the ring about each pixel.

    All rings are correlated with the same pictures: by their spectra, each of which is computed once.
    """
    height, width = squares[0].shape
    size = cv2.getOptimalDFTSize(height + 2 * HALF), cv2.getOptimalDFTSize(width + 2 * HALF)
    spectra = []
    for square in squares:
        wide = np.zeros(size, np.float32)
        wide[HALF : HALF + height, HALF : HALF + width] = square
        spectra.append(cv2.dft(wide))
    for radius in RADII:
        pairs = zip(spectra, _kernels(radius, size), strict=True)
        together = np.sum([cv2.mulSpectrums(spectrum, kernel, 0, conjB=True) for spectrum, kernel in pairs], axis=0)
        ringed = cv2.idft(together, flags=cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)
        yield np.asarray(ringed[:height, :width], np.float32)


@cache
def _kernels(radius: float, size: tuple[int, int]) -> tuple[NDArray[np.float32], ...]:
    """For the squared gradient's xx, xy and yy the spectra of how much of it lies along the radius, on a ring of weight 1,
    in a picture of this height and width.
    """
    y, x = np.mgrid[-HALF : HALF + 1, -HALF : HALF + 1] / SCALE
    far = np.hypot(x, y) + 1e-9
    ring = np.exp(-(((far - radius) / THICK) ** 2) / 2)
    ring /= ring.sum()
    spectra = []
    for part in (x * x, 2 * x * y, y * y):
        wide = np.zeros(size, np.float32)
        wide[: 2 * HALF + 1, : 2 * HALF + 1] = ring * part / far**2
        spectra.append(np.asarray(cv2.dft(wide), np.float32))
    return tuple(spectra)
