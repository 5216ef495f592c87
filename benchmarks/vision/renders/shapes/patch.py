"""Part of a picture that must be traced again when only some of its objects have changed."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.tracing.camera import RenderCamera
from benchmarks.vision.renders.tracing.materials import ScenePart, SurfaceMaterial

MARGIN_SHARE = 0.06  # of the picture's width, around changed objects: their shadows and reflections on neighbours
_CORNER_DECIMALS = 4  # of a board unit to which corners are compared
_COORDINATE_BITS = 21  # of a coordinate in these steps: 100 units to either side


@dataclass(frozen=True)
class Patch:
    """A rectangle of the traced picture, overscan included, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def inside(self) -> tuple[slice, slice]:
        """Rows and columns of the picture that it covers."""
        return slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)


def patch(before: Sequence[ScenePart], after: Sequence[ScenePart], camera: RenderCamera) -> Patch | None:
    """Return the patch in which two pictures differ; None if no difference is visible."""
    corners = _changed(before, after)
    if not len(corners):
        return None
    seen = camera.straight(corners) + camera.overscan
    margin = MARGIN_SHARE * camera.size[0]
    width, height = (n + 2 * camera.overscan for n in camera.size)
    left, top = (max(0, math.floor(v)) for v in seen.min(0) - margin)
    right, bottom = (min(limit, math.ceil(v)) for limit, v in zip((width, height), seen.max(0) + margin, strict=True))
    return Patch(left, top, right - left, bottom - top) if right > left and bottom > top else None


def _changed(before: Sequence[ScenePart], after: Sequence[ScenePart]) -> NDArray[np.float64]:
    """Return the corners of solids that are in only one of two pictures, shape (n, 3)."""
    then, now = _corners(before), _corners(after)
    nothing: NDArray[np.float64] = np.empty((0, 3))
    return np.vstack(
        [nothing, *(_difference(then.get(key, nothing), now.get(key, nothing)) for key in then.keys() | now.keys())]
    )


def _corners(parts: Sequence[ScenePart]) -> dict[Hashable, NDArray[np.float64]]:
    """Return the corners of all solids by material, each shape (n, 3)."""
    found = defaultdict(list)
    for part in parts:
        found[_material_key(part.material)].append(part.solid.vertices)
    return {key: np.vstack(vertices) for key, vertices in found.items()}


def _material_key(material: SurfaceMaterial) -> Hashable:
    """Return a hashable key by which materials are compared, with the bytes of their texture."""
    texture = None if material.texture is None else material.texture.tobytes()
    return material.colour, material.rough, material.span, material.clear, texture


def _difference(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners that are in only one of two arrays, each shape (n, 3)."""
    corners = np.vstack([one, other])
    _, first, which = np.unique(_integer_keys(corners), return_index=True, return_inverse=True)
    here, there = (np.bincount(part, minlength=len(first)) > 0 for part in np.split(which, [len(one)]))
    only: NDArray[np.float64] = corners[first[here != there]]
    return only


def _integer_keys(corners: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return an integer for each corner: integers are sorted much faster than rows of three."""
    steps = np.round(corners * 10**_CORNER_DECIMALS).astype(np.int64) + (1 << _COORDINATE_BITS - 1)
    return np.asarray((steps[:, 0] << 2 * _COORDINATE_BITS) + (steps[:, 1] << _COORDINATE_BITS) + steps[:, 2])
