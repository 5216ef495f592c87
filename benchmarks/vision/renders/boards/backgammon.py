"""Backgammon: boards of several builds, checkers in rows, squeezed or in layers, on the bar and borne off, dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.vision.renders.boards.backgammon_print import FieldShape, field
from benchmarks.vision.renders.placing import HandPlacing
from benchmarks.vision.renders.shapes.d6 import DieLook, die, die_box, die_face, die_look
from benchmarks.vision.renders.shapes.solids import Solid, Vectors, box, join, lathe, turn
from benchmarks.vision.renders.still import Label, corners
from benchmarks.vision.renders.tracing.camera import RenderCamera, above
from benchmarks.vision.renders.tracing.materials import Colour, ScenePart, SurfaceMaterial, one_of, srgb, varied
from benchmarks.vision.renders.tracing.textures import speckled, wood
from fourth_seat.games import AnyState, find
from fourth_seat.games.geometry import Rectangle, rectangle, widened
from fourth_seat.games.options import Options

LIGHT_COLOURS = (
    srgb(240, 235, 220),
    srgb(225, 195, 150),
    srgb(235, 235, 235),
    srgb(225, 180, 60),
    srgb(235, 205, 190),
    srgb(190, 30, 35),
)
DARK_COLOURS = (
    srgb(25, 25, 28),
    srgb(75, 40, 28),
    srgb(110, 20, 28),
    srgb(30, 45, 100),
    srgb(40, 60, 45),
    srgb(35, 26, 22),
)
FRAME_COLOURS = (
    srgb(90, 50, 30),
    srgb(160, 105, 65),
    srgb(35, 30, 30),
    srgb(60, 35, 28),
    srgb(205, 160, 110),
    srgb(50, 55, 60),
)
POINT_ORDER = (*range(13, 25), *range(12, 0, -1))  # as the picture shows them: the far row, then the near one
ROW_CHECKERS = 5  # before people start a second layer
Disc = tuple[float, float, float, float]
"""x, y, height of its underside, lean in radians (of a checker that lies on the one before)."""


@dataclass(frozen=True)
class BackgammonBoard:
    """A sheshbesh board to render.

    Attributes:
        shape: how it is built, in widths of a point like all lengths.
        field: print of the playing area.
        stuff: material and style of the field, in words.
        frame: material of walls and bar.
        rim, wall: width and height of the walls around.
        bar: height of the bar; 0 for a printed one.
        light, dark: materials of the checkers.
        size, thick: diameter and thickness of a checker.
        crowd: the place of a sixth checker of a row: on `top`, or in the row, which is `squeezed`.
        dice: looks of those of the near and of the far player.
    """

    options: Options
    shape: FieldShape
    field: SurfaceMaterial
    stuff: str
    frame: SurfaceMaterial
    rim: float
    wall: float
    bar: float
    light: SurfaceMaterial
    dark: SurfaceMaterial
    size: float
    thick: float
    crowd: str
    dice: tuple[DieLook, DieLook]
    cm: float

    @property
    def area(self) -> Rectangle:
        """The playing area of this board; its shape is in the label, since the geometry has only the usual one."""
        return 0.0, 0.0, self.shape.width, self.shape.height

    @property
    def keep(self) -> Rectangle:
        """The board, and borne-off checkers on its right."""
        left, top, right, bottom = widened(self.area, self.rim)
        return left, top, right + 1.5, bottom

    @property
    def must(self) -> Vectors:
        """The upper corners of the walls."""
        return np.array([(x, y, self.wall) for x, y in rectangle(*widened(self.area, self.rim))])

    @property
    def ground(self) -> float:
        """Height of the table."""
        return -0.25

    def reach(self, cell: str) -> Sequence[float]:
        """Return a place above the checkers of a point, the bar or the pile of those borne off."""
        if cell.isdigit():
            x, y, height, _ = next(self._row(int(cell), 1))
            return x, (y + self.shape.height / 2) / 2, height + 2 * self.thick
        middle = self.shape.height / 2
        if cell.startswith("home:"):
            return self.shape.width + self.rim + 1.0, middle * (1.6 if cell == "home:white" else 0.4), 0.5
        return 6 + self.shape.bar / 2, middle, self.bar + 2 * self.thick

    def camera(self, rng: np.random.Generator, size: tuple[int, int]) -> RenderCamera:
        """Return a camera above the board that sees the walls."""
        return above(rng, self.must, size, 42)

    def parts(self) -> Sequence[ScenePart]:
        """Return field, walls and bar."""
        width, height = self.shape.width, self.shape.height
        flat = box((0, 0, -0.2), (width, height, 0))
        ground = Solid(flat.vertices, flat.faces, flat.vertices[:, :2] / (width, height))
        by, low, wall = self.rim, -0.25, self.wall
        walls = [
            box((-by, -by, low), (width + by, 0, wall), 0.04),
            box((-by, height, low), (width + by, height + by, wall), 0.04),
            box((-by, 0, low), (0, height, wall), 0.04),
            box((width, 0, low), (width + by, height, wall), 0.04),
        ]
        middle, half = 6 + self.shape.bar / 2, self.shape.bar / 2
        seam = 0.012  # between the halves of a board that folds
        walls += [
            box((middle - half, 0, low), (middle - seam, height, max(self.bar, 0.01)), 0.008),
            box((middle + seam, 0, low), (middle + half, height, max(self.bar, 0.01)), 0.008),
        ]
        return [ScenePart(ground, self.field), ScenePart(join(walls), self.frame)]

    def pieces(self, state: AnyState, placing: HandPlacing) -> Sequence[ScenePart]:
        """Return all checkers, and the dice while they are being played."""
        placed: dict[int, list[Disc]] = {1: [], 2: []}
        for name, content in state.cells().items():
            discs: Iterable[Disc] = ()
            if name.isdigit():
                discs = self._row(int(name), content.count)
            elif name.startswith("bar:"):
                discs = self._on_bar(content.colour, content.count)
            elif name.startswith("home:"):
                discs = self._off(content.colour, content.count)
            placed[content.colour or 1] += [_shaken(disc, placing.of(name, n)) for n, disc in enumerate(discs)]
        made = [
            ScenePart(join(self._checker(disc) for disc in own), self.light if colour == 1 else self.dark)
            for colour, own in placed.items()
            if own
        ]
        return [*made, *self._thrown(state, [disc for own in placed.values() for disc in own], placing.of(state))]

    def label(self, state: AnyState, camera: RenderCamera, pieces: Sequence[ScenePart]) -> Label:
        """Return the label: points in the picture's order, light checkers positive; the bar as [light, dark]; the shape of
        the board.
        """
        cells = state.cells()
        signed = {name: content.count * (1 if content.colour == 1 else -1) for name, content in cells.items()}
        return {
            "game": "backgammon",
            "corners": corners(self.area, camera),
            "points": [signed.get(str(point), 0) for point in POINT_ORDER],
            "bar": [abs(signed.get(f"bar:{colour}", 0)) for colour in ("white", "black")],
            "dice": self._dice_label(pieces, state, camera),
            "off": [abs(signed.get(f"home:{colour}", 0)) for colour in ("white", "black")],
            "shape": {
                "bar": round(self.shape.bar, 3),
                "length": round(self.shape.length, 3),
                "gap": round(self.shape.gap, 3),
            },
            "look": {"field": self.stuff, "checker": round(self.size, 3), "crowd": self.crowd, "wall": round(self.wall, 2)},
        }

    def _dice_label(self, pieces: Sequence[ScenePart], state: AnyState, camera: RenderCamera) -> list[Label]:
        """Return the dice on the board: value and box."""
        values = [content.faces[0] for name, content in state.cells().items() if name.startswith("die:")]
        made = pieces[len(pieces) - len(values) :]
        return [
            {"value": value, "box": die_box(part, camera), "face": die_face(part, camera)}
            for value, part in zip(values, made, strict=True)
        ]

    # -- checkers --------------------------------------------------------------------------------------------------------

    def _row(self, point: int, count: int) -> Iterator[Disc]:
        """Yield the checkers of a point, from the wall inwards."""
        column, far = POINT_ORDER.index(point) % 12, point > 12
        x, pitch = self.shape.middle(column), self.size * 1.01
        squeezed = self.crowd == "squeezed" and count > ROW_CHECKERS
        if squeezed:
            pitch = min(pitch, (self.shape.height / 2 - 0.25 - self.size) / (count - 1))
        lean = np.arcsin(min(0.8, self.thick / pitch)) if pitch < self.size else 0.0
        for n in range(count):
            layer, place = (0, n) if squeezed else divmod(n, ROW_CHECKERS)
            y = self.size / 2 + 0.03 + pitch * place
            up = self.thick * layer + (abs(np.sin(lean)) * self.size / 2 if lean and n else 0.0)
            yield x, y if far else self.shape.height - y, up, (lean if far else -lean) if n else 0.0

    def _on_bar(self, colour: int, count: int) -> Iterator[Disc]:
        """Lay each colour on its own half, from the middle outwards."""
        for n in range(count):
            layer, place = divmod(n, 3)
            away = 0.3 + self.size * (0.5 + 1.02 * place)
            y = self.shape.height / 2 + (away if colour == 1 else -away)
            yield 6 + self.shape.bar / 2, y, max(self.bar, 0.01) + self.thick * layer, 0.0

    def _off(self, colour: int, count: int) -> Iterator[Disc]:
        """Lay the checkers that were borne off in piles on the table, to the right."""
        x = self.shape.width + self.rim + 0.25 + self.size / 2
        for n in range(count):
            pile, layer = divmod(n, ROW_CHECKERS)
            y = self.size * (0.6 + 1.1 * pile)
            yield x, self.shape.height - y if colour == 1 else y, self.ground + self.thick * layer, 0.0

    def _checker(self, disc: Disc) -> Solid:
        x, y, height, lean = disc
        r, t = self.size / 2, self.thick
        rim = [(r * 0.93, 0), (r, t * 0.2), (r, t * 0.8), (r * 0.94, t)]
        solid = lathe([*rim, (r * 0.74, t), (r * 0.7, t * 0.9), (r * 0.25, t * 0.9)], 32)
        if lean:
            solid = solid.turned(turn((1, 0, 0), -lean))
        return solid.moved(x, y, height)

    # -- dice ------------------------------------------------------------------------------------------------------------

    def _thrown(self, state: AnyState, discs: Sequence[Disc], rng: np.random.Generator) -> Iterator[ScenePart]:
        """Yield the dice on the field, where no checker is; the near player throws to the right."""
        look = self.dice[0 if state.mover == 1 else 1]
        taken = [(x, y, self.size / 2 + look.edge * 0.75) for x, y, _, _ in discs]
        start = 6 + self.shape.bar if state.mover == 1 else 0.0
        for name, content in state.cells().items():
            if not name.startswith("die:"):
                continue
            x, y = _free(rng, (start + 0.6, 0.6, start + 5.4, self.shape.height - 0.6), taken)
            taken.append((x, y, look.edge * 1.5))
            yield die(look, content.faces[0], x, y, 0.0, rng)


def _free(rng: np.random.Generator, window: Rectangle, taken: Sequence[tuple[float, float, float]]) -> tuple[float, float]:
    """Return a place near the middle of a window that is outside all circles (x, y, radius)."""
    left, top, right, bottom = window
    x, y = (left + right) / 2, (top + bottom) / 2
    for attempt in range(400):
        x = float(rng.uniform(left, right))
        y = float(np.clip(rng.normal((top + bottom) / 2, 0.4 + attempt / 80), top, bottom))
        if all(np.hypot(x - a, y - b) > r for a, b, r in taken):
            break
    return x, y


def _shaken(disc: Disc, rng: np.random.Generator) -> Disc:
    """Return a checker shifted a little at random, as hands leave it."""
    x, y, height, lean = disc
    return x + float(rng.normal(0, 0.025)), y + float(rng.normal(0, 0.015)), height, lean


# -- sets ----------------------------------------------------------------------------------------------------------------


def backgammon_board(rng: np.random.Generator, options: Options | None = None) -> BackgammonBoard:
    """Return a random set, as sold."""
    size = float(rng.uniform(0.86, 0.97))
    length = float(rng.uniform(4.6, 5.3)) * size / 0.93
    shape = FieldShape(
        float(rng.choice([rng.uniform(0.35, 0.8), rng.uniform(0.8, 1.5)])), length, float(rng.uniform(0.6, 2.2))
    )
    page, stuff = field(rng, shape)
    soft = stuff.startswith("felt")
    light, dark = one_of(rng, LIGHT_COLOURS), one_of(rng, DARK_COLOURS)
    if light[0] > 4 * light[1]:  # light checkers that are red are paired with black ones
        dark = varied(rng, DARK_COLOURS[0])
    frame = one_of(rng, FRAME_COLOURS)
    wall = float(rng.uniform(0.25, 0.75))
    edge = float(rng.uniform(0.36, 0.55))
    look = die_look(rng, edge)
    return BackgammonBoard(
        options=options or find("backgammon").options(),
        shape=shape,
        field=SurfaceMaterial(rough=None if soft else float(rng.uniform(0.15, 0.45)), texture=page),
        stuff=stuff,
        frame=_frame(rng, frame),
        rim=float(rng.uniform(0.3, 0.9)),
        wall=wall,
        bar=float(rng.choice([0.0, 0.06, wall])),
        light=_stone(rng, light),
        dark=_stone(rng, dark),
        size=size,
        thick=float(rng.uniform(0.2, 0.32)),
        crowd=str(rng.choice(["top", "top", "squeezed"])),
        dice=(look, look if rng.random() < 0.5 else die_look(rng, edge)),
        cm=float(rng.uniform(2.8, 4.8)),
    )


def _frame(rng: np.random.Generator, colour: Colour) -> SurfaceMaterial:
    rough = float(rng.uniform(0.12, 0.4))
    texture = wood(rng, colour) if rng.random() < 0.7 else speckled(rng, colour, 0.1)
    return SurfaceMaterial(rough=rough, texture=texture, span=6.0)


def _stone(rng: np.random.Generator, colour: Colour) -> SurfaceMaterial:
    """Return a random material of a checker: plastic, pearl or wood."""
    rough = float(rng.uniform(0.05, 0.3))
    if rng.random() < 0.4:
        texture = wood(rng, colour, 512) if rng.random() < 0.5 else speckled(rng, colour, 0.12)
        return SurfaceMaterial(rough=rough, texture=texture, span=4.0)
    return SurfaceMaterial(colour, rough)
