"""Dice drawn as a camera might see them: rounded cubes with pips, cast in rays on grounds of many kinds.

A die is traced by marching along each pixel's ray until it meets the rounded cube (Hart, Sphere tracing, 1996); its light
comes from one lamp and the sky. Lengths are in edges of a die, and the picture is orthographic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.shapes.d6 import PIP_PLACES
from training.vision.backgrounds import ground
from training.vision.dice.emblems import covered, emblem
from training.vision.sensor import developed

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]

PICTURE_EDGES = 10.0  # edges of a die from side to side of a picture
RAYS_PER_PIXEL = 2  # beside each other
MIN_EDGE_PX, MAX_EDGE_PX = 9.0, 32.0  # larger dice in a camera's picture are scaled down for reading
UP = np.array([0.0, 0, 1])
GLARE_SHARE = 0.25  # of dice on whose upper face a lamp or a window shines
MOTION_BLUR_SHARE = 0.12  # of pictures of a camera, or of dice, that moved
MIN_FACING_COSINE = 0.15  # between a side's normal and the camera, at which the side is visible
RAY_STEPS = 7  # rounding is met after a few
EMBLEM = 0  # instead of a value: a maker's emblem in place of the one or the six


@dataclass(frozen=True)
class DrawnFace:
    """The upper face of a drawn die.

    Attributes:
        x, y: its middle in pixels.
        edge: the square root of its area, in pixels.
        value: 1..6, or `EMBLEM`.
        sides: the same three numbers for each other visible face.
    """

    x: float
    y: float
    edge: float
    value: int
    sides: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True)
class DiceCamera:
    """An orthographic camera above the ground.

    Attributes:
        right, up, forward: its axes; x to the right, y away, z upwards. Shape (3,).
    """

    right: Floats
    up: Floats
    forward: Floats

    @classmethod
    def some(cls, rng: np.random.Generator) -> DiceCamera:
        """Draw a die in a random pose; the more upright the camera looks, the less it shows the direction down."""
        steep = np.arcsin(rng.uniform(np.sin(np.radians(30)), 1))
        roll = rng.normal(0, 0.2) if steep < np.radians(62) else rng.uniform(-np.pi, np.pi)
        sine, cosine = np.sin(steep), np.cos(steep)
        right, up = np.array([1.0, 0, 0]), np.array([0, sine, cosine])
        return cls(
            *(
                axis.astype(np.float32)
                for axis in (
                    np.cos(roll) * right + np.sin(roll) * up,
                    np.cos(roll) * up - np.sin(roll) * right,
                    np.array([0, cosine, -sine]),
                )
            )
        )

    def seen(self, points: Floats | NDArray[np.float64]) -> NDArray[np.float64]:
        """Project points to the right and down in the picture, shape (n, 2)."""
        return np.column_stack([points @ self.right, -points @ self.up]).astype(np.float64)

    def on_ground(self, x: float, y: float) -> NDArray[np.float64]:
        """Return the point of the ground at x and y in the picture; shape (3,)."""
        start = x * self.right - y * self.up
        point: NDArray[np.float64] = start - self.forward * (start[2] / self.forward[2])
        return point


@dataclass(frozen=True)
class DrawnLamp:
    """A lamp and the sky.

    Attributes:
        towards: direction of the lamp, shape (3,).
        sky: its share of the light.
        soft: of its shadows, in edges.
    """

    towards: Floats
    sky: float
    soft: float

    @classmethod
    def some(cls, rng: np.random.Generator) -> DrawnLamp:
        height, around = rng.uniform(0.45, 1.4), rng.uniform(0, 2 * np.pi)
        towards = np.array([np.cos(height) * np.cos(around), np.cos(height) * np.sin(around), np.sin(height)])
        return cls(towards.astype(np.float32), float(rng.uniform(0.25, 0.8)), float(rng.uniform(0.05, 0.5)))


@dataclass(frozen=True)
class DrawnDieStyle:
    """A set of dice; colours are linear, shape (3,).

    Attributes:
        round: radius of edges and corners.
        pip, apart: radius of a pip, and its distance from the middle.
        one: radius of a one's pip.
        hollow: by how much the far half of a pip is brighter than the near one.
        swirl: by how much the body's brightness varies.
        gloss, glare: strength of the lamp's mirror image, and of the sky's on upper faces.
        worn: how much of its paint a pip may have lost.
        signed: the value whose place an emblem takes; 0 for none.
        emblem: as `training.vision.dice.emblems` draws it.
    """

    body: Floats
    other: Floats
    pips: Floats
    red: Floats
    round: float
    pip: float
    apart: float
    one: float
    hollow: float
    swirl: float
    gloss: float
    glare: float
    worn: float
    signed: int
    emblem: Floats

    @classmethod
    def some(cls, rng: np.random.Generator) -> DrawnDieStyle:
        body = _colour(rng)
        bright = float(body @ (0.2, 0.7, 0.1))
        light = bright < 0.2 if rng.random() < 0.9 else bright < 0.45
        pips = np.full(3, rng.uniform(0.6, 0.95) if light else rng.uniform(0.005, 0.05)) * rng.uniform(0.85, 1.1, 3)
        if not light and bright > 0.45 and rng.random() < 0.25:
            pips = np.array(_hued(rng, 0.8))  # coloured pips
        if light and rng.random() < 0.15:
            pips = pips * (1, 0.75, 0.25)  # gold
        red = np.array([0.45, 0.02, 0.02]) if bright > 0.45 and rng.random() < 0.15 else pips
        pip = rng.uniform(0.055, 0.115)
        return cls(
            body=body,
            other=np.clip(body * rng.uniform(0.4, 1.6, 3), 0, 1).astype(np.float32),
            pips=pips.astype(np.float32),
            red=red.astype(np.float32),
            round=float(rng.uniform(0.05, 0.24)),
            pip=float(pip),
            apart=float(rng.uniform(0.215, 0.285)),
            one=float(pip * (rng.uniform(1.3, 2.2) if rng.random() < 0.15 else 1)),
            hollow=float(rng.uniform(0, 0.5)),
            swirl=float(rng.uniform(0.2, 1) if rng.random() < 0.35 else rng.uniform(0, 0.15)),
            gloss=float(rng.uniform(0, 0.9)),
            glare=float(rng.uniform(0, 1) ** 4 * 0.3),
            worn=float(rng.uniform(0.2, 0.7)) if rng.random() < 0.15 else 0.0,
            signed=int(rng.choice([0, 0, 0, 0, 0, 0, 1, 1, 6, 6])),
            emblem=emblem(rng),
        )


def _colour(rng: np.random.Generator) -> Floats:
    """Choose at random the colour of a die's body: often white or ivory, otherwise of any hue."""
    kind = rng.random()
    if kind < 0.3:
        return (rng.uniform(0.55, 0.95) * rng.uniform((1, 0.9, 0.7), (1, 1, 1))).astype(np.float32)
    if kind < 0.42:
        return (rng.uniform(0.004, 0.04) * rng.uniform(0.8, 1.2, 3)).astype(np.float32)
    if kind < 0.5:
        return np.array(rng.uniform(0.15, 0.6) * np.array([1, rng.uniform(0.5, 0.8), rng.uniform(0.2, 0.5)]), np.float32)
    return _hued(rng, float(rng.uniform(0.5, 1)))


def _hued(rng: np.random.Generator, colourful: float) -> Floats:
    hsv = np.array([[[rng.uniform(0, 360), colourful, rng.uniform(0.05, 0.9)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0], np.float32)


# -- pictures ------------------------------------------------------------------------------------------------------------


def picture(rng: np.random.Generator) -> tuple[Picture, list[DrawnFace]]:
    """Return some dice, or none, on some ground, as a camera stores them (blue, green, red), with the dice's upper
    faces.
    """
    edge = float(np.exp(rng.uniform(np.log(MIN_EDGE_PX), np.log(MAX_EDGE_PX))))
    size = round(PICTURE_EDGES * edge)
    fine = edge * RAYS_PER_PIXEL
    eye, lamp = DiceCamera.some(rng), DrawnLamp.some(rng)
    light, things = ground(rng, size * RAYS_PER_PIXEL, fine, eye.up[2])
    looks = [DrawnDieStyle.some(rng) for _ in range(2)]
    tops = []
    for x, y in _places(rng, int(rng.choice([0, 1, 2, 3, 4, 5, 7])), things):
        look = looks[int(rng.integers(2))]
        value = int(rng.integers(1, 7))
        middle = eye.on_ground(x - PICTURE_EDGES / 2, y - PICTURE_EDGES / 2)
        turn = rng.uniform(0, 2 * np.pi)
        _shade(light, eye, lamp, middle, turn, fine, rng)
        _die(light, eye, lamp, look, middle, turn, value, fine, rng)
        at = eye.seen((middle + UP)[None])[0] + PICTURE_EDGES / 2
        shown = EMBLEM if value == look.signed else value
        sides = tuple(_sides(eye, middle, turn, edge))
        column, row = at * edge - 0.5
        tops.append(DrawnFace(float(column), float(row), edge * float(np.sqrt(-eye.forward[2])), shown, sides))
    small = np.asarray(cv2.resize(light, (size, size), interpolation=cv2.INTER_AREA), np.float32)
    return developed(small, rng, float(rng.uniform(0.05, 0.2)) * edge if rng.random() < MOTION_BLUR_SHARE else 0.0), tops


def _sides(eye: DiceCamera, middle: NDArray[np.float64], turn: float, edge: float) -> Iterator[tuple[float, float, float]]:
    """Yield x, y and edge in pixels of the visible sides of a die."""
    for angle in turn + np.arange(4) * np.pi / 2:
        outwards = np.array([np.cos(angle), np.sin(angle), 0])
        if (facing := -float(eye.forward @ outwards)) > MIN_FACING_COSINE:
            x, y = (eye.seen((middle + UP / 2 + outwards / 2)[None])[0] + PICTURE_EDGES / 2) * edge - 0.5
            yield float(x), float(y), edge * float(np.sqrt(facing))


def _places(rng: np.random.Generator, count: int, taken: Sequence[tuple[float, float, float]]) -> list[tuple[float, float]]:
    """Return the places of dice in the picture, in edges, from far to near; `taken`: x, y and radius of other things."""
    places: list[tuple[float, float]] = []
    near = rng.uniform(1.3, 1.6) if rng.random() < 0.5 else 2.5
    for _ in range(20 * count):
        x, y = rng.uniform(0.5, PICTURE_EDGES - 0.5, 2)
        clear = all(np.hypot(x - a, y - b) > near for a, b in places)
        if clear and all(np.hypot(x - a, y - b) > r + 0.7 for a, b, r in taken) and len(places) < count:
            places.append((float(x), float(y)))
    return sorted(places, key=lambda place: place[1])


def _die(
    light: Floats,
    eye: DiceCamera,
    lamp: DrawnLamp,
    look: DrawnDieStyle,
    middle: NDArray[np.float64],
    turn: float,
    value: int,
    fine: float,
    rng: np.random.Generator,
) -> None:
    """Add a die that shows a value and stands on this point of the ground."""
    spin = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    x, y = (eye.seen((middle + UP / 2)[None])[0] + PICTURE_EDGES / 2) * fine
    half = int(np.ceil(0.88 * fine))
    left, top = max(0, int(x) - half), max(0, int(y) - half)
    right, bottom = min(light.shape[1], int(x) + half), min(light.shape[0], int(y) + half)
    if right <= left or bottom <= top:
        return
    u, v = np.meshgrid((np.arange(left, right) + 0.5 - x) / fine, (np.arange(top, bottom) + 0.5 - y) / fine)
    start = (u[..., None] * eye.right - v[..., None] * eye.up).reshape(-1, 3) @ spin.T - 2 * (spin @ eye.forward)
    point, hit = _intersect(start.astype(np.float32), (spin @ eye.forward).astype(np.float32), look.round)
    which = np.nonzero(hit)[0]
    point = point[which]
    normal = np.sign(point) * np.maximum(np.abs(point) - (0.5 - look.round), 0)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-6
    share, colour = _print(point, look, value, rng)
    towards = spin @ lamp.towards
    shine = np.maximum(normal @ towards, 0) * (1 - lamp.sky) + lamp.sky * (0.55 + 0.45 * normal[:, 2]) * (
        0.7 + 0.3 * np.clip(point[:, 2] + 0.5, 0, 1)
    )
    out = colour * shine[:, None]
    halfway = towards - spin @ eye.forward
    halfway /= np.linalg.norm(halfway)
    mirrored = np.maximum(normal @ halfway, 0) ** rng.uniform(15, 120)
    out += (look.gloss * mirrored * (1 - 0.5 * share))[:, None]
    out += (look.glare * normal[:, 2].clip(0) ** 8)[:, None]
    if rng.random() < GLARE_SHARE:
        away = point[:, :2] - rng.normal(0, 0.25, 2)
        out += (
            0.6
            * rng.uniform(0.2, 1) ** 2
            * np.exp(-(away**2).sum(axis=1) / 2 / rng.uniform(0.1, 0.35) ** 2)
            * normal[:, 2].clip(0)
        )[:, None]
    patch = light[top:bottom, left:right].reshape(-1, 3)
    patch[which] = out
    light[top:bottom, left:right] = patch.reshape(bottom - top, right - left, 3)


def _intersect(start: Floats, way: Floats, radius: float) -> tuple[Floats, NDArray[np.bool_]]:
    """Intersect rays with the rounded cube about the origin; return where they meet it, and whether they do."""
    near = np.where(np.abs(way) > 1e-6, (-np.sign(way) * 0.5 - start) / np.where(np.abs(way) > 1e-6, way, 1), -np.inf)
    point = start + np.maximum(near.max(axis=1), 0)[:, None] * way
    for _ in range(RAY_STEPS):
        q = np.abs(point) - (0.5 - radius)
        distance = np.linalg.norm(np.maximum(q, 0), axis=1) + np.minimum(q.max(axis=1), 0) - radius
        point = point + distance[:, None] * way
    return point.astype(np.float32), np.abs(distance) < 0.02


def _print(point: Floats, look: DrawnDieStyle, value: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return how far each point of the cube belongs to a pip, and its colour."""
    sides = [n for n in range(1, 7) if n not in (value, 7 - value)]
    right = sides[int(rng.integers(4))]
    front = [n for n in sides if n not in (right, 7 - right)][int(rng.integers(2))]
    faces = {(0, 1): right, (0, -1): 7 - right, (1, 1): front, (1, -1): 7 - front, (2, 1): value, (2, -1): 7 - value}
    axis = np.abs(point).argmax(axis=1)
    share = np.zeros(len(point), np.float32)
    relief = np.zeros(len(point), np.float32)
    reds = np.zeros(len(point), bool)
    soft = 0.03
    for (one, sign), shown in faces.items():
        on = np.nonzero((axis == one) & (np.sign(point[:, one]) == sign))[0]
        if not len(on):
            continue
        a, b = point[on, (one + 1) % 3], point[on, (one + 2) % 3]
        if rng.random() < 0.5:
            a, b = b, -a
        if shown == look.signed:
            share[on] = covered(look.emblem, a, b)
            continue
        radius = look.one if shown == 1 else look.pip
        apart = min(look.apart, 0.42 - radius)
        for x, y in PIP_PLACES[shown]:
            far = np.hypot(a - x * apart, b - y * apart)
            here = np.clip((radius - far) / soft + 0.5, 0, 1) * (1 - look.worn * rng.random())
            share[on] = np.maximum(share[on], here)
            relief[on] += here * (a - x * apart) / radius
        reds[on] = shown == 1
    noise = np.sin(point @ rng.normal(0, 5, 3) + 2 * np.sin(point @ rng.normal(0, 4, 3) + rng.uniform(0, 6)))
    mix = (look.swirl * (0.5 + 0.5 * noise))[:, None]
    body = look.body * (1 - mix) + look.other * mix
    pips = np.where(reds[:, None], look.red, look.pips) * (1 + look.hollow * relief)[:, None]
    out: Floats = (body * (1 - share[:, None]) + pips * share[:, None]).astype(np.float32)
    return share, out


def _shade(
    light: Floats,
    eye: DiceCamera,
    lamp: DrawnLamp,
    middle: NDArray[np.float64],
    turn: float,
    fine: float,
    rng: np.random.Generator,
) -> None:
    """Draw the die's shadow on the ground, and the darkness at its foot."""
    angles = turn + np.pi / 4 + np.arange(4) * np.pi / 2
    foot = middle + np.column_stack([np.cos(angles), np.sin(angles), np.zeros(4)]) * np.sqrt(0.5) * 0.93
    cast = foot - lamp.towards * (0.95 / lamp.towards[2]) + (0, 0, 0.95)
    cast[:, 2] = 0
    for points, soft, dark in (
        (np.vstack([foot, cast]), lamp.soft, (1 - lamp.sky) * 0.9),
        (middle + (foot - middle) * 1.1, 0.12, rng.uniform(0.1, 0.4)),
    ):
        outline = (eye.seen(points.astype(np.float32)) + PICTURE_EDGES / 2) * fine
        margin = 3 * soft * fine + 2
        low = np.maximum(np.floor(outline.min(axis=0) - margin).astype(int), 0)
        high = np.minimum(np.ceil(outline.max(axis=0) + margin).astype(int), light.shape[0])
        if (high <= low).any():
            continue
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
        cv2.fillConvexPoly(mask, cv2.convexHull(np.round(outline - low).astype(np.int32)), 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.5, soft * fine * 0.6))
        light[low[1] : high[1], low[0] : high[0]] *= 1 - dark * mask[..., None]
