"""Estimates the colours of a set's discs from a single picture.

Sets, lamps and cameras differ, so no colour can be identified as yellow in advance. But all discs of a kind look alike, and
so does a wall seen through many holes. The picture's colours are therefore clustered. Each assignment of one cluster to the
yellow discs, one to the other discs and the rest to the background is a hypothesis, scored by the likelihood of the whole
picture, given that discs must rest on discs and the players take turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.connect4.rules import COLUMNS, ROWS
from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.connect4.appearance import Connect4Reference
from fourth_seat.vision.connect4.gravity import Logs, heights
from fourth_seat.vision.connect4.likelihoods import (
    BLUE,
    HUE_SIGMA,
    RED,
    YELLOW,
    DiscColour,
    anything,
    disc,
    unevenness,
)
from fourth_seat.vision.connect4.sampling import Colours, GridSamples, shade

CLUSTER_SIGMAS = np.array([0.035, 0.035, 0.25])  # how far the colours of one cluster lie apart (standard deviation)
# The logarithm of the volume of a cluster among all colours.
CLUSTER_LOG_VOLUME = float(np.log(np.prod(CLUSTER_SIGMAS)) + 1.5 * np.log(2 * np.pi))
MAX_CLUSTERS = 10  # colours that are tried, at most
MIN_BACKGROUND_HOLES = 2.0  # holes: what is seen through so few makes no background of its own
MIN_FIT_LOG = -10.0  # a colour less likely than this for a paint is not tried
MIN_COLOURFULNESS_SHARE = 0.55  # of its usual colourfulness: paler things are not discs of that kind, but background
SHARED_SHARE = 0.7  # part of the empty holes that show what others show
GREY_CAST_SIGMA = 0.06  # how far off grey grey may look in a lamp's light (standard deviation)
MAX_CAST_SIGMAS = 4.0  # of these, at most
DISC_HUED_BACKGROUND_LOG = -3.0  # logarithm of how likely there is a background of a disc's hue
SURPLUS_DISC_COST = 2.5  # what each disc too many of a colour costs, as logarithm
# Holes: how much what other rows show counts against what a row shows: behind lie tables and horizons.
OTHER_ROWS_WEIGHT = 1.0
REMEMBERED_SHARE = 0.8  # part of the empty holes that show what they showed when they were learned,
EVENING_SIGMAS = np.array([0.03, 0.03, 0.15])  # and how far off that may lie (standard deviation), on another evening,
STILL_REMEMBERED_SHARE = 0.99  # and where nothing has moved behind the board, nor the light changed;
STILL_SIGMAS = EVENING_SIGMAS / 3
REFLECTION_COST = 4.0  # variances that it costs to take away the light of a reflection: that makes much alike
FLICKER_SHARE = 0.1  # part of the holes that lie as far off as on another evening even so
MAX_SAME_COST = 4.5  # what three standard deviations cost, as logarithm
NEVER_LOG = -1e4  # logarithm


@dataclass(frozen=True)
class DiscHypothesis:
    """A hypothesis about one kind of disc.

    Attributes:
        cluster: the colour cluster of these discs, or None if they belong to no cluster.
        prior: the log prior probability.
        likelihoods: the log-likelihood of each hole's colour for such a disc, shape (42,).
        theirs: a mask of the clusters that such discs explain, shape (k,).
    """

    cluster: int | None
    prior: float
    likelihoods: Floats
    theirs: Mask


def contents(samples: GridSamples, memory: Connect4Reference) -> Logs:
    """Return the log-likelihoods of (empty, other colour, yellow) for each hole, shape (42, 3)."""
    memory = memory.in_light(samples)
    known = BackgroundComparison.of(samples, memory)
    means, mass = _clusters(samples.holes, known.shown)
    tables, scores = [], []
    for grey, prior in _greys(means, mass):
        for table, score in _explained(samples, memory, known, means, mass, grey):
            tables.append(table)
            scores.append(score + prior)
    stacked = np.stack(tables)
    height = heights(stacked)
    score = np.logaddexp.reduce(height, axis=-1).sum(axis=-1) + scores
    score -= SURPLUS_DISC_COST * np.maximum(0, np.abs(_surplus(stacked, height)) - 1)
    return np.asarray(stacked[int(np.argmax(score))], np.float64)


def _greys(means: Colours, mass: Floats) -> Iterator[tuple[Floats, float]]:
    """Yield candidates for grey in this light, and their log-probabilities: neutral grey, or the colour of most holes."""
    yield np.zeros(3), 0.0
    most = means[np.argmax(mass)] * (1, 1, 0)
    off = float(np.hypot(most[0], most[1]) / GREY_CAST_SIGMA)
    if off < MAX_CAST_SIGMAS:
        yield most, -0.5 * off**2


def _explained(
    samples: GridSamples, memory: Connect4Reference, known: BackgroundComparison, means: Colours, mass: Floats, grey: Floats
) -> Iterator[tuple[Logs, float]]:
    """Yield the log-likelihoods of each hole's contents, and the log prior, for each hypothesis about the discs."""
    holes, means, plate = samples.holes - grey, means - grey, np.median(samples.plate, axis=0) - grey
    matte = known.matte - grey
    broad = anything(holes, plate)
    shown = np.exp(np.column_stack([disc(holes, mean) for mean in means]))
    belongs = shown * mass
    belongs /= np.maximum(belongs.sum(axis=1, keepdims=True), np.finfo(float).tiny)
    rows = belongs.reshape(ROWS, COLUMNS, -1).sum(axis=1) + OTHER_ROWS_WEIGHT * mass / len(holes)
    price = anything(means, plate) + CLUSTER_LOG_VOLUME
    others = _kinds(holes, matte, means, (RED, BLUE), None if memory.other is None else memory.other - grey)
    yellows = _kinds(holes, matte, means, (YELLOW,), None if memory.yellow is None else memory.yellow - grey)
    even_disc, even_hole = unevenness(samples.uneven)
    for other, yellow in product(others, yellows):
        if other.cluster is not None and other.cluster == yellow.cluster:
            continue
        theirs = other.theirs | yellow.theirs
        own = np.isin(np.arange(len(means)), [kind.cluster for kind in (other, yellow) if kind.cluster is not None])
        for discs, prior in (
            ((theirs, 0.0), (own, DISC_HUED_BACKGROUND_LOG))
            if (theirs & ~own & (mass > MIN_BACKGROUND_HOLES)).any()
            else ((theirs, 0.0),)
        ):
            rest = (mass > MIN_BACKGROUND_HOLES) & ~discs
            usual = rows[:, rest] / np.maximum(rows[:, rest].sum(axis=1, keepdims=True), 1e-9)
            share = (shown[:, rest].reshape(ROWS, COLUMNS, -1) * usual[:, None]).sum(axis=2).ravel()
            unknown = np.log(SHARED_SHARE * share + (1 - SHARED_SHARE) * np.exp(broad))
            for empty in known.weighed(unknown):
                table = [empty + even_hole, other.likelihoods + even_disc, yellow.likelihoods + even_disc]
                yield np.column_stack(table), prior + other.prior + yellow.prior + float(price[rest].sum())


@dataclass(frozen=True)
class BackgroundComparison:
    """A comparison of the holes' current appearance with their appearance when empty.

    Attributes:
        squares: the squared difference at each hole, relative to the variance between evenings, shape (42,); NaN where
            there is no reference.
        matte: the holes' current colours without any new reflections, shape (42, 3).
    """

    squares: Floats
    matte: Colours

    @classmethod
    def of(cls, samples: GridSamples, memory: Connect4Reference) -> BackgroundComparison:
        """Compare the holes with `memory`, which must already be adjusted to the picture's light."""
        # What lies behind the board need not lie in the shadow that falls on it.
        behind = samples.holes + samples.shade[:, None] * (0, 0, 1)
        squares = [(((seen - memory.empty) / EVENING_SIGMAS) ** 2).sum(axis=1) for seen in (samples.holes, behind)]
        # Where the plate shines, or did, light came on top of what is behind, too.
        now, then = samples.linear(behind), samples.linear(memory.empty)
        shone = np.zeros(len(behind)) if memory.plate is None else shade(memory.plate[:, 2])
        reflection = memory.reflection(samples)
        reflected, as_then = reflection.holes, reflection.gain * then
        for shines, more, less in (
            (samples.shade > 0, now, then),
            (shone > 0, then, now),
            (reflected > 0, now, as_then),
            (reflected < 0, as_then, now),
        ):
            without = samples.colours(more - (more - less).min(axis=1, keepdims=True).clip(0))
            off = without - samples.colours(less)
            squares.append(np.where(shines, ((off / EVENING_SIGMAS) ** 2).sum(axis=1) + REFLECTION_COST, np.inf))
        seen = samples.linear(samples.holes)
        came = np.minimum(reflected.clip(0), seen.min(axis=1))[:, None]
        matte = np.where(came > 0, samples.colours(seen - came), samples.holes)
        return cls(np.where(np.isnan(squares[0]), np.nan, np.min(squares, axis=0)), matte)

    @property
    def shown(self) -> Mask:
        """The holes that look unchanged, shape (42,)."""
        return np.asarray(0.5 * self.squares < MAX_SAME_COST, np.bool_)

    def weighed(self, unknown: Floats) -> Iterator[Floats]:
        """Yield the likelihoods for empty holes under two assumptions: that this is a different evening, and that nothing
        has moved in the room. A change in the room is seldom visible through only one hole.

        Args:
            unknown: the likelihoods to use where there is no reference.
        """
        known = ~np.isnan(self.squares)
        if not known.any():
            yield unknown
            return
        loose = _log_normal(self.squares, EVENING_SIGMAS)
        yield np.where(known, _either(REMEMBERED_SHARE, loose, unknown), unknown)
        tight = _either(
            1 - FLICKER_SHARE, _log_normal(self.squares * (EVENING_SIGMAS / STILL_SIGMAS)[0] ** 2, STILL_SIGMAS), loose
        )
        yield np.where(known, _either(STILL_REMEMBERED_SHARE, tight, unknown), unknown)


def _log_normal(squares: Floats, deviations: Floats) -> Floats:
    """Return the log densities of a normal distribution at these squared distances, in units of its variances."""
    peak = float(-np.log(np.prod(deviations)) - 1.5 * np.log(2 * np.pi))
    return np.asarray(np.fmax(peak - 0.5 * squares, NEVER_LOG), np.float64)  # where nothing is remembered, too


def _either(share: float, one: Floats, other: Floats) -> Floats:
    """Return the log-likelihoods of a mixture; `share` is the weight of the first component."""
    return np.asarray(np.logaddexp(np.log(share) + one, np.log(1 - share) + other), np.float64)


def _clusters(colours: Colours, explained: Mask) -> tuple[Colours, Floats]:
    """Return the colours that holes share, shape (k, 3), and the number of unexplained holes with each (mean shift, one
    step).
    """
    crowd = np.exp(-0.5 * (((colours[:, None] - colours[None]) / CLUSTER_SIGMAS) ** 2).sum(axis=2))
    mass = crowd.sum(axis=1)
    means = crowd @ colours / mass[:, None]
    kept: list[int] = []
    for index in np.argsort(-mass):
        if len(kept) < MAX_CLUSTERS and all((np.abs(means[index] - means[k]) / CLUSTER_SIGMAS).max() > 1.5 for k in kept):
            kept.append(int(index))
    return means[kept], crowd[kept] @ ~explained


def _kinds(
    colours: Colours, matte: Colours, means: Colours, paints: tuple[DiscColour, ...], known: Floats | None
) -> list[DiscHypothesis]:
    """Return the hypotheses for one player's discs: they look as before, belong to one of the clusters, or are absent.

    `matte` holds the colours without any new reflection, which a disc behind the plate may or may not show.
    """
    if known is not None:
        likelihoods = np.logaddexp(disc(colours, known), disc(matte, known)) - np.log(2)
        return [DiscHypothesis(None, 0.0, likelihoods, _alike(means, known))]
    kinds = []
    for paint in paints:
        usual = float(np.log(paint.usual))
        for cluster, fit in enumerate(paint.likelihoods(means)):
            if fit > MIN_FIT_LOG:
                mean = means[cluster]
                kinds.append(
                    DiscHypothesis(
                        cluster, usual + float(fit) + CLUSTER_LOG_VOLUME, disc(colours, mean), _alike(means, mean)
                    )
                )
        kinds.append(DiscHypothesis(None, usual, paint.likelihoods(colours), np.zeros(len(means), bool)))
    return kinds


def _alike(means: Colours, usual: Floats) -> Mask:
    """Return the clusters with a disc's hue that are neither much paler nor much stronger."""
    colourful = float(np.hypot(usual[0], usual[1])) + 1e-6
    along, across = means[:, :2] @ usual[:2] / colourful**2, (means[:, 1] * usual[0] - means[:, 0] * usual[1]) / colourful
    return np.asarray(
        (np.abs(across) < 2 * HUE_SIGMA) & (along > MIN_COLOURFULNESS_SHARE) & (along * MIN_COLOURFULNESS_SHARE < 1),
        np.bool_,
    )


def _surplus(tables: Logs, height: Logs) -> NDArray[np.int64]:
    """Return the surplus of one colour's discs over the other's on the likeliest board of each hypothesis."""
    filled = np.argmax(height, axis=-1)
    below = np.arange(ROWS - 1, -1, -1)[:, None]  # holes under those of each row
    discs = below < filled[..., None, :]
    grid = tables.reshape(*tables.shape[:-2], ROWS, COLUMNS, 3)
    return np.asarray((np.where(grid[..., 1] > grid[..., 2], 1, -1) * discs).sum(axis=(-1, -2)), np.int64)
