"""Still picture of a game's board and pieces in a room, and its label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from benchmarks.vision.renders.placing import HandPlacing
from benchmarks.vision.renders.shapes.hand import hand
from benchmarks.vision.renders.shapes.room import clutter, sky, table
from benchmarks.vision.renders.shapes.solids import Vectors
from benchmarks.vision.renders.tracing.camera import RenderCamera
from benchmarks.vision.renders.tracing.materials import ScenePart
from benchmarks.vision.renders.tracing.sensor import bent, developed, jpeg, metered
from benchmarks.vision.renders.tracing.tracer import RenderScene, traced
from fourth_seat.calibration.lens import Points
from fourth_seat.games import AnyState, find
from fourth_seat.games.geometry import Rectangle
from fourth_seat.games.options import Options

Label = dict[str, Any]

RISING_RADIANS = 0.9  # of an arm in front of an upright board


class RenderedBoard(Protocol):
    """A physical set of a game: its look was drawn at random once, and any position can be set up on it.

    `options` are those of the game that the set is made for; lengths are in board units.
    """

    @property
    def options(self) -> Options: ...

    @property
    def cm(self) -> float:
        """Centimetres per board unit."""

    @property
    def must(self) -> Vectors:
        """Points that must be in the picture, shape (n, 3)."""

    @property
    def keep(self) -> Rectangle:
        """Area kept free of clutter."""

    @property
    def ground(self) -> float:
        """Height of the table."""

    def parts(self) -> Sequence[ScenePart]:
        """Return the parts of the empty board."""

    def pieces(self, state: AnyState, placing: HandPlacing) -> Sequence[ScenePart]:
        """Return the parts on and beside the board in this position, each piece a little askew."""

    def reach(self, cell: str) -> Sequence[float]:
        """Return the point to which a hand reaches for a cell: x, y, height."""

    def camera(self, rng: np.random.Generator, size: tuple[int, int]) -> RenderCamera:
        """Return a camera at a place where people would put one."""

    def label(self, state: AnyState, camera: RenderCamera, pieces: Sequence[ScenePart]) -> Label:
        """Return the label of the picture, in the form of `labels.json`; `pieces` are those in it."""


@dataclass(frozen=True)
class Still:
    """Scene to be traced, its camera and its label.

    Attributes:
        light: factor on the light after metering; below 1 where it is too dark for the exposure to make up for it.
    """

    scene: RenderScene
    camera: RenderCamera
    label: Label = field(default_factory=dict)
    light: float = 1.0


Generator = Callable[[np.random.Generator, tuple[int, int], bool], Still]
"""Function that makes a still of a (width, height) in pixels; the flag asks for a hand over the board."""


def still(
    game: str, board: RenderedBoard, state: AnyState, rng: np.random.Generator, size: tuple[int, int], with_hand: bool
) -> Still:
    """Return a still of a position: the game's board on a table in a room."""
    camera = board.camera(rng, size)
    pieces = board.pieces(state, HandPlacing(int(rng.integers(2**31))))
    parts = [
        *board.parts(),
        *pieces,
        table(rng, board.ground, board.cm),
        *clutter(rng, board.keep, board.ground, board.cm),
    ]
    if with_hand:
        cells = [cell.name for cell in find(game).geometry(board.options).cells if cell.zone == "board"]
        rising = RISING_RADIANS if upright(board) else 0.0
        parts += hand(rng, board.reach(str(rng.choice(cells))), float(rng.normal(0, 0.5)), board.cm, rising)
    label = board.label(state, camera, pieces)
    label["look"]["hand"] = with_hand
    return Still(RenderScene(parts, sky(rng)), camera, label)


def upright(board: RenderedBoard) -> bool:
    """Return whether the board stands upright."""
    return bool(np.ptp(board.must[:, 2]) > 1)


def corners(area: Rectangle, camera: RenderCamera, height: float = 0.0) -> list[list[float]]:
    """Return the corners of the playing area in pixels: top left, top right, bottom right, bottom left."""
    left, top, right, bottom = area
    points = np.array([(left, top, height), (right, top, height), (right, bottom, height), (left, bottom, height)])
    return rounded(camera.pixels(points))


def rounded(pixels: Points) -> list[list[float]]:
    """Round pixels to a tenth, as lists."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in pixels]


def taken(still: Still, rng: np.random.Generator, samples: int) -> tuple[bytes, Label]:
    """Trace a still with `samples` light paths per pixel; return its JPEG file, and its label without the file's name."""
    camera = still.camera
    light = bent(traced(still.scene, camera, samples, int(rng.integers(2**31))), camera)
    sensor = metered(rng, light)
    image = developed(light * np.float32(still.light), sensor, rng)
    look = {
        "elevation": round(camera.elevation, 1),
        "focal": round(camera.lens.focal, 1),
        "k1": round(camera.lens.k1, 5),
        "k2": round(camera.lens.k2, 5),
        **sensor.facts(),
        **still.label.get("look", {}),
    }
    return jpeg(image, sensor.quality), {**still.label, "size": list(camera.size), "look": look}
