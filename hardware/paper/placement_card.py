"""The placement card, which shows the computer's move step by step on an A5 sheet."""

from __future__ import annotations

from pathlib import Path

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.calibration.projection import Projection
from fourth_seat.games import AnyGame
from fourth_seat.games.drawing.crop import ZONES_BESIDE_BOARD, crop, footprint
from fourth_seat.games.drawing.labels import printed_names
from fourth_seat.games.drawing.letters import lettered
from fourth_seat.games.geometry import Polygon, Rectangle, extent, rectangle, widened
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Side
from fourth_seat.games.steps import Step
from fourth_seat.hardware.hues import hue_colour, ink_on, mix
from fourth_seat.hardware.paper.board_drawing import INK, MUTED, BoardPart
from fourth_seat.hardware.paper.names import EDGE_DISTANCE, draw_names
from fourth_seat.hardware.paper.script import script_of
from fourth_seat.hardware.paper.sheet import PaperSheet, save, sheet_for
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.protocols import Announcement
from fourth_seat.words import ENGLISH, Catalogue, say, sentence

WIDTH, HEIGHT = 419.5, 595.3  # A5 in points
MARGIN = 30.0
MARGINS = MARGIN, WIDTH - MARGIN  # left and right
MAX_PICTURE_HEIGHT = 330.0  # most of the height that the board's picture takes
PART_GAP = 14.0  # between parts
SQUARE_WIDTH = 15.0  # width of a square of the piece shown alone
TITLE_SIZE, BODY_SIZE, SMALL_SIZE = 17.0, 11.5, 9.5
LEADING = 1.4  # from line to line, as part of the size


def write_card(
    path: Path,
    announcement: Announcement,
    game: AnyGame,
    options: Options,
    orientation: Orientation | None = None,
    catalogue: Catalogue = ENGLISH,
) -> None:
    """Write the announced move to a PDF, PNG or SVG file, depending on the suffix.

    Args:
        orientation: the board's orientation; defaults to the one used in the rules.

    Raises:
        OutOfTurn: there is no move to be made on the board.
        BadSheetFile: the suffix is not supported.
        NotSaved: the file cannot be written.
    """
    if not announcement.steps or announcement.cells is None:
        raise OutOfTurn(say("there is nothing to set down, so there is no card"))
    script = script_of(catalogue)
    sheet = sheet_for(path, (WIDTH, HEIGHT), script, game.title)
    _Card(sheet, announcement, game, options, orientation or Orientation()).draw()
    save(sheet, path)


class _Card:
    """Lays out the parts of the card from top to bottom, drawing the board first because it covers its surroundings."""

    def __init__(
        self,
        sheet: PaperSheet,
        announcement: Announcement,
        game: AnyGame,
        options: Options,
        orientation: Orientation,
    ) -> None:
        self._sheet, self._said, self._game = sheet, announcement, game
        self._orientation, self._render = orientation, sheet.script.catalogue.render
        self._geometry, self._options = game.geometry(options), options
        self._sides: tuple[Side, ...] = lettered(game.sides(options), self._render)
        self._y = MARGIN

    def draw(self) -> None:
        steps = self._said.steps
        heading = self._sheet.break_lines(
            sentence(self._render(self._said.texts[0])), TITLE_SIZE, WIDTH - 2 * MARGIN - 30, bold=True
        )
        piece = footprint(self._geometry, steps)
        top = MARGIN + 22 + len(heading) * TITLE_SIZE * LEADING + PART_GAP
        top += self._piece_height(piece[0]) + PART_GAP if piece else 0
        projection = self._board(steps, top)
        self._heading(heading)
        if piece:
            self._piece(piece[0], piece[1].colour, projection)
        self._y = top + self._height() + PART_GAP + EDGE_DISTANCE
        self._sentences()

    def _board(self, steps: tuple[Step, ...], top: float) -> Projection:
        wide = WIDTH - 2 * MARGIN
        high = self._height()
        aspect = wide / high
        window = crop(self._geometry, steps, 1 / aspect if self._orientation.turn % 2 else aspect)
        projection = Projection.fit(window, self._orientation, round(wide), round(high), 0)
        projection = projection.moved(MARGIN, top)
        assert self._said.cells is not None  # `write_card` has checked that
        BoardPart(self._geometry, self._sides, self._said.cells, window, self._fresh()).draw(self._sheet, projection)
        left, upper, right, lower = extent(projection.pixels(rectangle(*window)))
        self._sheet.box(left, upper, right, lower, "", MUTED)
        named = {cell for step in steps for cell in step.cells}
        renamed = printed_names(self._game, self._geometry, self._said.colour, self._options, self._render)
        draw_names(self._sheet, projection, self._geometry, window, self._said.cells, named, renamed)
        return projection

    def _height(self) -> float:
        """Return the height of the board's picture: less for a long, low board."""
        left, top, right, bottom = self._orientation.bounds_of(widened(self._geometry.area, 0.3))
        return min(MAX_PICTURE_HEIGHT, (WIDTH - 2 * MARGIN) * (bottom - top) / (right - left))

    def _fresh(self) -> set[str]:
        """Return the cells of the board on which the move leaves something, or on which a throw will."""
        steps = self._said.steps
        left = {cell for step in steps for cell, content in step.leaves if content}
        named = {cell for step in steps for cell in step.cells}
        return {cell for cell in left if self._geometry[cell].zone not in ZONES_BESIDE_BOARD} or named

    def _heading(self, lines: list[str]) -> None:
        sheet = self._sheet
        sheet.begin(MARGINS, self._y + SMALL_SIZE, self._render(self._game.title), SMALL_SIZE, MUTED)
        self._y += 22
        colour = self._said.colour
        indent = 0.0
        if 0 < colour <= len(self._sides):
            side = self._sides[colour - 1]
            fill = hue_colour(side.hue)
            chip = (WIDTH - MARGIN - 11 if sheet.script.right_to_left else MARGIN + 11), self._y + 0.68 * TITLE_SIZE
            sheet.circle(chip, 11, fill, mix(fill, INK, 0.35))
            sheet.centred(chip, side.mark, 11, ink_on(fill), bold=True)
            indent = 30
        for line in lines:
            self._y += TITLE_SIZE
            sheet.begin((MARGIN + indent, WIDTH - MARGIN - indent), self._y, line, TITLE_SIZE, INK, bold=True)
            self._y += TITLE_SIZE * (LEADING - 1)

    def _piece_height(self, squares: tuple[Polygon, ...]) -> float:
        left, top, right, bottom = _extent(squares)
        return SQUARE_WIDTH * ((right - left) if self._orientation.turn % 2 else (bottom - top))

    def _piece(self, squares: tuple[Polygon, ...], colour: int, projection: Projection) -> None:
        """Draw the piece alone, in the orientation in which to pick it up."""
        own = Projection(projection.across, projection.down, SQUARE_WIDTH, (0.0, 0.0), (0.0, 0.0))
        polygons = [own.pixels(square) for square in squares]
        left, top, _, _ = _extent(polygons)
        fill = hue_colour(self._sides[colour - 1].hue)
        for polygon in polygons:
            places = [(x - left + MARGIN, y - top + self._y + 4) for x, y in polygon]
            self._sheet.polygon(places, fill, mix(fill, INK, 0.5))

    def _sentences(self) -> None:
        """Write the steps, in smaller letters if a long chain would run off the sheet."""
        steps = [sentence(self._render(step.text)) for step in self._said.steps]
        numbered = [f"{number}. {text}" for number, text in enumerate(steps, 1)] if len(steps) > 1 else steps
        lines = [line for text in numbered for line in self._sheet.break_lines(text, BODY_SIZE, WIDTH - 2 * MARGIN)]
        size = min(BODY_SIZE, (HEIGHT - MARGIN - self._y) / (LEADING * len(lines)))
        for line in lines:
            self._y += size
            self._sheet.begin(MARGINS, self._y, line, size, INK)
            self._y += size * (LEADING - 1)


def _extent(polygons: tuple[Polygon, ...] | list[Polygon]) -> Rectangle:
    return extent(tuple(point for polygon in polygons for point in polygon))
