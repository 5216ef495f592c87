"""Reliefs of Kalah boards: plans of any make, carved into a surface of wood or paint, and filled with seeds.

A relief is what `training.vision.kalah.board_drawings` puts in front of a camera.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Single = NDArray[np.float32]

SCALE = 30  # pixels of a relief a pitch
DEEPEST = 0.55  # of pits, in pitches
INLAID = 0.2  # share of boards with stripes of other wood
UNLIKE = 0.1  # share of boards with a number of rows other than two: pits there are still pits


class BoardPlan(NamedTuple):
    """Top view of a board in pitches: `pits` and `stores` as x, y, half width, half height; shape (n, 4)."""

    pits: Floats
    stores: Floats
    size: tuple[float, float]
    power: float  # of the superellipse that outlines pits: 2 an ellipse, more a rounded square
    corner: float  # radius of the board's corners
    folds: bool


def plan(rng: np.random.Generator) -> BoardPlan:
    """Draw up a board."""
    columns = int(rng.choice([6, 6, 6, 6, 6, 6, 6, 5, 4, 7, 8, 3]))
    rows = int(rng.choice([1, 3, 4])) if rng.random() < UNLIKE else 2
    folds = rng.random() < 0.45
    gap = rng.uniform(0.05, 1.0) if folds and columns % 2 == 0 else 0.0
    apart = rng.uniform(0.95, 1.25) if rng.random() < 0.5 else rng.uniform(0.9, 2.0)
    half = rng.uniform(0.29, 0.47)
    flat = min(rng.uniform(0.8, 1.35), 0.94 * apart / (2 * half)) if rng.random() < 0.35 else 1.0
    margin, store_gap = rng.uniform(0.04, 0.4), rng.uniform(0.02, 0.3)
    with_stores = rng.random() < 0.92
    store_half = rng.uniform(0.25, 0.6)
    before = margin + (2 * store_half + store_gap if with_stores else 0)
    x = before + 0.5 + np.arange(columns) + gap * (np.arange(columns) >= columns / 2)
    y = margin + flat * half + apart * np.arange(rows) + rng.uniform(0, 0.25)
    tall = y[-1] + y[0]
    wide = x[-1] + 0.5 + before
    jitter = rng.uniform(0, 0.015)
    pits = np.array([(a, b, half, half * flat) for b in y for a in x])
    pits[:, :2] += rng.normal(0, jitter, (len(pits), 2))
    stores = np.zeros((0, 4))
    if with_stores:
        length = rng.uniform(0.6, 1.0) * (tall / 2 - 0.6 * margin)
        stores = np.array([(margin + store_half, tall / 2, store_half, length)] * 2)
        stores[1, 0] = wide - margin - store_half
    corner = rng.choice([rng.uniform(0, 0.2), rng.uniform(0.2, 0.7), tall / 2])
    return BoardPlan(
        pits, stores, (float(wide), float(tall)), float(rng.choice([2, 2, 2, 3, 5])), float(corner), bool(folds)
    )


class Relief:
    """Heights over the board's surface, colours and gloss, `SCALE` pixels a pitch; negative heights are carved."""

    def __init__(self, rng: np.random.Generator, board: BoardPlan) -> None:
        wide, tall = board.size
        self.shape = round(tall * SCALE), round(wide * SCALE)
        self.y, self.x = (np.mgrid[: self.shape[0], : self.shape[1]] + 0.5).astype(np.float32) / SCALE
        self.height = np.zeros(self.shape, np.float32)
        self.colour = _surface(rng, self.x, self.y, wide)
        self.gloss = np.full(self.shape, rng.uniform(0.0, 0.35), np.float32)
        if rng.random() < INLAID:
            self._inlay(rng, board)
        self._carve(rng, board)
        if board.folds:
            self._hinge(rng, wide)
        self._sow(rng, board)

    def _inlay(self, rng: np.random.Generator, board: BoardPlan) -> None:
        """Lay stripes of other wood through the rows of pits, or across the board."""
        along = rng.random() < 0.6
        axis, places = (1, self.y) if along else (0, self.x)
        for _ in range(int(rng.integers(1, 4))):
            aside = rng.uniform(-0.3, 0.3)
            width = rng.uniform(0.04, 0.25)
            tint = rng.uniform(0.25, 0.7) if rng.random() < 0.7 else rng.uniform(1.2, 1.8)
            rows = np.unique(board.pits[:, axis].round(1))
            for middle in rows if rng.random() < 0.7 else [rng.uniform(0, board.size[axis])]:
                self.colour[np.abs(places - middle - aside) < width / 2] *= tint

    def _carve(self, rng: np.random.Generator, board: BoardPlan) -> None:
        deep, form = rng.uniform(0.12, DEEPEST), rng.uniform(1.6, 6)
        painted = rng.random() < 0.12
        tint = rng.uniform(0.5, 1.3) if rng.random() < 0.3 else 1.0
        lip = rng.uniform(0.0, 0.03) if rng.random() < 0.3 else 0.0
        one_paint = _paint(rng)
        for x, y, across, along in (*board.pits, *board.stores):
            rho = (np.abs((self.x - x) / across) ** board.power + np.abs((self.y - y) / along) ** board.power) ** (
                1 / board.power
            )
            inside = rho < 1
            self.height[inside] = -deep * (1 - rho[inside] ** form)
            if lip:
                self.height += lip * np.exp(-(((rho - 1.06) / 0.05) ** 2))
            if painted:
                self.colour[inside] = one_paint if rng.random() < 0.7 else _paint(rng)
            else:
                self.colour[inside] *= tint

    def _hinge(self, rng: np.random.Generator, wide: float) -> None:
        seam = np.abs(self.x - wide / 2) < rng.uniform(0.01, 0.05)
        self.height[seam] = np.minimum(self.height[seam], -rng.uniform(0.05, 0.2))
        if rng.random() < 0.5:  # a metal hinge
            for at in rng.uniform(0, self.shape[0] / SCALE, 2):
                metal = (np.abs(self.x - wide / 2) < rng.uniform(0.05, 0.15)) & (
                    np.abs(self.y - at) < rng.uniform(0.1, 0.4)
                )
                self.colour[metal] = rng.uniform(0.3, 0.7) * np.array([1.0, 0.85, 0.5])
                self.gloss[metal] = 0.8

    def _sow(self, rng: np.random.Generator, board: BoardPlan) -> None:
        """Lay seeds into pits and stores: equally many in each, or as in a game, or none."""
        kind = rng.random()
        usual = int(rng.integers(2, 9))
        palette = np.array([_paint(rng) for _ in range(int(rng.choice([1, 1, 2, 3, 6, 12])))])
        size = rng.uniform(0.07, 0.17)
        axes = size * np.array([1, rng.uniform(0.6, 1.0), rng.uniform(0.5, 1.0)])
        gloss = rng.uniform(0, 1)
        for k, (x, y, across, along) in enumerate((*board.pits, *board.stores)):
            store = k >= len(board.pits)
            count = 0 if kind < 0.1 else usual if kind < 0.55 else int(rng.choice([0, 0, 1, 2, 3, 4, 5, 6, 8, 12]))
            if store:
                count = 0 if kind < 0.5 else int(rng.integers(0, 18))
            for _ in range(count):
                reach = max(0.0, 1 - 1.1 * size / min(across, along)) * np.sqrt(rng.random()) * (0.6 if count < 4 else 0.9)
                turn = rng.uniform(0, 2 * np.pi)
                at = x + across * reach * np.cos(turn), y + along * reach * np.sin(turn)
                self._seed(rng, at, axes * rng.uniform(0.9, 1.1), palette[rng.integers(len(palette))], gloss)

    def _seed(self, rng: np.random.Generator, at: tuple[float, float], axes: Floats, colour: Floats, gloss: float) -> None:
        """Lay an ellipsoid on what is there."""
        reach = float(axes.max()) + 1 / SCALE
        rows = slice(max(0, int((at[1] - reach) * SCALE)), int((at[1] + reach) * SCALE) + 1)
        columns = slice(max(0, int((at[0] - reach) * SCALE)), int((at[0] + reach) * SCALE) + 1)
        dx, dy = self.x[rows, columns] - at[0], self.y[rows, columns] - at[1]
        turn = rng.uniform(0, np.pi)
        a = (dx * np.cos(turn) + dy * np.sin(turn)) / axes[0]
        b = (dy * np.cos(turn) - dx * np.sin(turn)) / axes[1]
        inside = a * a + b * b < 1
        if not inside.any():
            return
        part = self.height[rows, columns]
        floor = float(np.quantile(part[inside], 0.3))
        top = floor + axes[2] + axes[2] * np.sqrt(np.maximum(0, 1 - a * a - b * b))
        higher = inside & (top > part)
        part[higher] = top[higher]
        self.colour[rows, columns][higher] = colour
        self.gloss[rows, columns][higher] = gloss


def _surface(rng: np.random.Generator, x: Single, y: Single, wide: float) -> Single:
    """Return wood with its grain along the board, or paint; sometimes with stripes."""
    if rng.random() < 0.8:
        tone = float(np.exp(rng.uniform(np.log(0.03), np.log(0.75))))
        base = tone * np.array([1.0, rng.uniform(0.45, 0.88), rng.uniform(0.15, 0.75)])
    else:
        base = _paint(rng)
    noise = rng.standard_normal((max(2, x.shape[0] // 2), max(2, x.shape[1] // 20))).astype(np.float32)
    grain = cv2.resize(noise, x.shape[::-1], interpolation=cv2.INTER_CUBIC)
    grain = grain + 0.5 * rng.standard_normal(x.shape).astype(np.float32)
    colour = base * np.exp(rng.uniform(0, 0.18) * grain)[..., None]
    for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.12 else 0):  # glued from two woods
        line = rng.uniform(0, wide) if rng.random() < 0.5 else rng.uniform(0, 3)
        along = x if rng.random() < 0.5 else y
        colour[np.abs(along - line) < rng.uniform(0.05, 0.3)] *= rng.uniform(0.3, 2.0)
    return np.asarray(np.clip(colour, 0, 1), np.float32)


def _paint(rng: np.random.Generator) -> Floats:
    """Return any colour: one of glass, plastic and paint, or one of stones, beans and wood."""
    if rng.random() < 0.5:
        hsv = np.array([[[rng.uniform(0, 360), rng.uniform(0.3, 1), rng.uniform(0.1, 0.95)]]], np.float32)
        return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0], np.float64) ** 2.2
    return float(np.exp(rng.uniform(-4, -0.1))) * np.array([1, rng.uniform(0.5, 1.0), rng.uniform(0.2, 1.0)])
