"""Pictures of a crown over the winning colour."""

from __future__ import annotations

import tkinter as tk
from functools import lru_cache

from PIL import Image, ImageDraw, ImageTk

from fourth_seat.games.protocol import Side
from fourth_seat.ui.board.paint import disc
from fourth_seat.ui.theme.theme import Theme

GOLD, DARK_GOLD = "#e8b21e", "#8a6100"
SUPERSAMPLING = 4  # how many times larger it is drawn before it is scaled down
DISC_SHARE = 0.78  # of the picture's side that the disc below the crown takes
OUTLINE = ((0.14, 0.54), (0.06, 0.14), (0.31, 0.33), (0.5, 0.04), (0.69, 0.33), (0.94, 0.14), (0.86, 0.54))
"""The crown's outline in a unit square, from the lower left corner through three points to the lower right corner."""
POINTS = OUTLINE[1:6:2]


@lru_cache(maxsize=16)
def crowned(size: int, colour: str) -> Image.Image:
    """Draw a crown over a disc of this colour, or without the disc if the colour is empty, `size` pixels wide and high."""
    side = size * SUPERSAMPLING
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    down = 0.0 if colour else 0.2 * side  # alone, it is in the middle
    if colour:
        diameter = round(DISC_SHARE * size)
        stone = disc(diameter * SUPERSAMPLING, colour)
        image.alpha_composite(stone, ((side - stone.width) // 2, side - stone.height))
    draw = ImageDraw.Draw(image)
    places = [(x * side, y * side + down) for x, y in OUTLINE]
    line = max(1, side // 28)
    draw.polygon(places, GOLD)
    draw.line([*places, *places[:2]], DARK_GOLD, line, joint="curve")
    for x, y in ((x * side, y * side + down) for x, y in POINTS):
        radius = 0.055 * side
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), GOLD, DARK_GOLD, line)
    return image.reduce(SUPERSAMPLING)


class Crowns:
    """Creates and caches pictures of crowns for a widget."""

    def __init__(self, widget: tk.Misc, theme: Theme, sides: tuple[Side, ...]) -> None:
        self._widget, self._theme, self._sides = widget, theme, sides
        self._photos: dict[tuple[str, int], ImageTk.PhotoImage] = {}

    def over(self, colour: int, size: int) -> str:
        """Return Tk's name for the picture of a crown over a colour, 1..n (0 for no colour), `size` pixels wide."""
        hue = self._theme.palette.hue(self._sides[colour - 1].hue) if colour else ""
        key = hue, size
        if key not in self._photos:
            self._photos[key] = ImageTk.PhotoImage(crowned(size, hue), master=self._widget)
        return str(self._photos[key])
