"""Appearance of a set where it stands: the discs' colours, and what is seen through each hole when it is empty.

Brightness is kept relative to the plate's, so that a lamp or the camera's exposure may change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.connect4.sampling import HOLES, Colours, GridSamples
from vision.protocols import Appearance

Vector = NDArray[np.float64]
DRIFT = 0.5  # how much of what was known is taken over into what is newly seen: light changes during a game


@dataclass(frozen=True)
class Connect4Reference:
    """Colours of this set, as far as they are known.

    Attributes:
        yellow, other: the colours of the two kinds of discs; None while unknown.
        empty: what each empty hole shows, shape (42, 3); NaN while unknown.
        plate: the colour where four holes meet, shape (30, 3); None while unknown.
    """

    yellow: Vector | None
    other: Vector | None
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
        """Return the reference as an appearance holds it."""
        discs = {
            name: _rounded(colour)
            for name, colour in (("yellow", self.yellow), ("other", self.other))
            if colour is not None
        }
        empty = {name: _rounded(row) for name, row in zip(HOLES, self.empty, strict=True) if not np.isnan(row[0])}
        plate = {} if self.plate is None else {"plate": [_rounded(row) for row in self.plate]}
        return {"discs": discs, "empty": empty, **plate}

    def lit(self, samples: GridSamples) -> Connect4Reference:
        """Return the reference in a picture's light."""
        by = np.array([0, 0, samples.light])
        return replace(
            self,
            yellow=None if self.yellow is None else self.yellow + by,
            other=None if self.other is None else self.other + by,
            empty=self.empty + by,
            plate=None if self.plate is None else self.plate + by,
        )

    def learnt(self, samples: GridSamples, yellow: NDArray[np.bool_], other: NDArray[np.bool_]) -> Connect4Reference:
        """Return the reference after a picture in which the holes with discs are known (masks, shape (42,))."""
        by = np.array([0, 0, samples.light])
        holes, plate = samples.holes - by, samples.plate - by
        empty = np.where((yellow | other)[:, None], self.empty, _merged(self.empty, holes))
        return Connect4Reference(
            _usual(self.yellow, holes[yellow]),
            _usual(self.other, holes[other]),
            empty,
            plate if self.plate is None else _merged(self.plate, plate),
        )


def _usual(known: Vector | None, seen: Colours) -> Vector | None:
    if not len(seen):
        return known
    middle = np.median(seen, axis=0)
    return np.asarray(middle if known is None else _merged(known, middle), np.float64)


def _merged(known: Vector, seen: Vector) -> Vector:
    return np.where(np.isnan(known), seen, DRIFT * known + (1 - DRIFT) * seen)


def _rounded(row: Vector) -> list[float]:
    return [round(float(value), 3) for value in row]
