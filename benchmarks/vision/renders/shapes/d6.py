"""Six-sided dice with pips: rounded cubes of plastic or wood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from benchmarks.vision.renders.shapes.solids import Solid, upright_turn
from benchmarks.vision.renders.tracing.camera import RenderCamera
from benchmarks.vision.renders.tracing.materials import Colour, ScenePart, SurfaceMaterial, Texture, one_of, srgb, varied

TILE_PX = 96  # of the texture for a face; six faces side by side
MESH_SQUARES = 8  # along an edge of a face's mesh
PIP_PLACES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
BODY_COLOURS = (
    srgb(240, 238, 230), srgb(240, 238, 230), srgb(225, 210, 180), srgb(190, 25, 30), srgb(25, 60, 170), srgb(20, 20, 22),
    srgb(20, 120, 70), srgb(235, 180, 30), srgb(110, 40, 130), srgb(200, 160, 110),
)  # fmt: skip


@dataclass(frozen=True)
class DieLook:
    """Look of a six-sided die, to render.

    Attributes:
        edge: in board units.
        round: radius of edges and corners, in edges.
        body, pips: their colours.
        pip: radius of a pip, in edges.
        apart: distance of pips from the middle of the face, in edges.
        rough: roughness of its gloss.
    """

    edge: float
    round: float
    body: Colour
    pips: Colour
    pip: float
    apart: float
    rough: float


def die_look(rng: np.random.Generator, edge: float) -> DieLook:
    """Return the random look of a set's dice."""
    body = one_of(rng, BODY_COLOURS)
    pips = varied(rng, srgb(235, 235, 230) if sum(body) < 1.0 else srgb(18, 18, 20))
    if sum(body) > 1.6 and rng.random() < 0.2:
        pips = varied(rng, srgb(170, 25, 30))
    return DieLook(
        edge, float(rng.uniform(0.06, 0.2)), body, pips, float(rng.uniform(0.075, 0.105)), float(rng.uniform(0.23, 0.28)),
        float(rng.uniform(0.04, 0.25)),
    )  # fmt: skip


def die(look: DieLook, value: int, x: float, y: float, ground: float, rng: np.random.Generator) -> ScenePart:
    """Return a die that shows a value, its middle above x, y."""
    sides = [n for n in range(1, 7) if n not in (value, 7 - value)]
    right = sides[int(rng.integers(4))]
    front = [n for n in sides if n not in (right, 7 - right)][int(rng.integers(2))]
    texture = _faces((right, 7 - right, front, 7 - front, value, 7 - value), look)
    solid = _rounded(look.round).turned(upright_turn(rng.uniform(0, 2 * np.pi)))
    solid = Solid(solid.vertices * look.edge, solid.faces, solid.uv).moved(x, y, ground + look.edge / 2)
    return ScenePart(solid, SurfaceMaterial(rough=look.rough, texture=texture))


def die_box(part: ScenePart, camera: RenderCamera) -> list[float]:
    """Return the box of a die: [centre x, centre y, width, height] in pixels."""
    pixels = camera.pixels(part.solid.vertices)
    low, high = pixels.min(0), pixels.max(0)
    return [round(float(v), 1) for v in (*(low + high) / 2, *(high - low))]


def die_face(part: ScenePart, camera: RenderCamera) -> list[list[float]]:
    """Return the corners of a die's upper face as if they were sharp, in order around it: x, y in pixels."""
    tile = (MESH_SQUARES + 1) ** 2
    upper = part.solid.vertices[4 * tile : 5 * tile].reshape(MESH_SQUARES + 1, MESH_SQUARES + 1, 3)
    half, flat = MESH_SQUARES // 2, 3 * MESH_SQUARES // 4  # a quarter of an edge from the middle every die is flat
    middle = upper[half, half]
    across, down = 2 * (upper[half, flat] - middle), 2 * (upper[flat, half] - middle)
    corners = np.array([middle - across - down, middle + across - down, middle + across + down, middle - across + down])
    return [[round(float(x), 1), round(float(y), 1)] for x, y in camera.pixels(corners)]


@cache
def _rounded(radius: float) -> Solid:
    """Return a cube of edge 1 about the origin, rounded; its texture has six tiles: right, left, near, far, top, bottom."""
    steps = np.linspace(-0.5, 0.5, MESH_SQUARES + 1)
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps))
    i = np.arange((MESH_SQUARES + 1) ** 2).reshape(MESH_SQUARES + 1, MESH_SQUARES + 1)
    a, b, c, d = i[:-1, :-1].ravel(), i[:-1, 1:].ravel(), i[1:, :-1].ravel(), i[1:, 1:].ravel()
    quads = np.vstack([np.column_stack([a, b, c]), np.column_stack([b, d, c])])
    vertices, faces, uv = [], [], []
    for tile in range(6):
        axis, sign = tile // 2, 1 - 2 * (tile % 2)
        flat = np.empty((len(u), 3))
        flat[:, axis], flat[:, (axis + 1) % 3], flat[:, (axis + 2) % 3] = 0.5 * sign, u * sign, v
        inner = np.clip(flat, radius - 0.5, 0.5 - radius)
        out = flat - inner
        vertices.append(inner + radius * out / np.linalg.norm(out, axis=1, keepdims=True))
        faces.append(quads + tile * len(u))
        uv.append(np.column_stack([(u + 0.5 + tile) / 6, v + 0.5]))
    return Solid(np.vstack(vertices), np.vstack(faces), np.vstack(uv))


@cache
def _faces(values: Sequence[int], look: DieLook) -> Texture:
    """Return the texture of six faces with these numbers of pips."""
    shares = np.zeros((TILE_PX, 6 * TILE_PX), np.uint8)
    for tile, value in enumerate(values):
        turned = tile % 2 == 0
        for x, y in PIP_PLACES[value]:
            across, down = (y, x) if turned else (x, y)
            centre = ((tile + 0.5 + across * look.apart) * TILE_PX, (0.5 + down * look.apart) * TILE_PX)
            cv2.circle(shares, _fixed(centre), round(look.pip * TILE_PX * 16), 255, -1, cv2.LINE_AA, 4)
    share = shares[..., None].astype(np.float32) / 255
    return np.asarray(
        np.asarray(look.body, np.float32) * (1 - share) + np.asarray(look.pips, np.float32) * share, np.float32
    )


def _fixed(point: tuple[float, float]) -> tuple[int, int]:
    """Return pixels in sixteenths, as OpenCV draws with shift 4."""
    return round(point[0] * 16), round(point[1] * 16)
