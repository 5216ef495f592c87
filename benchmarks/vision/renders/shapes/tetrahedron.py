"""A tetrahedral die: each tip of a face shows the number of that corner, so the upright number at the apex is the throw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.shapes.solids import Solid, Vectors
from benchmarks.vision.renders.tracing.materials import Colour, Texture
from benchmarks.vision.renders.tracing.textures import lettering

TILE_PX = 256  # of the texture for a face; four faces side by side
BEVEL_SHARE = 0.07  # of a face's size
HEIGHT_EDGES = math.sqrt(2 / 3)  # above its base
FACES = ((1, 2, 3), (0, 2, 1), (0, 3, 2), (0, 1, 3))
"""Tips of the base and the three sides, seen from outside counter-clockwise: 0 the apex, 1, 2, 3 clockwise from above."""
# A face in its tile: a triangle with its first corner on top, in shares of the tile.
_CORNERS = np.array([(0.5, 0.04), (0.04, 0.04 + 0.92 * math.sqrt(3) / 2), (0.96, 0.04 + 0.92 * math.sqrt(3) / 2)])


def standing(corners: Vectors, edge: float) -> Vectors:
    """Return the four tips of a die whose base has these three corners, shape (4, 3): the apex first."""
    tips: Vectors = np.vstack([corners.mean(0) + np.array([0, 0, edge * HEIGHT_EDGES]), corners])
    return tips


def tetrahedron(tips: Vectors) -> Solid:
    """Return a die with bevelled edges between four tips (see `FACES`), with the texture coordinates of `numbered`."""
    vertices: list[NDArray[np.float64]] = []
    uv: list[NDArray[np.float64]] = []
    where: dict[tuple[int, int], int] = {}
    faces = []
    for tile, corners in enumerate(FACES):
        flat = tips[list(corners)]
        shrunk = flat.mean(0) + (flat - flat.mean(0)) * (1 - BEVEL_SHARE * 1.6)
        seen = (_CORNERS - _CORNERS.mean(0)) * (1 - BEVEL_SHARE * 1.6) + _CORNERS.mean(0)
        for n, corner in enumerate(corners):
            where[tile, corner] = len(vertices)
            vertices.append(shrunk[n] + (shrunk[n] - tips.mean(0)) * BEVEL_SHARE * 0.1)
            uv.append((seen[n] + (tile, 0)) / (len(FACES), 1))
        faces.append([where[tile, corner] for corner in corners])
    for one in range(4):
        for other in range(one):
            shared = sorted(set(FACES[one]) & set(FACES[other]))
            a, b = (where[one, corner] for corner in shared)
            c, d = (where[other, corner] for corner in shared)
            faces += [[a, b, c], [b, d, c]]
    for corner in range(4):
        faces.append([where[tile, corner] for tile in range(4) if corner in FACES[tile]])
    return Solid(np.array(vertices), _outwards(np.array(vertices), np.array(faces)), np.array(uv))


def _outwards(vertices: Vectors, faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the faces of a convex solid, each with its normal outwards."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    inwards = (np.cross(b - a, c - a) * ((a + b + c) / 3 - vertices.mean(0))).sum(1) < 0
    return np.where(inwards[:, None], faces[:, ::-1], faces)


@cache
def numbered(numbers: Sequence[int], ground: Colour, ink: Colour, size: float) -> Texture:
    """Return the texture of a die whose tips have these numbers; `size` is the height of figures as a share of a tile."""
    texture = np.empty((TILE_PX, len(FACES) * TILE_PX, 3), np.float32)
    texture[:] = ground
    for tile, corners in enumerate(FACES):
        for n, corner in enumerate(corners):
            towards = _CORNERS[n] - _CORNERS.mean(0)
            place = _CORNERS.mean(0) + towards * 0.56
            turned = math.degrees(math.atan2(towards[0], -towards[1]))  # the figure's top points towards its tip
            x, y = (place[0] + tile) * TILE_PX, place[1] * TILE_PX
            lettering(texture, str(numbers[corner]), (x, y), size * TILE_PX, ink, turned)
    return texture
