"""Dice in a picture: their places and the values of their upper faces.

One network finds the middles of upper faces in an image pyramid, each level of which suits dice of other sizes; another
classifies the faces found, one by one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.inference.evidence import LOG_FLOOR
from fourth_seat.vision.dice.company import DiceCompany
from fourth_seat.vision.dice.networks import EDGE, FACE, NO_FACE, SEARCH_EDGE_PX, around, search, turned, values
from fourth_seat.vision.dice.pip_patterns import Box, PipPattern, pattern_in, patterns
from fourth_seat.vision.network import STRIDE
from fourth_seat.vision.protocols import Image, size_of

PYRAMID_LEVELS = 4  # of the pyramid, each half as large as the one before: edges of 8 to 150 pixels
MIN_MIDDLE_PROBABILITY = 0.08  # least probability of a face's middle that is looked into
MIN_EDGE_PX = 7.5  # of an edge: what is smaller shows no pips
MIN_DIE_PROBABILITY = 0.36  # least probability of a die: that there is a face, and that it shows its value
MAX_PLACES = 150  # likeliest places of a picture that are looked into
MIN_GAP_EDGES = 0.9  # of the larger edge: nearer ones are of one die, its upper face and its sides
MAX_EDGE_RATIO, MIN_SURE_DICE = 1.7, 3  # of the edges of dice that lie together, at most, where so many are sure
PIP_PLACE_PROBABILITY = 0.3  # weight, as a probability, of a place found by its pips: they may be of two faces of a die
MAX_PIP_OFFSET = 0.25  # edges by which a face may lie off its pattern of pips
MAX_PIP_EDGE_RATIO = 1.5  # of their edges
PLACE_POWER = 0.25  # power of the probability with which it was found, where faces lie on each other
READ_ROUNDS = 2  # looks at each place
MIN_FIRST_PROBABILITY = 0.03  # least probability of a face at the first look for which a place is looked at again
CERTAIN_PROBABILITY = 0.9  # from which a die is evidence of the others' size
DOUBTFUL_PROBABILITY = 0.5  # mean probability of a face below which it is classified again, rotated
TURN_COUNT, TURNED_SCALES = 12, (0.85, 1.0, 1.2)  # of a turn, and times as large as it was found
MIN_LOG_ODDS = -0.75  # least logarithm of a doubtful face's odds, with the evidence of the dice around it
BOX_EDGES = (0.55, 0.65, 0.77, 0.9)  # a face's edge in sides of a box around the whole die, or around the turned face
BOX_ASIDE, BOX_BELOW = (-0.1, 0.0, 0.1), (-0.2, -0.1, 0.0, 0.1)  # sides of its box by which a face may lie off the middle
MAX_BOX_PLACES = 4  # likeliest places of a face in a box that are looked into
VIEWS = ((1.0, 0, 0), (0.8, 0, 0), (1.25, 0, 0), (1.0, 0.12, 0), (1.0, -0.12, 0), (1.0, 0, 0.12), (1.0, 0, -0.12))
"""Views of a face: times as large as it was found, and so many edges aside and below."""
TURNED_BOX_EDGES = 1.2  # a box around a turned face, in its edges
MIN_PATTERN_EDGE_PX = 24.0  # of an edge from which pips form a pattern
MIN_PATTERN_LOG = -1.5  # the most that it can speak against a value


@dataclass(frozen=True)
class DieReading:
    """A die that was read.

    Attributes:
        value: 1..6, what its upper face shows.
        box: around the upper face.
        likelihoods: natural logarithms for 1..6, the best 0.
        confidence: the probability of the value, all being equally likely before.
        face_probability: the probability that there is a face at all, by the best look.
        mean_probability: the mean over all looks, low where only a few of them resemble an upper face.
    """

    value: int
    box: Box
    likelihoods: tuple[float, ...]
    confidence: float
    face_probability: float
    mean_probability: float

    @property
    def edge(self) -> float:
        """Edge of its upper face, in pixels."""
        return self.box[2] / TURNED_BOX_EDGES

    @classmethod
    def of(cls, place: FacePlace, logs: NDArray[np.float64], pattern: PipPattern | None = None) -> DieReading:
        """Read a die from the logarithms of the probabilities of 1..6 and of no face, of several looks at it: one that
        looks like a face tells more. The pattern of its pips adds to that where they are large enough.
        """
        six = np.logaddexp.reduce(logs[:, :NO_FACE], axis=0)
        if pattern and pattern.edge > MIN_PATTERN_EDGE_PX:
            six = six + np.maximum(pattern.likelihoods, MIN_PATTERN_LOG)
        six = six - six.max()
        box = (place.x, place.y, TURNED_BOX_EDGES * place.edge, TURNED_BOX_EDGES * place.edge)
        face = 1 - np.exp(np.minimum(logs[:, NO_FACE], 0))
        likelihoods = tuple(max(LOG_FLOOR, float(value)) for value in six)
        confidence = 1 / float(np.exp(six).sum())
        return cls(int(six.argmax()) + 1, box, likelihoods, confidence, float(face.max()), float(face.mean()))


@dataclass(frozen=True, slots=True)
class FacePlace:
    """Candidate for an upper face: its middle and edge in pixels, and its probability."""

    x: float
    y: float
    edge: float
    probability: float

    def aside(self, times: float, right: float, below: float) -> FacePlace:
        """Return a box so many times as large, so many edges to the right and below."""
        return FacePlace(self.x + right * self.edge, self.y + below * self.edge, times * self.edge, self.probability)


def read_dice(image: Image) -> list[DieReading]:
    """Return all dice that lie somewhere in a picture."""
    seen = [place for level in range(PYRAMID_LEVELS) for place in _on_level(image, level)]
    measured = [pattern for pattern in patterns(image) if pattern.edge > MIN_PATTERN_EDGE_PX]
    places = sorted(seen, key=lambda place: -place.probability)[:MAX_PLACES]
    places += [FacePlace(pattern.x, pattern.y, pattern.edge, PIP_PLACE_PROBABILITY) for pattern in measured]
    dice = one_each(read_places(image, places, pattern=partial(_same, measured)))
    sure = [
        die
        for die in dice
        if min(die.face_probability, die.confidence) > CERTAIN_PROBABILITY and die.mean_probability > DOUBTFUL_PROBABILITY
    ]
    middles = np.array([die.box[:2] for die in sure], np.float64).reshape(-1, 2)
    edges = np.array([die.edge for die in sure])
    company = DiceCompany.of(middles, edges, size_of(image))
    return [die for die in dice if die.mean_probability > DOUBTFUL_PROBABILITY or _odds(image, die, company) > MIN_LOG_ODDS]


def one_each(read: Sequence[tuple[FacePlace, DieReading]]) -> list[DieReading]:
    """Suppress non-maxima: keep, of what was read, one die of those that overlap, and none much larger or smaller than the
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


def read_die(image: Image, box: Box) -> DieReading | None:
    """Return the die that is known to fill this box, or whose upper face does; None where nothing in it looks like a
    face.
    """
    x, y, width, height = box
    size = math.sqrt(width * height)
    places = [
        FacePlace(x + dx * size, y + dy * size, edge * size, 1.0)
        for edge in BOX_EDGES
        for dx in BOX_ASIDE
        for dy in BOX_BELOW
    ]
    likeliest = np.argsort(_logs(image, places)[:, NO_FACE])[:MAX_BOX_PLACES]
    measured = pattern_in(image, box)
    read = [die for _, die in read_places(image, [places[k] for k in likeliest], pattern=lambda _: measured)]
    best = max(read, key=lambda die: die.mean_probability * die.confidence, default=None)
    return replace(best, box=box) if best and best.face_probability > MIN_DIE_PROBABILITY else None


def found(image: Image) -> list[FacePlace]:
    """Find candidates for upper faces with edges of about `SEARCH_EDGE_PX` pixels. Height and width are multiples of 4."""
    seen = search(image)
    highest = cv2.dilate(seen.probability, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((seen.probability == highest) & (seen.probability > MIN_MIDDLE_PROBABILITY))
    places = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        inside = column + float(seen.aside[row, column]), row + float(seen.below[row, column])
        x, y = ((place + 0.5) * STRIDE - 0.5 for place in inside)
        edge = SEARCH_EDGE_PX * 2.0 ** float(seen.size[row, column])
        places.append(FacePlace(x, y, edge, float(seen.probability[row, column])))
    return places


def read_places(
    image: Image,
    places: Sequence[FacePlace],
    rounds: int = READ_ROUNDS,
    pattern: Callable[[FacePlace], PipPattern | None] = lambda _: None,
    likely: float = MIN_FIRST_PROBABILITY,
) -> list[tuple[FacePlace, DieReading]]:
    """Read the faces at these places; return them where they were read best: each is seen from a little aside, and again
    from where it looked most like a face. Places at first less likely than `likely` are left out. `pattern`: of the pips at
    a place, if known.
    """
    seen = _logs(image, places)
    places = [place for place, logs in zip(places, seen, strict=True) if logs[NO_FACE] < math.log(1 - likely)]
    read: list[tuple[FacePlace, DieReading]] = []
    for _ in range(rounds):
        views = [[place.aside(*view) for view in VIEWS] for place in places]
        seen = _logs(image, [view for own in views for view in own], mirrored=True)
        seen = seen.reshape(len(places), 2 * len(VIEWS), NO_FACE + 1)
        read = [(place, DieReading.of(place, logs, pattern(place))) for place, logs in zip(places, seen, strict=True)]
        places = [own[int(logs[:, :NO_FACE].max(axis=1).argmax()) // 2] for own, logs in zip(views, seen, strict=True)]
    return read


def _logs(image: Image, places: Sequence[FacePlace], mirrored: bool = False) -> NDArray[np.float64]:
    """Return for each place the logarithms of the probabilities of 1..6 and of no face, shape (len(places), 7); twice as
    many rows where each place is looked at in a mirror, too.
    """
    pictures = np.array([around(image, p.x, p.y, p.edge / EDGE, FACE) for p in places], np.uint8).reshape(-1, FACE, FACE, 3)
    if mirrored:  # a mirrored face shows the same value
        pictures = np.stack([pictures, pictures[:, :, ::-1]], axis=1).reshape(-1, FACE, FACE, 3)
    return values(pictures)


def _on_level(image: Image, level: int) -> Iterator[FacePlace]:
    """Yield the places of a level of the pyramid."""
    scale = 2**level
    height, width = (side // scale // STRIDE * STRIDE for side in image.shape[:2])
    if not (height and width):
        return
    part = image[: height * scale, : width * scale]
    small = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA) if level else part
    for place in found(np.asarray(small, np.uint8)):
        x, y = ((value + 0.5) * scale - 0.5 for value in (place.x, place.y))
        yield FacePlace(x, y, scale * place.edge, place.probability)


def _odds(image: Image, die: DieReading, company: DiceCompany | None) -> float:
    """Return the logarithm of the odds of a face: by its appearance when rotated, where a print often is none, and by the
    dice around it.
    """
    x, y = die.box[:2]
    angles = np.arange(TURN_COUNT) * (2 * np.pi / TURN_COUNT)
    views = [
        turned(image, x, y, times * die.edge / EDGE, FACE, float(angle)) for times in TURNED_SCALES for angle in angles
    ]
    face = float((1 - np.exp(np.minimum(values(np.array(views, np.uint8))[:, NO_FACE], 0))).mean())
    return math.log(max(face, 1e-9) / max(1 - face, 1e-9)) + (company.alike(x, y, die.edge) if company else 0.0)


def _same(measured: Sequence[PipPattern], place: FacePlace) -> PipPattern | None:
    """Return the pattern of pips that lies on a place."""
    on = [
        pattern
        for pattern in measured
        if math.dist((pattern.x, pattern.y), (place.x, place.y)) < MAX_PIP_OFFSET * place.edge
        and 1 / MAX_PIP_EDGE_RATIO < pattern.edge / place.edge < MAX_PIP_EDGE_RATIO
    ]
    return min(on, key=lambda pattern: math.dist((pattern.x, pattern.y), (place.x, place.y)), default=None)


def _apart(one: FacePlace, other: FacePlace) -> bool:
    return math.dist((one.x, one.y), (other.x, other.y)) > MIN_GAP_EDGES * max(one.edge, other.edge)
