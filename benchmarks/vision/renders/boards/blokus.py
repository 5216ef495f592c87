"""Blokus: a plastic board with ridges around its squares, and pieces of coloured plastic, opaque or translucent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.vision.renders.placing import HandPlacing
from benchmarks.vision.renders.shapes.solids import Solid, Vectors, box, join, prism, upright_turn
from benchmarks.vision.renders.still import Label, corners
from benchmarks.vision.renders.tracing.camera import RenderCamera, above
from benchmarks.vision.renders.tracing.materials import ScenePart, SurfaceMaterial, one_of, srgb, varied
from fourth_seat.games import AnyState, find
from fourth_seat.games.blokus.pieces import PIECES
from fourth_seat.games.geometry import Rectangle, rectangle, widened
from fourth_seat.games.options import Options

COLOUR_SIGNS = "BYRG"
BASE_COLOURS = (srgb(228, 226, 222), srgb(205, 206, 208), srgb(240, 240, 236), srgb(215, 218, 225), srgb(70, 72, 78))
PIECE_COLOURS = (srgb(30, 60, 175), srgb(240, 190, 20), srgb(200, 25, 30), srgb(10, 135, 75))
PIECE_SQUARES = {piece.name: piece.squares for piece in PIECES}
Square = tuple[int, int]
"""Column and row, row 0 on the far side."""


@dataclass(frozen=True)
class BlokusBoard:
    """A Blokus board with its pieces, to render.

    Attributes:
        base: material of the board.
        colours: materials of the pieces, in order of play.
        rim: of the board beyond the squares, in squares like all lengths.
        ridge: height of the ridges between squares.
        tall: height of the pieces above the board plane.
        stud: width of a square's raised top, as a share of the square's; 0 for flat pieces.
    """

    options: Options
    base: SurfaceMaterial
    colours: tuple[SurfaceMaterial, ...]
    rim: float
    ridge: float
    tall: float
    stud: float
    cm: float = 2.0

    @property
    def area(self) -> Rectangle:
        """The rectangle of all squares."""
        return find("blokus").geometry(self.options).area

    @property
    def keep(self) -> Rectangle:
        """The board with pieces lying around it."""
        return widened(self.area, self.rim + 4)

    @property
    def must(self) -> Vectors:
        """The board's corners."""
        return np.array([(x, y, 0.0) for x, y in rectangle(*widened(self.area, self.rim))])

    @property
    def ground(self) -> float:
        """Height of the table."""
        return -0.5

    def reach(self, cell: str) -> Sequence[float]:
        """Return a place just above the contents of a cell."""
        place = find("blokus").geometry(self.options)[cell]
        return *place.foot, self.tall

    def camera(self, rng: np.random.Generator, size: tuple[int, int]) -> RenderCamera:
        """Return a camera above the board."""
        return above(rng, self.must, size)

    def parts(self) -> Sequence[ScenePart]:
        """Return the board: a plate with ridges and a rim."""
        _, _, size, _ = self.area
        by, wide = self.rim, 0.045
        left, top, right, bottom = widened(self.area, by)
        solids = [box((left, top, self.ground), (right, bottom, 0))]
        for k in range(round(size) + 1):
            solids += [
                box((k - wide, 0, -0.01), (k + wide, size, self.ridge), 0.015),
                box((0, k - wide, -0.01), (size, k + wide, self.ridge - 0.002), 0.015),
            ]
        rim = self.ridge + 0.12
        solids += [
            box((left, top, -0.01), (right, 0, rim), 0.05),
            box((left, size, -0.01), (right, bottom, rim), 0.05),
            box((left, 0, -0.01), (0, size, rim), 0.05),
            box((size, 0, -0.01), (right, size, rim), 0.05),
        ]
        return [ScenePart(join(solids), self.base)]

    def pieces(self, state: AnyState, placing: HandPlacing) -> Sequence[ScenePart]:
        """Return pieces on the board, each with its play between the ridges, and some of the others beside it."""
        geometry = find("blokus").geometry(self.options)
        _, _, size, _ = self.area
        squares: dict[int, set[Square]] = {colour: set() for colour in range(1, len(self.colours) + 1)}
        left: dict[int, list[str]] = {colour: [] for colour in squares}
        for name, content in state.cells().items():
            cell = geometry[name]
            if cell.zone == "board":
                squares[content.colour].add((int(cell.foot[0]), int(cell.foot[1])))
            elif cell.zone == "tray":
                left[content.colour].append(cell.label)
        made = []
        for colour, material in enumerate(self.colours, 1):
            solids = [self._laid(piece, placing.of(colour, piece)) for piece in connected(squares[colour])]
            solids += self._beside(colour, left[colour], size, placing)
            if solids:
                made.append(ScenePart(join(solids), material))
        return made

    def label(self, state: AnyState, camera: RenderCamera, pieces: Sequence[ScenePart]) -> Label:
        """Return the label: rows of squares, the far one first."""
        geometry = find("blokus").geometry(self.options)
        signs = {
            (int(geometry[name].foot[0]), int(geometry[name].foot[1])): COLOUR_SIGNS[content.colour - 1]
            for name, content in state.cells().items()
            if geometry[name].zone == "board"
        }
        size = round(self.area[2])
        return {
            "game": "blokus",
            "options": str(self.options),
            "corners": corners(self.area, camera),
            "board": ["".join(signs.get((x, y), ".") for x in range(size)) for y in range(size)],
            "look": {"tall": round(self.tall, 3), "clear": self.colours[0].clear, "stud": round(self.stud, 3)},
        }

    # -- pieces ----------------------------------------------------------------------------------------------------------

    def _laid(self, squares: Sequence[Square], rng: np.random.Generator) -> Solid:
        solid = self._piece(squares)
        middle = np.mean(squares, 0) + 0.5
        turned = solid.moved(-middle[0], -middle[1]).turned(upright_turn(rng.normal(0, 0.006)))
        x, y = middle + rng.normal(0, 0.014, 2)
        return turned.moved(float(x), float(y), 0.005)

    def _piece(self, squares: Iterable[Square]) -> Solid:
        """Return a piece as a solid: blocks that touch within it, each with a bevelled top."""
        filled = set(squares)
        body, top = self.tall * 0.86, self.tall
        half = 0.475
        solids = []
        for x, y in sorted(filled):
            outline = [
                (x + 0.5 - (0.5 if (x - 1, y) in filled else half), y + 0.5 - (0.5 if (x, y - 1) in filled else half)),
                (x + 0.5 + (0.5 if (x + 1, y) in filled else half), y + 0.5 - (0.5 if (x, y - 1) in filled else half)),
                (x + 0.5 + (0.5 if (x + 1, y) in filled else half), y + 0.5 + (0.5 if (x, y + 1) in filled else half)),
                (x + 0.5 - (0.5 if (x - 1, y) in filled else half), y + 0.5 + (0.5 if (x, y + 1) in filled else half)),
            ]
            solids.append(prism(outline, 0, body, 0.035))
            if self.stud:
                wide = self.stud / 2
                solids.append(
                    box((x + 0.5 - wide, y + 0.5 - wide, body), (x + 0.5 + wide, y + 0.5 + wide, top), top - body)
                )
        return join(solids)

    def _beside(self, colour: int, left: Sequence[str], size: float, placing: HandPlacing) -> Iterator[Solid]:
        """Yield a few of a colour's other pieces, on its side of the board."""
        away = self.rim + 2.9
        places = placing.of(colour).permutation(len(PIECES))[: int(placing.of("beside", colour).integers(0, 8))]
        for n, name in enumerate(PIECES[int(place)].name for place in places):
            if name not in left:
                continue
            rng = placing.of(colour, name)
            along = (n + rng.uniform(0.2, 0.8)) * size / len(places)
            x, y = ((along, -away), (size + away, along), (along, size + away), (-away, along))[colour - 1]
            squares = PIECE_SQUARES[str(name)]
            middle = np.mean(squares, 0) + 0.5
            turned = self._piece(squares).moved(-middle[0], -middle[1]).turned(upright_turn(rng.uniform(0, 2 * np.pi)))
            yield turned.moved(float(x), float(y), self.ground + 0.005)


def connected(squares: Iterable[Square]) -> Iterator[list[Square]]:
    """Yield the pieces of a colour: squares that touch along an edge, as two pieces of one colour never do."""
    rest = set(squares)
    while rest:
        piece = [rest.pop()]
        for x, y in piece:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in rest:
                    rest.remove(near)
                    piece.append(near)
        yield sorted(piece)


def blokus_board(rng: np.random.Generator, options: Options | None = None) -> BlokusBoard:
    """Return a random set, as sold, opaque or translucent."""
    base = varied(rng, BASE_COLOURS[-1]) if rng.random() < 0.1 else one_of(rng, BASE_COLOURS[:-1], 0.08)
    rough, by = float(rng.uniform(0.04, 0.2)), 0.15
    clear = float(rng.choice([0.0, rng.uniform(0.3, 0.6)]))
    return BlokusBoard(
        options=options or find("blokus").options(),
        base=SurfaceMaterial(base, float(rng.uniform(0.1, 0.35))),
        colours=tuple(SurfaceMaterial(varied(rng, colour, by), rough, clear=clear) for colour in PIECE_COLOURS),
        rim=float(rng.uniform(0.3, 1.1)),
        ridge=float(rng.uniform(0.05, 0.14)),
        tall=float(rng.uniform(0.3, 0.46)),
        stud=float(rng.choice([0.0, rng.uniform(0.45, 0.7)])),
    )
