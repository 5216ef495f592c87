"""Paints a small picture of a position without Tk, piece by piece, so that the window stays responsive."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.calibration.projection import Projection
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.geometry import BoardGround, Geometry, Point, Polygon, contains, rectangle
from fourth_seat.games.options import Options
from fourth_seat.games.sample import sample_state
from fourth_seat.ui.board.ground import empty_board
from fourth_seat.ui.board.pieces import Look, Pieces
from fourth_seat.ui.theme.palette import Palette

MOST_SAMPLES = 32  # pictures of games kept for the next time that they are shown
EDGE_SHARE = 0.03  # of the board around the playing area, as part of its longer side
MIN_LETTERS = 7  # pixels of their height; smaller ones cannot be read
PictureSize = tuple[int, int]


def paint_position(
    game: AnyGame, state: AnyState, size: PictureSize, palette: Palette, orientation: Orientation | None = None
) -> Iterator[Image.Image]:
    """Yield the picture of a position after painting each piece. The last picture is complete."""
    options = state.options
    geometry, ground, projection = empty_area(game, options, size, palette, palette.raised, orientation or Orientation())
    painting = Painting(ground.copy())
    pieces = Pieces(painting, painting, geometry, projection, Look(palette, game.sides(options), False, ""))
    yield painting.image
    for name, content in state.cells().items():
        if name in geometry:
            pieces.draw(geometry[name], content)
            yield painting.image


@lru_cache(MOST_SAMPLES)
def sample_picture(game: AnyGame, size: PictureSize, palette: Palette) -> Image.Image:
    """Return a picture of a game's board in mid-game. The result is cached."""
    *_, image = paint_position(game, sample_state(game, Random(4).choice), size, palette)
    return image


@lru_cache(MOST_SAMPLES)
def opening_picture(
    game: AnyGame, options: Options, orientation: Orientation, size: PictureSize, palette: Palette
) -> Image.Image:
    """Return a picture of the starting position, or of a mid-game position if the board is empty at the start."""
    state, area = game.start(options), playing_area(game.geometry(options))
    if not any(name in area for name in state.cells()):
        state = sample_state(game, Random(4).choice, options)
    *_, image = paint_position(game, state, size, palette, orientation)
    return image


@lru_cache(MOST_SAMPLES)
def picture_aspect(game: AnyGame, options: Options, orientation: Orientation = Orientation()) -> float:  # noqa: B008 - frozen
    """Return the aspect ratio (width to height) of a board picture."""
    left, top, right, bottom = orientation.bounds_of(playing_area(game.geometry(options)).bounds)
    return (right - left) / (bottom - top)


def playing_area(geometry: Geometry) -> Geometry:
    """Return the geometry of the playing area with a small margin, without trays, hands and labels."""
    left, top, right, bottom = geometry.area
    edge = EDGE_SHARE * max(right - left, bottom - top)
    window = left - edge, top - edge, right + edge, bottom + edge
    cells = (replace(cell, label="") for cell in geometry.cells if contains(rectangle(*window), cell.foot))
    grounds = (BoardGround(_clipped(ground.polygon, window), ground.tone) for ground in geometry.grounds)
    return Geometry(tuple(cells), geometry.area, window, tuple(ground for ground in grounds if _wide(ground.polygon)))


def _clipped(polygon: Polygon, window: tuple[float, float, float, float]) -> Polygon:
    left, top, right, bottom = window
    return tuple((min(max(x, left), right), min(max(y, top), bottom)) for x, y in polygon)


def _wide(polygon: Polygon) -> bool:
    xs, ys = {x for x, _ in polygon}, {y for _, y in polygon}
    return len(xs) > 1 and len(ys) > 1


@lru_cache(16)
def empty_area(
    game: AnyGame,
    options: Options,
    size: PictureSize,
    palette: Palette,
    ground: str,
    orientation: Orientation = Orientation(),  # noqa: B008 - frozen
) -> tuple[Geometry, Image.Image, Projection]:
    """Return the geometry, picture and projection of an empty playing area on the background colour `ground`."""
    geometry = playing_area(game.geometry(options))
    projection = Projection.fit(geometry.bounds, orientation, *size, 0)
    return geometry, empty_board(geometry, projection, palette, size, ground), projection


class Painting:
    """A replacement for a canvas that paints directly into a picture and does not create items."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self._painted: dict[Hashable, Image.Image] = {}

    def get(self, key: Hashable, paint: Callable[[], Image.Image]) -> Image.Image:
        if key not in self._painted:
            self._painted[key] = paint()
        return self._painted[key]

    def lay(self, key: Hashable, paint: Callable[[], Image.Image], middles: Sequence[Point]) -> int:
        for middle in middles:
            self.create_image(*middle, image=self.get(key, paint))
        return 0

    def create_image(self, x: float, y: float, /, *, image: Any = None, anchor: Any = "center") -> int:
        left, top = (x, y) if anchor == "nw" else (x - image.width / 2, y - image.height / 2)
        self.image.paste(image, (round(left), round(top)), image)
        return 0

    def create_text(self, x: float, y: float, /, *, text: Any = "", fill: str = "", font: Any = ()) -> int:
        pixels = abs(font[1])
        if pixels >= MIN_LETTERS:
            ImageDraw.Draw(self.image).text((x, y), text, fill, _font(pixels), anchor="mm")
        return 0


_font = lru_cache(16)(ImageFont.load_default)
