"""Connect 4: an upright grid of two plates with holes, discs between them, feet on the table and a wall behind."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.vision.renders.placing import HandPlacing
from benchmarks.vision.renders.shapes.room import wall
from benchmarks.vision.renders.shapes.solids import Solid, Vectors, box, join, rings
from benchmarks.vision.renders.still import Label, rounded
from benchmarks.vision.renders.tracing.camera import RenderCamera, lens_of, placed
from benchmarks.vision.renders.tracing.materials import ScenePart, SurfaceMaterial, one_of, srgb, varied
from benchmarks.vision.renders.tracing.textures import wood
from fourth_seat.games import AnyState, find
from fourth_seat.games.geometry import Rectangle
from fourth_seat.games.options import Options

COLUMNS, ROWS = 7, 6
BLUE_PLATES = (srgb(20, 50, 165), srgb(10, 90, 190), srgb(25, 70, 140), srgb(15, 35, 110))
OTHER_PLATES = (srgb(190, 140, 90), srgb(120, 80, 50), srgb(230, 225, 215), srgb(40, 120, 80))
FIRST_DISCS = {"R": (srgb(200, 25, 25), srgb(175, 20, 35), srgb(220, 60, 40)), "B": (srgb(25, 60, 160), srgb(40, 110, 190))}
YELLOW_DISCS = (srgb(240, 195, 20), srgb(235, 210, 60), srgb(230, 170, 20))


@dataclass(frozen=True)
class Connect4Board:
    """A Connect 4 grid with its discs, to render.

    Attributes:
        plates: material of the grid.
        first, second: materials of the discs; `sign` represents the first player's in labels.
        thick: thickness of the whole grid, in columns like all lengths.
        hole: radius of a hole.
        disc: radius of a disc.
        frame: width around the grid.
        foot: height of the grid's lower edge above the table.
        behind: distance of the wall.
    """

    options: Options
    plates: SurfaceMaterial
    first: SurfaceMaterial
    second: SurfaceMaterial
    sign: str
    thick: float
    hole: float
    disc: float
    frame: float
    foot: float
    behind: float
    cm: float

    @property
    def keep(self) -> Rectangle:
        """The area of the feet and of the camera's view of the grid."""
        return -1.5, -1.6, COLUMNS + 1.5, 12.0

    @property
    def must(self) -> Vectors:
        """The grid's outer corners."""
        by = self.frame
        return np.array([(x, 0.0, z) for x in (-by, COLUMNS + by) for z in (-by, ROWS + 0.1)])

    @property
    def ground(self) -> float:
        """Height of the table."""
        return -self.foot

    def reach(self, cell: str) -> Sequence[float]:
        """Return a place above the column."""
        return "abcdefg".index(cell[0]) + 0.5, 0.5, ROWS + 0.2

    def camera(self, rng: np.random.Generator, size: tuple[int, int]) -> RenderCamera:
        """Return a camera in front of the grid, at about the height of the grid or above it."""
        around = math.radians(float(np.clip(rng.normal(0, 12), -25, 25)))
        steep = math.radians(rng.uniform(-4, 28))
        back = np.array([math.cos(steep) * math.sin(around), math.cos(steep) * math.cos(around), math.sin(steep)])
        return placed(rng, self.must, back, lens_of(rng, size), size, float(rng.normal(0, 0.03)))

    def parts(self) -> Sequence[ScenePart]:
        """Return the grid (two plates, the walls of the columns between them, frame and feet) and the wall of the room."""
        t, e, gap = self.thick / 2, self.frame, 0.09
        outer = t + 0.02
        solids = [self._plate(gap, t), self._plate(-t, -gap)]
        solids += [
            box((-e, -outer, 0), (0, outer, ROWS + 0.05)),
            box((COLUMNS, -outer, 0), (COLUMNS + e, outer, ROWS + 0.05)),
            box((-e, -outer, -e), (COLUMNS + e, outer, 0)),
            *(box((c - 0.03, -0.02, 0), (c + 0.03, 0.02, ROWS)) for c in range(COLUMNS + 1)),
        ]
        for x, side in ((-e, -1), (COLUMNS + e, 1)):
            near, far = sorted((x, x + side * 0.22))
            solids += [
                box((near, -0.18, -self.foot), (far, 0.18, 5.2), 0.03),
                box((near - 0.02, -1.4, -self.foot), (far + 0.02, 1.4, -self.foot + 0.25), 0.05),
            ]
        return [
            ScenePart(join(solids), self.plates),
            wall(np.random.default_rng(round(self.behind * 1e6)), self.behind, self.cm),
        ]

    def pieces(self, state: AnyState, placing: HandPlacing) -> Sequence[ScenePart]:
        """Return the discs, each standing on the one below."""
        discs: dict[int, list[Solid]] = {1: [], 2: []}
        for name, content in state.cells().items():
            x, z = "abcdefg".index(name[0]) + 0.5, int(name[1]) - 0.5
            rng = placing.of(name, content.colour)
            shift = rng.normal(0, (0.012, 0.02)), rng.uniform(0, 0.03)
            discs[content.colour].append(
                self._disc().moved(x + float(shift[0][0]), float(shift[0][1]), z - float(shift[1]))
            )
        return [ScenePart(join(own), self.first if colour == 1 else self.second) for colour, own in discs.items() if own]

    def label(self, state: AnyState, camera: RenderCamera, pieces: Sequence[ScenePart]) -> Label:
        """Return the label: rows of discs, the top one first; corners on the front of the front plate."""
        cells, front = state.cells(), self.thick / 2
        signs = {name: (self.sign, "Y")[content.colour - 1] for name, content in cells.items()}
        points = np.array([(0, front, ROWS), (COLUMNS, front, ROWS), (COLUMNS, front, 0), (0, front, 0)], np.float64)
        return {
            "game": "connect4",
            "corners": rounded(camera.pixels(points)),
            "board": ["".join(signs.get(f"{c}{row}", ".") for c in "abcdefg") for row in range(ROWS, 0, -1)],
            "look": {"hole": round(self.hole, 3), "thick": round(self.thick, 3)},
        }

    def _plate(self, back: float, front: float) -> Solid:
        """Return a plate with holes, between two depths (y)."""
        angle = np.linspace(0, 2 * np.pi, 40, endpoint=False) + np.pi / 4
        circle = np.column_stack([np.cos(angle), np.sin(angle)])
        square = circle / np.abs(circle).max(1, keepdims=True) / 2

        def layer(flat: Vectors, y: float) -> Vectors:
            return np.column_stack([flat[:, 0], np.full(len(flat), y), flat[:, 1]])

        bevel = circle * (self.hole + 0.02)
        tile = rings(
            [
                layer(square, back), layer(bevel, back), layer(circle * self.hole, back + 0.02),
                layer(circle * self.hole, front - 0.02), layer(bevel, front), layer(square, front),
            ],
            closed=False,
        )  # fmt: skip
        return join(tile.moved(c + 0.5, 0, r + 0.5) for c in range(COLUMNS) for r in range(ROWS))

    def _disc(self) -> Solid:
        """Return a disc standing on its edge, with a rim and a raised ring."""
        profile = [
            (0.2, 0.06),
            (0.23, 0.075),
            (0.3, 0.075),
            (0.33, 0.06),
            (self.disc - 0.05, 0.06),
            (self.disc - 0.03, 0.08),
        ]
        half = [(r, h) for r, h in profile] + [(self.disc, 0.07)]
        angle = np.linspace(0, 2 * np.pi, 36, endpoint=False)
        outline = [(r, h) for r, h in half] + [(r, -h) for r, h in reversed(half)]
        return rings([np.column_stack([np.cos(angle) * r, np.full(36, h), np.sin(angle) * r]) for r, h in outline])


def connect4_board(rng: np.random.Generator, options: Options | None = None) -> Connect4Board:
    """Return a random set, as sold: mostly blue with red and yellow discs."""
    blue = rng.random() < 0.8
    sign = "B" if not blue and rng.random() < 0.5 else "R"
    colour = one_of(rng, BLUE_PLATES if blue else OTHER_PLATES, 0.2)
    rough = float(rng.uniform(0.06, 0.25))
    grain = not blue and rng.random() < 0.6
    hole = float(rng.uniform(0.38, 0.43))
    return Connect4Board(
        options=options or find("connect4").options(),
        plates=SurfaceMaterial(colour, rough, wood(rng, colour) if grain else None, span=5.0),
        first=SurfaceMaterial(one_of(rng, FIRST_DISCS[sign], 0.15), rough),
        second=SurfaceMaterial(varied(rng, YELLOW_DISCS[int(rng.integers(3))], 0.1), rough),
        sign=sign,
        thick=float(rng.uniform(0.3, 0.44)),
        hole=hole,
        disc=min(0.47, hole + float(rng.uniform(0.03, 0.06))),
        frame=float(rng.uniform(0.1, 0.3)),
        foot=float(rng.uniform(0.5, 1.6)),
        behind=float(rng.uniform(5, 40)),
        cm=float(rng.uniform(3.2, 4.2)),
    )
