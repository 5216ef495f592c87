"""TriDice: a printed triangle and tetrahedral dice in two colours, standing on cells, in hand and captured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.placing import HandPlacing
from benchmarks.vision.renders.shapes.solids import Solid, Vectors, box, prism, upright_turn
from benchmarks.vision.renders.shapes.tetrahedron import numbered, standing, tetrahedron
from benchmarks.vision.renders.still import Label, corners
from benchmarks.vision.renders.tracing.camera import RenderCamera, above
from benchmarks.vision.renders.tracing.materials import Colour, ScenePart, SurfaceMaterial, Texture, one_of, srgb, varied
from benchmarks.vision.renders.tracing.textures import fractal, lettering, speckled, wood
from fourth_seat.calibration.lens import Points
from fourth_seat.games import AnyState, find
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Cell, Rectangle, contains, rectangle, widened
from fourth_seat.games.options import Options
from fourth_seat.games.tridice.die import THROWS

PRINT_EDGE_PX = 220  # of the printed board for a cell's edge
RED_COLOURS = (srgb(200, 25, 30), srgb(165, 20, 25), srgb(215, 50, 40))
BLUE_COLOURS = (srgb(25, 60, 175), srgb(20, 45, 120), srgb(40, 110, 200))
PAPER_COLOURS = (  # light and dark cells
    (srgb(238, 236, 230), srgb(200, 205, 210)),
    (srgb(235, 220, 190), srgb(190, 150, 105)),
    (srgb(250, 245, 235), srgb(150, 190, 160)),
    (srgb(70, 72, 80), srgb(40, 42, 48)),
    (srgb(225, 200, 120), srgb(160, 60, 50)),
    (srgb(245, 245, 245), srgb(245, 245, 245)),
)


@dataclass(frozen=True)
class TriDiceBoard:
    """A printed TriDice board with its dice, to render.

    Attributes:
        board: material that it is printed on.
        whole: whether it is a rectangle; otherwise it is cut along the triangle.
        rim: paper beyond the triangle, in cells.
        thick: thickness of the board.
        grounds: colours of red and of blue dice.
        ink: colours of the figures on these.
        gloss: roughness of the dice's gloss.
        edge: of a die, in cells.
        figure: height of the figures, as a share of a face.
    """

    options: Options
    board: SurfaceMaterial
    whole: bool
    rim: float
    thick: float
    grounds: tuple[Colour, Colour]
    ink: tuple[Colour, Colour]
    gloss: float
    edge: float
    figure: float
    cm: float

    @property
    def area(self) -> Rectangle:
        """The rectangle around the triangle, as the geometry has it."""
        return find("tridice").geometry(self.options).area

    @property
    def keep(self) -> Rectangle:
        """The board with the dice beside it."""
        left, top, right, _ = find("tridice").geometry(self.options).bounds
        return left, min(top, -self.rim), right, self.area[3] + self.rim

    @property
    def must(self) -> Vectors:
        """Corners of a rectangle that takes in the board and the corners of the label."""
        return np.array([(x, y, 0.0) for x, y in rectangle(*widened(self.area, self.rim * 0.6))])

    @property
    def ground(self) -> float:
        """Height of the table."""
        return -self.thick

    def reach(self, cell: str) -> Sequence[float]:
        """Return a place just above the contents of a cell."""
        place = find("tridice").geometry(self.options)[cell]
        return *place.foot, place.height

    def camera(self, rng: np.random.Generator, size: tuple[int, int]) -> RenderCamera:
        """Return a camera above the board."""
        return above(rng, self.must, size)

    def parts(self) -> Sequence[ScenePart]:
        """Return the board: a card, or a triangle sawn out of wood."""
        left, top, right, bottom = self.area
        by = self.rim
        if self.whole:
            solid = box((left - by, top - by, -self.thick), (right + by, bottom + by, 0))
        else:
            middle = np.array([(left + right) / 2, bottom * 2 / 3])
            tips = middle + (np.array([(left, bottom), ((left + right) / 2, top), (right, bottom)]) - middle) * (
                1 + by / 1.6
            )
            solid = prism([(float(x), float(y)) for x, y in tips], -self.thick, 0)
        window = widened(self.area, self.rim * 2 + 0.5)
        span = (window[2] - window[0], window[3] - window[1])
        return [ScenePart(Solid(solid.vertices, solid.faces, (solid.vertices[:, :2] - window[:2]) / span), self.board)]

    def pieces(self, state: AnyState, placing: HandPlacing) -> Sequence[ScenePart]:
        """Return the dice: as they stand on cells, and turned at random if in hand or captured."""
        geometry = find("tridice").geometry(self.options)
        return [
            self._on_cell(geometry[name], content, placing.of(name, content))
            if geometry[name].zone == "board"
            else self._beside(geometry[name], content, placing.of(name, content))
            for name, content in state.cells().items()
            if geometry[name].zone in ("board", "hand", "out")
        ]

    def label(self, state: AnyState, camera: RenderCamera, pieces: Sequence[ScenePart]) -> Label:
        """Return the label: cells with colours, and the faces of the dice (apex, left, third, right)."""
        geometry = find("tridice").geometry(self.options)
        dice = {name: content for name, content in state.cells().items() if geometry[name].zone == "board"}
        return {
            "game": "tridice",
            "options": str(self.options),
            "corners": corners(self.area, camera),
            "board": {name: "RB"[content.colour - 1] for name, content in dice.items()},
            "faces": {name: list(content.faces) for name, content in dice.items()},
            "look": {"edge": round(self.edge, 3), "card": self.whole},
        }

    # -- dice ------------------------------------------------------------------------------------------------------------

    def _on_cell(self, cell: Cell, content: Content, rng: np.random.Generator) -> ScenePart:
        outline = np.array(cell.polygon)  # left, third, right
        base = (outline - outline.mean(0)) * self.edge @ upright_turn(rng.normal(0, 0.09))[:2, :2].T
        middle = outline.mean(0) + rng.normal(0, 0.03, 2)
        return self._die(base + middle, 0.0, content.colour, content.faces)

    def _beside(self, cell: Cell, content: Content, rng: np.random.Generator) -> ScenePart:
        """Return a die on the table, or on the card where that extends below it."""
        angle = rng.uniform(0, 2 * np.pi) + np.array([0, 2, 4]) * np.pi / 3
        middle = np.array(cell.foot) + rng.normal(0, 0.025, 2)
        base = np.column_stack([np.cos(angle), np.sin(angle)]) * self.edge / np.sqrt(3) + middle
        apex, left = THROWS[int(rng.integers(len(THROWS)))]
        third, right = rng.permutation([n for n in (1, 2, 3, 4) if n not in (apex, left)])
        card = rectangle(*widened(self.area, self.rim + self.edge / 2))  # a die that touches the card lies on it
        on_card = self.whole and contains(card, (float(middle[0]), float(middle[1])))
        return self._die(base, 0.0 if on_card else self.ground, content.colour, (apex, left, int(third), int(right)))

    def _die(self, base: Points, height: float, colour: int, faces: tuple[int, ...]) -> ScenePart:
        corners, numbers = np.column_stack([base, np.full(3, height + 0.005)]), list(faces)
        if not _clockwise(base):  # on a downward cell left, third and right run the other way
            corners, numbers = corners[::-1], [numbers[0], *reversed(numbers[1:])]
        texture = numbered(tuple(numbers), self.grounds[colour - 1], self.ink[colour - 1], self.figure)
        return ScenePart(tetrahedron(standing(corners, self.edge)), SurfaceMaterial(rough=self.gloss, texture=texture))


def _clockwise(base: Points) -> bool:
    """Return whether three corners run clockwise, y downwards."""
    (ax, ay), (bx, by) = base[1] - base[0], base[2] - base[1]
    return bool(ax * by - ay * bx > 0)


# -- sets ----------------------------------------------------------------------------------------------------------------


def tridice_board(rng: np.random.Generator, options: Options | None = None) -> TriDiceBoard:
    """Return a random set, as printed or sawn at home."""
    options = options or find("tridice").options()
    rim = float(rng.uniform(0.1, 0.5))
    white = srgb(240, 240, 238)
    return TriDiceBoard(
        options=options,
        board=SurfaceMaterial(rough=float(rng.uniform(0.1, 0.45)), texture=_print(rng, options, rim)),
        whole=bool(rng.random() < 0.6),
        rim=rim,
        thick=float(rng.uniform(0.02, 0.2)),
        grounds=(one_of(rng, RED_COLOURS), one_of(rng, BLUE_COLOURS)),
        ink=(varied(rng, white), varied(rng, white)),
        gloss=float(rng.uniform(0.04, 0.3)),
        edge=float(rng.uniform(0.66, 0.84)),
        figure=float(rng.uniform(0.11, 0.16)),
        cm=float(rng.uniform(3.2, 5.0)),
    )


def _print(rng: np.random.Generator, options: Options, rim: float) -> Texture:
    """Return the board's surface within its window: ground, cells in one or two tones, lines, and sometimes the cells'
    names.
    """
    geometry = find("tridice").geometry(options)
    left, top, right, bottom = widened(geometry.area, rim * 2 + 0.5)
    width, height = round((right - left) * PRINT_EDGE_PX), round((bottom - top) * PRINT_EDGE_PX)
    light, dark = PAPER_COLOURS[int(rng.integers(len(PAPER_COLOURS)))]
    if rng.random() < 0.3:
        light = one_of(rng, (srgb(210, 170, 120), srgb(170, 120, 80)))
        grain = wood(rng, light)
        dark = varied(rng, (light[0] * 0.6, light[1] * 0.55, light[2] * 0.5))
    else:
        grain = speckled(rng, varied(rng, light, 0.06), 0.015)
    shade = 1 + 0.02 * cv2.resize(fractal(rng, 256), (width, height))[..., None]
    page = np.array(np.clip(cv2.resize(grain, (width, height)) * shade, 0.004, 0.93), np.float32)
    line = varied(rng, srgb(30, 30, 34) if sum(light) > 0.4 else srgb(225, 225, 220))
    weight = int(rng.integers(3, 14))
    labelled = rng.random() < 0.4
    for cell, outline in _outlines(geometry.cells, left, top):
        if cell.tone == "dark":
            _filled(page, outline, dark)
    for cell, outline in _outlines(geometry.cells, left, top):
        cv2.polylines(page, [outline], True, line, weight, cv2.LINE_AA)
        if labelled:
            x, y = outline.mean(0)
            lettering(page, cell.name, (x, y), PRINT_EDGE_PX * 0.1, line)
    return page


def _outlines(cells: Sequence[Cell], left: float, top: float) -> Iterator[tuple[Cell, NDArray[np.int32]]]:
    """Yield cells of the board with their outlines in pixels of the print."""
    for cell in cells:
        if cell.zone == "board":
            yield cell, np.round((np.array(cell.polygon) - (left, top)) * PRINT_EDGE_PX).astype(np.int32)


def _filled(page: Texture, outline: NDArray[np.int32], colour: Colour) -> None:
    """Print an ink over the paper's own grain."""
    mask = np.zeros(page.shape[:2], np.float32)
    cv2.fillPoly(mask, [outline], 0.9, cv2.LINE_AA)
    page[:] = page * (1 - mask[..., None]) + np.asarray(colour, np.float32) * mask[..., None]
