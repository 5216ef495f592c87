"""Pictures that must be refused: a board on a box, the dark, a table without a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.vision.renders.placing import HandPlacing
from benchmarks.vision.renders.shapes.room import clutter, sky, table
from benchmarks.vision.renders.shapes.solids import Solid, box
from benchmarks.vision.renders.still import Label, RenderedBoard, Still, rounded, still
from benchmarks.vision.renders.tracing.camera import above
from benchmarks.vision.renders.tracing.materials import ScenePart, SurfaceMaterial, Texture
from benchmarks.vision.renders.tracing.sensor import Image, bent, developed, metered
from benchmarks.vision.renders.tracing.textures import lettering, printed
from benchmarks.vision.renders.tracing.tracer import RenderScene, traced
from fourth_seat.calibration.lens import Points
from fourth_seat.games import AnyState

BOX_CM = (30.0, 30.0, 6.0)  # width, depth and height of a game's box
COVER_PICTURE_PX = (480, 360)  # of the board on its cover
COVER_PX = 640  # of the cover's side
DARK_LIGHT_SHARES = (0.003, 0.02)  # of the light that is left in a dark room; the exposure does not make up for it

Make = Callable[[np.random.Generator], tuple[str, RenderedBoard, AnyState]]
"""Function that returns a game's name, a set of it and a position."""


def box_art(rng: np.random.Generator, size: tuple[int, int], make: Make) -> Still:
    """Return a box whose cover shows a board, lying on the table."""
    game, board, state = make(rng)
    cover = printed(rng, COVER_PX, 8)
    photo, corners = _photo(board, state, rng)
    picture = _linear(photo)
    top, left = 130, (COVER_PX - COVER_PICTURE_PX[0]) // 2
    cover[top : top + COVER_PICTURE_PX[1], left : left + COVER_PICTURE_PX[0]] = picture
    lettering(cover, game.upper(), (COVER_PX / 2, 75), 60, (0.8, 0.75, 0.1))
    width, depth, height = BOX_CM
    solid = box((-width / 2, -depth / 2, 0), (width / 2, depth / 2, height), 0.1)
    solid = Solid(solid.vertices, solid.faces, solid.vertices[:, :2] / (width, depth) + 0.5)
    must = np.array([(x, y, height) for x in (-width / 2, width / 2) for y in (-depth / 2, depth / 2)])
    camera = above(rng, must, size)
    keep = (-width / 2, -depth / 2, width / 2, depth / 2)
    parts = [
        ScenePart(solid, SurfaceMaterial(rough=float(rng.uniform(0.08, 0.3)), texture=cover)),
        table(rng, 0.0, 1.0),
        *clutter(rng, keep, 0.0, 1.0),
    ]
    printed_at = (corners + np.array([left, top])) / COVER_PX - 0.5
    seen = camera.pixels(np.column_stack([printed_at * (width, depth), np.full(4, height)]))
    return Still(RenderScene(parts, sky(rng)), camera, {**_label("box art", game), "corners": rounded(seen)})


def dark(rng: np.random.Generator, size: tuple[int, int], make: Make) -> Still:
    """Return a board in a room without light."""
    game, board, state = make(rng)
    lit = still(game, board, state, rng, size, with_hand=False)
    return replace(
        lit, label={**_label("dark", game), "corners": lit.label["corners"]}, light=float(rng.uniform(*DARK_LIGHT_SHARES))
    )


def no_board(rng: np.random.Generator, size: tuple[int, int], make: Make) -> Still:
    """Return a table with scattered objects, or none, where a set of the game would fill the picture."""
    game, board, _ = make(rng)
    width = float(np.ptp(board.must[:, 0])) / 2 * board.cm
    must = np.array([(x, y, 0.0) for x in (-width, width) for y in (-width / 2, width / 2)])
    camera = above(rng, must, size)
    things = clutter(rng, (-3.0, -3.0, 3.0, 3.0), 0.0, 1.0, int(rng.choice([0, 12])))
    return Still(RenderScene([table(rng, 0.0, 1.0), *things], sky(rng)), camera, _label("no board", game))


REFUSALS: dict[str, Callable[[np.random.Generator, tuple[int, int], Make], Still]] = {
    "box art": box_art,
    "dark": dark,
    "no board": no_board,
}


def _label(why: str, game: str) -> Label:
    """Return a label with the reason in `refuse`; `corners`, if any, are those of the object to be refused."""
    return {"game": game, "refuse": why, "look": {}}


def _photo(board: RenderedBoard, state: AnyState, rng: np.random.Generator) -> tuple[Image, Points]:
    """Return a picture of a board for the cover of its box, and the pixels of the board's corners in it."""
    camera = board.camera(rng, COVER_PICTURE_PX)
    pieces = board.pieces(state, HandPlacing(int(rng.integers(2**31))))
    parts = [*board.parts(), *pieces, table(rng, board.ground, board.cm)]
    light = bent(traced(RenderScene(parts, sky(rng)), camera, 32, 1), camera)
    label = board.label(state, camera, pieces)
    return developed(light, metered(rng, light), rng), np.array(label["corners"], np.float64)


def _linear(image: Image) -> Texture:
    """Return a stored picture as print: linear red, green, blue, in which black is not quite black."""
    return np.asarray(0.02 + 0.85 * (image[..., ::-1] / 255.0) ** 2.2, np.float32)
