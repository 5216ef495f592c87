"""The drawn board: shows a position with an instruction, as the table page does, and reads its visible items back."""

from __future__ import annotations

import math
import tkinter as tk
from collections import Counter
from collections.abc import Mapping, Sequence

from benchmarks.instructions.hands import FourSidedDie, Name, TableTop
from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import AnyGame
from fourth_seat.games.contents import Cells, Content, differences
from fourth_seat.games.drawing.labels import printed_names, window_with_labels
from fourth_seat.games.drawing.outline import left_third_right
from fourth_seat.games.geometry import Holds, contains, extent, widened
from fourth_seat.games.options import Options
from fourth_seat.games.steps import UNTOUCHED_ZONES, Step, rebuild
from fourth_seat.ui.board.names import DOT_TAG, TAG
from fourth_seat.ui.board.view import BoardView
from fourth_seat.ui.theme.theme import Theme

CANVAS_SIZE = 900, 760
HANDS_TAG, PREVIEW_TAG = "hands", "preview"  # of what shows an instruction
MARK_DISTANCE_PX = 6.0  # between a mark and the place it is drawn around


class DrawnBoard:
    """A board in its own window."""

    def __init__(
        self, root: tk.Misc, theme: Theme, game: AnyGame, options: Options, orientation: Orientation, *, rim: bool
    ) -> None:
        self._game, self._options = game, options
        self.geometry = game.geometry(options)
        sides = game.sides(options)
        self.colours = ["", *(str(side.name) for side in sides)]
        self.view = BoardView(root, theme, self.geometry, sides, orientation, coordinates=rim)
        self.view.set_part(window_with_labels(self.geometry), {}, *CANVAS_SIZE)
        self._cells = [cell for cell in self.geometry.cells if cell.zone not in UNTOUCHED_ZONES]
        self._places = {number: self.view.projection.pixels(cell.polygon) for number, cell in enumerate(self._cells)}

    def show(self, before: Cells, steps: Sequence[Step], colour: int) -> None:
        """Show a position with the steps for hands."""
        view = self.view
        view.name_cells(printed_names(self._game, self.geometry, colour, self._options, str))
        view.instruct()
        view.show(before)
        after = rebuild(before, steps)
        view.preview(
            {
                change.cell: change.wanted
                for change in differences(before, after)
                if change.wanted
                and self.geometry[change.cell].zone not in UNTOUCHED_ZONES
                and self.geometry[change.cell].holds is not Holds.PILE
            }
        )
        view.instruct(steps)
        self._marked = self._marks()

    def names(self) -> list[Name]:
        """Return the readable names: not hidden or covered."""
        view, seen = self.view, []
        order = {item: number for number, item in enumerate(view.find_all())}
        for item in view.find_withtag(TAG):
            if view.tk.call(view, "itemcget", item, "-state") == "hidden":
                continue
            x, y = view.coords(item)
            above = [other for other in view.find_overlapping(x, y, x, y) if order[other] > order[item]]
            if not any(str(view.type(other)) == "image" for other in above):
                seen.append(Name(str(view.tk.call(view, "itemcget", item, "-text")), x, y))
        return seen

    def dots(self) -> list[tuple[float, float]]:
        """Return the dots in the corners of triangles."""
        boxes = [self.view.coords(item) for item in self.view.find_withtag(DOT_TAG)]
        return [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in boxes]

    def table(self, cells: Cells, clockwise: Mapping[str, bool]) -> TableTop:
        """Return a real board with the same contents."""
        contents = {
            number: self._thing(cell.name, cells[cell.name])
            for number, cell in enumerate(self._cells)
            if cell.name in cells
        }
        dice = [
            content.faces[0]
            for name, content in cells.items()
            if self.geometry[name].zone == "dice" and len(content.faces) == 1
        ]
        return TableTop(self._places, contents, clockwise, self.dots(), dice, self.names())

    def _thing(self, name: str, content: Content) -> str | Counter[str] | int | FourSidedDie:
        cell, colour = self.geometry[name], self.colours[content.colour]
        match cell.holds:
            case Holds.STACK:
                return Counter({colour: content.count})
            case Holds.PILE:
                return content.count
            case Holds.DIE:
                corners = self.view.projection.pixels(tuple(left_third_right(cell.polygon)))
                return FourSidedDie(colour, content.faces[0], dict(zip(corners, content.faces[1:], strict=True)))
        return colour

    def together(self, table: TableTop) -> dict[object, object]:
        """Return the contents of a table by place; bar and trays are one place each, as hands do not mind in which half."""
        found: dict[object, object] = {}
        for number, cell in enumerate(self._cells):
            thing = table.contents.get(number)
            if cell.holds is Holds.STACK and cell.zone != "board":
                already = found.setdefault(cell.zone, Counter())
                assert isinstance(already, Counter)
                already.update(thing if isinstance(thing, Counter) else {})
            elif thing:
                found[number] = thing
        return found

    def marked(self, place: int) -> bool:
        """Return whether a part of the instruction is drawn on a place, or around it."""
        corners = self._places[place]
        left, top, right, bottom = widened(extent(corners), MARK_DISTANCE_PX)
        marks = [(x, y) for x, y in self._marked if left < x < right and top < y < bottom]
        around = [point for point in marks if any(math.dist(point, corner) < MARK_DISTANCE_PX for corner in corners)]
        return len(around) > 1 or any(contains(corners, point) for point in marks)

    def _marks(self) -> list[tuple[float, float]]:
        """Return the points of the drawn instruction: corners and middles of lines, middles of the rest."""
        points: list[tuple[float, float]] = []
        for tag in (HANDS_TAG, PREVIEW_TAG):
            for item in self.view.find_withtag(tag):
                numbers = self.view.coords(item)
                pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
                if str(self.view.type(item)) == "line":
                    points += pairs
                elif box := self.view.bbox(item):
                    points.append(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
        return points
