"""Draws the contents of cells for any game, using only the cell and its contents."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from PIL import Image

from fourth_seat.calibration.projection import Projection
from fourth_seat.games.contents import Content
from fourth_seat.games.drawing.outline import PieceShape, left_third_right, piece_shape, squares_of
from fourth_seat.games.drawing.seeds import MAX_DRAWN_SEEDS
from fourth_seat.games.drawing.stacks import MIN_COUNTED_PIECES, checkers, on_edge
from fourth_seat.games.geometry import Cell, Geometry, Holds, Point, Polygon, centre, extent
from fourth_seat.games.protocol import Side
from fourth_seat.hardware.hues import mix
from fourth_seat.ui.board import paint
from fourth_seat.ui.theme.palette import Palette

SEED = "#efe2c8"
IVORY = "#f7f2e7"  # dice that belong to nobody
FIELD = "#d9cfb9"  # dice that are only pictures to tap
DIE_WIDTH = 0.9  # of a triangular die, as part of its cell's
NUMBER = "#fff8ea"  # on wood
BADGE_DIAMETER = 0.15  # diameter of a letter in a cell, in units
BADGE_OFFSET = 0.13  # from the middle of a triangle's foot to such a letter, in units
NEAR_FOOT, NEAR_TIP = -0.36, 0.5  # of the way from a triangle's middle to its tip: letters, captions
GREY_SHARE = 0.78  # of the ground in the colour of a piece that is of no use
LEGIBLE_OPACITY = 0.92  # opacity of proposed dice at least, so that their numbers can be read
BUTTON_GAP = 0.05  # of a button's height, around what is drawn on it
BUTTON_WORD = 1.25  # height of a letter as part of the width that it has
CAPTION_OFFSET = 0.34  # of a pit's size: how far below its middle a caption stands


@dataclass(frozen=True, slots=True)
class Look:
    """The appearance of a board: the colours of the sides, whether pieces carry letters, and the font family."""

    palette: Palette
    sides: tuple[Side, ...]
    letters: bool
    family: str

    def colour(self, colour: int) -> str:
        """Return the colour of a side, or ivory for pieces without an owner."""
        return self.palette.hue(self.sides[colour - 1].hue) if 0 < colour <= len(self.sides) else IVORY

    def ink(self, colour: int) -> str:
        """Return the text colour for pieces of this side."""
        return self.palette.ink_on(self.sides[colour - 1].hue) if 0 < colour <= len(self.sides) else "#1c1c1c"

    def letter(self, colour: int) -> str:
        """Return the letter on pieces of this side, or an empty string if pieces carry no letters."""
        return self.sides[colour - 1].mark if self.letters and 0 < colour <= len(self.sides) else ""


class Surface(Protocol):
    """A drawing surface for pictures and text, such as a Tk canvas or a picture."""

    def create_image(self, x: float, y: float, /, *, image: Any = ..., anchor: Any = ...) -> int: ...

    def create_text(self, x: float, y: float, /, *, text: Any = ..., fill: str = ..., font: Any = ...) -> int: ...


class PictureStore(Protocol):
    """A cache of painted pictures. `ui.board.sprites` implements it for Tk."""

    def get(self, key: Hashable, paint: Callable[[], Image.Image]) -> Any: ...

    def lay(self, key: Hashable, paint: Callable[[], Image.Image], middles: Sequence[Point]) -> int: ...


class Pieces:
    """Draws the contents of cells as canvas items."""

    def __init__(
        self, canvas: Surface, sprites: PictureStore, geometry: Geometry, projection: Projection, look: Look
    ) -> None:
        self._canvas, self._sprites, self.projection, self.look = canvas, sprites, projection, look
        # Dice of a board of triangles have four sides, in the hand as well.
        self._four_sided = any(cell.holds is Holds.DIE and len(cell.polygon) == 3 for cell in geometry.cells)
        self._kinds = {Holds.PIECE: self._piece, Holds.STACK: self._stack, Holds.PILE: self._pile, Holds.DIE: self._die}

    def draw(self, cell: Cell, content: Content, opacity: float = 1.0, *, grey: bool = False) -> list[int]:
        """Draw the contents of a cell, and return the canvas items, lowest first. Proposals are drawn with an `opacity`
        below 1, and pieces that cannot be used are drawn in grey.
        """
        if grey and cell.holds is Holds.PIECE and piece_shape(cell) is PieceShape.SQUARES:
            hue = mix(self.look.colour(content.colour), self.look.palette.tone(cell.tone), GREY_SHARE)
            return [self._tile(polygon, hue, opacity) for polygon in squares_of(cell)]
        return self._kinds[cell.holds](cell, content, opacity)

    # -- kinds -------------------------------------------------------------------------------------------------------------

    def _piece(self, cell: Cell, content: Content, opacity: float) -> list[int]:
        shape = piece_shape(cell)
        if shape is PieceShape.DISC:
            place = cell.foot
            items = [self._discs([place], cell.size, content.colour, opacity)]
            return items + (self._letter(place, 0.42 * cell.size, content.colour) if opacity == 1 else [])
        polygons = squares_of(cell) if shape is PieceShape.SQUARES else (cell.polygon,)
        items = [self._tile(polygon, self.look.colour(content.colour), opacity) for polygon in polygons]
        if len(polygons) == 1 and opacity == 1 and cell.zone == "board":
            items += self._letter(centre(polygons[0]), 0.5 * cell.size, content.colour)
        return items

    def _stack(self, cell: Cell, content: Content, opacity: float) -> list[int]:
        if on_edge(cell):
            return self._slats(cell, content)
        places = checkers(cell, content.count)
        if opacity < 1:
            return [self._discs(places[-1:], cell.size, content.colour, opacity)]
        items = [self._discs(places, cell.size, content.colour, opacity)]
        if len(places) >= MIN_COUNTED_PIECES:
            ink = self.look.ink(content.colour)
            return [*items, self._text(places[-1], 0.5 * cell.size, str(content.count), ink)]
        for place in places:
            items += self._letter(place, 0.42 * cell.size, content.colour)
        return items

    def _slats(self, cell: Cell, content: Content) -> list[int]:
        across, along = self.projection.direction((cell.size, 0.0)), self.projection.direction(cell.pitch)
        thick = max(2, round(abs(along[0] + along[1])))
        long = max(2, round(max(map(abs, across))))
        width, height = (thick, long) if abs(along[0]) > abs(along[1]) else (long, thick)
        hue = self.look.colour(content.colour)
        places = checkers(cell, content.count)
        middles = self.projection.pixels(tuple(places))
        items = [self._sprites.lay(("slat", width, height, hue), lambda: paint.slat(width, height, hue), middles)]
        return [*items, self._text(places[-1], 0.27 * cell.size, str(content.count), self.look.ink(content.colour))]

    def _pile(self, cell: Cell, content: Content, opacity: float) -> list[int]:
        items = self.draw_seeds(cell, content) if opacity == 1 else []
        return [*items, self._text(cell.foot, 0.34 * cell.size, str(content.count), NUMBER)]

    def draw_seeds(self, cell: Cell, content: Content) -> list[int]:
        """Draw the seeds of a pile without their number, and return the canvas items."""
        left, top, right, bottom = extent(self.projection.pixels(cell.polygon))
        width, height = round(right - left), round(bottom - top)
        count = min(content.count, MAX_DRAWN_SEEDS)
        key = ("seeds", width, height, count)
        middle = (left + right) / 2, (top + bottom) / 2
        return [self._sprites.lay(key, lambda: paint.seeds(width, height, count, SEED), [middle])]

    def _die(self, cell: Cell, content: Content, opacity: float) -> list[int]:
        if self._four_sided:
            return self._tetrahedron(cell, content, opacity)
        size = max(4, round(cell.size * self.projection.scale))
        colour = self.look.colour(content.colour)
        value = content.faces[0] if content.faces else 0
        middle = self.projection.pixel(cell.foot)
        pips = value if value in paint.PIPS and cell.zone != "cube" else 0  # a doubling cube has numbers
        items = [self._sprites.lay(("die", size, pips, colour), lambda: paint.die(size, pips, colour), [middle])]
        if value and not pips:
            items.append(self._text(cell.foot, 0.5 * cell.size, str(value), self.look.ink(content.colour)))
        return items

    def _tetrahedron(self, cell: Cell, content: Content, opacity: float, hue: str = "") -> list[int]:
        if content.faces:
            opacity = max(opacity, LEGIBLE_OPACITY)
        outline = cell.polygon if len(cell.polygon) == 3 else _triangle_in(cell)
        middle = centre(outline)
        corners = tuple(_towards(middle, corner, DIE_WIDTH) for corner in outline)
        items = [self._tile(corners, hue or self.look.colour(content.colour), opacity)]
        ink = self.look.ink(content.colour)
        side = max(x for x, _ in outline) - min(x for x, _ in outline)
        third = sorted(outline)[1]
        if opacity == 1:
            items += self._letter(_towards(middle, third, NEAR_FOOT), 0.11 * side, content.colour)
        if not content.faces:
            return items
        items.append(self._text(middle, 0.30 * side, str(content.faces[0]), ink))
        for corner, face in zip(left_third_right(outline), content.faces[1:], strict=False):
            items.append(self._text(_towards(middle, corner, 0.58), 0.13 * side, str(face), ink))
        return items

    def draw_number(self, cell: Cell) -> None:
        """Draw the die on a field next to the board for entering a roll."""
        faces = Content(faces=(int(cell.label),))
        small = replace(cell, size=0.7 * cell.size)
        if self._four_sided:
            self._tetrahedron(small, faces, 1.0, FIELD)
        else:
            self._die(small, faces, 1.0)

    def draw_button(self, cell: Cell, word: str, content: Content | None) -> list[int]:
        """Draw a button next to the board, with a word below its contents, if any. Returns the canvas items."""
        left, top, right, bottom = extent(self.projection.pixels(cell.polygon))
        width, height = round(right - left), round(bottom - top)
        middle = (left + right) / 2, (top + bottom) / 2
        items = [self._sprites.lay(("button", width, height), lambda: paint.button(width, height, FIELD), [middle])]
        pixels = max(9, min(round(0.4 * self.projection.scale), round(BUTTON_WORD * width / max(4, len(word)))))
        y = middle[1]
        if content:
            size = round(height - pixels - 4 * BUTTON_GAP * height)
            at = middle[0], top + 1.5 * BUTTON_GAP * height + size / 2
            colour = self.look.colour(content.colour)
            items.append(self._sprites.lay(("die", size, 0, colour), lambda: paint.die(size, 0, colour), [at]))
            ink, font = self.look.ink(content.colour), (self.look.family, -round(0.55 * size), "bold")
            items.append(self._canvas.create_text(*at, text=str(content.faces[0]), fill=ink, font=font))
            y = bottom - BUTTON_GAP * height - 0.6 * pixels
        font = self.look.family, -pixels, "bold"
        return [*items, self._canvas.create_text(middle[0], y, text=word, fill="#1c1c1c", font=font)]

    def draw_caption(self, cell: Cell, text: str, content: Content | None) -> list[int]:
        """Draw a short text on a dark plate where the next piece would be placed, and return the canvas items."""
        place = checkers(cell, content.count + 1)[-1] if content and cell.holds is Holds.STACK else cell.foot
        if content and cell.holds is Holds.DIE and len(cell.polygon) == 3:
            place = _towards(centre(cell.polygon), sorted(cell.polygon)[1], NEAR_TIP)
        pixels = max(9, min(18, round(0.36 * self.projection.scale)))
        width, height = round(pixels * (0.7 * len(text) + 0.8)), round(1.5 * pixels)
        photo = self._sprites.get(("plate", width, height), lambda: paint.plate(width, height))
        x, y = self.projection.pixel(place)
        if cell.holds is Holds.PILE:  # below the number of its seeds
            y += CAPTION_OFFSET * cell.size * self.projection.scale
        plate = self._canvas.create_image(x, y, image=photo)
        font = (self.look.family, -pixels, "bold")
        return [plate, self._canvas.create_text(x, y, text=text, fill="#ffffff", font=font)]

    def draw_badges(self, cell: Cell, colours: Sequence[int]) -> list[int]:
        """Draw the letters of colours at the base of a triangular cell, colour 1 on the left. Returns the canvas items."""
        x, y = _towards(centre(cell.polygon), sorted(cell.polygon)[1], NEAR_FOOT)
        diameter = max(9, round(BADGE_DIAMETER * self.projection.scale))
        items: list[int] = []
        for colour in colours:
            place = x + BADGE_OFFSET * (2 * colour - 3), y
            hue = self.look.colour(colour)
            photo = self._sprites.get(("badge", diameter, hue), partial(paint.badge, diameter, hue))
            items.append(self._canvas.create_image(*self.projection.pixel(place), image=photo))
            letter = self.look.sides[colour - 1].mark
            items.append(self._text(place, 0.65 * diameter / self.projection.scale, letter, self.look.ink(colour)))
        return items

    # -- parts -------------------------------------------------------------------------------------------------------------

    def _discs(self, places: Sequence[Point], size: float, colour: int, opacity: float) -> int:
        diameter = max(3, round(size * self.projection.scale))
        hue = self.look.colour(colour)
        key = ("disc", diameter, hue, opacity)
        middles = self.projection.pixels(tuple(places))
        if opacity == 1:
            return self._sprites.lay(key, lambda: paint.disc(diameter, hue), middles)
        photo = self._sprites.get(key, lambda: paint.disc(diameter, hue, opacity))
        return self._canvas.create_image(*middles[-1], image=photo)

    def _tile(self, polygon: Polygon, hue: str, opacity: float) -> int:
        corners = [(round(x), round(y)) for x, y in self.projection.pixels(polygon)]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        key = ("tile", tuple((x - left, y - top) for x, y in corners), hue, opacity)
        photo = self._sprites.get(key, lambda: paint.tile(corners, hue, opacity))
        return self._canvas.create_image(left, top, image=photo, anchor="nw")

    def _letter(self, place: Point, height: float, colour: int) -> list[int]:
        letter = self.look.letter(colour)
        if not letter:
            return []
        return [self._text(place, height, letter, self.look.ink(colour))]

    def _text(self, place: Point, height: float, text: str, colour: str) -> int:
        x, y = self.projection.pixel(place)
        pixels = max(6, round(height * self.projection.scale))
        return self._canvas.create_text(x, y, text=text, fill=colour, font=(self.look.family, -pixels, "bold"))


def _towards(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _triangle_in(cell: Cell) -> Polygon:
    """Return an upright die-sized triangle in the middle of a non-triangular cell."""
    x, y = cell.foot
    half, height = cell.size / 2, cell.size * math.sqrt(3) / 2
    return (x - half, y + height / 2), (x, y - height / 2), (x + half, y + height / 2)
