"""Clutter that could be mistaken for dice: eyes and knots in prints and wood, weaves, gleams; coins, buttons, beads."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Thing = tuple[float, float, float]
"""A round object with no die on it: x, y and radius in edges."""


def eyes(rng: np.random.Generator, light: Floats, edge: float) -> None:
    """Draw discs in discs, in pairs or rows, as prints and embroideries have them."""
    size = len(light)
    radius, tones = float(np.exp(rng.uniform(-1.8, -0.1))) * edge, [_tone(rng) for _ in range(3)]
    for _ in range(int(rng.integers(1, 6))):
        x, y = rng.uniform(0, size, 2)
        dx, dy = rng.normal(0, 1.6, 2) * radius
        for pair in (0, 1):
            at = np.array([x + pair * dx, y + pair * dy])
            for share, tone in zip((1.0, rng.uniform(0.5, 0.8), rng.uniform(0.15, 0.4)), tones, strict=True):
                axes = np.maximum(1, np.round(share * radius * rng.uniform(0.85, 1.15, 2)))
                where = np.round(at + rng.normal(0, 0.06, 2) * radius)
                _oval(light, where, axes, float(rng.uniform(0, 180)), tone)


def knots(rng: np.random.Generator, light: Floats, edge: float) -> None:
    """Draw rings within each other, ever darker, as branches leave them in boards."""
    tone = np.array([1.0, rng.uniform(0.5, 0.8), rng.uniform(0.2, 0.6)])
    for _ in range(int(rng.integers(1, 4))):
        at, turn = rng.uniform(0, len(light), 2), float(rng.uniform(0, 180))
        radius, flat = rng.uniform(0.3, 1.2) * edge, rng.uniform(0.5, 1)
        for share in np.linspace(1, 0.15, int(rng.integers(3, 8))):
            axes = np.maximum(1, np.round(radius * share * np.array([1, flat])))
            _oval(light, np.round(at + rng.normal(0, 0.04, 2) * radius), axes, turn, tone * rng.uniform(0.01, 0.3))


def weave(rng: np.random.Generator, light: Floats, edge: float) -> None:
    """Draw threads across each other, over all that is printed."""
    size = len(light)
    x, y = np.meshgrid(np.arange(size, dtype=np.float32), np.arange(size, dtype=np.float32))
    turn, pitch = rng.uniform(0, np.pi), rng.uniform(0.07, 0.4) * edge
    across, along = (2 * np.pi / pitch * (x * np.cos(a) + y * np.sin(a)) for a in (turn, turn + np.pi / 2))
    rough = cv2.resize(rng.standard_normal((size // 3 + 1,) * 2).astype(np.float32), (size, size))
    light *= np.maximum(0.1, 1 + rng.uniform(0.1, 0.4) * np.sin(across) * np.sin(along) + 0.1 * rough)[..., None]


def gleams(rng: np.random.Generator, light: Floats, edge: float) -> None:
    """Draw the rims of glasses and what shines on them: thin bright arcs and spots."""
    glow = np.zeros(light.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 6))):
        at = tuple(int(v) for v in rng.uniform(0, len(light), 2))
        axes = tuple(max(1, int(v)) for v in rng.uniform(0.2, 3, 2) * edge)
        start = rng.uniform(0, 360)
        thick = max(1, round(rng.uniform(0.03, 0.3) * edge))
        cv2.ellipse(glow, at, axes, rng.uniform(0, 180), start, start + rng.uniform(10, 200), 1.0, thick, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(glow, (0, 0), rng.uniform(0.02, 0.15) * edge), np.float32)
    light += rng.uniform(0.2, 1.5) * soft[..., None]


def small_objects(rng: np.random.Generator, light: Floats, edge: float, flat: float) -> list[Thing]:
    """Draw coins, buttons with holes and beads beside the dice; `flat`: height of a round thing against its width."""
    things: list[Thing] = []
    bead = rng.random() < 0.3
    tone, hole = _tone(rng), _tone(rng)
    for _ in range(int(rng.integers(1, 7))):
        radius = rng.uniform(0.2, 0.8) if bead else rng.uniform(0.4, 1.1)
        x, y = rng.uniform(0, len(light) / edge, 2)
        things.append((float(x), float(y), float(radius)))
        at, axes = np.array([x, y]) * edge, np.maximum(1, radius * edge * np.array([1.0, 1.0 if bead else flat]))
        _oval(light, at + np.array([0, 0.12 * edge]), axes, 0, tone * 0.25)
        _oval(light, at, axes, 0, tone)
        if bead:
            _oval(light, at - 0.3 * axes, np.maximum(1, 0.25 * axes), 0, np.minimum(1, tone + 0.6))
            continue
        _oval(light, at, 0.8 * axes, 0, tone * rng.uniform(0.6, 1.4))
        if rng.random() < 0.5:  # a button's holes
            count, turn = int(rng.choice([2, 4])), rng.uniform(0, 6.3)
            for k in range(count):
                angle = turn + 2 * np.pi * k / count
                off = 0.3 * axes * (np.cos(angle), np.sin(angle))
                _oval(light, at + off, np.maximum(1, 0.13 * axes), 0, hole)
        else:  # the stamp of a coin
            for _ in range(int(rng.integers(2, 8))):
                off = rng.uniform(-0.5, 0.5, 2) * axes
                _oval(light, at + off, np.maximum(1, rng.uniform(0.04, 0.3, 2) * axes), 0, tone * rng.uniform(0.5, 1.6))
    return things


def _tone(rng: np.random.Generator) -> Floats:
    """Return any colour, dark ones as often as light ones."""
    return np.asarray(np.exp(rng.uniform(-4, -0.1)) * rng.uniform(0.3, 1, 3), np.float32)


def _oval(
    light: Floats, at: NDArray[np.float64], axes: NDArray[np.float64], turn: float, tone: NDArray[np.floating]
) -> None:
    where, reach = (tuple(int(v) for v in np.round(pair)) for pair in (at, axes))
    cv2.ellipse(light, where, reach, turn, 0, 360, tone.tolist(), -1, cv2.LINE_AA)
