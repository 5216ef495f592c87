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

from training.backgammon_brush import BOTTOM, LEFT, RIGHT, SCALE, TOP, Canvas, Colour, fixed
from training.backgammon_solid import Eye
from training.backgammon_things import CENTRE, CHECKER, FIELD, HEART, RAISED, TIP, Things

_TOLD = 30  # levels of blue, green and red together by which a point can be told from the ground

Place = tuple[float, float, int, int]
"""Of a checker: x, y, colour, and how many lie below it."""


@dataclass(frozen=True)
class Drawn:
    """Attributes:
    image: shape (h, w, 3).
    truth: shape (h, w, 6), 255 where the channel's thing is seen.
    corners: of the field in the image's pixels, shape (4, 2).
    eye: from where it was seen, if not from somewhere above.
    """

    image: Canvas
    truth: Canvas
    corners: NDArray[np.float64]
    eye: Eye | None = None


class Painter(Things):
    """Draws one board after another from a generator of random numbers."""

    def board(self) -> Drawn:
        """One board from above on some table."""
        size = (round((BOTTOM - TOP) * SCALE), round((RIGHT - LEFT) * SCALE))
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
        return Drawn(self.canvas, self.truth, (corners - (LEFT, TOP)) * SCALE, self.eye)

    def other(self) -> Drawn:
        """A table with anything but a backgammon board: squares, holes, pits, dice, cards, or nothing."""
        size = (round((BOTTOM - TOP) * SCALE), round((RIGHT - LEFT) * SCALE))
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
        return Drawn(self.canvas, self.truth, (corners - (LEFT, TOP)) * SCALE)

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
                if np.abs(colour - felt).sum() > _TOLD:
                    self.disc(tips, x, end, HEART, 255)
                if edge_colour is not None:
                    outline = fixed([(x - base / 2, foot), (x + base / 2, foot), (x, end)])
                    cv2.polylines(self.canvas, [outline], True, edge_colour.tolist(), 1, cv2.LINE_AA, 4)
        self.truth[..., TIP] = tips
        if self.chance(0.5):
            self._emblems()
        bar = self.frame if self.chance(0.7) else self.colour(5, 220)
        if self.chance(0.08):  # hardly another colour than the ground
            bar = felt * self.between(0.7, 1.2)
        self.fill(self.box(6, -0.01, middle, tall + 0.01), bar, self.between(0, 25), 6, True)
        self.bar_colour, self.raised = bar, 0.0
        if self.chance(0.6):
            cv2.line(
                self.canvas,
                *(p.tolist() for p in fixed([(6 + self.bar / 2, -1), (6 + self.bar / 2, tall + 1)])),
                (bar * 0.4).tolist(),
                1,
                cv2.LINE_AA,
                4,
            )
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
            for half in ((0.0, 6.0), (middle, wide)):
                shade = self.colour(0, 230)
                outline = fixed([(half[0], 0), (half[1], 0), (half[1], tall), (half[0], tall)])
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

    # -- checkers --------------------------------------------------------------------------------------------------------

    def _checkers_and_walls(self) -> None:
        """What stands on the ground, what is further from the eye first."""
        self._choose_checkers()
        places = self._places()
        if not self.eye:
            self._shadows(places)
            for place in places:
                self._set(place)
            return
        eye, middle = self.eye, 6 + self.bar
        up, rim = self.between(0.1, 0.8), self.between(0.25, 0.8)
        before = [
            (0 - rim, 0 - rim, self.width + rim, 0.0),
            *(box for box, far in (((-rim, 0.0, 0.0, self.height), eye.x > 0), self._right_wall(rim)) if far),
        ]
        after = [
            *(box for box, far in (((-rim, 0.0, 0.0, self.height), eye.x > 0), self._right_wall(rim)) if not far),
            (0 - rim, self.height, self.width + rim, self.height + rim),
        ]
        grain = self.between(0, 25)
        for box in before:
            self._wall(box, up, grain)
        self._shadows(places)
        places.sort(key=lambda place: (place[3], -np.hypot(place[0] - eye.x, place[1] - eye.y)))
        self.raised = up if self.chance(0.4) else self.between(0, 0.15)
        behind = [place for place in places if (place[0] < 6) == (eye.x > middle) and not 6 <= place[0] <= middle]
        if 6 <= eye.x <= middle:
            behind = [place for place in places if not 6 <= place[0] <= middle]
        for place in behind:
            self._set(place)
        if self.raised > 0.15:
            half = self.bar / 2 - self.between(0, 0.03)
            for left in (6.0, middle - half):
                self._cover(self.block((left, 0.0, left + half, self.height), 0.0, self.raised, *self._tones(), grain))
        for place in places:
            if place not in behind:
                self._set(place)
        for box in after:
            self._wall(box, up, grain)

    def _right_wall(self, rim: float) -> tuple[tuple[float, float, float, float], bool]:
        assert self.eye
        return (self.width, 0.0, self.width + rim, self.height), self.eye.x < self.width

    def _tones(self) -> tuple[Colour, Colour]:
        """Of a block's sides and of its top."""
        return self.frame * self.between(0.4, 1.1), self.frame * self.between(0.8, 1.2)

    def _wall(self, box: tuple[float, float, float, float], up: float, grain: float) -> None:
        self._cover(self.block(box, -0.2, up, *self._tones(), grain))

    def _choose_checkers(self) -> None:
        while True:
            pair = sorted((self.colour(5, 130), self.colour(90, 250)), key=lambda c: c @ (0.114, 0.587, 0.299))
            if np.abs(pair[0] - pair[1]).sum() > 90:
                break
        self.diameter = self.between(0.8, 1.02)
        self.styles = [self._style(), self._style()]
        if self.chance(0.7):
            self.styles[1] = self.styles[0]
        like = min(self.pair, key=lambda c: c.sum()) if self.chance(0.6) else self.frame
        if self.chance(0.35) and like.mean() < pair[1].mean() - 40:  # dark checkers of the dark points' or the bar's colour
            pair[0] = like * self.between(0.85, 1.1)
            self.styles[1] = self.styles[1] | {"rim": self.between(0.02, 0.06), "rim_tone": self.between(1.4, 4)}
        self.colours = pair[1], pair[0]
        self.tint = [self.rng.normal(0, self.between(0, 12), 3) for _ in range(2)]
        # which side of a checker is seen: from above the middle the outer one, from a low camera all the same one
        self.lean = np.full(2, self.between(0, 0.18)) if self.chance(0.6) else np.zeros(2)
        self.slant = np.array([self.rng.normal(0, 0.06), self.between(-0.32, 0.0)]) if self.chance(0.35) else np.zeros(2)
        self.thick = self.between(0.15, 0.35)

    def _places(self) -> list[Place]:
        """Where checkers lie."""
        shift = self.between(0, 0.25) if self.chance(0.4) else 0
        places: list[Place] = []
        wander, crooked = self.between(0, 0.13), self.between(0, 0.1)
        piled = self.chance(0.5)
        for place, (colour, count) in self._counts().items():
            row, column = divmod(place, 12)
            x = column + 0.5 + (self.bar if column >= 6 else 0) + self.rng.normal(0, wander)
            loose = self.between(0, 0.12) if self.chance(0.3) else 0.01
            most = int(self.rng.integers(3, 6)) if piled and self.chance(0.2) else 5
            step = self.diameter * self.between(0.55, 0.95) if count > 5 and self.chance(0.3) else self.diameter
            foot = y = self.diameter / 2 + shift + self.rng.gamma(1, 0.05)
            for n in range(min(count, 2 * most if piled else 8)):
                if piled and n == most:
                    y = foot + self.rng.gamma(1, 0.05)
                if y > self.height * 0.62:
                    break
                middle = y + self.rng.normal(0, 0.03)
                at = x + self.rng.normal(0, crooked)
                places.append((at, middle if row == 0 else self.height - middle, colour, int(piled and n >= most)))
                y += (self.diameter if piled else step) * (1 + self.rng.gamma(1, loose))
        for colour in range(2):
            for _ in range(int(self.rng.choice(4, p=(0.5, 0.25, 0.15, 0.1)))):
                y = self.between(0.15, 0.85) * self.height
                x = 6 + self.bar / 2 + self.rng.normal(0, 0.12)
                if all(np.hypot(x - a, y - b) > self.diameter for a, b, *_ in places):
                    places.append((x, y, colour, 0))
        return places

    def _shadows(self, places: list[Place]) -> None:
        soft = self.between(0.3, 4)
        if self.chance(0.6):
            dx, dy = self.rng.uniform(-0.2, 0.2, 2)
            shadow = self.mask()
            for x, y, *_ in places:
                self.disc(shadow, x + dx, y + dy, self.diameter / 2 + 0.02, 255)
            alpha = cv2.GaussianBlur(shadow, (0, 0), soft)[..., None] / 255.0
            self.canvas[:] = self.canvas * (1 - self.between(0.2, 0.7) * alpha)

    def _set(self, place: Place) -> None:
        """Draws one checker and marks it in the truth."""
        x, y, colour, layer = place
        low = self.thick * layer + (self.raised if 6 <= x <= 6 + self.bar else 0)
        if self.eye:
            dx, dy = np.subtract(self.eye.shift(x, y, low + self.thick), self.eye.shift(x, y, low))
            x, y = self.eye.shift(x, y, low + self.thick)
        else:
            out = np.array([(x / self.width - 0.5) * 2, (y / self.height - 0.5) * 2])
            dx, dy = self.slant + self.lean * out
            if layer:  # seen where the line of sight by its height says, or a hand's width beside
                x, y = x + dx + self.rng.normal(0, 0.02), y + dy + self.rng.normal(0, 0.02)
                if self.chance(0.7):
                    self._dim(x, y)
        self._checker(
            x, y, self.colours[colour] + self.tint[colour] * self.rng.normal(), self.styles[colour], np.array([dx, dy])
        )
        covered = self.mask()
        for k in np.linspace(0, 1, 4):
            self.disc(covered, x - k * dx, y - k * dy, self.diameter / 2, 255)
        self._cover(covered)
        marks = (CENTRE, HEART), (CHECKER, self.diameter / 2), (RAISED, HEART if layer else 0.0)
        for channel, radius in marks:
            if radius:
                mark = self.mask()
                self.disc(mark, x, y, radius, 255)
                self.truth[..., channel] = np.maximum(self.truth[..., channel], mark)

    def _dim(self, x: float, y: float) -> None:
        """The shadow of a checker on what lies below it."""
        shadow = self.mask()
        dx, dy = self.rng.uniform(-0.12, 0.12, 2)
        self.disc(shadow, x + dx, y + dy, self.diameter / 2 + self.between(0, 0.06), 255)
        alpha = cv2.GaussianBlur(shadow, (0, 0), self.between(0.8, 3))[..., None] / 255.0
        self.canvas[:] = self.canvas * (1 - self.between(0.1, 0.6) * alpha)

    def _counts(self) -> dict[int, tuple[int, int]]:
        """Up to fifteen checkers of each colour on places 0..23 (far row, near row): place to (colour, count)."""
        counts: dict[int, tuple[int, int]] = {}
        free = list(self.rng.permutation(24))
        for colour in range(2):
            left = 15 - int(self.rng.choice((0, self.rng.integers(0, 15)), p=(0.6, 0.4)))
            while left > 0 and free:
                count = min(
                    left, int(self.rng.choice((1, 2, 3, 4, 5, 6, 7, 8), p=(0.23, 0.26, 0.17, 0.1, 0.1, 0.07, 0.04, 0.03)))
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

    def _checker(self, x: float, y: float, colour: Colour, style: dict[str, float], side: NDArray[np.float64]) -> None:
        """A checker whose upper side is seen here, its underside so much before it."""
        radius = self.diameter / 2
        dx, dy = side
        for k in np.linspace(1, 0, 6)[:-1] if dx or dy else ():
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


def seen(image: Canvas, rng: np.random.Generator) -> Canvas:
    """The picture as a camera gives it: light, colour cast, blur, noise, compression."""
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
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.3:  # sharpened, as many cameras do
        out += rng.uniform(0.3, 1.2) * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
    out += rng.normal(0, rng.uniform(0, 12 if dim else 7), out.shape)
    small = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        small = cv2.imdecode(
            cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1], cv2.IMREAD_COLOR
        )
    return small
