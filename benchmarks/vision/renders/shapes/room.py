"""Surroundings of a board: the light of a room, the table, and clutter on it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import cv2
import numpy as np

from benchmarks.vision.renders.shapes.solids import Solid, box, capsule, join, lathe, upright_turn
from benchmarks.vision.renders.tracing.materials import ScenePart, SurfaceMaterial, Texture, one_of, srgb, varied
from benchmarks.vision.renders.tracing.sensor import Light
from benchmarks.vision.renders.tracing.textures import checked, cloth, paper, planks, printed, speckled, wood
from fourth_seat.games.geometry import Rectangle

SKY_PX = (128, 256)  # height and width of the environment map: elevation 90..-90 degrees by azimuth
TABLE_HALF_SIDE_CM = 250.0
TEXTURE_SPAN_CM = 55.0  # of a table that one copy of its texture covers
WOOD_COLOURS = (srgb(205, 165, 120), srgb(170, 122, 80), srgb(120, 80, 52), srgb(228, 205, 170), srgb(84, 58, 44))
CLOTH_COLOURS = (
    srgb(225, 222, 215),
    srgb(70, 90, 120),
    srgb(120, 40, 45),
    srgb(60, 95, 70),
    srgb(200, 185, 150),
    srgb(50, 50, 56),
)
PLAIN_COLOURS = (srgb(235, 235, 232), srgb(60, 62, 66), srgb(190, 195, 200), srgb(205, 195, 180), srgb(95, 115, 110))


def sky(rng: np.random.Generator) -> Light:
    """Return the environment map of a room: ceiling, walls, windows, lamps; shape (*SKY_PX, 3)."""
    height, width = SKY_PX
    warmth = rng.uniform(0, 1)
    tint = np.array([1.0, 0.82 + 0.16 * warmth, 0.62 + 0.42 * warmth], np.float32)
    up = np.linspace(90, -90, height)[:, None]
    level = np.where(up > 35, rng.uniform(0.45, 0.9), rng.uniform(0.2, 0.5)) + np.where(up < 0, -0.1, 0.0)
    room = np.asarray(np.repeat(level, width, 1)[..., None] * tint, np.float32)
    for _ in range(int(rng.integers(1, 4))):  # furniture: darker and brighter patches of the walls
        x, w, h = int(rng.integers(width)), int(rng.integers(8, 50)), int(rng.integers(8, 30))
        _patch(room, x, height // 2 - h, w, h, tuple(map(float, rng.uniform(0.05, 0.6, 3))))
    for _ in range(int(rng.choice([0, 1, 1, 2]))):
        day = np.array([0.92, 1.0, 1.08]) * rng.uniform(3, 12)
        w, low, h = int(rng.integers(14, 40)), int(rng.integers(4, 16)), int(rng.integers(18, 36))
        _patch(room, int(rng.integers(width)), height // 2 - low - h, w, h, tuple(map(float, day)))
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        lamp = tint * float(rng.uniform(15, 70))
        x, y, radius = int(rng.integers(width)), int(rng.integers(4, 38)), int(rng.integers(3, 8))
        stretch = 1 / max(0.15, math.sin(math.pi * (y + 0.5) / height))
        cv2.ellipse(room, (x, y), (min(width, round(radius * stretch)), radius), 0, 0, 360, tuple(map(float, lamp)), -1)
    return np.asarray(cv2.GaussianBlur(room, (0, 0), 0.8), np.float32)


def _patch(room: Light, left: int, top: int, width: int, height: int, colour: tuple[float, ...]) -> None:
    columns = np.arange(left, left + width) % room.shape[1]
    room[max(0, top) : top + height, columns] = colour


def table(rng: np.random.Generator, height: float, cm: float) -> ScenePart:
    """Return a table or tablecloth at a height in board units of `cm` centimetres."""
    side = TABLE_HALF_SIDE_CM / cm
    top = Solid(
        np.array([(-side, -side, height), (side, -side, height), (side, side, height), (-side, side, height)]),
        np.array([(0, 1, 2), (0, 2, 3)]),
    )
    texture, rough = _top(rng)
    return ScenePart(top, SurfaceMaterial(rough=rough, texture=texture, span=TEXTURE_SPAN_CM / cm))


def _top(rng: np.random.Generator) -> tuple[Texture, float | None]:
    kind = rng.random()
    gloss = float(rng.uniform(0.12, 0.4))
    if kind < 0.25:
        return planks(rng, one_of(rng, WOOD_COLOURS), int(rng.integers(3, 9))), gloss
    if kind < 0.45:
        return wood(rng, one_of(rng, WOOD_COLOURS), contrast=rng.uniform(0.1, 0.25)), gloss
    if kind < 0.65:
        return cloth(rng, one_of(rng, CLOTH_COLOURS)), None
    if kind < 0.8:
        return checked(rng, one_of(rng, CLOTH_COLOURS), one_of(rng, CLOTH_COLOURS)), None
    return speckled(rng, one_of(rng, PLAIN_COLOURS), rng.uniform(0.01, 0.08)), gloss


def clutter(rng: np.random.Generator, keep: Rectangle, ground: float, cm: float, most: int = 7) -> Iterator[ScenePart]:
    """Yield cups, boxes, books, sheets and pens around a rectangle (board units) that stays free.

    Tall objects are kept away from the near side, where they would hide the board from the camera.
    """
    left, top, right, bottom = keep
    for _ in range(int(rng.integers(0, most + 1))):
        make, reach, high = _CLUTTER[int(rng.choice(len(_CLUTTER), p=_CLUTTER_SHARES))]
        angle = rng.uniform(0, 2 * math.pi)
        x, y = math.cos(angle), math.sin(angle)
        if high and y > 0.35:
            continue
        free = reach / cm + rng.uniform(0.5, 14) / cm
        over = min((right - left) / 2 / max(abs(x), 1e-6), (bottom - top) / 2 / max(abs(y), 1e-6)) + free * 1.2
        turned = upright_turn(rng.uniform(0, 2 * math.pi))
        for part in make(rng):
            solid = Solid(part.solid.vertices / cm, part.solid.faces, part.solid.uv).turned(turned)
            yield ScenePart(
                solid.moved((left + right) / 2 + x * over, (top + bottom) / 2 + y * over, ground), part.material
            )


# -- objects, in centimetres, standing on height 0 about the origin ------------------------------------------------------


def _faced(width: float, depth: float, height: float) -> Solid:
    """Return a box whose texture shows once on its top; its sides show the texture's edge."""
    solid = box((-width / 2, -depth / 2, 0), (width / 2, depth / 2, height), min(0.15, height / 3))
    return Solid(solid.vertices, solid.faces, solid.vertices[:, :2] / (width, depth) + 0.5)


def _mug(rng: np.random.Generator) -> Iterator[ScenePart]:
    radius, height = rng.uniform(3.4, 4.6), rng.uniform(5, 10)
    body = lathe(
        [(radius * 0.85, 0), (radius, 0.8), (radius, height), (radius - 0.3, height), (radius - 0.35, 0.6)], closed=False
    )
    drink = lathe([(radius - 0.3, height * 0.75), (0.01, height * 0.75)], closed=False)
    arc = np.linspace(-1.2, 1.2, 9)
    bow = [(radius - 0.3 + 2.6 * math.cos(a), 0.0, height / 2 + 2.6 * math.sin(a)) for a in arc]
    handle = join(capsule(a, b, 0.45) for a, b in pairwise(bow))
    china = SurfaceMaterial(varied(rng, tuple(rng.uniform(0.05, 0.85, 3))), 0.08)
    yield ScenePart(join([body, handle]), china)
    yield ScenePart(drink, SurfaceMaterial(varied(rng, srgb(60, 35, 20)), 0.05))


def _cover(rng: np.random.Generator) -> Iterator[ScenePart]:
    solid = _faced(rng.uniform(12, 24), rng.uniform(10, 18), rng.uniform(1, 6))
    yield ScenePart(solid, SurfaceMaterial(rough=float(rng.uniform(0.15, 0.4)), texture=printed(rng)))


def _sheet(rng: np.random.Generator) -> Iterator[ScenePart]:
    yield ScenePart(_faced(21, 29.7, 0.05), SurfaceMaterial(rough=None, texture=paper(rng)))


def _pen(rng: np.random.Generator) -> Iterator[ScenePart]:
    length = rng.uniform(5, 8)
    yield ScenePart(
        capsule((-length, 0, 0.5), (length, 0, 0.5), 0.45), SurfaceMaterial(varied(rng, tuple(rng.uniform(0.02, 0.6, 3))))
    )


def _phone(rng: np.random.Generator) -> Iterator[ScenePart]:
    yield ScenePart(
        box((-3.6, -7.5, 0), (3.6, 7.5, rng.uniform(0.7, 1.1)), 0.1), SurfaceMaterial((0.012, 0.012, 0.014), 0.04)
    )


_CLUTTER = ((_mug, 6.0, True), (_cover, 14.0, False), (_sheet, 18.0, False), (_pen, 8.0, False), (_phone, 8.0, False))
_CLUTTER_SHARES = (0.25, 0.3, 0.2, 0.15, 0.1)


def wall(rng: np.random.Generator, behind: float, cm: float) -> ScenePart:
    """Return a wall at a distance behind an upright board, bare or with shelves and pictures; the farther away it is, the
    more it is out of focus.
    """
    half, top = TABLE_HALF_SIDE_CM * 1.5 / cm, TABLE_HALF_SIDE_CM / cm
    corners = np.array([(-half, -behind, top), (half, -behind, top), (half, -behind, -top), (-half, -behind, -top)])
    size = 1024
    page = speckled(rng, one_of(rng, PLAIN_COLOURS), 0.02, size)
    for _ in range(int(rng.choice([0, 6, 30]))):
        x, y = (int(v) for v in rng.integers(size // 3, size * 2 // 3, 2))
        w, h = int(rng.integers(5, 50)), int(rng.integers(15, 70))
        cv2.rectangle(page, (x, y), (x + w, y + h), tuple(map(float, rng.uniform(0.02, 0.7, 3))), -1)
    page = np.asarray(cv2.GaussianBlur(page, (0, 0), 1.0 + 0.08 * behind), np.float32)
    uv = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)
    return ScenePart(Solid(corners, np.array([(0, 1, 2), (0, 2, 3)]), uv), SurfaceMaterial(rough=None, texture=page))
