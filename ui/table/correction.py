"""Manual editing of the position: choose a colour or the eraser, tap the cells that differ, and confirm."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.errors import BadPosition
from fourth_seat.games.geometry import Cell, Geometry, Holds
from fourth_seat.table.stage.whole_board import begin_from, miscount, movers, position_of
from fourth_seat.table.table import Table
from fourth_seat.words import Text, say, say_many

MAX_COUNT = 1000  # things on a cell; more would be a slip of the finger


def highest_number(cell: Cell) -> int:
    """Return the highest number on a die for this cell: 4 if it is triangular, otherwise 6."""
    return 4 if len(cell.polygon) == 3 else 6


class Correction:
    """A board being edited freely; it is checked against the rules only when the edit is applied.

    Attributes:
        colour: the colour of the piece that a tap adds.
        erasing: whether a tap removes a piece instead.
        asking: the cell whose die must be entered; empty if none.
        doubts: the possible contents of each doubtful cell, likeliest first, in the order in which they are asked about.
        open: the doubtful cell being entered by taps, because none of the suggested contents is right; empty if none.
        mover: the colour to move on this board; 0 if unchanged.
    """

    def __init__(
        self,
        table: Table,
        geometry: Geometry,
        cells: Mapping[str, Content | None] | None = None,
        doubts: Mapping[str, Sequence[Content | None]] | None = None,
    ) -> None:
        """`cells` are the initial changes; with `doubts`, they are guesses, and the whole board is re-entered."""
        self._whole = doubts is not None
        self._table, self._geometry = table, geometry
        self._before = dict(table.state.cells())
        self._now = {name: content for name, content in {**self._before, **(cells or {})}.items() if content}
        self._colours = len(table.game.sides(table.options))
        self._last = ""
        self._digits: tuple[int, ...] = ()
        self._typed = 0
        self.colour = table.state.mover or 1
        self.erasing = False
        self.asking = ""
        self.doubts = dict(doubts or {})
        self._unsure = tuple(self.doubts)
        self.open = ""
        self.mover = 0
        self._ask_next()

    @property
    def movers(self) -> tuple[int, ...]:
        """The colours that could be to move on this board; empty if the pieces determine it."""
        found = movers(self._table.game, self._table.state)
        return found if len(found) == self._colours else ()

    @property
    def doubt(self) -> str:
        """The doubtful cell currently in question; empty if none."""
        return "" if self.open else next(iter(self.doubts), "")

    @property
    def questionable(self) -> Collection[str]:
        """The cells to check: those that differ from the game or, on a whole board, the doubtful ones. After all questions
        have been answered, the doubtful cells are listed again as long as the number of pieces on the board is wrong.
        """
        if not self._whole:
            return self.changed
        return self.doubts or (self._unsure if self._miscount else ())

    @property
    def _miscount(self) -> Text | None:
        """The message about a wrong number of seeds on a whole board, if any."""
        return miscount(self._table.game, self._table.state, self._now) if self._whole else None

    def settle(self, content: Content | None) -> None:
        """Set the contents of the doubtful cell in question."""
        name = self.doubt
        self._put(self._geometry[name], content)
        self._settled(name)

    def enter_by_taps(self) -> None:
        """Start entering the contents of the doubtful cell by taps, or by typing a number."""
        self.open = self._last = self.doubt
        self._digits, self._typed = (), 0
        self.doubts.pop(self.open)

    def go_on(self) -> None:
        """Move on to the next doubtful cell."""
        self.open = ""
        self._ask_next()

    def _settled(self, name: str) -> None:
        self.doubts.pop(name, None)
        self._ask_next()

    def _ask_next(self) -> None:
        """Ask for the faces of the next die that the camera could not read."""
        if self.doubts or self.asking or self.open:
            return
        for name, content in self._now.items():
            cell = self._geometry[name]
            if cell.holds is Holds.DIE and cell.zone == "board" and not content.faces:
                self.asking, self.colour, self._digits = name, content.colour, ()
                return

    @property
    def cells(self) -> Cells:
        """The contents of the edited board."""
        return self._now

    @property
    def changed(self) -> Mapping[str, Content | None]:
        """The new contents of the cells that differ from the game; None for empty cells."""
        names = self._before.keys() | self._now.keys()
        return {name: self._now.get(name) for name in names if self._now.get(name) != self._before.get(name)}

    def tap(self, name: str, *, soon: bool = False) -> None:
        """Put a piece of the chosen colour on a cell (one more if the cell can hold several), or remove one while erasing.

        On a cell that holds only one piece, a tap `soon` after another is ignored as the second half of a double tap,
        because it would undo the first.
        """
        if soon and name == self._last and self._geometry[name].holds not in (Holds.PILE, Holds.STACK):
            return
        if cell := self._tapped(name):
            (self._take if self.erasing else self._add)(cell)

    def tap_other(self, name: str) -> None:
        """Remove one piece, regardless of the chosen colour."""
        if cell := self._tapped(name):
            self._take(cell)

    def _tapped(self, name: str) -> Cell | None:
        if name not in self._geometry:
            return None
        self._last, self.asking = name, ""
        self._digits, self._typed = (), 0
        self.doubts.pop(name, None)
        return self._geometry[name]

    def digit(self, digit: int) -> None:
        """Enter a digit: a face of the die on the cell `asking`, or the number of pieces on the last tapped cell."""
        if self.asking:
            self._digits = (*self._digits, digit)
            if len(self._digits) == self._wanted:
                self._enter_die(self._digits)
            return
        cell = self._geometry[self._last] if self._last else None
        if cell and cell.holds in (Holds.PILE, Holds.STACK):
            # Digits typed one after another are one number: 1, then 2, is twelve.
            self._typed = self._typed * 10 + digit if self._typed < MAX_COUNT // 10 else digit
            self._put(cell, Content(self._colour_on(cell), self._typed) if self._typed else None)

    def _enter_die(self, faces: tuple[int, ...]) -> None:
        cell = self._geometry[self.asking]
        self._put(cell, Content(self.colour if cell.zone == "board" else 0, 1, faces))
        self.asking = ""
        self._ask_next()

    @property
    def numbers(self) -> int:
        """The highest number on the die to be entered; 0 if none."""
        if not self.asking:
            return 0
        return highest_number(self._geometry[self.asking])

    @property
    def _wanted(self) -> int:
        """The number of taps needed to enter a die: two for the top and left corner of a four-sided die, otherwise one."""
        return 2 if self.numbers == 4 else 1

    def apply(self) -> None:
        """Set the position of the game to this board; raise `FourthSeatError` if it is impossible."""
        changed, mover = self.changed, self.mover
        if self._miscount:  # a set with more or fewer seeds: the rules accept it if every cell is given
            changed = {cell.name: self._now.get(cell.name) for cell in self._geometry.cells}
        if not changed and mover in (0, self._table.state.mover):
            return
        try:
            self._table.correct(changed, by="photo" if self._whole else "human", mover=mover)
        except BadPosition:
            if self._table.history.entries or not self._whole:
                raise
            begin_from(self._table, position_of(self._table.game, self._table.options, changed))

    def _add(self, cell: Cell) -> None:
        content = self._now.get(cell.name)
        if cell.holds is Holds.PIECE:
            same = content is not None and content.colour == self.colour
            self._put(cell, None if same else Content(self.colour))
        elif cell.holds is Holds.DIE and cell.zone in ("hand", "out"):
            self._put(cell, Content(self.colour))
        elif cell.holds is Holds.DIE:
            self.asking = cell.name
        elif content and cell.holds is Holds.STACK and content.colour != self.colour:
            self._put(cell, Content(self.colour))
        else:
            self._put(cell, Content(self._colour_on(cell), (content.count if content else 0) + 1))

    def _take(self, cell: Cell) -> None:
        content = self._now.get(cell.name)
        fewer = content.count - 1 if content and cell.holds in (Holds.PILE, Holds.STACK) else 0
        self._put(cell, Content(content.colour, fewer) if content and fewer else None)

    def _colour_on(self, cell: Cell) -> int:
        """Return the colour of a piece added to a cell; 0 for seeds."""
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
    def message(self) -> Text:
        """The sentence that describes the current choices."""
        if name := self.doubt:
            cell = self._table.game.place_name(name, self._table.options)
            if self._geometry[name].holds is Holds.PILE:
                return say("How many are in {cell}? Questions left: {n}", cell=cell, n=len(self.doubts))
            return say("What is on {cell}? Questions left: {n}", cell=cell, n=len(self.doubts))
        if self.open:
            return say("Tap the marked place until it is right.")
        if self.asking and self._wanted == 2:
            return say(
                ("Which numbers does the die on {cell} show on top and at the left corner? Enter the number on top first."),
                cell=self.asking,
            )
        if self.asking:
            return say("What does the die show?")
        if wrong := self._miscount:
            cells = tuple(self._table.game.place_name(name, self._table.options) for name in self._unsure)
            if not cells:
                return say("{miscount}. Tap what is different, or leave it as it is.", miscount=wrong)
            return say(
                "{miscount}; least certain: {cells}. Tap what is different, or leave it as it is.",
                miscount=wrong,
                cells=cells,
            )
        if self._whole or not self.changed:
            return say("Tap what differs from the real board.")
        return say_many("One place changed.", "{n} places changed.", len(self.changed))
