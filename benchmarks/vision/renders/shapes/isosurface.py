"""The surface on which a field is zero (naive surface nets, after Gibson, Constrained Elastic Surface Nets, 1998)."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.shapes.solids import Solid, Vectors

Field = NDArray[np.float64]


def isosurface(values: Field, origin: Vectors, step: float) -> Solid:
    """Return the surface on which a field is zero, as triangles.

    Args:
        values: of the field on a grid, shape (nx, ny, nz); negative inside, positive on the grid's border.
        origin: the place of the first value.
        step: the distance between neighbouring values.
    """
    inside = values < 0
    count, total = np.zeros(np.array(values.shape) - 1), np.zeros((*(np.array(values.shape) - 1), 3))
    crossings = []
    for axis in range(3):
        low, high = _pairs(values, axis)
        crossed = (low < 0) != (high < 0)
        crossings.append(crossed)
        share = np.where(crossed, low / np.where(crossed, low - high, 1), 0)
        place = np.stack(np.meshgrid(*(np.arange(n) for n in low.shape), indexing="ij"), -1).astype(np.float64)
        place[..., axis] += share
        place *= crossed[..., None]
        others = [k for k in range(3) if k != axis]
        for shift in product((0, 1), repeat=2):  # the four grid cells around each edge
            window = [slice(None)] * 3
            for k, by in zip(others, shift, strict=True):
                window[k] = slice(by, values.shape[k] - 1 + by)
            count += crossed[tuple(window)]
            total += place[tuple(window)]
    cells = count > 0
    number = np.full(count.shape, -1)
    number[cells] = np.arange(cells.sum())
    vertices = total[cells] / count[cells][:, None] * step + origin
    faces = [_quads(crossings[axis], inside, number, axis) for axis in range(3)]
    return Solid(vertices, np.vstack(faces))


def _pairs(values: Field, axis: int) -> tuple[Field, Field]:
    """Return the values at both ends of all edges along an axis."""
    n = values.shape[axis]
    return values.take(range(n - 1), axis), values.take(range(1, n), axis)


def _quads(
    crossed: NDArray[np.bool_], inside: NDArray[np.bool_], number: NDArray[np.int64], axis: int
) -> NDArray[np.int64]:
    """Return two triangles across each edge on which the field changes its sign."""
    edges = np.argwhere(crossed)
    one, two = (np.eye(3, dtype=int)[(axis + k) % 3] for k in (1, 2))
    around = [number[tuple((edges - shift).T)] for shift in (0 * one, one, one + two, two)]
    outwards = inside[tuple(edges.T)]
    a, b, c, d = around
    b, d = np.where(outwards, b, d), np.where(outwards, d, b)
    return np.vstack([np.column_stack([a, b, c]), np.column_stack([a, c, d])])
