"""Faces of dice: spots in one of the patterns of a die.

Each pattern is symmetric about its middle: 1 is the middle, 2, 4 and 6 are one, two and three pairs of spots around it,
3 and 5 have both. The pairs of a face share their middle, however the face is turned and foreshortened.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.dice.pips import Floats, Pips

Indices = NDArray[np.intp]

MIN_PAIR_DIAMETERS, MAX_PAIR_DIAMETERS = 1.15, 5.4  # how far the two spots of a pair are apart, in their diameters
MIN_CORNER_DIAMETERS = 2.4  # and at least, where they lie in corners
MAX_DIAMETER_RATIO = 1.6  # of the diameters of spots of one face, at most
MAX_CONTRAST_RATIO = 2.2  # and of their contrasts
MAX_MIDDLE_GAP = 0.33  # how far the middles of one face's pairs may lie apart, in diameters
MAX_SKEW_COSINE = 0.38  # cosine between the diagonals of a square seen from 50 degrees and more above the table, at most
MAX_SIX_SKEW_COSINE = 0.6  # the same for a six, whose rows are often closer to each other
MAX_DIAGONAL_RATIO = 1.5  # and the ratio of their lengths
MAX_SIX_OFFSET = 0.28  # how far a six's middle spots may lie from between its corners, in half diagonals


@dataclass(frozen=True)
class PipFace:
    """Pips that may be a die's upper face.

    Attributes:
        value: 1..6.
        centre: in pixels, shape (2,).
        diagonals: from the centre to two neighbouring corners of the square of spots, shape (2, 2).
        spots: which pips it is made of.
        diameter: of its spots, in pixels.
        error: how far its spots lie from the pattern, in their diameters, root mean square.
    """

    value: int
    centre: Floats
    diagonals: Floats
    spots: tuple[int, ...]
    diameter: float
    error: float


def faces_of(pips: Pips) -> list[PipFace]:
    """Return every face of two and more spots that these can be, the same spots in several where that is possible."""
    out: list[PipFace] = []
    if len(pips) < 2:
        return out
    first, second = _pairs(pips)
    middle = (pips.at[first] + pips.at[second]) / 2
    half = (pips.at[second] - pips.at[first]) / 2
    diameter = np.sqrt(pips.diameter[first] * pips.diameter[second])
    length = np.hypot(*half.T)
    seen: set[tuple[int, ...]] = set()
    for lead in np.nonzero(length > MIN_CORNER_DIAMETERS / 2 * diameter)[0][
        np.argsort(-length[length > MIN_CORNER_DIAMETERS / 2 * diameter])
    ]:
        near = np.hypot(*(middle - middle[lead]).T) < MAX_MIDDLE_GAP * diameter[lead]
        same = (
            near
            & (np.abs(np.log(diameter / diameter[lead])) < np.log(MAX_DIAMETER_RATIO))
            & (length <= length[lead] + 1e-9)
        )
        pairs = np.nonzero(same)[0]
        away = np.hypot(*(pips.at - middle[lead]).T)
        centre = int(np.argmin(away))
        central = (
            away[centre] < MAX_MIDDLE_GAP * diameter[lead]
            and 1 / MAX_DIAMETER_RATIO < pips.diameter[centre] / diameter[lead] < MAX_DIAMETER_RATIO
            and _like(pips, centre, int(first[lead]))
        )
        for face in _candidates(pips, int(lead), pairs, first, second, half, centre if central else None):
            if face.spots not in seen:
                seen.add(face.spots)
                out.append(face)
    return out


def _pairs(pips: Pips) -> tuple[Indices, Indices]:
    """Return spots that may belong to one face, as two columns of indices."""
    apart = pips.at[:, None] - pips.at[None]
    mean = np.sqrt(pips.diameter[:, None] * pips.diameter[None])
    distance = np.hypot(apart[..., 0], apart[..., 1]) / mean
    ratio = np.abs(np.log(pips.diameter[:, None] / pips.diameter[None]))
    body = np.abs(pips.body[:, None] - pips.body[None]).max(axis=-1)
    contrast = pips.contrast[:, None] / pips.contrast[None]
    good = (distance > MIN_PAIR_DIAMETERS) & (distance < MAX_PAIR_DIAMETERS) & (ratio < np.log(MAX_DIAMETER_RATIO))
    good &= (contrast > 1 / MAX_CONTRAST_RATIO) & (contrast < MAX_CONTRAST_RATIO)
    good &= body < np.maximum(np.minimum(np.abs(pips.contrast[:, None]), np.abs(pips.contrast[None])), 20)
    first, second = np.nonzero(np.triu(good, 1))
    return first, second


def _like(pips: Pips, one: int, other: int) -> bool:
    ratio = pips.contrast[one] / pips.contrast[other]
    return bool(1 / MAX_CONTRAST_RATIO < ratio < MAX_CONTRAST_RATIO)


def _candidates(
    pips: Pips,
    lead: int,
    pairs: Indices,
    first: Indices,
    second: Indices,
    half: Floats,
    centre: int | None,
) -> list[PipFace]:
    """Return the faces whose longest pair is `lead`."""
    ends = (int(first[lead]), int(second[lead]))
    middle = () if centre is None or centre in ends else (centre,)
    out = []
    p = half[lead]
    for other in pairs:
        corners = (*ends, int(first[other]), int(second[other]))
        if other == lead or len(set(corners) | set(middle)) != 4 + len(middle):
            continue
        q = half[other]
        lengths = np.hypot(*p), np.hypot(*q)
        cosine = abs(p @ q) / (lengths[0] * lengths[1])
        if cosine > MAX_SIX_SKEW_COSINE or max(lengths) / min(lengths) > MAX_DIAGONAL_RATIO:
            continue
        sides = [(p + q) / 2, (p - q) / 2]
        for third in pairs:
            r = half[third]
            six = (*corners, int(first[third]), int(second[third]))
            if len(set(six)) != 6:
                continue
            for side in sides:
                off = min(np.hypot(*(r - side)), np.hypot(*(r + side)))
                if off < MAX_SIX_OFFSET * np.hypot(*p) and not middle:
                    out.append(_face(pips, 6, six, p, q))
        if cosine < MAX_SKEW_COSINE:
            out.append(_face(pips, 4 + len(middle), (*corners, *middle), p, q))
    spots = (*ends, *middle)
    out.append(_face(pips, 2 + len(middle), spots, p, np.array([-p[1], p[0]])))
    return out


def _face(pips: Pips, value: int, spots: tuple[int, ...], p: Floats, q: Floats) -> PipFace:
    at = pips.at[list(spots)]
    centre = at.mean(axis=0)
    sides = [np.zeros(2), p, -p, q, -q, (p + q) / 2, -(p + q) / 2, (p - q) / 2, (q - p) / 2]
    off = np.hypot(*(at[:, None] - centre - np.array(sides)[None]).transpose(2, 0, 1)).min(axis=1)
    diameter = float(np.exp(np.log(pips.diameter[list(spots)]).mean()))
    error = float(np.sqrt((off**2).mean()) / diameter)
    return PipFace(value, centre, np.array([p, q]), tuple(sorted(spots)), diameter, error)
