"""Drawn backgammon boards with their truth, of sets most unlike each other: what `training.backgammon_sight` learns from.

Everything is drawn flat from above at `SCALE` pixels a point, then seen through a random homography with a random light,
blur and noise. Nothing here is taken from a photo.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

SCALE = 24  # pixels a point's width
LEFT, TOP, RIGHT, BOTTOM = -5.0, -2.8, 19.5, 16.0  # what is drawn, in widths of a point; the field's top left is (0, 0)
HEART = 0.22  # radius of what is marked as a checker's centre, in widths of a point
CENTRE, CHECKER, FOREIGN, FIELD = range(4)  # channels of the truth

Canvas = NDArray[np.uint8]
Colour = NDArray[np.float64]


@dataclass(frozen=True)
class Drawn:
    """Attributes:
    image: shape (h, w, 3).
    truth: shape (h, w, 4), 255 where the channel's thing is seen.
    corners: of the field in the image's pixels, shape (4, 2).
    """

    image: Canvas
    truth: Canvas
    corners: NDArray[np.float64]


class Painter:
    """Draws one board after another from a generator of random numbers."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        noise = rng.normal(size=(16, 512, 512)).astype(np.float32)
        self._noise = np.stack(
            [_unit(cv2.GaussianBlur(layer, (0, 0), s)) for layer, s in zip(noise, np.geomspace(0.7, 40, 16), strict=True)]
        )

    # -- random things ---------------------------------------------------------------------------------------------------

    def chance(self, p: float) -> bool:
        return bool(self.rng.random() < p)

    def between(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def colour(self, low: float = 0, high: float = 255) -> Colour:
        """A colour whose brightness lies between these; often near grey, as materials are."""
        hue, value = self.between(0, 180), self.between(low, high)
        saturation = self.between(0, 1) ** 2 * 255
        if self.chance(0.35):  # wood, leather, gold
            hue, saturation = self.between(5, 28), self.between(50, 210)
        pixel = np.uint8([[[hue, saturation, 255]]])
        colour = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
        bright = colour @ (0.114, 0.587, 0.299)
        return np.clip(colour * value / max(bright, 1), 0, 255)

    def noise(
        self, height: int, width: int, fine: float = 0.0, coarse: float = 1.0, stretch: float = 1.0
    ) -> NDArray[np.float32]:
        """Smooth noise of unit variance, of a scale between fine and coarse (0..1), stretched along x."""
        layer = self._noise[int(self.between(fine, coarse) * 15.99)]
        part_w = int(np.clip(width / stretch, 8, 500))
        part_h = min(height, 500)
        y, x = self.rng.integers(0, 512 - part_h + 1), self.rng.integers(0, 512 - part_w + 1)
        return cv2.resize(layer[y : y + part_h, x : x + part_w], (width, height), interpolation=cv2.INTER_LINEAR)

    # -- drawing ---------------------------------------------------------------------------------------------------------

    def fill(self, mask: Canvas | None, colour: Colour, grain: float, stretch: float = 1.0, upright: bool = False) -> None:
        """Paints where the mask is, with a grain of so many grey levels."""
        height, width = self.canvas.shape[:2]
        x, y, w, h = (0, 0, width, height) if mask is None else cv2.boundingRect(mask)
        if not w or not h:
            return
        paint = np.empty((h, w, 3), np.float32)
        paint[:] = colour
        if grain:
            pattern = self.noise(w, h, 0, 0.8, stretch).T if upright else self.noise(h, w, 0, 0.8, stretch)
            paint += grain * pattern[..., None]
        part = self.canvas[y : y + h, x : x + w]
        if mask is None:
            part[:] = np.clip(paint, 0, 255)
        else:
            alpha = mask[y : y + h, x : x + w, None].astype(np.float32) / 255
            part[:] = np.clip(part * (1 - alpha) + paint * alpha, 0, 255)

    def mask(self) -> Canvas:
        return np.zeros(self.canvas.shape[:2], np.uint8)

    def polygon(self, *points: tuple[float, float]) -> Canvas:
        mask = self.mask()
        cv2.fillPoly(mask, [_fixed(points)], 255, cv2.LINE_AA, 4)
        return mask

    def box(self, left: float, top: float, right: float, bottom: float) -> Canvas:
        return self.polygon((left, top), (right, top), (right, bottom), (left, bottom))

    def disc(self, target: Canvas, x: float, y: float, radius: float, colour: Colour | int, thickness: float = -1) -> None:
        centre = _fixed([(x, y)])[0]
        wide = -1 if thickness < 0 else max(1, round(thickness * SCALE))
        value = float(colour) if np.isscalar(colour) else tuple(np.clip(colour, 0, 255).tolist())
        cv2.circle(target, centre.tolist(), round(radius * SCALE * 16), value, wide, cv2.LINE_AA, 4)

    def board(self) -> Drawn:
        """One board from above on some table."""
        size = (round((BOTTOM - TOP) * SCALE), round((RIGHT - LEFT) * SCALE))
        self.canvas = np.zeros((*size, 3), np.uint8)
        self.truth = np.zeros((*size, 4), np.uint8)
        self.bar = self.between(0.55, 2.1) if self.chance(0.7) else self.between(0.8, 1.2)
        self.width, self.height = 12 + self.bar, self.between(9.6, 13.2)
        self.felt = self.colour(5, 245)
        self.pair = [self._other(self.felt)]
        self.pair.append(self._other(self.felt, *self.pair) if self.chance(0.9) else self.felt)
        self._table()
        self._frame()
        self._field()
        self._clutter(on_field=True)
        self._checkers()
        self._dice()
        self._clutter(on_field=False)
        for _ in range(int(self.rng.choice(4, p=(0.6, 0.2, 0.14, 0.06)))):
            self._arm()
        if self.chance(0.5):
            self._shadow()
        corners = np.array([(0, 0), (self.width, 0), (self.width, self.height), (0, self.height)])
        return Drawn(self.canvas, self.truth, (corners - (LEFT, TOP)) * SCALE)

    def other(self) -> Drawn:
        """A table with anything but a backgammon board: squares, holes, pits, dice, cards, or nothing."""
        size = (round((BOTTOM - TOP) * SCALE), round((RIGHT - LEFT) * SCALE))
        self.canvas = np.zeros((*size, 3), np.uint8)
        self.truth = np.zeros((*size, 4), np.uint8)
        self.bar = self.between(0.55, 2.1)
        self.width, self.height = 12 + self.bar, self.between(9.6, 13.2)
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
        return Drawn(self.canvas, self.truth, (corners - (LEFT, TOP)) * SCALE)

    def _grid(self, holes: bool) -> None:
        """A board of squares, or one of round holes or pits."""
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
                        [_fixed([edges[:2], (edges[2], edges[1]), edges[2:], (edges[0], edges[3])])],
                        colour.tolist(),
                        cv2.LINE_AA,
                        4,
                    )
        if self.chance(0.6) and not holes:
            line = self.colour()
            for k in range(max(rows, columns) + 1):
                for ends in (((k * wide, 0), (k * wide, self.height)), ((0, k * tall), (self.width, k * tall))):
                    a, b = _fixed(ends)
                    cv2.line(self.canvas, a.tolist(), b.tolist(), line.tolist(), 1, cv2.LINE_AA, 4)

    def _table(self) -> None:
        self.fill(None, self.colour(5, 250), self.between(0, 25), self.between(1, 8))
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
                self.box(outer[0] + dx, outer[1] + dy, outer[2] + dx, outer[3] + dy), (0, 0), SCALE * 0.3
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
        """The two halves with their triangles, and the bar."""
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
        pattern = self.between(0, 15)
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
                if edge_colour is not None:
                    outline = _fixed([(x - base / 2, foot), (x + base / 2, foot), (x, end)])
                    cv2.polylines(self.canvas, [outline], True, edge_colour.tolist(), 1, cv2.LINE_AA, 4)
        if self.chance(0.5):
            self._emblems()
        bar = self.frame if self.chance(0.7) else self.colour(5, 220)
        self.fill(self.box(6, -0.01, middle, tall + 0.01), bar, self.between(0, 15), 6, True)
        if self.chance(0.6):
            cv2.line(
                self.canvas,
                *(p.tolist() for p in _fixed([(6 + self.bar / 2, -1), (6 + self.bar / 2, tall + 1)])),
                (bar * 0.4).tolist(),
                1,
                cv2.LINE_AA,
                4,
            )
        if self.chance(0.6):
            metal = self.colour(90, 230)
            w, h = self.between(0.2, 0.5) * min(self.bar, 1.2), self.between(0.25, 0.7)
            for y in (self.between(0.12, 0.25) * tall, self.between(0.75, 0.88) * tall):
                x = 6 + self.bar / 2
                self.fill(self.box(x - w, y - h, x + w, y + h), metal, 20)
                for dx in (-0.6, 0.6):
                    for dy in (-0.7, 0.7):
                        self.disc(self.canvas, x + dx * w, y + dy * h, 0.05, metal * 0.5)
        if self.chance(0.6):
            self._walls()
        if self.chance(0.6):  # edges around the sunken field: dark or light lines
            for half in ((0.0, 6.0), (middle, wide)):
                shade = self.colour(0, 230)
                outline = _fixed([(half[0], 0), (half[1], 0), (half[1], tall), (half[0], tall)])
                cv2.polylines(self.canvas, [outline], True, shade.tolist(), int(self.rng.integers(1, 4)), cv2.LINE_AA, 4)
        if self.chance(0.5):  # the walls' shadow
            dx, dy = self.between(-0.8, 0.8), self.between(-0.5, 0.5)
            shade = self.mask()
            for left, right in ((0.0, 6.0), (middle, wide)):
                inner = self.box(max(left, left + dx), max(0, dy), min(right, right + dx), min(tall, tall + dy))
                np.maximum(shade, cv2.subtract(self.box(left, 0, right, tall), inner), out=shade)
            alpha = cv2.GaussianBlur(shade, (0, 0), self.between(0.5, 6))[..., None] / 255.0
            self.canvas[:] = self.canvas * (1 - self.between(0.1, 0.6) * alpha)

    def _walls(self) -> None:
        """The inner sides of the frame and the bar, as far as a camera in the middle sees them."""
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
        """A colour unlike these."""
        return max((self.colour(5, 245) for _ in range(3)), key=lambda c: min(np.abs(c - other).sum() for other in colours))

    def _emblems(self) -> None:
        colour, ink = self.colour(), self.colour()
        w, h = self.between(0.5, 1.3), self.between(0.4, 0.9)
        for x in (3, 9 + self.bar):
            y = self.height / 2 + self.between(-0.2, 0.2)
            if self.chance(0.6):
                self.fill(self.box(x - w, y - h, x + w, y + h), colour, 5)
            at = _fixed([(x - w, y + h / 2)])[0] // 16
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

    # -- checkers --------------------------------------------------------------------------------------------------------

    def _checkers(self) -> None:
        while True:
            pair = sorted((self.colour(5, 130), self.colour(90, 250)), key=lambda c: c @ (0.114, 0.587, 0.299))
            if np.abs(pair[0] - pair[1]).sum() > 90:
                break
        self.diameter = self.between(0.8, 1.02)
        self.styles = [self._style(), self._style()]
        if self.chance(0.7):
            self.styles[1] = self.styles[0]
        like = min(self.pair, key=lambda c: c.sum())
        if self.chance(0.3) and like.mean() < pair[1].mean() - 40:  # dark checkers of the dark points' colour
            pair[0] = like * self.between(0.85, 1.1)
            self.styles[1] = self.styles[1] | {"rim": self.between(0.02, 0.06), "rim_tone": self.between(1.4, 4)}
        self.lean = self.rng.uniform(-0.18, 0.18, 2) if self.chance(0.6) else np.zeros(2)  # the side that a low camera sees
        shift = self.between(0, 0.25) if self.chance(0.4) else 0
        places: list[tuple[float, float, int]] = []
        wander, crooked = self.between(0, 0.13), self.between(0, 0.1)
        counts = self._counts()
        for place, (colour, count) in counts.items():
            row, column = divmod(place, 12)
            x = column + 0.5 + (self.bar if column >= 6 else 0) + self.rng.normal(0, wander)
            loose = self.between(0, 0.12) if self.chance(0.3) else 0.01
            step = self.diameter * self.between(0.55, 0.95) if count > 5 and self.chance(0.3) else self.diameter
            y = self.diameter / 2 + shift + self.rng.gamma(1, 0.05)
            for _ in range(min(count, 8)):
                if y > self.height * 0.62:
                    break
                places.append((x + self.rng.normal(0, crooked), y if row == 0 else self.height - y, colour))
                y += step * (1 + self.rng.gamma(1, loose))
        for colour in range(2):
            for _ in range(int(self.rng.choice(4, p=(0.5, 0.25, 0.15, 0.1)))):
                y = self.between(0.15, 0.85) * self.height
                x = 6 + self.bar / 2 + self.rng.normal(0, 0.12)
                if all(np.hypot(x - a, y - b) > self.diameter for a, b, _ in places):
                    places.append((x, y, colour))
        soft = self.between(0.3, 4)
        if self.chance(0.6):
            dx, dy = self.rng.uniform(-0.2, 0.2, 2)
            shadow = self.mask()
            for x, y, _ in places:
                self.disc(shadow, x + dx, y + dy, self.diameter / 2 + 0.02, 255)
            alpha = cv2.GaussianBlur(shadow, (0, 0), soft)[..., None] / 255.0
            self.canvas[:] = self.canvas * (1 - self.between(0.2, 0.7) * alpha)
        tint = [self.rng.normal(0, self.between(0, 12), 3) for _ in range(2)]
        for x, y, colour in places:
            self._checker(x, y, pair[1 - colour] + tint[colour] * self.rng.normal(), self.styles[colour])
        for channel, radius in ((CENTRE, HEART), (CHECKER, self.diameter / 2)):
            marks = self.mask()
            for x, y, _ in places:
                self.disc(marks, x, y, radius, 255)
            self.truth[..., channel] = marks

    def _counts(self) -> dict[int, tuple[int, int]]:
        """Up to fifteen checkers of each colour on places 0..23 (far row, near row): place to (colour, count)."""
        counts: dict[int, tuple[int, int]] = {}
        free = list(self.rng.permutation(24))
        for colour in range(2):
            left = 15 - int(self.rng.choice((0, self.rng.integers(0, 15)), p=(0.6, 0.4)))
            while left > 0 and free:
                count = min(
                    left, int(self.rng.choice((1, 2, 3, 4, 5, 6, 7, 8), p=(0.24, 0.27, 0.18, 0.1, 0.1, 0.06, 0.03, 0.02)))
                )
                counts[free.pop()] = colour, count
                left -= count
        return counts

    def _style(self) -> dict[str, float]:
        return {
            "rim": self.between(0.02, 0.07) if self.chance(0.5) else 0,
            "rim_tone": self.between(0.3, 1.9),
            "ring": self.between(0.15, 0.4) if self.chance(0.45) else 0,
            "ring_tone": self.between(0.6, 1.4),
            "bowl": self.between(0.5, 1.5) if self.chance(0.35) else 1,
            "pearl": self.between(5, 40) if self.chance(0.4) else self.between(0, 6),
            "glare": self.between(20, 120) if self.chance(0.45) else 0,
            "shade": self.between(-0.4, 0.4) if self.chance(0.5) else 0,
            "slit": self.between(20, 110) if self.chance(0.25) else 0,
        }

    def _checker(self, x: float, y: float, colour: Colour, style: dict[str, float]) -> None:
        radius = self.diameter / 2
        dx, dy = self.lean * np.array([(x - self.width / 2) / self.width * 2, (y - self.height / 2) / self.height * 2])
        for k in np.linspace(1, 0, 3)[:-1] if dx or dy else ():
            self.disc(self.canvas, x - k * dx, y - k * dy, radius, colour * (0.55 + 0.2 * (1 - k)))
        rim = np.clip(colour * style["rim_tone"], 0, 255) if style["rim"] else colour
        self.disc(self.canvas, x, y, radius, rim)
        self.disc(self.canvas, x, y, radius - style["rim"], colour)
        if style["bowl"] != 1:
            self.disc(self.canvas, x, y, radius * 0.72, colour * style["bowl"])
        if style["ring"]:
            self.disc(self.canvas, x, y, style["ring"] * radius * 2, colour * style["ring_tone"], 0.05)
        x0, y0 = (round((v - o - radius) * SCALE) for v, o in ((x, LEFT), (y, TOP)))
        side = round(2 * radius * SCALE)
        part = self.canvas[y0 : y0 + side, x0 : x0 + side]
        if part.shape[:2] != (side, side):
            return
        across = (np.arange(side) + 0.5) / side * 2 - 1
        gx, gy = np.meshgrid(across, across)
        inside = np.clip((0.97 - np.hypot(gx, gy)) * side / 2, 0, 1)
        add = np.zeros((side, side))
        if style["pearl"] > 2:
            add += style["pearl"] * self.noise(side, side, 0.1, 0.6, self.between(1, 3))
        if style["shade"]:
            turn = self.between(0, 6.3) if self.chance(0.2) else 0.8
            add += style["shade"] * colour.mean() * (gx * np.cos(turn) + gy * np.sin(turn))
        if style["glare"]:
            a, b, s = self.rng.uniform(-0.5, 0.5), self.rng.uniform(-0.5, 0.5), self.between(0.1, 0.5)
            add += style["glare"] * np.exp(-((gx - a) ** 2 + (gy - b) ** 2) / (2 * s * s))
        if style["slit"]:
            turn, where = self.between(0, 6.3) if self.chance(0.3) else 0.1, self.rng.normal(0, 0.25)
            along = gx * np.cos(turn) + gy * np.sin(turn) - where
            add += style["slit"] * np.exp(-(along**2) / 0.01) * (np.hypot(gx, gy) < 0.6) - style["slit"] * 0.7 * np.exp(
                -((along + 0.2) ** 2) / 0.01
            ) * (np.hypot(gx, gy) < 0.6)
        part[:] = np.clip(part + (add * inside)[..., None], 0, 255)

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
        """What lies under this is not seen."""
        for channel in (CENTRE, CHECKER):
            self.truth[..., channel] = cv2.subtract(self.truth[..., channel], mask)
        if foreign:
            self.truth[..., FOREIGN] = np.maximum(self.truth[..., FOREIGN], mask)

    def _clutter(self, on_field: bool) -> None:
        """Stray small marks: scratches and reflections on the field; things beside it."""
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
        """A sleeve, a forearm and a hand that come in from an edge; or some blurred thing."""
        rng = self.rng
        side = int(rng.integers(0, 4))
        edge = [
            (self.between(0, self.width), TOP - 1),
            (self.between(0, self.width), BOTTOM + 1),
            (LEFT - 1, self.between(0, self.height)),
            (RIGHT + 1, self.between(0, self.height)),
        ][side]
        end = self.between(0.3, self.width - 0.3), self.between(0.3, self.height - 0.3)
        start, end = np.array(edge), np.array(end)
        bend = (start + end) / 2 + rng.normal(0, 1.2, 2)
        skin = (
            self.colour(60, 220)
            if self.chance(0.2)
            else np.array([self.between(40, 160), self.between(80, 180), self.between(120, 235)])
        )
        sleeve = self.colour()
        where = self.between(0, 1.1)  # how far the sleeve reaches
        thick = self.between(0.7, 1.5)
        arm, cloth = self.mask(), self.mask()
        steps = np.linspace(0, 1, 30)
        for t in steps:
            x, y = (1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t * t * end
            radius = thick * (1.15 - 0.45 * t) * (1.2 if t < where else 1)
            self.disc(cloth if t < where else arm, x, y, radius, 255)
        along = end - bend
        along /= np.linalg.norm(along) + 1e-9
        palm = end + along * 0.5
        self.disc(arm, *palm, thick * self.between(0.75, 1.0), 255)
        for angle in rng.normal(0, 0.5, int(rng.integers(1, 6))):
            c, s = np.cos(angle), np.sin(angle)
            way = np.array([along[0] * c - along[1] * s, along[0] * s + along[1] * c])
            for t in np.linspace(0.5, self.between(1.5, 2.8), 12):
                self.disc(arm, *(palm + way * t * thick * 0.8), self.between(0.26, 0.34), 255)
        blur = self.between(0.5, 5)
        arm, cloth = cv2.GaussianBlur(arm, (0, 0), blur), cv2.GaussianBlur(cloth, (0, 0), blur)
        if self.chance(0.7):
            dx, dy = rng.uniform(-1, 1, 2) * SCALE * 0.7
            shadow = cv2.warpAffine(cv2.max(arm, cloth), np.array([[1, 0, dx], [0, 1, dy]]), arm.shape[::-1])
            shadow = cv2.GaussianBlur(shadow, (0, 0), self.between(2, 10))
            self.canvas[:] = self.canvas * (1 - self.between(0.2, 0.6) * shadow[..., None] / 255.0)
        light = 1 + 0.3 * self.noise(*arm.shape, 0.7, 1)
        for mask, colour in ((arm, skin), (cloth, sleeve)):
            shade = cv2.GaussianBlur(mask, (0, 0), SCALE * 0.35).astype(np.float32) / 255  # rounder towards the edges
            alpha = mask[..., None] / 255.0
            paint = colour * np.clip(light * (0.45 + 0.6 * shade), 0.2, 1.5)[..., None]
            self.canvas[:] = np.clip(self.canvas * (1 - alpha) + paint * alpha, 0, 255)
            self._cover(mask, foreign=True)

    def _shadow(self) -> None:
        """A lamp's edge across the board."""
        turn = self.between(0, np.pi)
        y, x = np.mgrid[: self.canvas.shape[0], : self.canvas.shape[1]] / SCALE
        far = (x - self.between(0, 18)) * np.cos(turn) + (y - self.between(0, 14)) * np.sin(turn)
        dark = 1 - self.between(0.1, 0.6) / (1 + np.exp(-np.clip(far * self.between(0.2, 6), -40, 40)))
        self.canvas[:] = self.canvas * dark[..., None]


def _unit(layer: NDArray[np.float32]) -> NDArray[np.float32]:
    return (layer - layer.mean()) / layer.std()


def _fixed(points: object) -> NDArray[np.int32]:
    """Widths of a point -> canvas pixels, in sixteenths (OpenCV's `shift=4`)."""
    at = (np.asarray(points, float) - (LEFT, TOP)) * SCALE - 0.5
    return np.round(at * 16).astype(np.int32)


def seen(image: Canvas, rng: np.random.Generator) -> Canvas:
    """The picture as a camera gives it: light, colour cast, blur, noise, compression."""
    out = image.astype(np.float32)
    height, width = out.shape[:2]
    y, x = np.mgrid[:height, :width]
    turn = rng.uniform(0, 2 * np.pi)
    slope = (x / width - 0.5) * np.cos(turn) + (y / height - 0.5) * np.sin(turn)
    out *= (1 + rng.uniform(0, 0.7) * slope)[..., None]
    out *= rng.uniform(0.85, 1.15, 3) * rng.uniform(0.55, 1.25)
    if rng.random() < 0.3:  # a lamp mirrored
        a, b, s = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.03, 0.2) * width
        out += (rng.uniform(20, 140) * np.exp(-((x - a) ** 2 + (y - b) ** 2) / (2 * s * s)))[..., None]
    out = 255 * np.power(np.clip(out / 255, 0, 1), rng.uniform(0.7, 1.4))
    if rng.random() < 0.6:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.3:  # sharpened, as many cameras do
        out += rng.uniform(0.3, 1.2) * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
    out += rng.normal(0, rng.uniform(0, 7), out.shape)
    small = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        small = cv2.imdecode(
            cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1], cv2.IMREAD_COLOR
        )
    return small
