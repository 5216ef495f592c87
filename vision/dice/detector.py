"""Finds dice of about the same size in a picture, and reads the values of their upper faces.

One network finds the centres of upper faces; another classifies each face found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from fourth_seat.inference.evidence import LOG_FLOOR
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.dice.networks import EDGE, FACE, NO_FACE, SEARCH_EDGE_PX, around, search, values
from fourth_seat.vision.network import STRIDE
from fourth_seat.vision.protocols import Image

DICE_EDGE_PX = 2 * SEARCH_EDGE_PX  # of a die that is read best; it is searched for in half of that
MIN_MIDDLE_PROBABILITY = 0.2  # least probability of a face's middle that is looked into
MAX_PLACES = 8  # likeliest places of a picture that are looked into
MIN_FIRST_PROBABILITY = 0.3  # least probability of a face at the first look
MIN_EDGE_PX = 7.5  # of an edge: what is smaller shows no pips
MIN_DIE_PROBABILITY = 0.36  # least probability of a die: that there is a face, and that it shows its value
SURE_PROBABILITY = 0.75  # least probability that it is a die, and that it shows what it seems to
MIN_GAP_EDGES = 0.9  # of the larger edge: nearer faces belong to one die, its upper face and its sides
MAX_EDGE_RATIO, MIN_SURE_DICE = 1.7, 3  # of the edges of dice that lie together, at most, where so many are sure
CERTAIN_PROBABILITY = 0.9  # probability from which a die is evidence of the others' size
PLACE_POWER = 0.25  # power of the probability with which it was found, where faces lie on each other
VIEWS = ((1.0, 0, 0), (0.8, 0, 0), (1.25, 0, 0), (1.0, 0.12, 0), (1.0, -0.12, 0), (1.0, 0, 0.12), (1.0, 0, -0.12))
"""Views of a face: a scale factor, and the shift to the right and down, in edges."""


@dataclass(frozen=True)
class DieReading:
    """The reading of a die.

    Attributes:
        value: the value of its upper face, 1..6.
        middle: the centre of the upper face, x and y in pixels.
        likelihoods: the log-likelihoods of 1..6, relative to the best.
        confidence: the probability of the value, with a uniform prior.
        face_probability: the probability that there is a face at all, according to the best view.
        mean_probability: the mean over all views, which is low if only a few of them resemble an upper face.
    """

    value: int
    middle: tuple[float, float]
    likelihoods: tuple[float, ...]
    confidence: float
    face_probability: float
    mean_probability: float

    @classmethod
    def of(cls, place: FacePlace, logs: Floats) -> DieReading:
        """Read a die from the log-probabilities of 1..6 and of no face in several views. Views that resemble a face carry
        more weight.
        """
        six = np.logaddexp.reduce(logs[:, :NO_FACE], axis=0)
        six = six - six.max()
        face = 1 - np.exp(np.minimum(logs[:, NO_FACE], 0))
        likelihoods = tuple(max(LOG_FLOOR, float(value)) for value in six)
        confidence = 1 / float(np.exp(six).sum())
        middle = place.x, place.y
        return cls(int(six.argmax()) + 1, middle, likelihoods, confidence, float(face.max()), float(face.mean()))


@dataclass(frozen=True, slots=True)
class FacePlace:
    """A candidate for an upper face: its centre and edge length in pixels, and its probability."""

    x: float
    y: float
    edge: float
    probability: float

    def aside(self, times: float, right: float, below: float) -> FacePlace:
        """Return a copy enlarged by a factor of `times` and shifted by this many edges to the right and down."""
        return FacePlace(self.x + right * self.edge, self.y + below * self.edge, times * self.edge, self.probability)


def read_dice(image: Image, edges: tuple[float, float]) -> list[DieReading]:
    """Return all dice that can be read with certainty in a picture in which their edges are about `DICE_EDGE_PX` pixels
    long; `edges` gives the minimum and maximum. The picture's height and width must be multiples of 8.
    """
    small = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    seen = [
        FacePlace(2 * p.x + 0.5, 2 * p.y + 0.5, 2 * p.edge, p.probability)
        for p in found(np.asarray(small, np.uint8), MIN_MIDDLE_PROBABILITY)
        if edges[0] < 2 * p.edge < edges[1]
    ]
    places = sorted(seen, key=lambda place: -place.probability)[:MAX_PLACES]
    return [
        die
        for die in _one_each(_read_places(image, places))
        if min(die.face_probability, die.confidence) > SURE_PROBABILITY
    ]


def _read_places(image: Image, places: Sequence[FacePlace]) -> list[tuple[FacePlace, DieReading]]:
    """Read the faces at these places in several slightly shifted views, skipping places that hardly resemble a face."""
    first = _logs(image, places)
    likely = [p for p, logs in zip(places, first, strict=True) if logs[NO_FACE] < math.log(1 - MIN_FIRST_PROBABILITY)]
    seen = _logs(image, [place.aside(*view) for place in likely for view in VIEWS], mirrored=True)
    looks = seen.reshape(len(likely), 2 * len(VIEWS), NO_FACE + 1)
    return [(place, DieReading.of(place, logs)) for place, logs in zip(likely, looks, strict=True)]


def _one_each(read: Sequence[tuple[FacePlace, DieReading]]) -> list[DieReading]:
    """Apply non-maximum suppression: keep one of each set of overlapping dice, and none much larger or smaller than the
    others.
    """
    order = sorted(read, key=lambda one: -one[1].mean_probability * one[1].confidence * one[0].probability ** PLACE_POWER)
    edges = [
        place.edge
        for place, die in order
        if die.face_probability > CERTAIN_PROBABILITY and die.confidence > CERTAIN_PROBABILITY
    ]
    usual = float(np.median(edges)) if len(edges) >= MIN_SURE_DICE else None
    taken: list[tuple[FacePlace, DieReading]] = []
    for place, die in order:
        alike = place.edge > MIN_EDGE_PX and (usual is None or 1 / MAX_EDGE_RATIO < place.edge / usual < MAX_EDGE_RATIO)
        if (
            die.face_probability * die.confidence > MIN_DIE_PROBABILITY
            and alike
            and all(_apart(place, other) for other, _ in taken)
        ):
            taken.append((place, die))
    return [die for _, die in taken]


def found(image: Image, least_probability: float) -> list[FacePlace]:
    """Find candidates for upper faces with edges of about `SEARCH_EDGE_PX` pixels. The picture's height and width must be
    multiples of 4.
    """
    seen = search(image)
    highest = cv2.dilate(seen.probability, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((seen.probability == highest) & (seen.probability > least_probability))
    places = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        inside = column + float(seen.aside[row, column]), row + float(seen.below[row, column])
        x, y = ((place + 0.5) * STRIDE - 0.5 for place in inside)
        edge = SEARCH_EDGE_PX * 2.0 ** float(seen.size[row, column])
        places.append(FacePlace(x, y, edge, float(seen.probability[row, column])))
    return places


def _logs(image: Image, places: Sequence[FacePlace], mirrored: bool = False) -> Floats:
    """Return the log-probabilities of 1..6 and of no face for each place, shape (len(places), 7), or twice as many rows if
    each place is also read mirrored.
    """
    pictures = np.array([around(image, p.x, p.y, p.edge / EDGE, FACE) for p in places], np.uint8).reshape(-1, FACE, FACE, 3)
    if mirrored:  # a mirrored face shows the same value
        pictures = np.stack([pictures, pictures[:, :, ::-1]], axis=1).reshape(-1, FACE, FACE, 3)
    return values(pictures)


def _apart(one: FacePlace, other: FacePlace) -> bool:
    return math.dist((one.x, one.y), (other.x, other.y)) > MIN_GAP_EDGES * max(one.edge, other.edge)
