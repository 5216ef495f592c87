"""The appearance of a set in its surroundings: the disc colours, and the background seen through each empty hole.

Brightness is stored relative to the plate's, so changes in the lighting or in the camera's exposure do not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.connect4.sampling import GAMMA, HOLES, Colours, GridSamples, around_holes
from fourth_seat.vision.protocols import Appearance

KNOWN_WEIGHT = 0.5  # weight of the known colours beside the newly seen ones: light changes during a game
MIN_GREY_RATIO = 0.5  # of light that came or left, least channel over greatest: a reflection, not a hand's colour
# Of the plate's light in its brightest channel, that must have come or left: the same plate hardly differs.
MIN_REFLECTION_SHARE = 0.03
MIN_TINT_SHARE = 0.1  # difference between the channels, in parts of their mean, from which on a plate has a colour
MAX_GAIN = 1.6  # of the linear light, beside that of most of the plate: a reflection may lie on half of it


@dataclass(frozen=True)
class Reflection:
    """The reflection of a lamp that has appeared or disappeared since the plate was learned.

    Attributes:
        plate: the light added at each point between four holes, linear and equal in all channels, shape (30,); negative
            where light has disappeared.
        gain: the factor by which all other light on the plate has changed (linear).
    """

    plate: Floats
    gain: float

    @property
    def holes(self) -> Floats:
        """The light added around each hole, shape (42,)."""
        return around_holes(self.plate)


@dataclass(frozen=True)
class Connect4Reference:
    """The known colours of this set.

    Attributes:
        yellow, other: the colours of the two kinds of discs, or None while unknown.
        empty: the colour in each hole when empty, shape (42, 3); NaN while unknown.
        plate: the colour at each point between four holes, shape (30, 3), or None while unknown.
    """

    yellow: Floats | None
    other: Floats | None
    empty: Colours
    plate: Colours | None

    @classmethod
    def of(cls, appearance: Appearance) -> Connect4Reference:
        """Restore the reference from an appearance."""
        discs: Mapping[str, list[float]] = appearance.get("discs", {})
        empty: Mapping[str, list[float]] = appearance.get("empty", {})
        unknown = [np.nan] * 3
        return cls(
            np.array(discs["yellow"]) if "yellow" in discs else None,
            np.array(discs["other"]) if "other" in discs else None,
            np.array([empty.get(name, unknown) for name in HOLES], np.float64),
            np.array(appearance["plate"]) if "plate" in appearance else None,
        )

    def stored(self) -> Appearance:
        """Serialise the reference as an appearance."""
        discs = {
            name: _rounded(colour)
            for name, colour in (("yellow", self.yellow), ("other", self.other))
            if colour is not None
        }
        empty = {name: _rounded(row) for name, row in zip(HOLES, self.empty, strict=True) if not np.isnan(row[0])}
        plate = {} if self.plate is None else {"plate": [_rounded(row) for row in self.plate]}
        return {"discs": discs, "empty": empty, **plate}

    def in_light(self, samples: GridSamples) -> Connect4Reference:
        """Return the reference adjusted to the light in a picture."""
        by = np.array([0, 0, samples.light])
        return replace(
            self,
            yellow=None if self.yellow is None else self.yellow + by,
            other=None if self.other is None else self.other + by,
            empty=self.empty + by,
            plate=None if self.plate is None else self.plate + by,
        )

    def reflection(self, samples: GridSamples) -> Reflection:
        """Return the change in reflections since the plate was learned. The reference must already be adjusted to the
        picture's light.
        """
        if self.plate is None:
            return Reflection(np.zeros(len(samples.plate)), 1.0)
        now, then = samples.linear(samples.plate), samples.linear(self.plate)
        # Grey light leaves the differences between the channels unchanged, so these give the light in which the plate lies.
        tint, tint_then = (light - light.mean(axis=1, keepdims=True) for light in (now, then))
        strength = (tint_then**2).sum(axis=1)
        tinted = strength > (MIN_TINT_SHARE * then.mean(axis=1)) ** 2
        gains = (tint * tint_then).sum(axis=1)[tinted] / strength[tinted]
        gain = float(np.median(gains).clip(1 / MAX_GAIN, MAX_GAIN)) if 2 * tinted.sum() > len(tinted) else 1.0
        change = now - gain * then
        least, most = np.abs(change).min(axis=1), np.abs(change).max(axis=1)
        grey = (np.abs(np.sign(change).sum(axis=1)) == 3) & (least > MIN_GREY_RATIO * most)
        much = most > MIN_REFLECTION_SHARE * then.max(axis=1)
        return Reflection(np.where(grey & much, np.sign(change[:, 0]) * least, 0.0), gain)

    def updated(self, samples: GridSamples, yellow: Mask, other: Mask) -> Connect4Reference:
        """Update the reference from a picture in which the holes with discs are known (masks, shape (42,)).

        Since reflections only add light, the observation with the least light is kept for the plate and the empty holes.
        """
        by = np.array([0, 0, samples.light])
        holes, plate = samples.holes - by, samples.plate - by
        reflection = self.in_light(samples).reflection(samples)
        now = np.array([0, 0, np.log(reflection.gain) / GAMMA])  # what was known, in the present light
        seen = _with_least_light(self.empty + now, holes, reflection.holes)
        empty = np.where((yellow | other)[:, None], self.empty, seen)
        return Connect4Reference(
            _usual(self.yellow, holes[yellow]),
            _usual(self.other, holes[other]),
            empty,
            plate if self.plate is None else _with_least_light(self.plate + now, plate, reflection.plate),
        )


def _usual(known: Floats | None, seen: Colours) -> Floats | None:
    if not len(seen):
        return known
    middle = np.median(seen, axis=0)
    return np.asarray(middle if known is None else _merged(known, middle), np.float64)


def _with_least_light(known: Colours, seen: Colours, came: Floats) -> Colours:
    """Merge known and seen colours, preferring known ones where light has been added and seen ones where it has gone."""
    usual = np.where(came[:, None] < 0, seen, _merged(known, seen))
    return np.where((came[:, None] > 0) & ~np.isnan(known), known, usual)


def _merged(known: Floats, seen: Floats) -> Floats:
    return np.where(np.isnan(known), seen, KNOWN_WEIGHT * known + (1 - KNOWN_WEIGHT) * seen)


def _rounded(row: Floats) -> list[float]:
    return [round(float(value), 3) for value in row]
