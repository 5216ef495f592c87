"""Kalah: a wooden board with carved pits, and seeds of glass, wood or stone lying in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.vision.renders.placing import HandPlacing
from benchmarks.vision.renders.shapes.piles import Values, settled
from benchmarks.vision.renders.shapes.solids import (
    Solid,
    Vectors,
    box,
    ellipsoid,
    join,
    relief,
    tumbled,
    turn,
    upright_turn,
)
from benchmarks.vision.renders.still import Label, corners
from benchmarks.vision.renders.tracing.camera import RenderCamera, above
from benchmarks.vision.renders.tracing.materials import ScenePart, SurfaceMaterial, one_of, srgb, varied
from benchmarks.vision.renders.tracing.textures import wood
from fourth_seat.games import AnyState, find
from fourth_seat.games.geometry import Cell, Rectangle, extent, rectangle, widened
from fourth_seat.games.options import Options

GRID_STEP_PITS = 0.02  # of the carved surface
WOOD_TONES = (
    srgb(214, 172, 122), srgb(184, 130, 82), srgb(140, 92, 58), srgb(96, 60, 40), srgb(226, 196, 150), srgb(160, 96, 66),
)  # fmt: skip
GLASS_COLOURS = (
    srgb(30, 90, 190), srgb(20, 140, 90), srgb(190, 30, 35), srgb(230, 180, 30), srgb(235, 235, 240), srgb(110, 40, 130),
    srgb(20, 160, 180), srgb(235, 120, 30),
)  # fmt: skip
NATURAL_COLOURS = (
    srgb(200, 160, 110),
    srgb(120, 75, 45),
    srgb(225, 215, 195),
    srgb(90, 40, 35),
    srgb(70, 72, 76),
    srgb(150, 110, 60),
)


@dataclass(frozen=True)
class SeedMaterial:
    """Seeds of one kind, to render.

    Attributes:
        kind: `pebbles` or `marbles` of glass, `beans`, `balls` of wood.
        radius: the shorter one seen from above, in pits.
        flat: half height, in radii.
        long: ratio of length to width.
        materials: one, or several that are mixed.
    """

    kind: str
    radius: float
    flat: float
    long: float
    materials: tuple[SurfaceMaterial, ...]


@dataclass(frozen=True)
class KalahBoard:
    """A Kalah board with its seeds, to render.

    Attributes:
        wood: material of the board.
        depth: of the pits, in pits like all lengths.
        bowl: 2 for round bowls to 5 for pans with a flat floor.
        wide: ratio of the pits' size to the geometry's.
        stores: 2 for oval stores to 8 for nearly rectangular ones.
        rim: wood beyond the playing area.
        thick: thickness of the board.
        cm: centimetres per pit.
    """

    options: Options
    wood: SurfaceMaterial
    seeds: SeedMaterial
    depth: float
    bowl: float
    wide: float
    stores: float
    rim: float
    thick: float
    cm: float

    @property
    def area(self) -> Rectangle:
        """The playing area of the geometry: two rows of pits between the stores."""
        return find("kalah").geometry(self.options).area

    @property
    def keep(self) -> Rectangle:
        """The board."""
        return widened(self.area, self.rim)

    @property
    def must(self) -> Vectors:
        """The board's upper corners."""
        return np.array([(x, y, 0.0) for x, y in rectangle(*self.keep)])

    @property
    def ground(self) -> float:
        """Height of the table."""
        return -self.thick

    def reach(self, cell: str) -> Sequence[float]:
        """Return a place just above the contents of a cell."""
        place = find("kalah").geometry(self.options)[cell]
        return *place.foot, 0.05

    def camera(self, rng: np.random.Generator, size: tuple[int, int]) -> RenderCamera:
        """Return a camera above the board."""
        return above(rng, self.must, size)

    def parts(self) -> Sequence[ScenePart]:
        """Return the board: the carved surface of a piece of wood, and its sides."""
        left, top, right, bottom = self.keep
        x, y = (
            np.linspace(low, high, round((high - low) / GRID_STEP_PITS) + 1) for low, high in ((left, right), (top, bottom))
        )
        xx, yy = np.meshgrid(x, y)
        heights = np.zeros_like(xx)
        for cell in self._cells():
            (cx, cy), (a, b), power = self._pit(cell)
            near = (np.abs(xx - cx) < a) & (np.abs(yy - cy) < b)
            heights[near] = self._floor(a, b, power, xx[near] - cx, yy[near] - cy)
        edge = np.minimum(np.minimum(xx - left, right - xx), np.minimum(yy - top, bottom - yy))
        heights -= np.maximum(0.05 - edge, 0) ** 2 * 15  # the upper edges are rounded
        sides = box((left, top, -self.thick), (right, bottom, -0.06))
        return [ScenePart(relief(x, y, heights), self.wood), ScenePart(_open(sides), self.wood)]

    def pieces(self, state: AnyState, placing: HandPlacing) -> Sequence[ScenePart]:
        """Return the seeds in pits and stores, mixed at random."""
        heaps: list[list[Solid]] = [[] for _ in self.seeds.materials]
        cells = state.cells()
        for cell in self._cells():
            if cell.name in cells:
                # The key does not contain the count: a seed that is sown falls onto the others, which hardly move.
                rng = placing.of(cell.name)
                for solid in self._heap(cell, cells[cell.name].count, rng):
                    heaps[int(rng.integers(len(heaps)))].append(solid)
        return [ScenePart(join(heap), material) for heap, material in zip(heaps, self.seeds.materials, strict=True) if heap]

    def label(self, state: AnyState, camera: RenderCamera, pieces: Sequence[ScenePart]) -> Label:
        """Return the label: pits as the picture shows them, the far row first; the left store, then the right one."""
        cells = state.cells()
        rows = sorted(self._cells(), key=lambda cell: (cell.foot[1] > 1, cell.foot[0]))
        counts = {cell.name: cells[cell.name].count if cell.name in cells else 0 for cell in rows}
        stores = sorted((cell for cell in rows if cell.zone == "store"), key=lambda cell: cell.foot[0])
        return {
            "game": "kalah",
            "options": str(self.options),
            "corners": corners(self.area, camera),
            "pits": [counts[cell.name] for cell in rows if cell.zone == "board"],
            "stores": [counts[cell.name] for cell in stores],
            "look": {
                "seeds": self.seeds.kind,
                "colours": len(self.seeds.materials),
                "radius": round(self.seeds.radius, 3),
                "depth": round(self.depth, 3),
            },
        }

    # -- pits ------------------------------------------------------------------------------------------------------------

    def _cells(self) -> tuple[Cell, ...]:
        return find("kalah").geometry(self.options).cells

    def _pit(self, cell: Cell) -> tuple[tuple[float, float], tuple[float, float], float]:
        """Return a pit's centre, its half width and height, and how square its outline is (exponent of a superellipse)."""
        left, top, right, bottom = extent(cell.polygon)
        half = (right - left) / 2 * self.wide, (bottom - top) / 2 * (self.wide if cell.zone == "board" else 1)
        return cell.foot, half, 2.0 if cell.zone == "board" else self.stores

    def _floor(self, a: float, b: float, power: float, x: Values, y: Values) -> Values:
        """Return the carved height at points about a pit's middle."""
        rho = np.minimum((np.abs(x / a) ** power + np.abs(y / b) ** power) ** (1 / power), 1)
        return np.asarray(-self.depth * (1 - rho**self.bowl), np.float64)

    def _heap(self, cell: Cell, count: int, rng: np.random.Generator) -> Iterator[Solid]:
        """Yield seeds lying in a pit."""
        (cx, cy), (a, b), power = self._pit(cell)
        seeds = self.seeds
        reach = seeds.radius * 0.75 * seeds.long**0.5

        def walls(x: Values, y: Values) -> tuple[Values, Values]:
            rho = (np.abs(x / (a - reach)) ** power + np.abs(y / (b - reach)) ** power) ** (1 / power)
            back = 1 / np.maximum(rho, 1)
            return x * back, y * back

        apart = seeds.radius * seeds.long**0.4
        (falling,) = rng.spawn(1)
        middles = settled(
            falling, count, apart, seeds.flat / seeds.long**0.4, partial(self._floor, a, b, power), walls, (a / 2, b / 2)
        )
        for middle in middles:
            x, y, z = (float(v) for v in middle)
            yield _seed(seeds, rng, self._tilt(a, b, power, x, y)).moved(cx + x, cy + y, z)

    def _tilt(self, a: float, b: float, power: float, x: float, y: float) -> Vectors:
        """Return the rotation of a flat seed: along the floor's slope, but less steep, since it rests on other seeds
        too.
        """
        step = 0.05
        across = self._floor(a, b, power, np.array([x + step, x - step]), np.array([y, y]))
        down = self._floor(a, b, power, np.array([x, x]), np.array([y + step, y - step]))
        gx, gy = float(across[0] - across[1]) / (2 * step), float(down[0] - down[1]) / (2 * step)
        steep = float(np.hypot(gx, gy))
        return turn((-gy, gx, 0.0), -0.6 * np.arctan(steep)) if steep > 1e-6 else np.eye(3)


def _seed(seeds: SeedMaterial, rng: np.random.Generator, tilt: Vectors) -> Solid:
    size = seeds.radius * rng.uniform(0.93, 1.05)
    solid = ellipsoid((size * seeds.long, size, size * seeds.flat), 14, 8)
    if seeds.kind in ("marbles", "balls"):
        return solid.turned(tumbled(rng))
    wobble = turn((rng.normal(), rng.normal(), 0.01), rng.normal(0, 0.15))
    return solid.turned(upright_turn(rng.uniform(0, 2 * np.pi))).turned(wobble).turned(tilt)


def _open(sides: Solid) -> Solid:
    """Return a box without its lid."""
    lid = sides.vertices[:, 2].max() - 1e-9
    keep = (sides.vertices[sides.faces][:, :, 2] < lid).any(1)
    return Solid(sides.vertices, sides.faces[keep])


# -- sets ----------------------------------------------------------------------------------------------------------------


def kalah_board(rng: np.random.Generator, options: Options | None = None) -> KalahBoard:
    """Return a random set, as sold; some have more or fewer than six pits."""
    if options is None:
        pits = int(rng.choice([6, 6, 6, 6, 6, 5, 7, 4]))
        options = find("kalah").options(f"pits={pits},seeds={int(rng.choice([3, 4, 4, 4, 5, 6]))}")
    seeds = _seeds(rng)
    tone = one_of(rng, WOOD_TONES)
    return KalahBoard(
        options=options,
        wood=SurfaceMaterial(
            rough=float(rng.uniform(0.15, 0.45)), texture=wood(rng, tone, contrast=rng.uniform(0.08, 0.22)), span=6.0
        ),
        seeds=seeds,
        depth=float(rng.uniform(0.18, 0.32)),
        bowl=float(rng.uniform(1.8, 4.5)),
        wide=float(rng.uniform(0.94, 1.06)),
        stores=float(rng.uniform(2.2, 6)),
        rim=float(rng.uniform(0.02, 0.35)),
        thick=float(rng.uniform(0.4, 0.6)),
        cm=float(rng.uniform(4.5, 6.5)),
    )


def _seeds(rng: np.random.Generator) -> SeedMaterial:
    kind = str(rng.choice(["pebbles", "pebbles", "marbles", "beans", "balls"]))
    colours = int(rng.choice([1, 1, 2, 4, 6]))
    radius = float(rng.uniform(0.095, 0.13))
    if kind in ("pebbles", "marbles"):
        chosen = rng.permutation(len(GLASS_COLOURS))[:colours]
        clear = float(rng.choice([0.0, 0.55]))
        materials = tuple(SurfaceMaterial(varied(rng, GLASS_COLOURS[k]), 0.05, clear=clear) for k in chosen)
        return SeedMaterial(kind, radius, 0.55 if kind == "pebbles" else 1.0, 1.0, materials)
    chosen = rng.permutation(len(NATURAL_COLOURS))[: min(colours, 3)]
    materials = tuple(SurfaceMaterial(varied(rng, NATURAL_COLOURS[k], 0.2), float(rng.uniform(0.1, 0.4))) for k in chosen)
    if kind == "beans":
        return SeedMaterial(kind, radius * 0.85, 0.75, float(rng.uniform(1.3, 1.7)), materials)
    return SeedMaterial(kind, radius, 1.0, 1.0, materials)
