"""What the discs of one set look like, found out from a single picture.

Sets, lamps and cameras differ, so nobody can say beforehand what yellow is. But all discs of a colour look alike, so a
palette (the colours of the two kinds of discs) is a hypothesis that a whole picture supports or not: each is scored by how
likely it makes the picture when discs must stand on discs and the players have moved by turns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.connect4.gravity import Logs, heights
from vision.connect4.samples import Colours, Samples

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Paint:
    """What a colour of discs may look like, before any picture was seen.

    Attributes:
        hue: angle about grey, in degrees, and how far off it may be.
        colourfulness: distance from grey, and how far off it may be.
        usual: how common it is.
    """

    name: str
    hue: tuple[float, float]
    colourfulness: tuple[float, float]
    usual: float

    def fits(self, colours: Colours) -> Vector:
        """The logarithm of how likely each colour is for such a paint in an unknown light."""
        angle = np.degrees(np.arctan2(colours[:, 1], colours[:, 0])) - self.hue[0]
        distance = np.maximum(np.hypot(colours[:, 0], colours[:, 1]), 0.01)
        off = ((angle + 180) % 360 - 180) / self.hue[1], (distance - self.colourfulness[0]) / self.colourfulness[1]
        area = 2 * np.pi * np.radians(self.hue[1]) * self.colourfulness[1] * distance
        return np.asarray(-0.5 * (off[0] ** 2 + off[1] ** 2) - np.log(area * BRIGHTNESSES), np.float64)


# Spreads cover lamps from warm to cool and cameras that balance white or do not.
YELLOW = Paint("yellow", (74.0, 14.0), (0.32, 0.09), 1.0)
FIRST = (Paint("red", (27.0, 7.0), (0.53, 0.14), 0.97), Paint("blue", (-129.0, 15.0), (0.35, 0.10), 0.03))

GLARE = 0.25  # part of its colourfulness by which a disc differs from others of its kind
LEAST_GLARE = 0.02
HUE = 0.03  # by how much its hue does
SHADE = 0.25  # by how much its brightness (logarithm) does
SPREAD = 3.0  # times as much for one in ten discs: highlights, shadows
"""All as standard deviations."""
UNEVEN_DISC, UNEVEN_HOLE = 0.10, 0.35  # the usual unevenness of a disc, and of what is seen through a hole
CLUTTER = 0.2  # part of the holes behind which is no plain wall
BRIGHTNESSES = 2.0  # the range of logarithms over which what is seen through a hole may be bright
TURNS = 1.5  # what each disc too many of a colour costs, as logarithm
CHROMA_RANGE = 1.0  # the area over which the two logarithms of colour may lie
CLUSTER = np.array([0.035, 0.035, 0.25])  # how far the colours of one background, or of one kind of discs, lie apart
ALIKE = 2.5  # colours that discs of a kind have not even so much (as logarithm) less often than their usual one are theirs
CLUSTERS = 10  # colours that are tried


@dataclass(frozen=True)
class Kind:
    """A hypothesis about one colour of discs: its colour, or none, where no such disc lies on the board."""

    paint: Paint
    colour: Vector | None
    prior: float

    def likelihoods(self, colours: Colours) -> Vector:
        """The logarithm of how likely each colour is for such a disc."""
        if self.colour is None:
            return self.paint.fits(colours)
        return disc_likelihoods(colours, self.colour)


def disc_likelihoods(colours: Colours, disc: Vector) -> Vector:
    """The logarithm of how likely each of the colours is for a disc of a known colour."""
    colourful = float(np.hypot(disc[0], disc[1])) + 1e-6
    along = disc[:2] / colourful
    off = colours[:, :2] - disc[:2]
    scaled = np.column_stack(
        [
            off @ along / (GLARE * colourful + LEAST_GLARE),
            (off[:, 1] * along[0] - off[:, 0] * along[1]) / HUE,
            (colours[:, 2] - disc[2]) / SHADE,
        ]
    )
    square = (scaled**2).sum(axis=1)
    volume = np.log((GLARE * colourful + LEAST_GLARE) * HUE * SHADE) + 1.5 * np.log(2 * np.pi)
    usual, odd = np.log(0.9) - 0.5 * square, np.log(0.1) - 0.5 * square / SPREAD**2 - 3 * np.log(SPREAD)
    return np.asarray(np.logaddexp(usual, odd) - volume, np.float64)


def unevenness(uneven: Vector) -> tuple[Vector, Vector]:
    """The logarithms of how likely this unevenness is for a disc, and for a hole, behind which most often is a plain wall."""
    disc = -uneven / UNEVEN_DISC - np.log(UNEVEN_DISC)
    clutter = -uneven / UNEVEN_HOLE - np.log(UNEVEN_HOLE)
    return disc, np.logaddexp(np.log(1 - CLUTTER) + disc, np.log(CLUTTER) + clutter)


def anything(colours: Colours, plate: Vector) -> Vector:
    """The logarithm of how likely each colour is through an empty hole: mostly greyish, or the board's own, but anything."""

    def normal(mean: Vector, spread: float) -> Vector:
        off = (colours[:, :2] - mean) / spread
        return np.asarray(np.exp(-0.5 * (off**2).sum(axis=1)) / (2 * np.pi * spread**2))

    density = 0.85 * normal(np.zeros(2), 0.1) + 0.1 * normal(plate[:2], 0.1) + 0.05 / CHROMA_RANGE
    return np.asarray(np.log(density / BRIGHTNESSES), np.float64)


def likelihoods(samples: Samples, first: Vector, second: Vector, empty: Vector) -> Logs:
    """(empty, colour 1, colour 2) for each hole from the colours' likelihoods, shape (42, 3)."""
    disc, hole = unevenness(samples.uneven)
    return np.column_stack([empty + hole, first + disc, second + disc])


def _clusters(colours: Colours) -> tuple[Colours, Vector]:
    """Colours that many holes share, shape (k, 3), and how many holes do (mean shift, one step from each hole)."""
    near = ((colours[:, None] - colours[None]) / CLUSTER) ** 2
    crowd = np.exp(-0.5 * near.sum(axis=2))
    mass = crowd.sum(axis=1)
    means = crowd @ colours / mass[:, None]
    kept: list[int] = []
    for index in np.argsort(-mass):
        if len(kept) < CLUSTERS and all((np.abs(means[index] - means[k]) / CLUSTER).max() > 1.5 for k in kept):
            kept.append(int(index))
    return means[kept], mass[kept]


def fitted(samples: Samples) -> tuple[Kind, Kind, Logs]:
    """The likeliest kinds of discs (colour 1, colour 2), and the likelihoods of each hole's contents under them."""
    means, mass = _clusters(samples.holes)
    plate = np.median(samples.plate, axis=0)
    broad = anything(samples.holes, plate)
    volume = np.log(np.prod(CLUSTER)) + 1.5 * np.log(2 * np.pi)
    backgrounds = np.exp(np.column_stack([disc_likelihoods(samples.holes, mean) for mean in means])) * mass
    alike = np.stack([disc_likelihoods(means, mean) for mean in means])
    price = np.where(mass > 2, anything(means, plate) + volume, 0.0)

    def kinds(paint: Paint) -> list[tuple[int, Kind]]:
        fits = paint.fits(means) + np.log(paint.usual)
        return [
            *((k, Kind(paint, means[k], fits[k] + volume)) for k in range(len(means)) if fits[k] > -10),
            (-1, Kind(paint, None, float(np.log(paint.usual)))),
        ]

    firsts = [kind for paint in FIRST for kind in kinds(paint)]
    seconds = kinds(YELLOW)
    one = [kind.likelihoods(samples.holes) for _, kind in firsts]
    two = [kind.likelihoods(samples.holes) for _, kind in seconds]
    pairs, logs, prior = [], [], []
    for a, (k1, first) in enumerate(firsts):
        for b, (k2, second) in enumerate(seconds):
            if k1 == k2 >= 0:
                continue
            others = mass > 2
            for k in (k1, k2):
                if k >= 0:
                    others &= alike[k] < alike[k, k] - ALIKE
            share = backgrounds[:, others].sum(axis=1) / max(mass[others].sum(), 1.0)
            empty = np.log(0.7 * share + 0.3 * np.exp(broad))
            logs.append(likelihoods(samples, one[a], two[b], empty))
            prior.append(first.prior + second.prior + price[others].sum())
            pairs.append((first, second))
    stacked = np.stack(logs)
    height = heights(stacked)
    score = np.logaddexp.reduce(height, axis=-1).sum(axis=-1) + prior
    score -= TURNS * np.maximum(0, np.abs(_balance(stacked, height)) - 1)
    best = int(np.argmax(score))
    if DEBUG:
        for i in np.argsort(-score)[:6]:
            print(round(score[i],1), round(prior[i],1), [(k.paint.name, k.colour.round(2) if k.colour is not None else None) for k in pairs[i]], _balance(stacked,height)[i])
    return *pairs[best], logs[best]

DEBUG=0

def _balance(logs: Logs, height: Logs) -> NDArray[np.int64]:
    """How many discs of colour 1 more than of colour 2 lie on the likeliest boards."""
    filled = np.argmax(height, axis=-1)
    rows = np.arange(5, -1, -1)  # holes below those of each row
    discs = rows[:, None] < filled[..., None, :]
    grid = logs.reshape(*logs.shape[:-2], 6, 7, 3)
    return np.asarray((np.where(grid[..., 1] > grid[..., 2], 1, -1) * discs).sum(axis=(-1, -2)))
