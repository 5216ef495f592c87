"""The log-likelihoods of colours for discs and for the background seen through holes (natural logarithms of densities)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.connect4.sampling import Colours

# How discs of one kind differ from each other, as standard deviations.
GLARE_SIGMA = 0.25  # of their colourfulness, in parts of it: light from a lamp or through a haze makes all colours paler
MIN_PALE_SIGMA = 0.02  # of it, at least
HUE_SIGMA = 0.03  # across that
SHADE_SIGMA = 0.25  # of their brightness (logarithm)
OUTLIER_SHARE = 0.1  # of the discs, that have highlights or shadows on them,
OUTLIER_FACTOR = 3.0  # and how many times as far off these are

# The mean unevenness of a disc or a plain wall, and of clutter: of its colour and, where shadows fall, of its brightness.
# In eight photos and six rendered films discs' colours differ by .003 to .012 in the mean, under a lamp by .05 at most.
UNEVEN_PLAIN, UNEVEN_CLUTTER = np.array([0.015, 0.10]), np.array([0.10, 0.35])
CLUTTERED_SHARE = 0.2  # of the empty holes, behind which there is no plain wall
MARKED_SHARE = 0.01  # of the discs, that have marks on them

GREY_SHARE = 0.85  # of what is seen through holes, that is grey,
GREY_SIGMA = 0.1  # how nearly,
PLATE_COLOUR_SHARE = 0.1  # and that is of the plate's colour
BRIGHTNESS_RANGE_LOG = 2.0  # the range of logarithms of brightness in which anything may lie


@dataclass(frozen=True)
class DiscColour:
    """The prior for discs of one colour.

    Attributes:
        hue: the angle around grey, in degrees, and its standard deviation.
        colourfulness: the distance from grey, and the standard deviation of its logarithm.
        usual: the proportion of sets with this colour.
    """

    hue: tuple[float, float]
    colourfulness: tuple[float, float]
    usual: float = 1.0

    def likelihoods(self, colours: Colours) -> Floats:
        """Return the log-likelihood of each colour for a disc of this kind in unknown light."""
        angle = np.degrees(np.arctan2(colours[:, 1], colours[:, 0])) - self.hue[0]
        distance = np.maximum(np.hypot(colours[:, 0], colours[:, 1]), 0.01)
        turned = ((angle + 180) % 360 - 180) / self.hue[1]
        paler = np.log(distance / self.colourfulness[0]) / self.colourfulness[1]
        area = 2 * np.pi * np.radians(self.hue[1]) * self.colourfulness[1] * distance**2
        return np.asarray(-0.5 * (turned**2 + paler**2) - np.log(area * BRIGHTNESS_RANGE_LOG), np.float64)


# Spreads cover lamps from warm to cool, and cameras that balance white or do not.
YELLOW = DiscColour((74.0, 14.0), (0.30, 0.33))
RED, BLUE = DiscColour((27.0, 7.0), (0.51, 0.27), 0.97), DiscColour((-129.0, 15.0), (0.35, 0.30), 0.03)


def is_blue(colour: Floats) -> bool:
    """Return whether non-yellow discs of this colour are blue rather than red."""
    red, blue = (paint.likelihoods(colour[None])[0] + np.log(paint.usual) for paint in (RED, BLUE))
    return bool(blue > red)


def is_red(colour: Floats) -> bool:
    """Return whether discs taken for yellow are really red, as can happen next to blue ones."""
    return bool(RED.likelihoods(colour[None])[0] > YELLOW.likelihoods(colour[None])[0])


def disc(colours: Colours, usual: Floats) -> Floats:
    """Return the log-likelihoods of colours for discs whose usual colour is known (a mixture of a narrow and a wide normal
    distribution).
    """
    angle = np.arctan2(usual[1], usual[0])
    paler, hue = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    pale = GLARE_SIGMA * float(np.hypot(usual[0], usual[1])) + MIN_PALE_SIGMA
    off = colours - usual
    square = (off[:, :2] @ paler / pale) ** 2 + (off[:, :2] @ hue / HUE_SIGMA) ** 2 + (off[:, 2] / SHADE_SIGMA) ** 2
    volume = np.log(pale * HUE_SIGMA * SHADE_SIGMA) + 1.5 * np.log(2 * np.pi)
    near, far = (
        np.log(1 - OUTLIER_SHARE) - 0.5 * square,
        np.log(OUTLIER_SHARE) - 0.5 * square / OUTLIER_FACTOR**2 - 3 * np.log(OUTLIER_FACTOR),
    )
    return np.asarray(np.logaddexp(near, far) - volume, np.float64)


def anything(colours: Colours, plate: Floats) -> Floats:
    """Return the log-likelihoods of colours seen through an empty hole in an unknown room. They are mostly greyish or the
    grid's own colour, but can be anything.
    """

    def normal(mean: Floats) -> Floats:
        square = (((colours[:, :2] - mean) / GREY_SIGMA) ** 2).sum(axis=1)
        return np.asarray(np.exp(-0.5 * square) / (2 * np.pi * GREY_SIGMA**2), np.float64)

    rest = 1 - GREY_SHARE - PLATE_COLOUR_SHARE  # the area of all colours is about 1
    return np.asarray(
        np.log((GREY_SHARE * normal(np.zeros(2)) + PLATE_COLOUR_SHARE * normal(plate[:2]) + rest) / BRIGHTNESS_RANGE_LOG),
        np.float64,
    )


def unevenness(uneven: Floats) -> tuple[Floats, Floats]:
    """Return the log-likelihoods of unevenness, shape (n, 2), for a disc and an empty hole (exponential distributions)."""
    plain, clutter = ((-uneven / usual - np.log(usual)).sum(axis=1) for usual in (UNEVEN_PLAIN, UNEVEN_CLUTTER))
    marked, cluttered = (
        np.logaddexp(np.log(1 - share) + plain, np.log(share) + clutter) for share in (MARKED_SHARE, CLUTTERED_SHARE)
    )
    return np.asarray(marked, np.float64), np.asarray(cluttered, np.float64)
