"""A game's board on an A4 sheet, at actual size, with everything needed to play on it (`games.sheet.BoardSheet`)."""

from __future__ import annotations

from pathlib import Path

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.calibration.projection import Projection
from fourth_seat.games import AnyGame
from fourth_seat.games.drawing.labels import labels, outermost
from fourth_seat.games.drawing.outline import left_third_right
from fourth_seat.games.geometry import Cell, Holds, Point, centre, extent
from fourth_seat.games.sheet import BoardSheet, SheetExample
from fourth_seat.hardware.hues import hue_colour, mix
from fourth_seat.hardware.paper.board_drawing import INK, MUTED, BoardPart
from fourth_seat.hardware.paper.script import script_of
from fourth_seat.hardware.paper.sheet import A4, PaperSheet, SheetPoint, save, sheet_for
from fourth_seat.words import ENGLISH, Catalogue, Text, say

WIDTH, HEIGHT = A4
MILLIMETRE = 72 / 25.4
MARGIN = 42.0
MARGINS = MARGIN, WIDTH - MARGIN
BOARD_TOP = 96.0  # of the board
TITLE_SIZE, BODY_SIZE, SMALL_SIZE, NAME_SIZE = 17.0, 10.5, 8.0, 9.0
RIM_WIDTH = 1.5  # of the line around the board
LEADING, PARAGRAPH_GAP = 1.32, 4.0  # from line to line, as part of the size; points more between paragraphs
RULER_MM = 50  # millimetres
LEFT_CORNER = 0.88  # of the way from a cell's middle to its left corner: next to a die on the cell
EXAMPLE_WIDTH = 78.0  # points


def write_board(game: AnyGame, path: Path, catalogue: Catalogue = ENGLISH) -> None:
    """Write a game's board sheet to a PDF, PNG or SVG file, depending on the suffix. The sheet must be printed at 100 %.

    Raises:
        BadSheetFile: the suffix is not supported.
        NotSaved: the file cannot be written.
    """
    sheet = sheet_for(path, (WIDTH, HEIGHT), script_of(catalogue), game.title)
    draw_board(game, sheet)
    save(sheet, path)


def draw_board(game: AnyGame, sheet: PaperSheet) -> None:
    """Draw the entire board sheet of a game that has one."""
    assert game.sheet
    options = game.options()
    geometry, sides = game.geometry(options), game.sides(options)
    left, top, right, bottom = geometry.area
    unit = game.sheet.unit_mm * MILLIMETRE
    middle = WIDTH / 2, BOARD_TOP + unit * (bottom - top) / 2
    orientation = Orientation()
    across, down = orientation.direction((1.0, 0.0)), orientation.direction((0.0, 1.0))
    projection = Projection(across, down, unit, ((left + right) / 2, (top + bottom) / 2), middle)
    BoardPart(geometry, sides, {}, geometry.area, ()).draw(sheet, projection)
    if outline := outermost(geometry):
        sheet.polygon(list(projection.pixels(outline)), "", INK, RIM_WIDTH)
    for label in labels(geometry):  # where the window has them; a piece hides the label of its cell
        sheet.centred(projection.pixel(label.place), label.text, NAME_SIZE, MUTED)
    for cell in geometry.cells:
        if cell.zone == "board" and cell.holds is Holds.DIE and len(cell.polygon) == 3:
            sheet.circle(_left_corner(cell, projection), 1.8, MUTED)
        elif cell.zone == "hand":
            hue = hue_colour(sides[int(cell.name.split(":")[1]) - 1].hue)
            _stand(sheet, projection.pixel(cell.foot), cell.size * unit, mix(hue, "#ffffff", 0.9), hue)
    _heading(sheet, game.title, game.sheet.needed)
    y = draw_ruler(sheet, projection.pixel((left, bottom))[1] + 16)
    _write_sections(sheet, y, game, game.sheet)


def _write_sections(sheet: PaperSheet, y: float, game: AnyGame, printed: BoardSheet) -> None:
    """Write the sections below each other, the last beside the example."""
    *first, (title, paragraphs) = printed.sections
    for heading, texts in first:
        y = _section(sheet, y, heading, texts, WIDTH - MARGIN)
    right = WIDTH - MARGIN
    if printed.example:
        _example(sheet, (right - EXAMPLE_WIDTH / 2, y + 96), game, printed.example)
        right -= EXAMPLE_WIDTH + 14
    _section(sheet, y, title, paragraphs, right)


def _heading(sheet: PaperSheet, title: Text, needed: Text) -> None:
    render = sheet.script.catalogue.render
    sheet.begin(MARGINS, MARGIN + 0.7 * TITLE_SIZE, render(title), TITLE_SIZE, INK, bold=True)
    sheet.begin(MARGINS, MARGIN + 2 * TITLE_SIZE, render(needed), BODY_SIZE, INK)


def _left_corner(cell: Cell, projection: Projection) -> Point:
    foot, corner = centre(cell.polygon), left_third_right(cell.polygon)[0]
    x, y = foot[0] + LEFT_CORNER * (corner[0] - foot[0]), foot[1] + LEFT_CORNER * (corner[1] - foot[1])
    return projection.pixel((x, y))


def _stand(sheet: PaperSheet, middle: SheetPoint, edge: float, fill: str, line: str) -> None:
    """Draw the outline of a die at its real size."""
    x, y = middle
    high = edge * 3**0.5 / 2
    sheet.polygon([(x - edge / 2, y + high / 2), (x, y - high / 2), (x + edge / 2, y + high / 2)], fill, line, 0.8)


def draw_ruler(sheet: PaperSheet, y: float) -> float:
    """Draw a line of known length for checking the print size; return the y coordinate at which the page continues."""
    begin, end = sheet.width / 2 - RULER_MM * MILLIMETRE / 2, sheet.width / 2 + RULER_MM * MILLIMETRE / 2
    sheet.line((begin, y), (end, y), INK, 0.8)
    for x in (begin, end):
        sheet.line((x, y - 4), (x, y + 4), INK, 0.8)
    words = say("This line should be {n} mm long; if it is not, print at 100 %, not scaled to fit the page", n=RULER_MM)
    sheet.centred((sheet.width / 2, y + 11), sheet.script.catalogue.render(words), SMALL_SIZE, MUTED)
    return y + 36


def _section(sheet: PaperSheet, y: float, title: Text, paragraphs: tuple[Text, ...], right: float) -> float:
    """Draw a heading and paragraphs between the left margin and `right`, or mirrored; return the y coordinate at which the
    page continues.
    """
    render, begin = sheet.script.catalogue.render, MARGIN
    sheet.begin(MARGINS, y, render(title), 1.2 * BODY_SIZE, INK, bold=True)
    y += 1.7 * BODY_SIZE
    margins = (WIDTH - right, WIDTH - begin) if sheet.script.right_to_left else (begin, right)
    for paragraph in paragraphs:
        for line in sheet.break_lines(render(paragraph), BODY_SIZE, right - begin):
            sheet.begin(margins, y, line, BODY_SIZE, INK)
            y += BODY_SIZE * LEADING
        y += PARAGRAPH_GAP
    return y + 10


def _example(sheet: PaperSheet, middle: SheetPoint, game: AnyGame, example: SheetExample) -> None:
    """Draw a cell large, seen from above, and the text for its content."""
    state = game.parse_position(example.position, game.options())
    geometry, content = game.geometry(state.options), state.cells()[example.cell]
    cell = geometry[example.cell]
    if sheet.script.right_to_left:
        middle = WIDTH - middle[0], middle[1]
    left, _, right, _ = extent(cell.polygon)
    scale = EXAMPLE_WIDTH / (right - left)
    shown = Projection((1.0, 0.0), (0.0, 1.0), scale, centre(cell.polygon), middle)
    part = BoardPart(geometry, game.sides(state.options), state.cells(), geometry.area, ())
    part.draw_content(sheet, shown, cell, content)
    below = middle[1] + 0.36 * EXAMPLE_WIDTH + 8
    sheet.centred((middle[0], below), example.caption, BODY_SIZE, INK, bold=True)
