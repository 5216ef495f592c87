"""A drawn hand and its arm, as a sprite: rounded fingers, skin, a sleeve, and the shadow that they cast."""

from __future__ import annotations

import math

import cv2
import numpy as np

from benchmarks.vision.renders.tracing.sensor import Light
from benchmarks.vision.renders.tracing.sprite import FIELD_RATIO, Sprite

SKIN_COLOURS = ((0.20, 0.32, 0.55), (0.12, 0.20, 0.38), (0.28, 0.40, 0.62), (0.05, 0.09, 0.17))  # linear blue, green, red
FINGER_PLACES = ((-0.36, 0.06), (-0.13, 0.0), (0.10, 0.03), (0.32, 0.14))  # aside and back from the longest one, in palms


def drawn_hand(rng: np.random.Generator, size: tuple[int, int], palm: float, brightness: float) -> Sprite:
    """Draw a hand that reaches in from any side.

    Args:
        size: of the picture, (width, height).
        palm: the hand's width in pixels of the picture.
        brightness: of white under the light of the scene, linear.
    """
    width, height = size
    middle = np.array([width, height]) / 2
    angle = float(rng.uniform(0, 2 * math.pi))
    away, aside = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
    palm = palm / FIELD_RATIO

    def place(side: float, back: float) -> tuple[int, int]:
        x, y = middle + (aside * side + away * back) * palm
        return round(float(x)), round(float(y))

    skin, sleeve = np.zeros((height, width), np.uint8), np.zeros((height, width), np.uint8)
    for side, back in FINGER_PLACES:
        cv2.line(skin, place(side * 0.8, back), place(side, 1.0), 255, max(1, round(0.2 * palm)))
    cv2.line(skin, place(-0.25, 0.35), place(-0.45, 1.2), 255, max(1, round(0.24 * palm)))  # the thumb
    cv2.line(skin, place(0, 1.15), place(0, 1.6), 255, max(1, round(0.95 * palm)))
    cv2.line(skin, place(0, 1.6), place(0, 2.6), 255, max(1, round(0.7 * palm)))
    cv2.line(sleeve, place(0, 2.7), place(0, 40), 255, max(1, round(0.95 * palm)))
    mask = cv2.max(skin, sleeve)
    cover = cv2.GaussianBlur(mask, (0, 0), 0.7).astype(np.float32) / 255
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    round_ = np.sqrt(1 - (1 - np.clip(inside / (0.22 * palm), 0, 1)) ** 2)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 0.08 * palm + 0.5)
    grain = 1 + 0.06 * grain / max(1e-6, float(grain.std()))
    cloth = rng.uniform(0.02, 0.6, 3)
    colour = np.where((sleeve > 0)[..., None], cloth, np.array(SKIN_COLOURS[int(rng.integers(len(SKIN_COLOURS)))]))
    light = colour * (brightness * (0.35 + 0.65 * round_) * grain * cover)[..., None]
    reach = rng.uniform(-0.35, 0.35, 2) * palm
    moved = cv2.warpAffine(mask, np.array([[1, 0, reach[0]], [0, 1, reach[1]]]), (width, height))
    shadow = cv2.GaussianBlur(moved, (0, 0), 0.12 * palm + 0.5).astype(np.float32) / 255
    shade = 1 - float(rng.uniform(0.25, 0.5)) * shadow
    along = float(away[0]), float(away[1])
    tip = float(middle[0]), float(middle[1])
    return Sprite(_layer(light), _layer(cover[..., None]), _layer(shade[..., None]), tip, along)


def _layer(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Light:
    return np.ascontiguousarray(values, np.float32)
