"""Triangle meshes in board units: x to the right, y downwards, height upwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float64]
"""Rows of x, y, height; shape (n, 3)."""

MIN_SMOOTH_COSINE = math.cos(math.radians(40))  # faces that meet at a flatter angle are shaded as one curved surface


@dataclass(frozen=True)
class Solid:
    """A triangle mesh.

    Attributes:
        vertices: shape (n, 3).
        faces: vertex numbers, shape (m, 3).
        uv: texture coordinates of each vertex, shape (n, 2); None: the texture is projected from above.
    """

    vertices: Vectors
    faces: NDArray[np.int64]
    uv: NDArray[np.float64] | None = None

    def moved(self, x: float, y: float, height: float = 0.0) -> Solid:
        """Return the solid shifted."""
        return replace(self, vertices=self.vertices + np.array([x, y, height]))

    def turned(self, rotation: Vectors) -> Solid:
        """Return the solid turned about the origin by a matrix, shape (3, 3)."""
        return replace(self, vertices=self.vertices @ rotation.T)


def join(solids: Iterable[Solid]) -> Solid:
    """Return several solids as one."""
    solids = list(solids)
    starts = np.cumsum([0, *(len(solid.vertices) for solid in solids)])
    uv = [solid.uv for solid in solids if solid.uv is not None]
    return Solid(
        np.vstack([solid.vertices for solid in solids]),
        np.vstack([solid.faces + start for solid, start in zip(solids, starts, strict=False)]),
        np.vstack(uv) if len(uv) == len(solids) else None,
    )


def turn(axis: Sequence[float], angle: float) -> Vectors:
    """Return the rotation by an angle in radians about an axis (Rodrigues), shape (3, 3)."""
    x, y, z = np.asarray(axis, np.float64) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    matrix: Vectors = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    return matrix


def upright_turn(angle: float) -> Vectors:
    """Return the rotation by an angle in radians about the vertical, shape (3, 3)."""
    return turn((0, 0, 1), angle)


def tumbled(rng: np.random.Generator) -> Vectors:
    """Return a uniformly distributed random rotation, shape (3, 3)."""
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return np.asarray(q if np.linalg.det(q) > 0 else -q, np.float64)


# -- shapes --------------------------------------------------------------------------------------------------------------


def rings(layers: Sequence[Vectors], closed: bool = True) -> Solid:
    """Return a skin over rings of equally many points each, the first and last of them filled when `closed`."""
    n = len(layers[0])
    vertices = np.vstack(layers)
    i = np.arange(n)
    j = (i + 1) % n
    faces = [
        np.vstack([np.column_stack([a + i, b + j, a + j]), np.column_stack([a + i, b + i, b + j])])
        for a, b in ((k * n, (k + 1) * n) for k in range(len(layers) - 1))
    ]
    if closed:
        last = len(vertices)
        vertices = np.vstack([vertices, layers[0].mean(0), layers[-1].mean(0)])
        top = (len(layers) - 1) * n
        faces += [np.column_stack([i, j, np.full(n, last)]), np.column_stack([top + j, top + i, np.full(n, last + 1)])]
    return Solid(vertices, np.vstack(faces))


def prism(outline: Sequence[tuple[float, float]], low: float, high: float, bevel: float = 0.0) -> Solid:
    """Return the prism of a convex outline between two heights; `bevel` is the width of the bevel of its upper edge."""
    flat = np.asarray(outline, np.float64)

    def layer(height: float, inset: float) -> Vectors:
        middle = flat.mean(0)
        reach = np.abs(flat - middle).max()
        return np.column_stack([middle + (flat - middle) * (1 - inset / reach), np.full(len(flat), height)])

    return rings([layer(low, 0), *([layer(high - bevel, 0)] if bevel else []), layer(high, bevel)])


def box(low: Sequence[float], high: Sequence[float], bevel: float = 0.0) -> Solid:
    """Return an upright box between two corners; `bevel` is the width of the bevel of its upper edges."""
    outline = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    return prism(outline, low[2], high[2], bevel)


def lathe(profile: Sequence[tuple[float, float]], corners: int = 40, closed: bool = True) -> Solid:
    """Return the solid of revolution of a profile of (radius, height) about the vertical through the origin."""
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    return rings([np.column_stack([circle * radius, np.full(corners, height)]) for radius, height in profile], closed)


def ellipsoid(radii: Sequence[float], corners: int = 16, layers: int = 9) -> Solid:
    """Return an ellipsoid about the origin."""
    slopes = np.linspace(-np.pi / 2, np.pi / 2, layers + 2)[1:-1]
    ball = lathe([(math.cos(a), math.sin(a)) for a in slopes], corners)
    ball.vertices[-2:] = (0, 0, -1), (0, 0, 1)
    return replace(ball, vertices=ball.vertices * np.asarray(radii))


def capsule(start: Sequence[float], end: Sequence[float], radius: float, corners: int = 14) -> Solid:
    """Return a rod with round ends between two points."""
    a, b = np.asarray(start, np.float64), np.asarray(end, np.float64)
    along = (b - a) / np.linalg.norm(b - a)
    across = np.cross(along, (0.3, 0.5, 0.8))
    across /= np.linalg.norm(across)
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    circle = np.outer(np.cos(angle), across) + np.outer(np.sin(angle), np.cross(along, across))
    slopes = np.linspace(-1.4, 0, 5)
    lower = [a + radius * (math.sin(s) * along + math.cos(s) * circle) for s in slopes]
    upper = [b + radius * (math.sin(-s) * along + math.cos(s) * circle) for s in slopes[::-1]]
    return rings([*lower, *upper])


def relief(x: NDArray[np.float64], y: NDArray[np.float64], heights: NDArray[np.float64]) -> Solid:
    """Return a surface over a grid; heights have shape (len(y), len(x))."""
    xx, yy = np.meshgrid(x, y)
    i = np.arange(heights.size).reshape(heights.shape)
    a, b, c, d = i[:-1, :-1].ravel(), i[:-1, 1:].ravel(), i[1:, :-1].ravel(), i[1:, 1:].ravel()
    faces = np.vstack([np.column_stack([a, c, b]), np.column_stack([b, c, d])])
    return Solid(np.column_stack([xx.ravel(), yy.ravel(), heights.ravel()]), faces)


# -- shading -------------------------------------------------------------------------------------------------------------


def shading_normals(vertices: Vectors, faces: NDArray[np.int64]) -> Vectors:
    """Return a normal for each corner of each face, shape (3 m, 3): the mean over the faces that meet there without a
    crease.
    """
    flat = np.cross(vertices[faces[:, 1]] - vertices[faces[:, 0]], vertices[faces[:, 2]] - vertices[faces[:, 0]])
    unit = flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-12)
    corner = faces.ravel()
    order = np.argsort(corner, kind="stable")
    counts = np.bincount(corner, minlength=len(vertices))
    starts = np.cumsum(counts) - counts
    each = counts[corner]
    one = np.repeat(np.arange(len(corner)), each)
    nth = np.arange(each.sum()) - np.repeat(np.cumsum(each) - each, each)
    other = order[starts[corner[one]] + nth] // 3
    smooth = (unit[one // 3] * unit[other]).sum(1) > MIN_SMOOTH_COSINE
    one, other = one[smooth], other[smooth]
    total = np.column_stack([np.bincount(one, flat[other, axis], len(corner)) for axis in range(3)])
    normals: Vectors = total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-12)
    return normals
