"""Clutter on and over a backgammon board; see `training.vision.backgammon.drawings`."""

from __future__ import annotations

import cv2
import numpy as np

from training.vision.backgammon.brush import BOTTOM, LEFT, POINT_WIDTH_PX, RIGHT, TOP, Canvas, fixed
from training.vision.backgammon.solids import SolidPainter

MARK_RADIUS = 0.22  # of the mark of a checker's centre or a point's tip, in widths of a point
CENTRE, CHECKER, FOREIGN, FIELD, RAISED, TIP = range(6)  # channels of the truth


class ClutterPainter(SolidPainter):
    """Dice, clutter, arms, shadows, tables and the boards of other games.

    Attributes:
        truth: shape (h, w, 6), 255 where the channel's object is visible.
        width, height, bar: of the field, in widths of a point.
    """

    truth: Canvas
    width: float
    height: float
    bar: float

    def _grid(self, holes: bool) -> None:
        """Draw a board of squares, or one of round holes or pits."""
        columns, rows = (int(n) for n in self.rng.integers(2, 21, 2))
        if self.chance(0.5):
            rows = columns
        wide, tall = self.width / columns, self.height / rows
        ground = self.colour()
        self.fill(self.box(0, 0, self.width, self.height), ground, self.between(0, 12))
        palette = [self.colour() for _ in range(int(self.rng.integers(1, 5)))]
        filled = self.between(0.1, 0.9)
        chess = self.chance(0.2)
        for row in range(rows):
            for column in range(columns):
                if not (((row + column) % 2 == 0) if chess else self.chance(filled)):
                    continue
                colour = palette[int(self.rng.integers(len(palette)))]
                if holes:
                    radius = min(wide, tall) * 0.42
                    self.disc(self.canvas, (column + 0.5) * wide, (row + 0.5) * tall, radius, colour)
                else:
                    edges = column * wide, row * tall, (column + 1) * wide, (row + 1) * tall
                    cv2.fillPoly(
                        self.canvas,
                        [fixed([edges[:2], (edges[2], edges[1]), edges[2:], (edges[0], edges[3])])],
                        colour.tolist(),
                        cv2.LINE_AA,
                        4,
                    )
        if self.chance(0.6) and not holes:
            line = self.colour()
            for k in range(max(rows, columns) + 1):
                for ends in (((k * wide, 0), (k * wide, self.height)), ((0, k * tall), (self.width, k * tall))):
                    a, b = fixed(ends)
                    cv2.line(self.canvas, a.tolist(), b.tolist(), line.tolist(), 1, cv2.LINE_AA, 4)

    def _table(self) -> None:
        ground = self.colour(5, 250)
        self.fill(None, ground, self.between(0, 25), self.between(1, 8))
        if self.chance(0.15):  # a cloth with stripes or checks
            pitch, stripe = self.between(0.5, 3), self.colour()
            for across in (True, False) if self.chance(0.6) else (self.chance(0.5),):
                mask = self.mask()
                for low in np.arange(LEFT, max(RIGHT, BOTTOM), pitch):
                    ends = (low, TOP, low + pitch / 2, BOTTOM) if across else (LEFT, low, RIGHT, low + pitch / 2)
                    np.maximum(mask, self.box(*ends), out=mask)
                self.fill(mask // 2, stripe, 8)
        for _ in range(int(self.rng.integers(0, 14))):
            x, y = self.between(LEFT, RIGHT), self.between(TOP, BOTTOM)
            w, h = self.rng.gamma(2, 1.2, 2)
            turn = self.between(0, np.pi) if self.chance(0.5) else 0
            corners = cv2.boxPoints(((x, y), (2 * w, 2 * h), np.degrees(turn)))
            if self.chance(0.6):
                self.fill(self.polygon(*map(tuple, corners)), self.colour(), self.between(0, 25))
            else:
                mask = self.mask()
                self.disc(mask, x, y, w / 2, 255)
                self.fill(mask, self.colour(), self.between(0, 20))

    def _dice(self) -> None:
        for _ in range(int(self.rng.integers(0, 5))):
            x, y = self.between(0.3, self.width - 0.3), self.between(0.25, 0.75) * self.height
            side = self.between(0.25, 0.55)
            self._die(x, y, side)
        if self.chance(0.3):
            self._die(6 + self.bar / 2, self.between(0, 1) * self.height, self.between(0.4, 0.95))

    def _die(self, x: float, y: float, side: float) -> None:
        turn, colour = self.between(0, 90), self.colour()
        box = cv2.boxPoints(((x, y), (side, side), turn))
        self.fill(self.polygon(*map(tuple, box + self.rng.uniform(-0.1, 0.1, 2))), colour * 0.6, 0)
        face = self.polygon(*map(tuple, box))
        self.fill(face, colour, 0)
        self._cover(face)
        pip = np.array([255.0] * 3) if colour.mean() < 128 else np.zeros(3)
        for _ in range(int(self.rng.integers(1, 7))):
            dx, dy = self.rng.uniform(-0.3, 0.3, 2) * side
            self.disc(self.canvas, x + dx, y + dy, side * 0.09, pip)

    def _cover(self, mask: Canvas, foreign: bool = False) -> None:
        """Clear the truth under a mask, which hides it."""
        for channel in (CENTRE, CHECKER, RAISED, TIP):
            self.truth[..., channel] = cv2.subtract(self.truth[..., channel], mask)
        if foreign:
            self.truth[..., FOREIGN] = np.maximum(self.truth[..., FOREIGN], mask)

    def _clutter(self, on_field: bool) -> None:
        """Draw stray small marks: scratches and reflections on the field; things beside it."""
        for _ in range(int(self.rng.integers(0, 4))):
            if on_field:
                x, y = self.between(0, self.width), self.between(0.3, 0.7) * self.height
                w, h = self.rng.uniform(0.05, 0.3, 2)
            else:
                x = self.between(-4.5, -1.5) if self.chance(0.5) else self.width + self.between(1.5, 4.5)
                y, (w, h) = self.between(0, self.height), self.rng.uniform(0.3, 1.6, 2)
            self.fill(
                self.polygon(*map(tuple, cv2.boxPoints(((x, y), (2 * w, 2 * h), self.between(0, 90))))), self.colour(), 8
            )

    def _arm(self) -> None:
        """Draw a sleeve, a forearm and a hand that come in from an edge; or some blurred thing."""
        rng = self.rng
        side = int(rng.integers(0, 4))
        edge = [
            (self.between(0, self.width), TOP - 1),
            (self.between(0, self.width), BOTTOM + 1),
            (LEFT - 1, self.between(0, self.height)),
            (RIGHT + 1, self.between(0, self.height)),
        ][side]
        start = np.array(edge)
        end = np.array([self.between(0.3, self.width - 0.3), self.between(0.3, self.height - 0.3)])
        bend = (start + end) / 2 + rng.normal(0, 1.2, 2)
        skin = (
            self.colour(60, 220)
            if self.chance(0.2)
            else np.array([self.between(40, 160), self.between(80, 180), self.between(120, 235)])
        )
        sleeve = self.colour() if self.chance(0.6) else self.colour(3, 60)
        where = self.between(0, 1.1)  # how far the sleeve reaches
        thick = self.between(0.6, 1.9)
        arm, cloth = self.mask(), self.mask()
        steps = np.linspace(0, 1, 30)
        for t in steps:
            x, y = (1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t * t * end
            radius = thick * (1.15 - 0.45 * t) * (1.2 if t < where else 1)
            self.disc(cloth if t < where else arm, x, y, radius, 255)
        along = end - bend
        along /= np.linalg.norm(along) + 1e-9
        palm = end + along * 0.5
        self.disc(arm, palm[0], palm[1], thick * self.between(0.75, 1.0), 255)
        for angle in rng.normal(0, 0.5, int(rng.integers(1, 6))):
            c, s = np.cos(angle), np.sin(angle)
            way = np.array([along[0] * c - along[1] * s, along[0] * s + along[1] * c])
            for t in np.linspace(0.5, self.between(1.5, 2.8), 12):
                x, y = palm + way * t * thick * 0.8
                self.disc(arm, x, y, self.between(0.26, 0.34), 255)
        skin = skin * self.between(0.35, 1)
        blur = self.between(0.5, 5)
        arm, cloth = (np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.uint8) for mask in (arm, cloth))
        if self.chance(0.7):
            dx, dy = rng.uniform(-1, 1, 2) * POINT_WIDTH_PX * 0.7
            shadow = cv2.warpAffine(cv2.max(arm, cloth), np.array([[1, 0, dx], [0, 1, dy]]), arm.shape[::-1])
            shadow = cv2.GaussianBlur(shadow, (0, 0), self.between(2, 10))
            self.canvas[:] = self.canvas * (1 - self.between(0.2, 0.6) * shadow[..., None] / 255.0)
        light = 1 + 0.3 * self.noise(arm.shape[0], arm.shape[1], 0.7, 1)
        for mask, colour in ((arm, skin), (cloth, sleeve)):
            shade = (
                cv2.GaussianBlur(mask, (0, 0), POINT_WIDTH_PX * 0.35).astype(np.float32) / 255
            )  # rounder towards the edges
            alpha = mask[..., None] / 255.0
            paint = colour * np.clip(light * (0.45 + 0.6 * shade), 0.2, 1.5)[..., None]
            self.canvas[:] = np.clip(self.canvas * (1 - alpha) + paint * alpha, 0, 255)
            self._cover(mask, foreign=True)

    def _shadow(self) -> None:
        """Draw a lamp's edge across the board."""
        turn = self.between(0, np.pi)
        y, x = np.mgrid[: self.canvas.shape[0], : self.canvas.shape[1]] / POINT_WIDTH_PX
        far = (x - self.between(0, 18)) * np.cos(turn) + (y - self.between(0, 14)) * np.sin(turn)
        dark = 1 - self.between(0.1, 0.6) / (1 + np.exp(-np.clip(far * self.between(0.2, 6), -40, 40)))
        self.canvas[:] = self.canvas * dark[..., None]
