"""Drawn backgammon boards with their truth, of sets as unlike each other as possible, from which
`training.vision.backgammon.train` learns.

Everything is drawn flat from above at `POINT_WIDTH_PX` a point, then seen through a random homography with a random light,
blur and noise. Nothing here is taken from a photo.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from training.vision.backgammon.brush import BOTTOM, LEFT, POINT_WIDTH_PX, RIGHT, TOP, Canvas, Colour, fixed
from training.vision.backgammon.checkers import CheckerPainter
from training.vision.backgammon.clutter import FIELD, MARK_RADIUS, TIP
from training.vision.backgammon.solids import DrawingCamera

_MIN_CONTRAST_LEVELS = 30  # of a point with the ground, in blue, green and red together


@dataclass(frozen=True)
class DrawnBoard:
    """A drawn sheshbesh board with its truth, to train on.

    Attributes:
        image: shape (h, w, 3).
        truth: shape (h, w, 6), 255 where the channel's object is visible.
        corners: of the field in the image's pixels, shape (4, 2).
        eye: the camera; None for one above the board.
    """

    image: Canvas
    truth: Canvas
    corners: NDArray[np.float64]
    eye: DrawingCamera | None = None


class BoardPainter(CheckerPainter):
    """Draws one board after another from a generator of random numbers."""

    def board(self) -> DrawnBoard:
        """Draw a board from above on some table."""
        size = (round((BOTTOM - TOP) * POINT_WIDTH_PX), round((RIGHT - LEFT) * POINT_WIDTH_PX))
        self.canvas = np.zeros((*size, 3), np.uint8)
        self.truth = np.zeros((*size, 6), np.uint8)
        self.bar = self.between(0.35, 2.1) if self.chance(0.7) else self.between(0.6, 1.2)
        self.width, self.height = 12 + self.bar, self.between(9.6, 13.2)
        self.eye = self.camera(self.width, self.height) if self.chance(0.55) else None
        self.felt = self.colour(5, 245)
        self.pair = [self._other(self.felt)]
        self.pair.append(self._other(self.felt, *self.pair) if self.chance(0.9) else self.felt)
        self._table()
        self._frame()
        self._field()
        self._clutter(on_field=True)
        self._checkers_and_walls()
        self._dice()
        self._clutter(on_field=False)
        for _ in range(int(self.rng.choice(4, p=(0.6, 0.2, 0.14, 0.06)))):
            self._arm()
        if self.chance(0.5):
            self._shadow()
        corners = np.array([(0, 0), (self.width, 0), (self.width, self.height), (0, self.height)])
        return DrawnBoard(self.canvas, self.truth, (corners - (LEFT, TOP)) * POINT_WIDTH_PX, self.eye)

    def other(self) -> DrawnBoard:
        """Return a table with anything but a backgammon board: squares, holes, pits, dice, cards, or nothing."""
        size = (round((BOTTOM - TOP) * POINT_WIDTH_PX), round((RIGHT - LEFT) * POINT_WIDTH_PX))
        self.canvas = np.zeros((*size, 3), np.uint8)
        self.truth = np.zeros((*size, 6), np.uint8)
        self.bar = self.between(0.35, 2.1)
        self.width, self.height = 12 + self.bar, self.between(9.6, 13.2)
        self.eye = None
        self.felt, self.pair = self.colour(), [self.colour(), self.colour()]
        self._table()
        kind = int(self.rng.integers(0, 6))
        if kind < 5 and self.chance(0.7):
            self._frame()
        if kind < 4:
            self._grid(holes=kind > 1)
        elif kind == 4:  # anything painted: a box, a book, cards
            for _ in range(int(self.rng.integers(3, 30))):
                at = self.rng.uniform(0, self.width), self.rng.uniform(0, self.height)
                sides = self.rng.integers(3, 5)
                shape = at + self.rng.normal(0, self.between(0.3, 3), (sides, 2))
                self.fill(self.polygon(*map(tuple, shape)), self.colour(), self.between(0, 15))
        for _ in range(int(self.rng.integers(0, 30)) if self.chance(0.4) else 0):
            self._die(self.between(0, self.width), self.between(0, self.height), self.between(0.4, 1.3))
        self._clutter(on_field=False)
        if self.chance(0.3):
            self._arm()
        corners = np.array([(0, 0), (self.width, 0), (self.width, self.height), (0, self.height)])
        return DrawnBoard(self.canvas, self.truth, (corners - (LEFT, TOP)) * POINT_WIDTH_PX)

    def _frame(self) -> None:
        rng, colour, grain = self.rng, self.colour(5, 200), self.between(0, 25)
        if self.chance(0.3):  # one dye for the frame and every other point, often black
            colour = self.pair[int(rng.integers(2))] * self.between(0.7, 1.1)
        rim = self.between(0.25, 1.1)
        left, right = (self.between(0.9, 2.2) if self.chance(0.7) else 0 for _ in range(2))
        upright = self.chance(0.5)
        outer = (
            -rim - left - (rim * 0.6 if left else 0),
            -rim,
            self.width + rim + right + (rim * 0.6 if right else 0),
            self.height + rim,
        )
        if self.chance(0.6):  # its shadow on the table
            dx, dy = rng.uniform(-0.6, 0.6, 2)
            shadow = cv2.GaussianBlur(
                self.box(outer[0] + dx, outer[1] + dy, outer[2] + dx, outer[3] + dy), (0, 0), POINT_WIDTH_PX * 0.3
            )
            self.canvas[:] = self.canvas * (1 - 0.5 * shadow[..., None] / 255.0)
        if self.chance(0.3):  # an edge of another colour
            edge = self.between(0.1, 0.5)
            self.fill(self.box(outer[0] - edge, outer[1] - edge, outer[2] + edge, outer[3] + edge), self.colour(), grain)
        self.fill(self.box(*outer), colour, grain, self.between(1, 12), upright)
        if self.chance(0.7):  # lighter and darker mitres
            for side in (self.box(outer[0], outer[1], outer[2], 0), self.box(outer[0], self.height, outer[2], outer[3])):
                self.fill(side, colour * self.between(0.7, 1.3), grain, 8)
        self.frame = colour
        pieces = int(rng.integers(1, 4))
        tray = (self.colour(5, 220), colour * 0.6, self.felt)[int(rng.choice(3, p=(0.4, 0.3, 0.3)))]
        cuts = np.linspace(0, self.height, pieces + 1)
        for wide, start in ((left, -rim * 0.6 - left), (right, self.width + rim * 0.6)):
            for top, bottom in pairwise(cuts) if wide else ():
                gap = self.between(0, 0.3)
                self.fill(self.box(start, top + gap, start + wide, bottom - gap), tray, grain / 2)
                if self.chance(0.4):  # checkers borne off, on edge or flat
                    step, colour_off = self.between(0.2, 0.5), self.colour()
                    for k in range(int(rng.integers(1, 10))):
                        y = top + gap + 0.2 + k * step
                        if y + step < bottom - gap:
                            self.fill(self.box(start + 0.1, y, start + wide - 0.1, y + step * 0.85), colour_off, 10)

    def _field(self) -> None:
        """Draw the two halves with their triangles, and the bar."""
        wide, tall, middle = self.width, self.height, 6 + self.bar
        felt = self.felt
        grain = self.between(0, 12)
        halves = self.box(0, 0, 6, tall), self.box(middle, 0, wide, tall)
        ground = self.mask()
        for half in halves:
            self.fill(half, felt, grain)
            np.maximum(ground, half, out=ground)
        self.truth[..., FIELD] = ground
        first, second = self.pair
        length, base = self.between(0.34, 0.47) * tall, self.between(0.7, 1.0)
        offset = self.between(0.02, 0.35) if self.chance(0.4) else 0
        rounded, same = self.chance(0.15), self.chance(0.15)
        tip = self.between(0, 0.12)
        edge_colour = self.colour() if self.chance(0.3) else None
        pattern, nested = self.between(0, 15), self.between(0.3, 0.85) if self.chance(0.15) else 0
        tips = self.mask()
        for row in range(2):
            for column in range(12):
                x = column + 0.5 + (self.bar if column >= 6 else 0)
                foot, inwards = (offset, 1) if row == 0 else (tall - offset, -1)
                colour = (first, second)[(column + (row if not same else 0)) % 2]
                end = foot + inwards * length
                mask = self.polygon((x - base / 2, foot), (x + base / 2, foot), (x + tip / 2, end), (x - tip / 2, end))
                if rounded:
                    self.disc(mask, x, foot + inwards * 0.35, base / 2, 255)
                self.fill(mask, colour, pattern)
                if nested:  # a smaller one within, of the other colour
                    inner = self.polygon(
                        (x - base * nested / 2, foot), (x + base * nested / 2, foot), (x, foot + inwards * length * nested)
                    )
                    self.fill(inner, first if colour is second else second, pattern)
                if np.abs(colour - felt).sum() > _MIN_CONTRAST_LEVELS:
                    self.disc(tips, x, end, MARK_RADIUS, 255)
                if edge_colour is not None:
                    outline = fixed([(x - base / 2, foot), (x + base / 2, foot), (x, end)])
                    cv2.polylines(self.canvas, [outline], True, edge_colour.tolist(), 1, cv2.LINE_AA, 4)
        self.truth[..., TIP] = tips
        if self.chance(0.5):
            self._emblems()
        bar = self.frame if self.chance(0.7) else self.colour(5, 220)
        if self.chance(0.08):  # hardly different in colour from the ground
            bar = felt * self.between(0.7, 1.2)
        self.fill(self.box(6, -0.01, middle, tall + 0.01), bar, self.between(0, 25), 6, True)
        self.bar_colour, self.raised = bar, 0.0
        if self.chance(0.6):
            far, near = fixed([(6 + self.bar / 2, -1), (6 + self.bar / 2, tall + 1)]).tolist()
            cv2.line(self.canvas, far, near, (bar * 0.4).tolist(), 1, cv2.LINE_AA, 4)
        if self.chance(0.5):
            metal = self.colour(90, 230)
            w, h = self.between(0.2, 0.5) * min(self.bar, 1.2), self.between(0.25, 0.7)
            for y in (self.between(0.12, 0.25) * tall, self.between(0.75, 0.88) * tall):
                x = 6 + self.bar / 2
                self.fill(self.box(x - w, y - h, x + w, y + h), metal, 20)
                for dx in (-0.6, 0.6):
                    for dy in (-0.7, 0.7):
                        self.disc(self.canvas, x + dx * w, y + dy * h, 0.05, metal * 0.5)
        if not self.eye and self.chance(0.6):
            self._walls()
        if self.chance(0.6):  # edges around the sunken field: dark or light lines
            for left, right in ((0.0, 6.0), (middle, wide)):
                line = self.colour(0, 230)
                outline = fixed([(left, 0), (right, 0), (right, tall), (left, tall)])
                cv2.polylines(self.canvas, [outline], True, line.tolist(), int(self.rng.integers(1, 4)), cv2.LINE_AA, 4)
        if self.chance(0.5):  # the walls' shadow
            dx, dy = self.between(-0.8, 0.8), self.between(-0.5, 0.5)
            shade = self.mask()
            for left, right in ((0.0, 6.0), (middle, wide)):
                inner = self.box(max(left, left + dx), max(0, dy), min(right, right + dx), min(tall, tall + dy))
                np.maximum(shade, cv2.subtract(self.box(left, 0, right, tall), inner), out=shade)
            alpha = cv2.GaussianBlur(shade, (0, 0), self.between(0.5, 6))[..., None] / 255.0
            self.canvas[:] = self.canvas * (1 - self.between(0.1, 0.6) * alpha)

    def _walls(self) -> None:
        """Draw the inner sides of the frame and the bar, as visible from a camera in the middle."""
        tall, deep = self.height, self.between(0.05, 0.45)
        middle = 6 + self.bar
        for left, right in ((0.0, 6.0), (middle, self.width)):
            shade = self.frame * self.between(0.4, 1.3)
            far, near, out, inner = (deep * self.between(0, 1.2) for _ in range(4))
            inner = min(inner, self.bar * 0.4)
            low, high = (out, inner) if left == 0 else (inner, out)
            self.fill(self.polygon((left, 0), (right, 0), (right + high, -far), (left - low, -far)), shade, 5)
            self.fill(
                self.polygon((left, tall), (right, tall), (right + high, tall + near), (left - low, tall + near)), shade, 5
            )
            shade = shade * self.between(0.7, 1.3)
            self.fill(self.polygon((left, 0), (left, tall), (left - low, tall + near), (left - low, -far)), shade, 5)
            self.fill(self.polygon((right, 0), (right, tall), (right + high, tall + near), (right + high, -far)), shade, 5)

    def _other(self, *colours: Colour) -> Colour:
        """Return a colour that is unlike these."""
        return max((self.colour(5, 245) for _ in range(3)), key=lambda c: min(np.abs(c - other).sum() for other in colours))

    def _emblems(self) -> None:
        colour, ink = self.colour(), self.colour()
        w, h = self.between(0.5, 1.3), self.between(0.4, 0.9)
        for x in (3, 9 + self.bar):
            y = self.height / 2 + self.between(-0.2, 0.2)
            if self.chance(0.6):
                self.fill(self.box(x - w, y - h, x + w, y + h), colour, 5)
            at = fixed([(x - w, y + h / 2)])[0] // 16
            cv2.putText(
                self.canvas,
                "".join(self.rng.choice(list("abgmnokRSTX64"), 4)),
                at.tolist(),
                cv2.FONT_HERSHEY_SIMPLEX,
                self.between(0.4, 1.0),
                ink.tolist(),
                2,
                cv2.LINE_AA,
            )


def seen(image: Canvas, rng: np.random.Generator) -> Canvas:
    """Return the picture as a camera gives it: light, colour cast, blur, noise, compression."""
    out = image.astype(np.float32)
    height, width = out.shape[:2]
    y, x = np.mgrid[:height, :width]
    turn = rng.uniform(0, 2 * np.pi)
    slope = (x / width - 0.5) * np.cos(turn) + (y / height - 0.5) * np.sin(turn)
    out *= (1 + rng.uniform(0, 0.7) * slope)[..., None]
    dim = rng.random() < 0.2
    out *= rng.uniform(0.85, 1.15, 3) * (rng.uniform(0.2, 0.5) if dim else rng.uniform(0.55, 1.25))
    if rng.random() < 0.3:  # a lamp mirrored
        a, b, s = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.03, 0.2) * width
        out += (rng.uniform(20, 140) * np.exp(-((x - a) ** 2 + (y - b) ** 2) / (2 * s * s)))[..., None]
    out = 255 * np.power(np.clip(out / 255, 0, 1), rng.uniform(0.7, 1.4))
    if rng.random() < 0.6:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.3)), np.float32)
    if rng.random() < 0.3:  # sharpened, as many cameras do
        out += rng.uniform(0.3, 1.2) * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
    out += rng.normal(0, rng.uniform(0, 12 if dim else 7), out.shape)
    small = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        small = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return small
