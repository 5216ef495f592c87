"""A TriDice board on a sheet of A4, for eight d4 in two colours: nobody owns a TriDice set.

It is printed at exact size: a cell is as much larger than a die as the geometry has it.
"""

from __future__ import annotations

from pathlib import Path

from calibration.orientation import Orientation
from calibration.projection import Projection
from games import find
from games.contents import Content
from games.drawing.labels import labels
from games.drawing.outline import left_third_right
from games.geometry import Cell, Geometry, Holds, Point, centre
from games.tridice.geometry import DIE_EDGE
from games.tridice.rules import MAX_DICE_EACH, MAX_QUIET_TURNS
from hardware.hues import hue_colour, mix
from hardware.paper.board_drawing import INK, MUTED, BoardPart
from hardware.paper.script import script_of
from hardware.paper.sheet import PaperSheet, PdfSheet, PngSheet, SheetPoint, save
from words import ENGLISH, Catalogue, Text, say

WIDTH, HEIGHT = 595.3, 841.9  # A4 in points
MILLIMETRE = 72 / 25.4
DIE = 20 * MILLIMETRE  # edge of the largest d4 in use; those of 18 mm do as well
CELL = DIE / DIE_EDGE
MARGIN = 42.0
MARGINS = MARGIN, WIDTH - MARGIN
TOP = 96.0  # of the board
TITLE, BODY, SMALL, NAME = 17.0, 10.5, 8.0, 9.0
RIM = 1.5  # of the line around the board
LEADING, BETWEEN = 1.32, 4.0  # from line to line, as part of the size; points more between paragraphs
RULER = 50  # millimetres
LEFT_CORNER = 0.88  # of the way from a cell's middle to its left corner: beside a die that stands there
EXAMPLE, EXAMPLE_WIDTH = (4, 1), 78.0  # apex and left corner of the die that shows how to tell a throw; points

TO_PLAY = (
    say(
        "Each player has {n} dice, all in the hand at first. Whoever has lost all of them loses the game.", n=MAX_DICE_EACH
    ),
    say("A turn is one of two things: place a die, or move one."),
    say("Place: name an empty cell, throw a die from your hand, and stand it there as it was thrown."),
    say(
        "Move: tip one of your dice over its edges from cell to cell, exactly as many cells as the number on its top says "
        "at the start. It comes to no cell twice and cannot go over a die, nor end on one of your own."
    ),
    say("Take: the last step may end on a die of the other player, which is then out of the game. Nobody has to take."),
    say(
        "Without a turn you pass. It is a draw when neither can move, when a position comes up for the third time with the "
        "same player to move, or after {n} turns without a placement or a capture.",
        n=MAX_QUIET_TURNS,
    ),
)
TO_THROW = (
    say(
        "Throw: what is on top stays on top. Throw on until another number shows: that one goes to the left corner, beside "
        "the dot in the cell. The rest follows."
    ),
    say("Tell it as top/left, here {throw}; in the window click the top, then the left corner.", throw="4/1"),
    say(
        "Numbers along the edges instead of at the tips: the number upright at the foot counts as the top; the number of a "
        "corner stands along the edge across from it, on both sides beside it."
    ),
    say(
        "Does 2-3-4 run clockwise or not? Stand a die with 1 on top, look from above, and choose that when a game begins. "
        "All dice of a colour must run alike."
    ),
)


def write_board(path: Path, catalogue: Catalogue = ENGLISH) -> None:
    """Writes the sheet as a PDF file, to be printed at 100 %.

    Raises:
        NotSaved: the file cannot be written.
    """
    sheet = PdfSheet(WIDTH, HEIGHT, catalogue.render(find("tridice").title), script_of(catalogue))
    draw_board(sheet)
    save(sheet, path)


def board_picture(catalogue: Catalogue = ENGLISH) -> bytes:
    """The same sheet as a PNG file."""
    sheet = PngSheet(WIDTH, HEIGHT, script_of(catalogue))
    draw_board(sheet)
    return sheet.data()


def draw_board(sheet: PaperSheet) -> None:
    """Draws the whole sheet."""
    game = find("tridice")
    options = game.options()
    geometry, sides = game.geometry(options), game.sides(options)
    left, top, right, bottom = geometry.area
    middle = WIDTH / 2, TOP + CELL * (bottom - top) / 2
    orientation = Orientation()
    across, down = orientation.direction((1.0, 0.0)), orientation.direction((0.0, 1.0))
    projection = Projection(across, down, CELL, ((left + right) / 2, (top + bottom) / 2), middle)
    BoardPart(geometry, sides, {}, geometry.area, ()).draw(sheet, projection)
    sheet.polygon(list(projection.pixels(geometry.grounds[0].polygon)), "", INK, RIM)
    _names(sheet, geometry, projection)
    for cell in geometry.cells:
        if cell.zone == "board":
            sheet.circle(_left_corner(cell, projection), 1.8, MUTED)
        elif cell.zone == "hand":
            hue = hue_colour(sides[int(cell.name.split(":")[1]) - 1].hue)
            _stand(sheet, projection.pixel(cell.foot), DIE, mix(hue, "#ffffff", 0.9), hue)
    _heading(sheet)
    y = _ruler(sheet, projection.pixel((left, bottom))[1] + 16)
    y = _section(sheet, y, say("How to play"), TO_PLAY, WIDTH - MARGIN)
    _example(sheet, (WIDTH - MARGIN - EXAMPLE_WIDTH / 2, y + 96))
    _section(sheet, y, say("How to throw, and tell it"), TO_THROW, WIDTH - MARGIN - EXAMPLE_WIDTH - 14)


def _heading(sheet: PaperSheet) -> None:
    render = sheet.script.catalogue.render
    sheet.begin(MARGINS, MARGIN + 0.7 * TITLE, render(say("TriDice")), TITLE, INK, bold=True)
    need = say("It takes eight four-sided dice (d4) in two colours, four of each, with edges of 18 to 20 mm.")
    sheet.begin(MARGINS, MARGIN + 2 * TITLE, render(need), BODY, INK)


def _names(sheet: PaperSheet, geometry: Geometry, projection: Projection) -> None:
    """The names stand where the window has them; a die that stands on its cell hides its own."""
    for label in labels(geometry):
        sheet.centred(projection.pixel(label.place), label.text, NAME, MUTED)


def _left_corner(cell: Cell, projection: Projection) -> Point:
    foot, corner = centre(cell.polygon), left_third_right(cell.polygon)[0]
    x, y = foot[0] + LEFT_CORNER * (corner[0] - foot[0]), foot[1] + LEFT_CORNER * (corner[1] - foot[1])
    return projection.pixel((x, y))


def _stand(sheet: PaperSheet, middle: SheetPoint, edge: float, fill: str, line: str) -> None:
    """The outline of a die, as large as one."""
    x, y = middle
    high = edge * 3**0.5 / 2
    sheet.polygon([(x - edge / 2, y + high / 2), (x, y - high / 2), (x + edge / 2, y + high / 2)], fill, line, 0.8)


def _ruler(sheet: PaperSheet, y: float) -> float:
    """A line to be measured; gives where it goes on below."""
    begin, end = WIDTH / 2 - RULER * MILLIMETRE / 2, WIDTH / 2 + RULER * MILLIMETRE / 2
    sheet.line((begin, y), (end, y), INK, 0.8)
    for x in (begin, end):
        sheet.line((x, y - 4), (x, y + 4), INK, 0.8)
    words = say("{n} mm; if it is not, print at 100 %, not fitted to the page", n=RULER)
    sheet.centred((WIDTH / 2, y + 11), sheet.script.catalogue.render(words), SMALL, MUTED)
    return y + 36


def _section(sheet: PaperSheet, y: float, title: Text, paragraphs: tuple[Text, ...], right: float) -> float:
    """A heading and paragraphs between the left margin and `right`, or mirrored; gives where it goes on below."""
    render, begin = sheet.script.catalogue.render, MARGIN
    sheet.begin(MARGINS, y, render(title), 1.2 * BODY, INK, bold=True)
    y += 1.7 * BODY
    margins = (WIDTH - right, WIDTH - begin) if sheet.script.right_to_left else (begin, right)
    for paragraph in paragraphs:
        for line in sheet.break_lines(render(paragraph), BODY, right - begin):
            sheet.begin(margins, y, line, BODY, INK)
            y += BODY * LEADING
        y += BETWEEN
    return y + 10


def _example(sheet: PaperSheet, middle: SheetPoint) -> None:
    """A die seen from above, and what is told of it."""
    game = find("tridice")
    state = game.parse_position(f"11R{EXAMPLE[0]}/{EXAMPLE[1]} R3,B4 R", game.options())
    cell = Cell("11", _triangle(), Holds.DIE, size=1.0)
    if sheet.script.right_to_left:
        middle = WIDTH - middle[0], middle[1]
    shown = Projection((1.0, 0.0), (0.0, 1.0), EXAMPLE_WIDTH, centre(cell.polygon), middle)
    geometry = Geometry((cell,), (0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 1.0, 1.0))
    content = Content(1, faces=state.cells()["11"].faces)
    part = BoardPart(geometry, game.sides(state.options), {"11": content}, (0.0, 0.0, 1.0, 1.0), ())
    part.draw_content(sheet, shown, cell, content)
    below = middle[1] + 0.36 * EXAMPLE_WIDTH + 8
    sheet.centred((middle[0], below), "/".join(map(str, EXAMPLE)), BODY, INK, bold=True)


def _triangle() -> tuple[Point, Point, Point]:
    high = 3**0.5 / 2
    return (0.0, high), (0.5, 0.0), (1.0, high)
