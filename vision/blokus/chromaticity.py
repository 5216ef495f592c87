"""The tint of each square relative to the empty board, and the piece colour it indicates.

A tint is a pair of logarithms: red over green and blue over green. The light's colour, the camera's white balance and the
exposure shift the tints of board and pieces by the same amount, and it hardly matters whether a board is white, grey or
black. Relative to the empty board, each plastic colour lies in its own direction, and the purer it looks, the further out
it lies; glare draws it towards the board's tint but hardly changes its direction. A class is therefore a sector around the
board's tint. The board's tint, and each colour's distance, exact direction and lightness relative to the board, are fitted
to the picture by expectation-maximisation (Dempster, Laird and Rubin, Maximum likelihood from incomplete data via the EM
algorithm, 1977) with priors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games.blokus.variants import setting
from fourth_seat.games.options import Options
from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.blokus.sampling import Slant, samples
from fourth_seat.vision.memory import memoize_last
from fourth_seat.vision.protocols import Appearance, Image

LogArray = NDArray[np.float64]
Chromaticities = NDArray[np.float64]
"""Pairs, shape (..., 2)."""

DARK_LEVEL = 12.0  # added to every value of 0..255, so that noise in the dark does not make tints
COLOURFUL_SHARE = 0.4  # of a square's pixels, those furthest from the board's tint, make its tint: glare covers the others

# Where typical plastics lie against a grey board: direction in degrees.
DIRECTIONS_DEG = {"blue": 97.0, "yellow": -78.0, "red": 5.0, "green": 198.0, "purple": 55.0, "orange": -62.0}
SET_DIRECTION_SIGMA = np.radians(17.0)  # how far a set's colour lies from the typical direction
SQUARE_DIRECTION_SIGMA = np.radians(7.0)  # how far its squares lie from its own, before the picture says otherwise
MAX_DIRECTION_SIGMA = np.radians(10.0)  # how far they lie from it at most
USUAL_DISTANCE, DISTANCE_SIGMA = 0.9, 0.6  # how far out a typical colour lies; the spread of that, as a logarithm
MIN_DISTANCE = 0.18  # how far out the palest colour lies
MIN_DISTANCE_NOISES = 5.0  # noises that a colour lies away from the board at least
MAX_DISTANCE_SIGMA = 0.4  # the spread of the distances in one picture, at most
GLARE_SHARE = 0.1  # of a colour's squares lie anywhere between the board's tint and their own: glare
DARK_GLARE_LOSS = 2.0  # loss of likelihood of glare for each spread that a square is darker than its colour
COLOUR_LIGHTNESS_SIGMA = 0.8  # the spread of how much lighter than the board a colour is, as a logarithm
CLASS_LIGHTNESS_SIGMA = 0.25  # the spread of a class's lightness in one picture
BLUR_NOISES = 2.0  # times the noise: how much further off the tint of the nearest part of an empty square beside a piece is
MIN_NOISE, MAX_NOISE = 0.03, 0.1  # bounds for the noise of an empty square's tint
CAST_SIGMA = 0.3  # how far a board's tint lies from grey: the light's colour, as far as the camera left it
# The logarithm of the density of everything else, such as a hand, over direction, distance and lightness.
STRANGE_LOG_DENSITY = -3.5
STRANGE_SHARE = 0.03  # how common that is
MIN_STRANGE_NEARBY = 3  # squares of it, of three by three

MIN_GLARE_LOG = 0.07  # logarithm by which glare is brighter than the empty board, at least, where the sensor can show it:
SATURATED_LOG = np.log(250 + DARK_LEVEL)  # it shows nothing above
LIGHT_QUANTILES = (0.1, 0.9)  # of the empty squares' lightness: in and out of a shadow, if there is one,
MIN_SHADOW_LOG = 0.25  # and they differ by at least this logarithm

BIN_WIDTH, BIN_COUNT = 0.05, 48  # of the histogram of tints, around grey
MAX_START_LOSS = 250.0  # logarithm: where the likeliest start leads by less, the one that fits best in the end is right
EM_ROUNDS = 4  # of expectation and maximisation; more change no square
PRIOR_SQUARES = 12.0  # squares' worth of belief in what was known before


@dataclass(frozen=True)
class BlokusColours:
    """The colours of a set's pieces relative to its board, in order of play.

    Attributes:
        directions: the colours' directions, in radians.
        distances: the colours' distances, as logarithms.
        lighter: their lightness relative to the board, as logarithms.
        turned, further, lightened: the spreads of these.
    """

    directions: LogArray
    distances: LogArray
    lighter: LogArray
    turned: LogArray
    further: LogArray
    lightened: LogArray

    @classmethod
    def typical(cls, hues: Sequence[str]) -> BlokusColours:
        """Create a palette of typical colours for sides with these hues."""
        directions = np.radians([DIRECTIONS_DEG[hue] for hue in hues])
        typical = np.log(USUAL_DISTANCE), 0.0, SET_DIRECTION_SIGMA, DISTANCE_SIGMA, COLOUR_LIGHTNESS_SIGMA
        return cls(directions, *(np.full(len(hues), k) for k in typical))

    def with_tint(self, colour: int, offset: Chromaticities) -> BlokusColours:
        """Return a copy with the direction and distance of one colour (numbered from 0) derived from its tint relative to
        the board.
        """
        directions, distances, turned, further = (
            values.copy() for values in (self.directions, self.distances, self.turned, self.further)
        )
        directions[colour], turned[colour] = np.arctan2(offset[1], offset[0]), SQUARE_DIRECTION_SIGMA
        # Glare may lie on all that was seen of it.
        distances[colour] = max(np.log(np.linalg.norm(offset)), np.log(USUAL_DISTANCE) - DISTANCE_SIGMA)
        further[colour] = DISTANCE_SIGMA / 2
        return replace(self, directions=directions, distances=distances, turned=turned, further=further)


@dataclass(frozen=True)
class EmptyBoard:
    """The appearance of the empty board at each square.

    Attributes:
        tint: the tint of each square, shape (squares, 2), or of all squares, shape (2,).
        light: the logarithm of its lightness, shape (squares,).
        noise: the noise of an empty square's tint.
    """

    tint: Chromaticities
    light: LogArray
    noise: float


@dataclass(frozen=True)
class ColourFit:
    """A board's fitted colours.

    Attributes:
        logs: the log density of each square's appearance if it is empty, if it has each of the colours, and if it shows
            anything else; shape (squares, 1 + colours + 1).
        beside: the same for an empty square partly hidden by a piece beside it, shape (squares,).
        glare: the part of each square that is hidden by a lamp's reflection.
        tints, light: the squares' tints and lightness, as in `SquareColours`.
        offsets: tints of the most colourful pixels relative to the board, shape (squares, 2).
    """

    logs: LogArray
    beside: LogArray
    glare: LogArray
    tints: Chromaticities
    light: LogArray
    offsets: Chromaticities
    ground: EmptyBoard
    palette: BlokusColours

    @property
    def strange(self) -> Mask:
        """The squares that, like their neighbours, most likely show neither board nor piece: a hand is larger than a
        square.
        """
        size = round(len(self.logs) ** 0.5)
        odd = (self.logs[:, -1] > self.logs[:, :-1].max(axis=1)).astype(np.float32)
        around = cv2.boxFilter(odd.reshape(size, size), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
        return np.asarray((odd > 0) & (around.ravel() >= MIN_STRANGE_NEARBY))


class SquareColours:
    """The colours seen on each square.

    Attributes:
        tints: the mean tint of each square's pixels, shape (squares, 2).
        light: the logarithm of each square's lightness, shape (squares,).
        slant: the slant of the camera's view of the squares.
    """

    def __init__(self, values: Image, places: Floats, slant: Slant) -> None:
        """`values` are pixels (blue, green, red), shape (squares, samples, 3). `places` are the squares' coordinates in
        -1..1, shape (squares, 2).
        """
        self.slant = slant
        logarithms = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK_LEVEL))[values]
        self.pixels = [logarithms[..., channel] - logarithms[..., 1] for channel in (2, 0)]
        self.tints: Chromaticities = np.column_stack([tint.mean(axis=1) for tint in self.pixels]).astype(np.float64)
        self.lights = logarithms.mean(axis=2)
        self.light: LogArray = self.lights.mean(axis=1).astype(np.float64)
        x, y = places.T
        self.terms = np.column_stack([np.ones(len(x)), x, y, x * y, x**2, y**2])

    def offsets(self, ground: Chromaticities) -> tuple[Chromaticities, LogArray]:
        """Return the mean tint of each square's most colourful pixels relative to the board, shape (squares, 2), and the
        mean tint and lightness of the pixels nearest to the camera, shape (squares, 3).
        """
        red, blue = (tint - own for tint, own in zip(self.pixels, ground.astype(np.float32).T[..., None], strict=True))
        square = red**2 + blue**2
        count = int(COLOURFUL_SHARE * square.shape[1])
        least = np.partition(square, -count, axis=1)[:, -count, None]
        chosen = (square >= least).astype(np.float32)
        sums = [np.einsum("ij,ij->i", chosen, tint) / chosen.sum(axis=1) for tint in (red, blue)]
        near = [tint[:, self.slant.nearest].mean(axis=1) for tint in (red, blue, self.lights)]
        return np.column_stack(sums).astype(np.float64), np.column_stack(near).astype(np.float64)

    def glare(self, light: LogArray) -> LogArray:
        """Return the part of each square that is brighter than the empty board, whose lightness there is `light`."""
        brighter = self.lights > np.minimum(light + MIN_GLARE_LOG, SATURATED_LOG)[:, None]
        return np.asarray(brighter.mean(axis=1), np.float64)

    def smooth(self, values: Floats, weights: LogArray, before: Floats) -> Floats:
        """Fit a polynomial in the board's coordinates to values, with a penalty on its higher-order terms."""
        held = np.array([0.01, 1, 1, 4, 4, 4]) * PRIOR_SQUARES / 4
        weighted = (self.terms * weights[:, None]).T
        normal = weighted @ self.terms + np.diag(held)
        return np.asarray(before + self.terms @ np.linalg.solve(normal, weighted @ (values - before)))


def fit(squares: SquareColours, palette: BlokusColours, cast: Chromaticities | None = None) -> ColourFit:
    """Return the likeliest reading of a board.

    Args:
        cast: the board's approximate tint, if known.
    """
    starts = _starts(squares, cast)
    likely = [_likelihood(_logs(squares, *squares.offsets(start.tint), start, palette)[0]) for start in starts]
    doubtful = max(likely) - MAX_START_LOSS
    fits = [_fit(squares, palette, start) for start, first in zip(starts, likely, strict=True) if first > doubtful]
    return max(fits, key=lambda fitted: _likelihood(fitted.logs))


def _likelihood(logs: LogArray) -> float:
    """Return the joint log-likelihood of all squares, assuming equally likely classes."""
    return float(np.logaddexp.reduce(logs, axis=1).sum())


def _starts(squares: SquareColours, cast: Chromaticities | None) -> list[EmptyBoard]:
    """Return candidates for the empty board: the most common tints that are plausible given the light and white balance."""
    means = squares.tints
    centre = np.zeros(2) if cast is None else cast
    bins = np.clip(np.rint((means - centre) / BIN_WIDTH).astype(int) + BIN_COUNT // 2, 0, BIN_COUNT - 1)
    counts = np.zeros((BIN_COUNT + 2, BIN_COUNT + 2))
    np.add.at(counts, (bins[:, 0] + 1, bins[:, 1] + 1), 1.0)
    counts = counts[:-2] + 2 * counts[1:-1] + counts[2:]
    counts = counts[:, :-2] + 2 * counts[:, 1:-1] + counts[:, 2:]
    at = (np.arange(BIN_COUNT) - BIN_COUNT // 2) * BIN_WIDTH
    counts *= np.exp(-(at[:, None] ** 2 + at**2) / (2 * CAST_SIGMA**2))
    starts = []
    for _ in range(3):
        row, column = np.unravel_index(int(counts.argmax()), counts.shape)
        near = np.linalg.norm(means - centre - (at[row], at[column]), axis=1) < 2 * BIN_WIDTH
        if not near.any():
            break
        tint = means[near].mean(axis=0)
        noise = np.quantile(np.linalg.norm(squares.offsets(tint)[0], axis=1), 0.1) / 0.8  # well within the empty squares
        starts.append(
            EmptyBoard(
                tint, np.full(len(means), np.median(squares.light[near])), float(np.clip(noise, MIN_NOISE, MAX_NOISE))
            )
        )
        counts[np.hypot(at[:, None] - at[row], at - at[column]) < 3 * BIN_WIDTH] = 0
    return starts


def _fit(squares: SquareColours, known: BlokusColours, ground: EmptyBoard) -> ColourFit:
    palette = known
    shares = np.ones((len(squares.tints), len(known.distances) + 2))
    shares[:, -1] = 0
    for _ in range(EM_ROUNDS):
        offsets, near = squares.offsets(ground.tint)
        odd = _strange_log_priors(shares[:, -1])
        shares = _shares(_logs(squares, offsets, near, ground, palette)[0], shares, odd)
        empty, coloured = shares[:, 0], shares[:, 1:-1]
        distance = np.linalg.norm(offsets, axis=1)
        weights = empty * 6 / (4 + (distance / ground.noise) ** 2)  # Student's t: few far ones hardly count
        noise = np.sqrt((weights * distance**2).sum() / (2 * empty.sum() + 1e-9))
        ground = EmptyBoard(
            squares.smooth(squares.tints, empty, ground.tint.reshape(-1, 2).mean(axis=0)),
            squares.smooth(squares.light, empty, ground.light.mean()),
            float(np.clip(noise, MIN_NOISE, MAX_NOISE)),
        )
        palette = _adapted(offsets, squares.light - ground.light, coloured, known, ground.noise)
    offsets, near = squares.offsets(ground.tint)
    logs, beside = _logs(squares, offsets, near, ground, palette)
    logs[:, -1] += np.log(odd / STRANGE_SHARE)
    glare = _glare(squares, ground.light, logs.argmax(axis=1) == 0)
    return ColourFit(logs, beside, glare, squares.tints, squares.light, offsets, ground, palette)


def _glare(squares: SquareColours, light: LogArray, empty: Mask) -> LogArray:
    """Return the part of each square that reflects a lamp, and so is brighter than the empty board.

    Args:
        light: logarithm of the empty board's lightness; it is smooth, so at a shadow's edge it lies between the values on
            either side.
        empty: whether each square is empty.
    """
    if not empty.any():
        return squares.glare(light)
    low, high = np.quantile(squares.light[empty], LIGHT_QUANTILES)
    if high - low > MIN_SHADOW_LOG:
        size = round(len(light) ** 0.5)
        lit = empty & (squares.light > (low + high) / 2)
        near = [cv2.blur(where.reshape(size, size).astype(np.float32), (5, 5)).ravel() for where in (lit, empty)]
        light = np.where(near[0] > near[1] / 2, np.maximum(light, np.median(squares.light[lit])), light)
    glare = squares.glare(light)
    return np.asarray(np.maximum(glare - np.median(glare[empty]), 0))


def _strange_log_priors(shares: LogArray) -> LogArray:
    """Return the log-probability that each square shows something else, given its neighbours: hands are larger than
    squares.
    """
    size = round(len(shares) ** 0.5)
    around = cv2.blur(shares.reshape(size, size), (3, 3), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(STRANGE_SHARE + (0.5 - STRANGE_SHARE) * around.ravel(), np.float64)


def _shares(logs: LogArray, before: Floats, odd: LogArray) -> Floats:
    """Return the probability of each class for each square, with the previous class frequencies as prior."""
    common = before[:, :-1].sum(axis=0) + PRIOR_SQUARES
    common = common / common.sum()
    logs = logs + np.log(np.column_stack([(1 - odd)[:, None] * common, odd]))
    return np.asarray(np.exp(logs - np.logaddexp.reduce(logs, axis=1)[:, None]))


def _logs(
    squares: SquareColours, offsets: Chromaticities, near: LogArray, ground: EmptyBoard, palette: BlokusColours
) -> tuple[LogArray, LogArray]:
    """Return the log densities of each class, and of an empty square partly hidden by a neighbour's piece."""
    light = squares.light
    distance = np.maximum(np.linalg.norm(offsets, axis=1), 1e-3)
    noise = ground.noise
    empty = -2 * np.log(noise) - 3 * np.log1p(distance**2 / (4 * noise**2)) - np.log(2 * np.pi)
    empty += student((light - ground.light) / CLASS_LIGHTNESS_SIGMA) - np.log(CLASS_LIGHTNESS_SIGMA)
    # The nearest part shows the bare board, but for what a blurred picture mixes into it.
    blurred = BLUR_NOISES * noise
    beside = np.log(squares.slant.hidden) - 2 * np.log(blurred) - (near[:, :2] ** 2).sum(axis=1) / (2 * blurred**2)
    beside += student((near[:, 2] - ground.light) / CLASS_LIGHTNESS_SIGMA) - np.log(2 * np.pi * CLASS_LIGHTNESS_SIGMA)
    empty = np.logaddexp(empty, beside)
    spread = np.sqrt(palette.turned**2 + (noise / distance[:, None]) ** 2)
    turned = -0.5 * (turns(offsets, palette) / spread) ** 2 - np.log(spread)
    far = np.log(np.sqrt(distance**2 + (3 * noise) ** 2))[:, None]
    further = far - palette.distances
    pure = -0.5 * (further / palette.further) ** 2 - np.log(palette.further)
    lighter = (light - ground.light)[:, None] - palette.lighter
    spread_light = np.hypot(CLASS_LIGHTNESS_SIGMA, palette.lightened)
    # Glare draws a tint anywhere towards the board's, and makes it lighter, never darker.
    paler = np.where((further < 0.3) & (further > -2.3), np.log(GLARE_SHARE), np.log(GLARE_SHARE) - 6)
    paler = paler + DARK_GLARE_LOSS * np.minimum(lighter / spread_light, 0)
    shade = student(lighter / spread_light) - np.log(spread_light)
    coloured = turned + np.logaddexp(pure, paler) - 2 * far - np.log(2 * np.pi) + shade
    return np.column_stack([empty, coloured, STRANGE_LOG_DENSITY - 2 * far]), beside


def student(deviations: Floats) -> Floats:
    """Return the logarithm of Student's t density with 4 degrees of freedom, up to a constant."""
    return np.asarray(-2.5 * np.log1p(deviations**2 / 4))


def turns(offsets: Chromaticities, palette: BlokusColours) -> Floats:
    """Return the angle between each offset and each colour's direction, shape (squares, colours)."""
    turns = np.arctan2(offsets[:, 1], offsets[:, 0])[:, None] - palette.directions
    return np.asarray((turns + np.pi) % (2 * np.pi) - np.pi)


def _adapted(offsets: Chromaticities, light: LogArray, shares: Floats, known: BlokusColours, noise: float) -> BlokusColours:
    """Update the palette with squares that have these probabilities for each colour, shape (squares, colours)."""
    turned = turns(offsets, known)
    far = np.log(np.maximum(np.linalg.norm(offsets, axis=1), 1e-3))[:, None] - known.distances
    bright = light[:, None] - known.lighter
    pure = shares * np.minimum(np.exp(far), 1)  # a pale square is weak evidence of its colour's direction

    def mean(values: Floats, weights: Floats, within: float, before: LogArray | float) -> Floats:
        """Return the mean, with a prior that carries as much weight as a few additional squares."""
        return np.asarray((weights * values).sum(axis=0) / (weights.sum(axis=0) + (within / before) ** 2 * PRIOR_SQUARES))

    def spread(values: Floats, weights: Floats, usual: float, most: float) -> float:
        """Return the spread around the means, shared by all colours."""
        variance = ((weights * values**2).sum() + PRIOR_SQUARES * usual**2) / (weights.sum() + PRIOR_SQUARES)
        return min(float(np.sqrt(variance)), most)

    def unsure(within: float, weights: Floats, before: LogArray) -> LogArray:
        """Return each colour's spread, plus the uncertainty of its mean, which is large for colours with few squares."""
        return np.asarray(np.sqrt(within**2 + 1 / (1 / before**2 + weights.sum(axis=0) / within**2)))

    turn = mean(turned, pure, SQUARE_DIRECTION_SIGMA, known.turned)
    further = mean(far, shares, 0.4, known.further)
    further = np.maximum(further, np.log(max(MIN_DISTANCE, MIN_DISTANCE_NOISES * noise)) - known.distances)
    lighter = mean(bright, shares, CLASS_LIGHTNESS_SIGMA, known.lightened)
    return replace(
        known,
        directions=known.directions + turn,
        distances=known.distances + further,
        lighter=known.lighter + lighter,
        turned=unsure(spread(turned - turn, pure, SQUARE_DIRECTION_SIGMA, MAX_DIRECTION_SIGMA), pure, known.turned),
        further=unsure(spread(far - further, shares, DISTANCE_SIGMA / 2, MAX_DISTANCE_SIGMA), shares, known.further),
        lightened=unsure(CLASS_LIGHTNESS_SIGMA, shares, known.lightened),
    )


@memoize_last
def colours_seen(image: Image, view: View, appearance: Appearance, options: Options) -> ColourFit:
    """Return the fitted colours of all squares, row by row from the top."""
    fixed = setting(options)
    palette = BlokusColours.typical([side.hue for side in fixed.sides])
    for index, side in enumerate(fixed.sides):
        if side.hue in appearance:
            palette = palette.with_tint(index, np.array(appearance[side.hue]))
    cast = np.array(appearance["board"]) if "board" in appearance else None
    size = fixed.size
    return fit(SquareColours(samples(image, view, size), _middles(size), Slant.of(view, size)), palette, cast)


def _middles(size: int) -> Floats:
    middle = (np.arange(size) + 0.5) / size * 2 - 1
    x, y = np.meshgrid(middle, middle)
    return np.column_stack([x.ravel(), y.ravel()])
