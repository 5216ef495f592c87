"""The nine places where a face can carry a pip, and what is seen at each of them.

A face's lattice has its middle at (0, 0) and its corner spots at (±1, ±1); the die's edge lies two steps from the middle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.dice.pips import Floats, sampled

PLACES = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
PATTERNS = (  # value, spots row by row; both ways round where a quarter turn changes it
    (1, "....o...."),
    (2, "o.......o"),
    (2, "..o...o.."),
    (3, "o...o...o"),
    (3, "..o.o.o.."),
    (4, "o.o...o.o"),
    (5, "o.o.o.o.o"),
    (6, "o.oo.oo.o"),
    (6, "ooo...ooo"),
)
VALUES = np.array([value for value, _ in PATTERNS])
SPOTS = np.array([[sign == "o" for sign in signs] for _, signs in PATTERNS])
POSSIBLE_SPOTS = np.array([SPOTS[value == VALUES].max(axis=0) for value in range(1, 7)])

CONTRAST_SIGMA = 0.28  # of a place's relative contrast, both where a pip is and where none is
# How far a pip may lie off its place, in steps.
PIP_SHIFTS = 0.18 * np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)])
BODY_OFFSETS = np.array([(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)])  # from a place to where no pip reaches
RAYS = np.arange(24) * (2 * np.pi / 24)
RADII = np.linspace(0.25, 3.0, 12)  # along the rays, in steps to the side of the square
INNER = RADII <= 1.6
RIM, BEYOND = (RADII > 1.2) & (RADII < 1.8), (RADII > 2.2) & (RADII < 2.8)
PIP_RADIUS = 0.5  # a place on the die is its own where a pip's middle is not so near, in steps
FOREIGN_CONTRAST_SHARE = 0.5  # of a pip's contrast: what differs more from the die is not the die
MIN_OUTLINE_STEP = 9.0  # how much colours differ across the die's outline, in CIELAB with lightness halved


def likelihoods(lightness: NDArray[np.uint8], centre: Floats, steps: Floats, contrast: Floats) -> Floats:
    """Log likelihoods of 1..6 for faces whose lattices are known, shape (n, 6).

    Args:
        centre: of the faces, shape (n, 2).
        steps: the lattices' steps in pixels: rows of shape (n, 2, 2).
        contrast: of their pips, lightness with sign, shape (n,).
    """
    offsets = (PLACES[:, None] + PIP_SHIFTS[None]).reshape(-1, 2)
    seen = sampled(lightness, centre[:, None] + offsets @ steps).reshape(len(centre), 9, 9)
    between = sampled(lightness, centre[:, None] + (PLACES[:, None] + BODY_OFFSETS[None]).reshape(-1, 2) @ steps)
    body = np.median(between.reshape(len(centre), 9, 4), axis=2)  # it may be marbled
    brightness = ((seen - body[:, :, None]) / contrast[:, None, None]).max(axis=2).clip(0, 1)
    misfit = ((brightness[:, None] - SPOTS[None]) ** 2).clip(0, 0.7).sum(axis=2) / (2 * CONTRAST_SIGMA**2)
    return np.column_stack([-misfit[:, value == VALUES].min(axis=1) for value in range(1, 7)])


def surroundings(
    lab: NDArray[np.uint8], centre: Floats, steps: Floats, contrast: Floats, spots: Floats
) -> tuple[Floats, Floats]:
    """Measure whether places have the uniform body and the outline of faces of dice.

    Args:
        lab: the picture in CIELAB, 8 bit.
        spots: expected relative contrast of each place of the lattice, shape (n, 9).

    Returns:
        The part of each face that has one lightness, and the part of its outline where another colour begins.
    """
    directions = np.column_stack([np.cos(RAYS), np.sin(RAYS)])
    directions /= np.abs(directions).max(axis=1, keepdims=True)
    frame = RADII[:, None, None] * directions[None]
    seen = sampled(lab, centre[:, None] + frame.reshape(-1, 2) @ steps).reshape(len(centre), len(RADII), len(RAYS), 3)
    near = np.hypot(*(frame[:, :, None] - PLACES).transpose(3, 0, 1, 2)) < PIP_RADIUS
    free = INNER[None, :, None] & ~np.einsum("rkp,np->nrk", near, spots > 0.5)
    light = np.where(free, seen[..., 0], np.nan).reshape(len(centre), -1)
    body = np.nanmedian(light, axis=1)
    even = np.abs(light - body[:, None]) < FOREIGN_CONTRAST_SHARE * np.abs(contrast)[:, None]
    uniform = even.sum(axis=1) / free.reshape(len(centre), -1).sum(axis=1)
    step = np.median(seen[:, RIM], axis=1) - np.median(seen[:, BEYOND], axis=1)
    outlined = (np.sqrt((step**2 * [0.5 / 2.55**2, 1, 1]).sum(axis=2)) > MIN_OUTLINE_STEP).mean(axis=1)
    return uniform, outlined
