"""A picture of a position to share, with the board in colour, the game's title, the players, the score and the date.

It always uses light colours, because it will be viewed outside this program.
"""

from __future__ import annotations

from pathlib import Path

from fourth_seat.games.drawing.labels import printed_names
from fourth_seat.games.drawing.letters import lettered
from fourth_seat.hardware.hues import hue_colour, mix
from fourth_seat.hardware.paper.board_drawing import INK, MUTED
from fourth_seat.hardware.paper.colour_board import ColourBoard, draw_die
from fourth_seat.hardware.paper.script import script_of
from fourth_seat.hardware.paper.sheet import PaperSheet, PngSheet, save
from fourth_seat.table.analysis.shared_position import SharedPosition, ShownPlayer
from fourth_seat.words import ENGLISH, Catalogue, Text, sentence
from fourth_seat.words.direction import ISOLATE_END_SIGN, ISOLATE_SIGN, shortened

WIDTH, MARGIN = 400.0, 20.0  # points
MAX_BOARD_HEIGHT = 360.0
TITLE_SIZE, SAID_SIZE, NAME_SIZE, SMALL_SIZE = 17.0, 12.5, 12.5, 9.5
LINE = 1.45  # from line to line, as part of the size
CHIP_RADIUS = 6.0
DIE_HALF = 8.0  # half the width of a die
GAP = 10.0  # between parts


def write_position(path: Path, shared: SharedPosition, catalogue: Catalogue = ENGLISH) -> None:
    """Write the picture to a PNG file.

    Raises:
        NotSaved: the file cannot be written.
    """
    save(draw_position(shared, catalogue), path)


def draw_position(shared: SharedPosition, catalogue: Catalogue = ENGLISH) -> PngSheet:
    """Draw the picture."""
    script = script_of(catalogue, "".join(catalogue.render(player.name) for player in shared.players))
    options = shared.state.options
    sides = lettered(shared.game.sides(options), script.catalogue.render)
    geometry = shared.game.geometry(options)
    names = printed_names(shared.game, geometry, shared.state.mover, options, script.catalogue.render)
    board = ColourBoard(geometry, sides, shared.state.cells(), shared.highlighted, names)
    wide = WIDTH - 2 * MARGIN
    high = min(wide / board.aspect, MAX_BOARD_HEIGHT)
    ruler = PngSheet(WIDTH, 10, script)
    said = ruler.break_lines(sentence(script.catalogue.render(shared.said)), SAID_SIZE, wide)
    top = MARGIN + TITLE_SIZE * LINE + len(said) * SAID_SIZE * LINE + GAP
    height = top + high + GAP + (len(shared.players) * NAME_SIZE + SMALL_SIZE) * LINE + MARGIN
    sheet = PngSheet(WIDTH, height, script)
    picture = _Picture(sheet, shared)
    picture.heading(said)
    board.draw(sheet, (MARGIN, top, WIDTH - MARGIN, top + high))
    picture.players(top + high + GAP)
    return sheet


class _Picture:
    """The text and symbols around the board, aligned with the start of lines."""

    def __init__(self, sheet: PaperSheet, shared: SharedPosition) -> None:
        self._sheet, self._shared = sheet, shared
        self._sides = shared.game.sides(shared.state.options)
        self._margins = MARGIN, WIDTH - MARGIN

    def _x(self, along: float) -> float:
        """Return the x coordinate at this distance from the start of lines."""
        return WIDTH - MARGIN - along if self._sheet.script.right_to_left else MARGIN + along

    def _said(self, text: Text) -> str:
        return sentence(self._sheet.script.catalogue.render(text))

    def heading(self, said: list[str]) -> None:
        """Write the title and the sentence, and draw the dice that are on the board."""
        y = MARGIN + TITLE_SIZE
        self._sheet.begin(self._margins, y, self._said(self._shared.game.title), TITLE_SIZE, INK, bold=True)
        geometry = self._shared.game.geometry(self._shared.state.options)
        dice = [
            content.faces[0]
            for name, content in self._shared.state.cells().items()
            if content.faces and geometry[name].zone == "dice"
        ]
        for line in said:
            y += SAID_SIZE * LINE
            self._sheet.begin(self._margins, y, line, SAID_SIZE, INK)
        for place, number in enumerate(reversed(dice)):
            x = self._x(WIDTH - 2 * MARGIN - DIE_HALF - place * 2.4 * DIE_HALF)
            draw_die(self._sheet, (x, y - 0.36 * SAID_SIZE), DIE_HALF, number)

    def players(self, y: float) -> None:
        """Write a line for each player, below a line with the date and the score heading."""
        y += SMALL_SIZE
        if self._shared.day:
            self._sheet.begin(self._margins, y, self._said(self._shared.day), SMALL_SIZE, MUTED)
        self._end(y, self._said(self._shared.figures), SMALL_SIZE, MUTED)
        for player in self._shared.players:
            y += NAME_SIZE * LINE
            self._player(player, y)

    def _player(self, player: ShownPlayer, y: float) -> None:
        along = 0.0
        for colour in player.colours:
            fill = hue_colour(self._sides[colour - 1].hue)
            middle = self._x(along + CHIP_RADIUS), y - 0.36 * NAME_SIZE
            self._sheet.circle(middle, CHIP_RADIUS, mix(fill, "#000000", 0.34))
            self._sheet.circle(middle, 0.9 * CHIP_RADIUS, fill)
            along += 2.2 * CHIP_RADIUS
        along += CHIP_RADIUS
        figure = f"{ISOLATE_SIGN}{player.figure}{ISOLATE_END_SIGN}".replace("-", "\N{MINUS SIGN}")
        room = WIDTH - 2 * MARGIN - along - self._sheet.width_of(figure, NAME_SIZE, True) - GAP
        name = shortened(self._said(player.name), room, lambda name: self._sheet.width_of(name, NAME_SIZE, player.on_turn))
        x = self._x(along)
        if self._sheet.script.right_to_left:
            x -= self._sheet.width_of(name, NAME_SIZE, player.on_turn)
        self._sheet.write((x, y), name, NAME_SIZE, INK, player.on_turn)
        self._end(y, figure, NAME_SIZE, INK, bold=True)

    def _end(self, y: float, text: str, size: float, colour: str, *, bold: bool = False) -> None:
        """Write text aligned with the end of lines."""
        width = self._sheet.width_of(text, size, bold)
        x = MARGIN if self._sheet.script.right_to_left else WIDTH - MARGIN - width
        self._sheet.write((x, y), text, size, colour, bold)
