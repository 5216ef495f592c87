"""Piles of seeds in a pit: dropped, then pushed apart and down until they are nearly at rest (position-based dynamics)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.shapes.solids import Vectors

FALL_STEPS = 160
FALL_PER_STEP = 0.06  # of a seed's radius
Values = NDArray[np.float64]
Floor = Callable[[Values, Values], Values]
"""Function that returns the height of a pit's floor at x, y."""
Walls = Callable[[Values, Values], tuple[Values, Values]]
"""Function that moves x, y back to the nearest place that a seed's middle can take."""


def settled(
    rng: np.random.Generator,
    count: int,
    radius: float,
    flat: float,
    floor: Floor,
    walls: Walls,
    spread: tuple[float, float],
) -> Vectors:
    """Return middles of seeds at rest, shape (count, 3).

    Args:
        radius: of a seed seen from above.
        flat: its half height in radii; heights are stretched by it so that seeds are spheres here.
        floor: of the pit, in true heights.
        walls: of the pit for middles.
        spread: standard deviation in x and y of the places where they fall, about the pit's middle, the origin.
    """
    x, y = walls(*(rng.normal(0, 1, (count, 2)) * spread).T)  # seed by seed: one more does not change how the others fall
    z = floor(x, y) / flat + radius * (1 + 0.5 * np.arange(count))
    for step in range(FALL_STEPS):
        z = z - FALL_PER_STEP * radius * (1 + z / radius / 4).clip(1, 5)
        for _ in range(2):
            x, y, z = _apart(x, y, z, radius)
            x, y = walls(x, y)
            slope = 0.25 * radius
            base = floor(x, y)
            gx = (floor(x + slope, y) - floor(x - slope, y)) / (2 * slope)
            gy = (floor(x, y + slope) - floor(x, y - slope)) / (2 * slope)
            low = base / flat + radius - z
            push = np.maximum(low, 0)
            z = z + push
            if step < FALL_STEPS * 0.8:  # they roll downhill for a while
                x, y = walls(x - 0.35 * push * gx, y - 0.35 * push * gy)
    return np.column_stack([x, y, z * flat])


def _apart(x: Values, y: Values, z: Values, radius: float) -> tuple[Values, Values, Values]:
    """Move overlapping seeds apart by half of their overlap each."""
    points = np.column_stack([x, y, z])
    offset = points[:, None] - points[None]
    distance = np.linalg.norm(offset, axis=2) + np.eye(len(points)) * 10 * radius
    overlap = np.maximum(2 * radius - distance, 0)
    shift = (offset / np.maximum(distance, 1e-9)[..., None] * (overlap * 0.45)[..., None]).sum(1)
    limit = 0.5 * radius
    moved = points + np.clip(shift, -limit, limit)
    return moved[:, 0], moved[:, 1], moved[:, 2]
