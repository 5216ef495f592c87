"""Pips: small round spots, darker or lighter than what is around them.

Extrema of the difference of Gaussians over places and scales (Lowe, Distinctive image features from scale-invariant
keypoints, 2004), kept where the whole ring around them differs from their middle, then measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FIRST_SIGMA_PX, SIGMA_RATIO = 1.15, 2**0.5  # the first Gaussian's sigma in pixels, and its ratio to the next
OCTAVES = 3  # spots of 3 to 20 pixels across
MIN_ANSWER = 2.4  # of the difference of Gaussians, in steps of lightness
MIN_CONTRAST = 20.0  # steps of lightness between a pip and its die
RING_DIAMETERS = 0.8  # radius of the ring around a spot that must differ from it, in diameters
ANGLES = np.arange(12) * (2 * np.pi / 12)
MIN_RING_SHARE = 0.4  # how much of a spot's contrast a place on the ring must have
MAX_TOUCHED_PLACES = 1  # places on the ring at which another pip may be seen
SCALE_SLACK = 0.8  # how far an extremum may stay behind those of the scales beside it
DIAMETER_FACTORS = (1.0, 1.4)  # a spot's bright part may be all that its extremum is about
WINDOW_DIAMETERS = 0.95  # half the side of the window in which a spot is measured, in diameters
MAX_SHAPE_DETERMINANT = 2.4  # determinant of the second moments, at most: 1 for an ellipse, more for what is ragged
MIN_SHAPE_MOMENT = 0.35  # the smaller second moment, at least
MAX_REMAP_PLACES = 30_000  # places that are looked up at a time: OpenCV takes no more than 32767
MAX_SPOTS = 500  # spots that are measured: dice stand out more than a table's grain
WINDOW_CELLS = 15  # a side of that window


@dataclass(frozen=True)
class Pips:
    """Spots of a picture, as columns.

    Attributes:
        at: their middles in pixels, shape (n, 2).
        diameter: in pixels, of the circle with their area, shape (n,).
        shape: their second moments relative to a disc with their area, shape (n, 2, 2): the unit matrix for a disc.
        contrast: steps of lightness above the die around them; negative for dark pips.
        body: the colour around them, shape (n, 3).
    """

    at: Floats
    diameter: Floats
    shape: Floats
    contrast: Floats
    body: Floats

    def __len__(self) -> int:
        return len(self.at)

    def only(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Pips:
        """Return the pips chosen."""
        return Pips(self.at[which], self.diameter[which], self.shape[which], self.contrast[which], self.body[which])


def find_pips(lab: NDArray[np.uint8]) -> Pips:
    """Return all spots of a picture (CIELAB, 8 bit) that may be pips."""
    lightness = np.ascontiguousarray(lab[..., 0])
    at, diameter = _extrema(lightness)
    out = [_measured(lab, lightness, at, diameter * wider) for wider in DIAMETER_FACTORS]
    return _merged(Pips(*(np.concatenate([getattr(pips, name) for pips in out]) for name in Pips.__dataclass_fields__)))


def _extrema(lightness: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Return places (n, 2) and diameters (n,) of the spots in scale space, both polarities."""
    places, diameters = [], []
    picture = lightness
    for octave in range(OCTAVES):
        if octave:
            picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        for at, diameter in _octave(picture):
            places.append((at + 0.5) * 2**octave - 0.5)
            diameters.append(np.full(len(at), diameter * 2**octave))
    return np.concatenate(places), np.concatenate(diameters)


def _octave(picture: NDArray[np.uint8]) -> Iterator[tuple[Floats, float]]:
    """Yield places of the spots of two sizes, and their diameters."""
    smooth = picture.astype(np.float32)
    levels = []
    done = 0.5  # a sharp picture's own blur
    for k in range(-1, 4):
        sigma = FIRST_SIGMA_PX * SIGMA_RATIO**k
        smooth = np.asarray(cv2.GaussianBlur(smooth, (0, 0), float(np.sqrt(sigma**2 - done**2))), np.float32)
        done = sigma
        levels.append(smooth)
    sizes = [cv2.absdiff(after, before) for before, after in pairwise(levels)]
    peaks = [cv2.dilate(size, np.ones((3, 3), np.uint8)) for size in sizes]
    for k in (1, 2):
        top = (sizes[k] >= peaks[k]) & (sizes[k] > MIN_ANSWER)
        y, x = np.nonzero(top)
        beside = np.maximum(peaks[k - 1][y, x], peaks[k + 1][y, x])
        strong = sizes[k][y, x] >= SCALE_SLACK * beside
        # the difference of sigma and SIGMA_RATIO * sigma answers most to discs of this diameter
        yield np.column_stack([x, y])[strong].astype(np.float64), 3.2 * FIRST_SIGMA_PX * SIGMA_RATIO ** (k - 1)


def _merged(pips: Pips) -> Pips:
    """Drop pips that lie on others: the rounder one stays."""
    order = np.argsort(np.linalg.eigvalsh(pips.shape)[:, 1])
    pips = pips.only(order)
    apart = np.hypot(*(pips.at[:, None] - pips.at[None]).transpose(2, 0, 1))
    on = apart < 0.5 * np.minimum(pips.diameter[:, None], pips.diameter[None])
    on &= np.abs(np.log(pips.diameter[:, None] / pips.diameter[None])) < np.log(2)  # a die is no rival of its pip
    on &= pips.contrast[:, None] * pips.contrast[None] > 0
    keep = np.ones(len(pips), bool)
    for k in range(len(pips)):
        if keep[k]:
            keep[k + 1 :] &= ~on[k, k + 1 :]
    return pips.only(keep)


def _measured(lab: NDArray[np.uint8], lightness: NDArray[np.uint8], at: Floats, diameter: Floats) -> Pips:
    """Return spots that stand out against all of their ring, with their areas and shapes."""
    middle = sampled(lightness, at)
    around = at[:, None, :] + (RING_DIAMETERS * diameter)[:, None, None] * np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
    ring = sampled(lightness, around)
    contrast = middle - np.median(ring, axis=1)
    stands_out = np.sort((middle[:, None] - ring) / np.where(contrast == 0, 1, contrast)[:, None], axis=1)[
        :, MAX_TOUCHED_PLACES
    ]
    keep = np.nonzero((np.abs(contrast) > MIN_CONTRAST) & (stands_out > MIN_RING_SHARE))[0]
    keep = keep[np.argsort(-np.abs(contrast[keep]))[:MAX_SPOTS]]
    at, diameter, contrast, ring, around = at[keep], diameter[keep], contrast[keep], ring[keep], around[keep]
    # moments of how much of each pixel is pip: 0 for the die's colour, 1 for the pip's
    line = np.linspace(-1, 1, WINDOW_CELLS)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    reach = WINDOW_DIAMETERS * diameter
    places = at[:, None, :] + reach[:, None, None] * grid
    values = sampled(lightness, places)
    inner = np.hypot(*grid.T) < 0.45
    darkest = np.median(ring, axis=1)
    sign = np.sign(contrast)
    best = np.percentile((values[:, inner] - darkest[:, None]) * sign[:, None], 80, axis=1)
    share = np.clip((values - darkest[:, None]) * sign[:, None] / best[:, None], 0, 1)
    share = np.where(share > 0.25, share, 0) * (np.hypot(*grid.T) < 1)
    pixel = (2 * reach / (WINDOW_CELLS - 1)) ** 2
    area = share.sum(axis=1) * pixel
    weight = share / share.sum(axis=1, keepdims=True)
    centre = np.einsum("nk,kd->nd", weight, grid)
    off = grid[None] - centre[:, None, :]
    moments = np.einsum("nk,nki,nkj->nij", weight, off, off) * (reach**2)[:, None, None]
    disc = area / (4 * np.pi)  # second moment of a disc of this area
    body = np.median(sampled(lab, around), axis=1)
    shape = moments / disc[:, None, None]
    compact = (
        (np.linalg.det(shape) < MAX_SHAPE_DETERMINANT)
        & (np.linalg.eigvalsh(shape)[:, 0] > MIN_SHAPE_MOMENT)
        & (best > MIN_CONTRAST)
    )
    pips = Pips(at + centre * reach[:, None], np.sqrt(4 * area / np.pi), shape, best * sign, body)
    return pips.only(compact)


def sampled(image: NDArray[np.uint8], places: Floats) -> Floats:
    """Return a picture's values at places given as (..., 2), interpolated; the shape of `places` with the channels last."""
    seen = places.reshape(1, -1, 2).astype(np.float32)
    parts = [
        cv2.remap(image, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for part in np.split(seen, range(MAX_REMAP_PLACES, seen.shape[1], MAX_REMAP_PLACES), axis=1)
        if part.size
    ]
    values = np.concatenate(parts, axis=1) if parts else np.zeros((1, 0, *image.shape[2:]))
    return np.asarray(values, np.float64).reshape(*places.shape[:-1], *image.shape[2:])
