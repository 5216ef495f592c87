"""The page to keep, on a wall."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PIL import Image, ImageFilter

from docs.film.reel import PICTURE
from fourth_seat.hardware.paper.keepsake_page import PAPERS
from fourth_seat.hardware.paper.script import Script
from fourth_seat.hardware.paper.sheet import PngSheet, SheetPoint

WALL_PX, WALL_COLOUR = 118, "#dfe5e3"  # of the wall above the page
SHOTS = ((96, 0, 0, 0.8), (136, 480, 570, 0.45))
"""For the page: dots per inch, the first and the last height shown, in pixels of the wall, and seconds before and after
that. Its smallest letters, the names of the board's rows and columns, are beside the picture."""


class WallSheet(PngSheet):
    """The page in its size on the wall before the camera, with the places of its texts."""

    def __init__(self, dots: int, script: Script) -> None:
        self.DOTS = dots
        super().__init__(*PAPERS["a4"], script)
        self._written: list[tuple[float, str, SheetPoint]] = []

    def _draw_letters(self, place: SheetPoint, letters: str, size: float, colour: str, bold: bool) -> None:
        super()._draw_letters(place, letters, size, colour, bold)
        self._written.append((size, letters, (place[0] + self._width_of_letters(letters, size, bold), place[1])))

    def texts(self, top: float, bottom: float) -> Iterator[tuple[float, str]]:
        """Yield the visible texts between two heights, each with its height in pixels."""
        scale = self.DOTS / 72
        left = (self.width * scale - PICTURE[0]) / 2
        for size, letters, (x, y) in self._written:
            if left < x * scale < left + PICTURE[0] and top < y * scale and (y - size) * scale < bottom:
                yield size * scale, letters


def on_wall(page: Image.Image, top: int, bottom: int) -> Callable[[float], Image.Image]:
    """Return a function that shows a page on a wall, after a part of the way from one height of the wall to another."""
    wall = Image.new("RGB", (PICTURE[0], page.height + WALL_PX), WALL_COLOUR)
    left = (page.width - PICTURE[0]) // 2
    shadow = Image.new("L", wall.size)
    shadow.paste(90, (0, WALL_PX - 2, *wall.size))
    wall.paste("black", (0, 0), shadow.filter(ImageFilter.GaussianBlur(6)))
    wall.paste(page.crop((left, 0, left + PICTURE[0], page.height)), (0, WALL_PX))

    def shown(part: float) -> Image.Image:
        y = round(top + part * (bottom - top))
        return wall.crop((0, y, PICTURE[0], y + PICTURE[1]))

    return shown
