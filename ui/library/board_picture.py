"""A position as a small picture, painted without Tk, piece by piece, so that the window stays responsive."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.calibration.projection import Projection
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.geometry import Geometry, Point
from fourth_seat.games.options import Options
from fourth_seat.ui.board.ground import empty_board
from fourth_seat.ui.board.pictures import playing_area
from fourth_seat.ui.board.pieces import Look, Pieces
from fourth_seat.ui.theme.palette import Palette

MIN_LETTERS = 7  # pixels of their height; smaller ones cannot be read
PictureSize = tuple[int, int]


def paint_position(game: AnyGame, state: AnyState, size: PictureSize, palette: Palette) -> Iterator[Image.Image]:
    """Yield the picture of a position again and again while it is painted; at the end it is whole."""
    options = state.options
    geometry, ground, projection = _empty(game, options, size, palette)
    painting = _Painting(ground.copy())
    pieces = Pieces(painting, painting, geometry, projection, Look(palette, game.sides(options), False, ""))
    yield painting.image
    for name, content in state.cells().items():
        if name in geometry:
            pieces.draw(geometry[name], content)
            yield painting.image


@lru_cache(16)
def _empty(
    game: AnyGame, options: Options, size: PictureSize, palette: Palette
) -> tuple[Geometry, Image.Image, Projection]:
    geometry = playing_area(game.geometry(options))
    projection = Projection.fit(geometry.bounds, Orientation(), *size, 0)
    return geometry, empty_board(geometry, projection, palette, size, palette.raised), projection


class _Painting:
    """A stand-in for a canvas: it paints what `Pieces` draws straight into a picture, and keeps no items."""

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
