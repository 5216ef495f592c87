"""Dice by the patterns of their pips: in sharp pictures, dice of 24 pixels and more are read by geometry alone.

A pattern may also be a print that looks like pips; `detector.py` verifies it by a network.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.dice import pip_grid
from fourth_seat.vision.dice.pip_faces import PipFace, faces_of
from fourth_seat.vision.dice.pips import Floats, Pips, find_pips
from fourth_seat.vision.protocols import Image

Box = tuple[float, float, float, float]
"""Centre x, centre y, width and height in pixels."""

HALF_EDGE = 2.1  # from a face's middle to its edge, in steps of its lattice
LONE_STEP_DIAMETERS = (1.0, 1.3, 1.7)  # a lattice's step in diameters of a pip, for a one, from which it cannot be measured
WORKING_BOX_PX = 56  # pixels: a box is brought to this size to be read
USUAL_EDGE = 0.8  # of a die's edge as estimated from its lattice, in sides of the box around its turned face
EDGE_SIGMA_LOG = 0.15  # how far that may be off, as a logarithm
BOXES = ((0.0, USUAL_EDGE, 0.12), (-3.5, 0.65, 0.2))
"""Kinds of boxes, around the top face or the whole die: log of their frequency, a die's edge, the face's offset."""
STRONG_CONTRAST = 70.0  # steps of lightness: a pip's usual contrast at least
MIN_UNIFORM_SHARES = np.array([0.8, 0.75, 0.7, 0.6, 0.6, 0.6])  # least part of a face with one lightness, by value
# The least part of its outline where another colour begins, by value.
MIN_OUTLINED_SHARES = np.array([0.6, 0.5, 0.35, 0.2, 0.2, 0.2])
# A spot that is wider, in steps, is no pip but a sign: makers put one in place of the one, sometimes of the six.
MIN_SIGN_STEPS = 1.4
SIGN_LOGS = (0.0, -6.0, -6.0, -6.0, -6.0, -1.5)  # log likelihoods of 1..6 for a sign


@dataclass(frozen=True)
class PipPattern:
    """A pattern of pips that may be a die.

    Attributes:
        x, y: middle of the face in pixels.
        edge: of the die, in pixels.
        likelihoods: natural logarithms for 1..6, the best 0; shape (6,).
    """

    x: float
    y: float
    edge: float
    likelihoods: Floats


@dataclass(frozen=True)
class TopFaces:
    """Faces that may be tops, as columns."""

    centre: Floats
    steps: Floats
    diameter: Floats
    likelihoods: Floats
    score: Floats

    def __len__(self) -> int:
        return len(self.centre)

    def only(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> TopFaces:
        """Return the patterns chosen."""
        return TopFaces(
            self.centre[which], self.steps[which], self.diameter[which], self.likelihoods[which], self.score[which]
        )

    @cached_property
    def value(self) -> NDArray[np.intp]:
        """Value of each face."""
        return np.asarray(np.argmax(self.likelihoods, axis=1) + 1, np.intp)

    @cached_property
    def edge(self) -> Floats:
        """Edges of their dice, in pixels."""
        return np.asarray(2 * HALF_EDGE * np.sqrt(np.abs(np.linalg.det(self.steps))), np.float64)


def patterns(image: Image) -> list[PipPattern]:
    """Return all faces that lie somewhere in a picture."""
    lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.uint8)
    found = find_pips(lab)
    tops = _joined([_tops(lab, pips, faces_of(pips)) for pips in _polarities(found)])
    sure = _sure(tops)
    tops = _joined(
        [tops, *(_tops(lab, pips, _lone(pips, tops.only(np.array(sure, np.intp)))) for pips in _polarities(found))]
    )
    return [_pattern(tops, k) for k in _chosen(tops, sure)]


def pattern_in(image: Image, box: Box) -> PipPattern | None:
    """Return the face of the die that is known to fill this box; None where nothing in it looks like one."""
    x, y, width, height = box
    size = math.sqrt(width * height)
    scale = WORKING_BOX_PX / size
    side = round(1.8 * WORKING_BOX_PX)
    to_image = np.array([[1 / scale, 0, x - side / 2 / scale], [0, 1 / scale, y - side / 2 / scale]])
    flags = cv2.WARP_INVERSE_MAP | (cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA)
    crop = cv2.warpAffine(image, to_image, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    lab = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), np.uint8)
    step = USUAL_EDGE * WORKING_BOX_PX / (2 * HALF_EDGE)
    parts = []
    for pips in _polarities(find_pips(lab)):
        lone = [_one(pips, k, step) for k in range(len(pips)) if pips.diameter[k] < 4 * step]
        parts.append(_tops(lab, pips, faces_of(pips) + lone, strict=False))
    tops = _joined(parts)
    if not len(tops):
        return None
    off, edge = np.hypot(*(tops.centre - side / 2).T) / WORKING_BOX_PX, np.log(tops.edge / WORKING_BOX_PX)
    fits = [
        weight - (off / by) ** 2 / 2 - ((edge - np.log(usual)) / EDGE_SIGMA_LOG) ** 2 / 2 for weight, usual, by in BOXES
    ]
    die = _pattern(tops, int(np.argmax(tops.score + np.maximum(*fits))))
    return PipPattern(x, y, die.edge / scale, die.likelihoods)


def _polarities(pips: Pips) -> list[Pips]:
    return [pips.only(np.sign(pips.contrast) == sign) for sign in (-1, 1)]


def _lone(pips: Pips, sure: TopFaces) -> list[PipFace]:
    """Return faces of one spot, their lattices as wide as other dice have them, or else as spots usually have."""
    if len(sure):
        usual, step = float(np.median(sure.diameter)), float(np.median(sure.edge)) / (2 * HALF_EDGE)
        ratio = pips.diameter / usual
        alike = np.nonzero((ratio > 0.7) & (ratio < 4))[0]
        return [_one(pips, int(k), step * wider) for k in alike for wider in (0.9, 1.1)]
    return [_one(pips, k, ratio * float(pips.diameter[k])) for k in range(len(pips)) for ratio in LONE_STEP_DIAMETERS]


def _one(pips: Pips, spot: int, step: float) -> PipFace:
    return PipFace(1, pips.at[spot], step * np.array([[1.0, 1.0], [-1.0, 1.0]]), (spot,), float(pips.diameter[spot]), 0.0)


def _pattern(tops: TopFaces, k: int) -> PipPattern:
    logs = tops.likelihoods[k] - tops.likelihoods[k].max()
    x, y = tops.centre[k]
    return PipPattern(float(x), float(y), float(tops.edge[k]), logs)


def _joined(parts: list[TopFaces]) -> TopFaces:
    return TopFaces(*(np.concatenate([getattr(part, name) for part in parts]) for name in TopFaces.__dataclass_fields__))


def _tops(lab: NDArray[np.uint8], pips: Pips, faces: list[PipFace], strict: bool = True) -> TopFaces:
    """Return the faces of spots (all lighter or all darker than their dice) that look like tops of dice."""
    if not faces:
        return TopFaces(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros((0, 6)), np.zeros(0))
    centre = np.array([face.centre for face in faces])
    diagonals = np.array([face.diagonals for face in faces])
    steps = np.stack([(diagonals[:, 0] - diagonals[:, 1]) / 2, (diagonals[:, 0] + diagonals[:, 1]) / 2], axis=1)
    diameter = np.array([face.diameter for face in faces])
    contrast = np.array([pips.contrast[list(face.spots)].mean() for face in faces])
    value = np.array([face.value for face in faces], int)
    error = np.array([face.error for face in faces])
    logs = pip_grid.likelihoods(np.ascontiguousarray(lab[..., 0]), centre, steps, contrast)
    sign = diameter > MIN_SIGN_STEPS * np.sqrt(np.abs(np.linalg.det(steps)))
    logs[sign] = SIGN_LOGS
    read = logs.argmax(axis=1) + 1
    uniform, outlined = pip_grid.surroundings(lab, centre, steps, contrast, pip_grid.POSSIBLE_SPOTS[read - 1])
    uniform[sign] = 1.0
    diameter = np.where(sign, np.sqrt(np.abs(np.linalg.det(steps))) / 1.3, diameter)
    best = logs.max(axis=1)
    score = 1.5 * value + 0.5 * read + best - 20 * error**2 - 8 * (1 - uniform) + 4 * (outlined - 0.6)
    score += 3 * np.minimum(0, np.log2(np.abs(contrast) / STRONG_CONTRAST)) - 3 * sign
    good = (read >= value) & (read <= value + 2)
    if strict:
        good &= (
            (best > -12)
            & (score > 0)
            & (uniform > MIN_UNIFORM_SHARES[read - 1])
            & (outlined > MIN_OUTLINED_SHARES[read - 1])
        )
    return TopFaces(centre, steps, diameter, logs, score).only(good)


def _sure(tops: TopFaces) -> list[int]:
    """Return faces of three and more spots that lie apart from each other."""
    sure: list[int] = []
    for k in np.argsort(-tops.score):
        if tops.value[k] >= 3 and all(_apart(tops, int(k), t) for t in sure):
            sure.append(int(k))
    return sure


def _chosen(tops: TopFaces, sure: list[int]) -> list[int]:
    """Return one face of each die: the nearest to the eye, so the largest, among those that overlap or adjoin."""
    if not len(tops):
        return []
    possible = np.ones(len(tops), bool)
    if sure:
        possible = np.abs(np.log(tops.edge / np.median(tops.edge[sure]))) < math.log(1.5)
        possible &= tops.diameter > 0.7 * np.median(tops.diameter[sure])
    usual = np.median(tops.diameter[sure or slice(None)])
    merit = tops.score + 15 * np.log(tops.diameter / usual).clip(-0.3, 0.3)
    taken: list[int] = []
    for k in np.argsort(-merit):
        if possible[k] and all(_apart(tops, int(k), t) for t in taken):
            taken.append(int(k))
    return taken


def _apart(tops: TopFaces, one: int, other: int) -> bool:
    distance = math.dist(tops.centre[one], tops.centre[other])
    size = min(tops.edge[one], tops.edge[other])
    alike = abs(math.log(tops.diameter[one] / tops.diameter[other])) < math.log(1.15)
    return bool(distance > 1.1 * size or (distance > 0.8 * size and alike))
