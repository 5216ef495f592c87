"""The library's tiles, each of which shows a game's picture, name, players, score and date."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PIL import Image, ImageDraw, ImageTk

from fourth_seat.table.record.saved import Saved
from fourth_seat.ui.library.pictures import Pictures
from fourth_seat.ui.library.wording import players, standing, title, when_it_was
from fourth_seat.ui.theme.theme import BODY, SMALL, STRONG, Theme
from fourth_seat.words import Text

MIN_WORDS_PX = 250  # of a tile's words at 96 dots an inch and medium text
PICTURE_ASPECT = 1.2  # width of a picture for its height
MIN_ROWS_IN_SIGHT = 6.5  # in sight at least, where text does not need more room
SUPERSAMPLING = 3
CORNER_RADIUS_PX = 10  # at 96 dots an inch
ELLIPSIS = "…"


@dataclass(slots=True)
class Tile:
    """A visible tile and its canvas items."""

    path: Path
    tag: str
    card: int
    picture: int
    y: int
    marked: tuple[bool, bool]


class TilePainter:
    """Draws tiles of equal size on a canvas.

    Attributes:
        pitch: the horizontal and vertical distance between adjacent tiles, in pixels.
        margin: the margin around the tiles, in pixels.
    """

    def __init__(
        self,
        canvas: tk.Canvas,
        theme: Theme,
        text: Callable[[Text], str],
        clock: Callable[[], datetime],
        pictures: Pictures,
    ) -> None:
        self._canvas, self._theme, self._text, self._clock, self._pictures = canvas, theme, text, clock, pictures
        self.pitch = 100, 100
        self.margin = 8
        self._size = 92, 92
        self._picture = 92, 76
        self._width = 0
        self._cards: dict[tuple[bool, bool], ImageTk.PhotoImage] = {}
        self._shortened: dict[tuple[str, str], str] = {}
        self._number = 0

    def fit(self, width: int, height: int) -> int:
        """Fit the tiles to a canvas of this size, and return the number of columns."""
        theme = self._theme
        self._width = width
        self.margin = theme.space(1)
        words = sum(self._line(font) for font in (STRONG, BODY, BODY, SMALL))
        high = max(words + 2 * theme.space(1.25), round(height / MIN_ROWS_IN_SIGHT) - self.margin, theme.space(9))
        picture = high - 2 * theme.space(0.75)
        self._picture = round(PICTURE_ASPECT * picture), picture
        least = self._picture[0] + theme.space(3.5) + round(MIN_WORDS_PX * theme.scale)
        columns = max(1, (width - self.margin) // (least + self.margin))
        wide = (width - self.margin) // columns - self.margin
        self._size = wide, high
        self.pitch = wide + self.margin, high + self.margin
        self._cards.clear()
        self._shortened.clear()
        self._pictures.resize(self._picture)
        return columns

    def place(self, number: int, columns: int) -> tuple[int, int]:
        """Return the upper left corner of a tile, in pixels from the top of the list."""
        x = self.margin + number % columns * self.pitch[0]
        if self._theme.mirrored:
            x = self._width - x - self._size[0]
        return x, self.margin + number // columns * self.pitch[1]

    def at(self, x: int, y: int, columns: int, count: int) -> int | None:
        """Return the index of the tile at this point in the list, if any."""
        if self._theme.mirrored:
            x = self._width - x
        column, row = (x - self.margin) // self.pitch[0], (y - self.margin) // self.pitch[1]
        number = row * columns + column
        return number if 0 <= column < columns and 0 <= number < count else None

    # -- one tile ----------------------------------------------------------------------------------------------------------

    def draw(self, saved: Saved, x: int, y: int, *, chosen: bool, highlighted: bool) -> Tile:
        """Draw a tile with its upper left corner at this point on the canvas."""
        canvas, theme, palette = self._canvas, self._theme, self._theme.palette
        self._number += 1
        tag = f"tile{self._number}"
        marked = chosen, highlighted
        card = canvas.create_image(x, y, image=self._card(marked), anchor="nw", tags=tag)
        inset, gap = theme.space(0.75), theme.space(1.5)
        left = x + inset if not theme.mirrored else x + self._size[0] - inset - self._picture[0]
        picture = canvas.create_image(left, y + inset, anchor="nw", tags=tag)
        room = self._size[0] - self._picture[0] - inset - 2 * gap
        edge = left + self._picture[0] + gap if not theme.mirrored else left - gap
        lines = (
            (title(saved), STRONG, palette.ink),
            (players(saved), BODY, palette.ink),
            (standing(saved), BODY, palette.muted if saved.end is None else palette.good),
            (when_it_was(saved.when, self._clock()), SMALL, palette.muted),
        )
        top = y + (self._size[1] - sum(self._line(font) for _, font, _ in lines)) // 2
        for text, font, colour in lines:
            shown = self._shorten(self._text(text), font, room)
            canvas.create_text(
                edge, top, text=shown, font=font, fill=colour, anchor="ne" if theme.mirrored else "nw", tags=tag
            )
            top += self._line(font)
        tile = Tile(saved.path, tag, card, picture, y, marked)
        self.show_picture(tile)
        return tile

    def show_picture(self, tile: Tile) -> None:
        """Show the picture of a tile, if it has been painted."""
        if photo := self._pictures.get(tile.path):
            self._canvas.itemconfigure(tile.picture, image=photo)

    def mark(self, tile: Tile, *, chosen: bool, highlighted: bool) -> None:
        """Update a tile's frame to show whether it is chosen and has the keyboard focus."""
        if tile.marked != (chosen, highlighted):
            tile.marked = chosen, highlighted
            self._canvas.itemconfigure(tile.card, image=self._card(tile.marked))

    def move(self, tile: Tile, y: int) -> None:
        """Move a tile vertically to this y coordinate."""
        if y != tile.y:
            self._canvas.move(tile.tag, 0, y - tile.y)
            tile.y = y

    def remove(self, tile: Tile) -> None:
        """Remove a tile."""
        self._canvas.delete(tile.tag)

    # -- parts -------------------------------------------------------------------------------------------------------------

    def _line(self, font: str) -> int:
        return round(self._theme.font(font).metrics("linespace") + self._theme.space(0.25))

    def _card(self, marked: tuple[bool, bool]) -> ImageTk.PhotoImage:
        """Return the background of a tile that is plain, chosen, or chosen and focused."""
        if not marked[0]:
            marked = False, False
        if marked not in self._cards:
            palette, density = self._theme.palette, self._theme.density
            edge, width = (palette.line, 1.0) if not marked[0] else (palette.accent, 2.5 if marked[1] else 1.5)
            wide, high = self._size
            image = Image.new("RGB", (wide * SUPERSAMPLING, high * SUPERSAMPLING), palette.surface)
            box = (0, 0, wide * SUPERSAMPLING - 1, high * SUPERSAMPLING - 1)
            outline = max(1, round(width * density)) * SUPERSAMPLING
            ImageDraw.Draw(image).rounded_rectangle(
                box, CORNER_RADIUS_PX * density * SUPERSAMPLING, palette.raised, edge, outline
            )
            self._cards[marked] = ImageTk.PhotoImage(image.reduce(SUPERSAMPLING), master=self._canvas)
        return self._cards[marked]

    def _shorten(self, text: str, font: str, room: int) -> str:
        """Truncate text to this width in pixels."""
        if (text, font) not in self._shortened:
            measure = self._theme.font(font).measure
            shown = text
            if measure(shown) > room:
                fits, fails = 0, len(text)
                while fails - fits > 1:
                    middle = (fits + fails) // 2
                    fits, fails = (middle, fails) if measure(text[:middle] + ELLIPSIS) <= room else (fits, middle)
                shown = text[:fits].rstrip() + ELLIPSIS
            self._shortened[text, font] = shown
        return self._shortened[text, font]
