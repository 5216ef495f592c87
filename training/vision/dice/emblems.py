"""Makers' emblems that replace the one or the six on drawn dice: heads, crests, stars, letters."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

SIDE_PX = 64  # of a face
HALF_PX = SIDE_PX / 2


def emblem(rng: np.random.Generator) -> Floats:
    """Return the share of each point of a face that an emblem covers, 0..1, shape (SIDE_PX, SIDE_PX)."""
    ink = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    (_head, _head, _crest, _crest, _star, _letter)[int(rng.integers(6))](rng, ink)
    turn = cv2.getRotationMatrix2D(
        (HALF_PX - 0.5, HALF_PX - 0.5), float(rng.choice([0, 90, 180, 270])), rng.uniform(0.85, 1.25)
    )
    ink = np.asarray(cv2.warpAffine(ink, turn, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR), np.uint8)
    return np.asarray(cv2.GaussianBlur(ink.astype(np.float32) / 255, (0, 0), 0.8), np.float32)


def covered(mask: Floats, a: Floats, b: Floats) -> Floats:
    """Return the emblem at places of a face, -0.5..0.5 in both directions."""
    x, y = ((place + 0.5) * SIDE_PX - 0.5 for place in (a, b))
    seen = cv2.remap(mask, x.reshape(1, -1), y.reshape(1, -1), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen, np.float32).ravel()


def _oval(ink: NDArray[np.uint8], x: float, y: float, across: float, down: float, value: int) -> None:
    """Draw an ellipse; its centre and half axes are in edges of the face, from the middle of the face."""
    at, axes = (
        (round(HALF_PX + x * SIDE_PX), round(HALF_PX + y * SIDE_PX)),
        (max(1, round(across * SIDE_PX)), max(1, round(down * SIDE_PX))),
    )
    cv2.ellipse(ink, at, axes, 0, 0, 360, value, -1, cv2.LINE_AA)


def _head(rng: np.random.Generator, ink: NDArray[np.uint8]) -> None:
    """Draw a head or a skull, from the front or a little from the side: eyes, a nose, perhaps teeth."""
    aside = rng.choice([0, rng.uniform(-0.1, 0.1)])
    across, down = rng.uniform(0.2, 0.3, 2)
    _oval(ink, 0, -0.05, across, down, 255)
    jaw = rng.uniform(0.1, 0.2)
    low = rng.uniform(0.1, 0.24)
    _oval(ink, aside, low, jaw, rng.uniform(0.07, 0.16), 255)
    if rng.random() < 0.3:
        for side in (-1, 1):  # ears or horns
            _oval(
                ink,
                side * across * 0.8,
                -down * rng.uniform(0.6, 1.0),
                rng.uniform(0.05, 0.1),
                rng.uniform(0.05, 0.12),
                255,
            )
    eye, apart, height = rng.uniform(0.045, 0.095), rng.uniform(0.08, 0.14), rng.uniform(-0.08, 0.06)
    for side in (-1, 1):
        _oval(ink, aside + side * apart, height, eye, eye * rng.uniform(0.7, 1.3), 0)
    _oval(ink, aside, height + rng.uniform(0.09, 0.15), rng.uniform(0.02, 0.05), rng.uniform(0.02, 0.06), 0)
    for tooth in np.linspace(-0.6, 0.6, int(rng.choice([0, 0, 3, 5]))):
        x = round(HALF_PX + (aside + tooth * jaw) * SIDE_PX)
        cv2.line(ink, (x, round(HALF_PX + low * SIDE_PX)), (x, round(HALF_PX + (low + 0.1) * SIDE_PX)), 0, 1, cv2.LINE_AA)


def _crest(rng: np.random.Generator, ink: NDArray[np.uint8]) -> None:
    """Draw strokes and blobs, alike on both sides, some of them cut out."""
    for _ in range(int(rng.integers(3, 9))):
        value = 255 if rng.random() < 0.75 else 0
        if rng.random() < 0.5:
            x, y, across, down = rng.uniform((0, -0.32, 0.03, 0.03), (0.25, 0.32, 0.16, 0.16))
            for side in (-1, 1):
                _oval(ink, side * x, y, across, down, value)
            continue
        ends = HALF_PX + SIDE_PX * rng.uniform((0, -0.36), (0.36, 0.36), (2, 2))
        wide = round(rng.uniform(1, 6))
        for mirrored in (ends, np.column_stack([2 * HALF_PX - ends[:, 0], ends[:, 1]])):
            cv2.polylines(ink, [np.round(mirrored).astype(np.int32)], False, value, wide, cv2.LINE_AA)


def _star(rng: np.random.Generator, ink: NDArray[np.uint8]) -> None:
    """Draw a star, a flower or a wheel, perhaps with a hole."""
    points, wave = int(rng.integers(3, 10)), rng.uniform(0.1, 0.6)
    angles = np.linspace(0, 2 * np.pi, 8 * points, endpoint=False)
    shape = np.cos(points * angles) if rng.random() < 0.5 else 1 - 2 * np.abs((angles * points / np.pi) % 2 - 1)
    radii = rng.uniform(0.2, 0.34) * SIDE_PX * (1 + wave * shape) / (1 + wave)
    outline = HALF_PX + radii[:, None] * np.column_stack([np.sin(angles), -np.cos(angles)])
    cv2.fillPoly(ink, [np.round(outline).astype(np.int32)], 255, cv2.LINE_AA)
    if rng.random() < 0.5:
        hole = rng.uniform(0.05, 0.15)
        _oval(ink, 0, 0, hole, hole, 0)


def _letter(rng: np.random.Generator, ink: NDArray[np.uint8]) -> None:
    """Draw one or two letters, perhaps in a ring."""
    text = "".join(rng.choice(list("ABCDEFGHJKLMNPRSTUVWXYZ&?"), int(rng.integers(1, 3))))
    scale, thick = (1.7, int(rng.integers(2, 8))) if len(text) == 1 else (1.0, int(rng.integers(2, 5)))
    face = cv2.FONT_HERSHEY_DUPLEX if rng.random() < 0.5 else cv2.FONT_HERSHEY_TRIPLEX
    (width, height), _ = cv2.getTextSize(text, face, scale, thick)
    cv2.putText(ink, text, (round(HALF_PX - width / 2), round(HALF_PX + height / 2)), face, scale, 255, thick, cv2.LINE_AA)
    if rng.random() < 0.3:
        cv2.circle(ink, (round(HALF_PX), round(HALF_PX)), round(0.4 * SIDE_PX), 255, 2, cv2.LINE_AA)
