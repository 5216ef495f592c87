"""Setting the screen right where the board lies otherwise: tap the cells that differ, then say that it is right now."""

from __future__ import annotations

from collections.abc import Mapping

from games.contents import Cells, Content
from games.geometry import Cell, Geometry, Holds
from table.table import Table
from words import Text, say

MOST = 1000  # things on a cell; more are a slip of the fingers


class Correction:
    """A board being changed by hand, any way at all; the rules look at it only at the end.

    Attributes:
        colour: of what is put on empty cells.
        asking: the cell about whose die more must be told; empty where none.
    """

    def __init__(self, table: Table, geometry: Geometry, cells: Mapping[str, Content | None] | None = None) -> None:
        """`cells` hold something else already."""
        self._table, self._geometry = table, geometry
        self._before = dict(table.state.cells())
        self._now = {name: content for name, content in {**self._before, **(cells or {})}.items() if content}
        self._colours = len(table.game.sides(table.options))
        self._last = ""
        self._told: tuple[int, ...] = ()
        self._typed = 0
        self.colour = table.state.mover or 1
        self.asking = ""

    @property
    def cells(self) -> Cells:
        """The board as it is told so far."""
        return self._now

    @property
    def changed(self) -> Mapping[str, Content | None]:
        """The cells that differ from the game; None for those that are empty now."""
        names = self._before.keys() | self._now.keys()
        return {name: self._now.get(name) for name in names if self._now.get(name) != self._before.get(name)}

    def tap(self, name: str) -> None:
        """The next thing that might lie there, or one more of it."""
        if name in self._geometry:
            self._step(self._geometry[name], 1)

    def tap_other(self, name: str) -> None:
        """The other way round: the thing before, or one less of it."""
        if name in self._geometry:
            self._step(self._geometry[name], -1)

    def digit(self, digit: int) -> None:
        """A typed digit: what the die shows that `asking` asks about, or how many lie on the cell tapped last."""
        if self.asking:
            self._told = (*self._told, digit)
            if len(self._told) == self._wanted:
                self._tell_die(self._told)
            return
        cell = self._geometry[self._last] if self._last else None
        if cell and cell.holds in (Holds.PILE, Holds.STACK):
            # Digits typed one after another are one number: 1, then 2, is twelve.
            self._typed = self._typed * 10 + digit if self._typed < MOST // 10 else digit
            self._put(cell, Content(self._colour_on(cell), self._typed) if self._typed else None)

    def _tell_die(self, faces: tuple[int, ...]) -> None:
        cell = self._geometry[self.asking]
        self._put(cell, Content(self.colour if cell.zone == "board" else 0, 1, faces))
        self.asking = ""

    @property
    def numbers(self) -> int:
        """The highest number on the die that is asked about; 0 while none is."""
        if not self.asking:
            return 0
        return 4 if len(self._geometry[self.asking].polygon) == 3 else 6

    @property
    def _wanted(self) -> int:
        """How many numbers say how a die lies: top and left corner of one with four sides."""
        return 2 if self.numbers == 4 else 1

    def apply(self) -> None:
        """Makes this the position; raises `FourthSeatError` where such a board cannot be."""
        changed = self.changed
        if changed:
            self._table.correct(changed)

    def _step(self, cell: Cell, way: int) -> None:
        self._last, self.asking = cell.name, ""
        self._told, self._typed = (), 0
        content = self._now.get(cell.name)
        if cell.holds is Holds.PIECE:
            self._put(cell, self._next_colour(content, way))
        elif cell.holds is Holds.DIE:
            self._step_die(cell, content)
        else:
            self._put(cell, self._one_more(cell, content, way))

    def _next_colour(self, content: Content | None, way: int) -> Content | None:
        """Empty, the chosen colour, the others in their order, empty again."""
        ring = [0, *((self.colour - 1 + n) % self._colours + 1 for n in range(self._colours))]
        here = ring.index(content.colour) if content and content.colour in ring else 0
        colour = ring[(here + way) % len(ring)]
        return Content(colour) if colour else None

    def _one_more(self, cell: Cell, content: Content | None, way: int) -> Content | None:
        colour = self._colour_on(cell)
        if content and cell.holds is Holds.STACK and way > 0 and content.colour != self.colour:
            return Content(self.colour)
        count = (content.count if content else 0) + way
        return Content(content.colour if content else colour, count) if count > 0 else None

    def _step_die(self, cell: Cell, content: Content | None) -> None:
        if content:
            self._put(cell, None)
        elif cell.zone in ("hand", "out"):
            self._put(cell, Content(self.colour))
        else:
            self.asking = cell.name

    def _colour_on(self, cell: Cell) -> int:
        """What is put there: seeds belong to nobody."""
        content = self._now.get(cell.name)
        if cell.holds is Holds.PILE:
            return 0
        return content.colour if content else self.colour

    def _put(self, cell: Cell, content: Content | None) -> None:
        if content is None:
            self._now.pop(cell.name, None)
        else:
            self._now[cell.name] = content

    @property
    def said(self) -> Text:
        """What can be done now."""
        if self.asking and self._wanted == 2:
            return say("What does the die on {cell} show: on top, then at the left corner?", cell=self.asking)
        if self.asking:
            return say("What does the die show?")
        n = len(self.changed)
        if not n:
            return say("Tap what differs from the real board: left adds, right takes away, digits count.")
        return say("Cells changed: {n}", n=n)
