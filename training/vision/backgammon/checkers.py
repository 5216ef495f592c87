"""Checkers in their places, and the walls and the bar around them; see `training.vision.backgammon.drawings`."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from training.vision.backgammon.brush import LEFT, POINT_WIDTH_PX, TOP, Colour
from training.vision.backgammon.clutter import CENTRE, CHECKER, MARK_RADIUS, RAISED, ClutterPainter

Place = tuple[float, float, int, int]
"""A checker: x, y, colour, and the number of checkers below it."""


class CheckerPainter(ClutterPainter):
    """Draws a game's checkers and what stands up around them.

    Attributes:
        pair, frame: colours of the points, and of the walls.
    """

    pair: list[Colour]
    frame: Colour

    def _checkers_and_walls(self) -> None:
        """Draw the objects that stand on the ground, the furthest from the eye first."""
        self._choose_checkers()
        places = self._places()
        if not self.eye:
            self._shadows(places)
            for place in places:
                self._set(place)
            return
        eye, middle = self.eye, 6 + self.bar
        up, rim, grain = self.between(0.1, 0.8), self.between(0.25, 0.8), self.between(0, 25)
        beside = (
            ((-rim, 0.0, 0.0, self.height), eye.x > 0),
            ((self.width, 0.0, self.width + rim, self.height), eye.x < self.width),
        )
        self._wall((-rim, -rim, self.width + rim, 0.0), up, grain)
        for box, behind in beside:
            if behind:
                self._wall(box, up, grain)
        self._shadows(places)
        places.sort(key=lambda place: (place[3], -np.hypot(place[0] - eye.x, place[1] - eye.y)))
        self.raised = up if self.chance(0.4) else self.between(0, 0.15)
        beyond = [place for place in places if not (place[0] <= middle if eye.x < 6 else place[0] >= 6)]  # of the bar
        if 6 <= eye.x <= middle:
            beyond = [place for place in places if not 6 <= place[0] <= middle]
        for place in beyond:
            self._set(place)
        if self.raised > 0.15:
            half = self.bar / 2 - self.between(0, 0.03)
            for left in (6.0, middle - half):
                self._cover(self.block((left, 0.0, left + half, self.height), 0.0, self.raised, *self._tones(), grain))
        for place in places:
            if place not in beyond:
                self._set(place)
        for box, behind in beside:
            if not behind:
                self._wall(box, up, grain)
        self._wall((-rim, self.height, self.width + rim, self.height + rim), up, grain)

    def _tones(self) -> tuple[Colour, Colour]:
        """Return the colours of a block's sides and of its top."""
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
        # which side of a checker is seen: from above the middle the outer one, from a low camera the same one of all
        self.lean = np.full(2, self.between(0, 0.18)) if self.chance(0.6) else np.zeros(2)
        self.slant = np.array([self.rng.normal(0, 0.06), self.between(-0.32, 0.0)]) if self.chance(0.35) else np.zeros(2)
        self.thick = self.between(0.15, 0.35)

    def _places(self) -> list[Place]:
        """Return the places of checkers."""
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
        """Draw one checker and mark it in the truth."""
        x, y, colour, layer = place
        low = self.thick * layer + (self.raised if 6 <= x <= 6 + self.bar else 0)
        if self.eye:
            dx, dy = np.subtract(self.eye.shift(x, y, low + self.thick), self.eye.shift(x, y, low))
            x, y = self.eye.shift(x, y, low + self.thick)
        else:
            out = np.array([(x / self.width - 0.5) * 2, (y / self.height - 0.5) * 2])
            dx, dy = self.slant + self.lean * out
            if layer:  # shifted along the line of sight by its height, and put down a little inexactly
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
        marks = (CENTRE, MARK_RADIUS), (CHECKER, self.diameter / 2), (RAISED, MARK_RADIUS if layer else 0.0)
        for channel, radius in marks:
            if radius:
                mark = self.mask()
                self.disc(mark, x, y, radius, 255)
                self.truth[..., channel] = np.maximum(self.truth[..., channel], mark)

    def _dim(self, x: float, y: float) -> None:
        """Draw the shadow of a checker on the surface below it."""
        shadow = self.mask()
        dx, dy = self.rng.uniform(-0.12, 0.12, 2)
        self.disc(shadow, x + dx, y + dy, self.diameter / 2 + self.between(0, 0.06), 255)
        alpha = cv2.GaussianBlur(shadow, (0, 0), self.between(0.8, 3))[..., None] / 255.0
        self.canvas[:] = self.canvas * (1 - self.between(0.1, 0.6) * alpha)

    def _counts(self) -> dict[int, tuple[int, int]]:
        """Place up to fifteen checkers of each colour at random on places 0..23 (far row, near row): place to (colour,
        count).
        """
        counts: dict[int, tuple[int, int]] = {}
        free = list(self.rng.permutation(24))
        for colour in range(2):
            left = 15 - int(self.rng.choice((0, int(self.rng.integers(0, 15))), p=(0.6, 0.4)))
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

    def _checker(self, x: float, y: float, colour: Colour, style: dict[str, float], lean: NDArray[np.float64]) -> None:
        """Draw a checker with its upper side here, and its underside at an offset in front of it."""
        radius = self.diameter / 2
        dx, dy = lean
        for k in np.linspace(1, 0, 6)[:-1] if dx or dy else ():
            self.disc(self.canvas, x - k * dx, y - k * dy, radius, colour * (0.55 + 0.2 * (1 - k)))
        rim = np.clip(colour * style["rim_tone"], 0, 255) if style["rim"] else colour
        self.disc(self.canvas, x, y, radius, rim)
        self.disc(self.canvas, x, y, radius - style["rim"], colour)
        if style["bowl"] != 1:
            self.disc(self.canvas, x, y, radius * 0.72, colour * style["bowl"])
        if style["ring"]:
            self.disc(self.canvas, x, y, style["ring"] * radius * 2, colour * style["ring_tone"], 0.05)
        x0, y0 = (round((v - o - radius) * POINT_WIDTH_PX) for v, o in ((x, LEFT), (y, TOP)))
        side = round(2 * radius * POINT_WIDTH_PX)
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
