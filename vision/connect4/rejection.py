"""Rejects holes behind a hand, discs in mid-air, and pictures that do not show the grid."""

from __future__ import annotations

import numpy as np

from fourth_seat.games.connect4.rules import COLUMNS, ROWS
from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.connect4.appearance import MIN_GREY_RATIO, Connect4Reference
from fourth_seat.vision.connect4.gravity import Logs, marginals
from fourth_seat.vision.connect4.likelihoods import RED, YELLOW, anything
from fourth_seat.vision.connect4.sampling import Colours, GridSamples
from fourth_seat.words import Text, say

MAX_PLATE_CHANGE = 0.2, 1.2  # how far plate may differ from plate elsewhere, in colour and in brightness: it shines
MAX_KNOWN_PLATE_CHANGE = 0.1, 0.7  # and from what it was when it was learned
SURE_LOG, CERTAIN_LOG = 3.0, 5.0  # logarithms of how much likelier one thing must be than another
MAX_PALE_DISTANCE = 0.15  # distance from grey within which a disc under a lamp may look like an empty hole
MIN_BRIGHTNESS = 50.0  # of 255: the brighter parts of a board at least
MIN_PLATE_SHARE = 0.62  # part of the plate that must look like plate
MIN_HOLE_SHARE = 0.7  # part of the holes that must look unlike the plate around them
MIN_HOLE_CHANGE = 0.05, 0.12  # in colour, in brightness: beyond this they are unlike
MIN_FLOATING_DISCS = 3  # discs: more than fall at a time
MIN_COLOURED_HOLES = 6  # holes: real rooms rarely show so much yellow or red
COLOURED_LOG = 3.0  # logarithm of how much likelier a colour is for discs than for a room, to count as theirs
MAX_SURPLUS_DISCS = 3  # discs more of one colour than of the other: more than can be a mistake


def covered(samples: GridSamples, memory: Connect4Reference) -> Mask:
    """Return the holes around which at least half of the plate is hidden, shape (42,).

    A part of the plate does not count as hidden if it looks unchanged, if it looks like most of the plate, or if it now
    reflects a lamp.
    """
    memory = memory.in_light(samples)
    if memory.plate is None:
        usual = _most(samples.plate)
        off = _differs(samples.plate - usual, *MAX_PLATE_CHANGE)
    else:
        usual = memory.plate
        off = _differs(samples.plate - usual, *MAX_KNOWN_PLATE_CHANGE) & _differs(
            samples.plate - _most(usual), *MAX_KNOWN_PLATE_CHANGE
        )
    came = (samples.linear(samples.plate) - memory.reflection(samples).gain * samples.linear(usual)).clip(0)
    off &= came.min(axis=1) <= MIN_GREY_RATIO * came.max(axis=1)
    off = off.reshape(ROWS - 1, COLUMNS - 1)
    hidden, there = (_around(values) for values in (off.astype(float), np.ones_like(off, float)))
    return np.asarray(2 * hidden >= there).ravel()


def _most(plate: Colours) -> Colours:
    return np.broadcast_to(np.median(plate, axis=0), plate.shape)


def dazzled(samples: GridSamples) -> Mask:
    """Return the holes that reflect a lamp: they are pale, and the plate around them is brighter than elsewhere."""
    return np.asarray(
        (samples.shade > 0) & (np.hypot(samples.holes[:, 0], samples.holes[:, 1]) < MAX_PALE_DISTANCE), np.bool_
    )


def floating(logs: Logs, likely: Logs, sure: float = SURE_LOG) -> Mask:
    """Return the holes that contradict gravity (a disc above an empty hole, or an empty hole below a disc), shape (42,)."""
    looks = np.logaddexp(logs[:, 1], logs[:, 2]) - np.log(2) - logs[:, 0]
    filled = likely[:, 0] < np.log(0.5)
    return np.asarray(np.where(filled, looks < -sure, looks > sure))


def refusal(samples: GridSamples, memory: Connect4Reference, logs: Logs, ahead: int = 0) -> Text | None:
    """Return the reason why this cannot be the grid, given the likelihood of its holes' contents, or None if it can.

    Args:
        ahead: the number of discs in the grid at the start.
    """
    if samples.bright < MIN_BRIGHTNESS:
        return say("It is too dark to see the board.")
    plate = samples.plate - np.median(samples.plate, axis=0)
    around = _around(samples.plate.reshape(ROWS - 1, COLUMNS - 1, 3)) / _around(np.ones((ROWS - 1, COLUMNS - 1, 1)))
    holes = samples.holes + samples.shade[:, None] * (0, 0, 1) - around.reshape(-1, 3)
    if (
        _differs(plate, *MAX_PLATE_CHANGE).mean() > 1 - MIN_PLATE_SHARE
        or _differs(holes, *MIN_HOLE_CHANGE).mean() < MIN_HOLE_SHARE
    ):
        return say("This does not look like a Connect 4 grid: there is no plate with holes.")
    likely = marginals(logs)
    seen = ~covered(samples, memory)
    in_the_air = floating(logs, likely, CERTAIN_LOG) & seen
    coloured = _coloured(samples, memory, likely) & seen
    if in_the_air.sum() >= MIN_FLOATING_DISCS or coloured.sum() >= MIN_COLOURED_HOLES:
        return say(
            "Stones seem to float where holes must be empty: is this a picture of the game, or is the "
            "wall behind the grid the same colour as the stones?"
        )
    best = likely.argmax(axis=1)
    if seen.all() and abs(int((best == 1).sum()) - int((best == 2).sum())) > ahead + MAX_SURPLUS_DISCS:
        return say("There are far more stones of one colour than of the other: is this a picture of the game?")
    return None


def _coloured(samples: GridSamples, memory: Connect4Reference, likely: Logs) -> Mask:
    """Return the holes that must be empty but show disc colours, unless they are known to look so when empty."""
    free = (likely[:, 0] > np.log(0.5)) & np.isnan(memory.empty[:, 0])
    room = anything(samples.holes, np.median(samples.plate, axis=0)) + COLOURED_LOG
    like = (YELLOW.likelihoods(samples.holes) > room) | (RED.likelihoods(samples.holes) > room)
    return np.asarray(free & like, np.bool_)


def _differs(off: Floats, colour: float, brightness: float) -> Mask:
    return np.asarray((np.hypot(off[..., 0], off[..., 1]) > colour) | (np.abs(off[..., 2]) > brightness))


def _around(meetings: Floats) -> Floats:
    """Return, for each hole, the sum over those of its corners that lie between four holes, shape (6, 7, ...)."""
    padded = np.pad(meetings, [(1, 1), (1, 1), *[(0, 0)] * (meetings.ndim - 2)])
    return np.asarray(padded[:-1, :-1] + padded[1:, :-1] + padded[:-1, 1:] + padded[1:, 1:], np.float64)
