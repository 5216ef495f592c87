"""Entry of moves: the meaning of a click, a turn of the wheel or a typed line at a table. It knows no rules: the table says
what is possible.

Everything that is refused gives its reason and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from fourth_seat.games import AnyState
from fourth_seat.games.contents import Cells, Content, differences
from fourth_seat.games.geometry import Geometry, Holds
from fourth_seat.games.steps import rebuild
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.move_input import MoveInput
from fourth_seat.table.record.events import Tapped
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError, Text, say

Refused = Callable[[Text, str], None]
"""Called with a reason, and the move in notation if the table may let it stand (else empty)."""


class EntryControl:
    """Enters moves at a table.

    Attributes:
        grasp: the quarters, and whether flipped before, with which a piece is taken in hand: on a turned board it lies in
            its tray otherwise than the rules draw it.
    """

    def __init__(
        self, table: Table, geometry: Geometry, dice: Random, accepted: Callable[[], None], refused: Refused
    ) -> None:
        """`accepted` is called after something was entered, `refused` with the reason why it was not."""
        self.table = table
        self.geometry = geometry
        self._accepted, self._refused = accepted, refused
        self._dice = dice
        self.grasp: Callable[[], tuple[int, bool]] = lambda: (0, False)

    # -- by mouse, or by the keyboard's cursor -----------------------------------------------------------------------------

    def tap(self, name: str, double: bool = False) -> None:
        """Handle a click on a cell or tap area; `double` for the second click of a double-click on it."""
        if not name:
            return
        self._try(lambda: self._tap(name, double), lambda: ",".join((*self.table.taps, name)))

    def _tap(self, name: str, double: bool) -> None:
        table, taps = self.table, self.table.taps
        if self.in_hand:
            self._with_piece(name)
        elif self._instead(name):
            table.clear_taps()
            table.tap(name)
        elif name not in taps:
            if not (double and not taps):  # the first click has played a move: the second must not begin another
                self._check_turn()
                self._take(name)
        elif (
            name in table.move_input.partial.next or table.needs_throw
        ):  # a throw that cannot be is no wish to take one back
            table.tap(name)
        elif double and table.move_input.partial.complete is not None:
            table.confirm()
        else:
            table.untap(name)

    def _instead(self, name: str) -> bool:
        """Return whether somebody who has tapped a die would rather move another one."""
        table = self.table
        entry, taps = table.move_input, table.taps
        if len(taps) != 1 or name == taps[0] or name in entry.partial.next or table.needs_throw:
            return False
        cells = entry.cells
        return (
            all(
                each in self.geometry
                and self.geometry[each].holds is Holds.DIE
                and each in cells
                and cells[each].colour == entry.state.mover
                for each in (*taps, name)
            )
            and name in table.game.partial_move(entry.state, ()).next
        )

    def _with_piece(self, name: str) -> None:
        taken = self.table.taps[0]
        if name == taken:
            self.table.untap()
        elif name in self.geometry and self.geometry[name].zone == "tray":
            MoveInput(self.table.game, self.table.state, Tapped()).tap(name)  # refused before the other one is put back
            self.table.clear_taps()
            self._take(name)
        else:
            self.table.drop(name)

    def _take(self, name: str) -> None:
        """Tap; a piece from a tray keeps the form that it had there."""
        self.table.tap(name)
        quarters, flipped = self.grasp()
        if (quarters or flipped) and self.in_hand:
            if flipped:
                self.table.flip_piece()
            self.table.turn_piece(quarters)

    def _check_turn(self) -> None:
        table = self.table
        if table.pending and (table.computers_turn or table.elsewhere):
            raise OutOfTurn(say("first do on your board what is shown, then confirm it"))
        if table.computers_turn:
            colour = table.game.colour_name(table.state.mover, table.options)
            raise OutOfTurn(say("it is {colour}'s turn: the computer is still thinking about its move", colour=colour))

    def wheel(self, way: int, shift: bool) -> None:
        """Turn the piece in hand by the mouse wheel, or turn it over with shift held."""
        if shift:
            self.flip()
        else:
            self.turn(way)

    def turn(self, quarters: int) -> None:
        """Turn the piece in hand clockwise."""
        if self.in_hand:
            self._try(lambda: self.table.turn_piece(quarters))

    def flip(self) -> None:
        """Turn the piece in hand over."""
        if self.in_hand:
            self._try(self.table.flip_piece)

    @property
    def in_hand(self) -> str:
        """The tray cell of the piece in hand; empty where there is none."""
        taps = self.table.taps
        if len(taps) != 1 or taps[0] not in self.geometry or self.geometry[taps[0]].zone != "tray":
            return ""
        return taps[0] if self.table.move_input.hold(taps[0]) is not None else ""

    def confirm(self) -> None:
        """Play what is entered so far."""
        self._try(self.table.confirm)

    def take_back_tap(self) -> None:
        """Take back the last tap."""
        if self.table.taps:
            self._try(self.table.untap)

    def clear(self) -> bool:
        """Remove all taps; return whether there were some."""
        if not self.table.taps:
            return False
        self._try(self.table.clear_taps)
        return True

    # -- by text -----------------------------------------------------------------------------------------------------------

    def type(self, line: str) -> bool:
        """Carry out a typed move, throw or command; return whether it was accepted."""
        text = line.strip()
        words = {"undo": self.table.undo, "redo": self.table.redo, "roll": self.roll_now, "set": self.table.set_down}
        if text.lower() in words:
            return self._try(words[text.lower()])
        if text.lower().startswith("dice "):
            text = text[5:].strip()
        return self._try(lambda: self._play(text), lambda: text)

    def _play(self, text: str) -> None:
        self._check_turn()
        self.table.play(text)

    def play_anyway(self, text: str) -> None:
        """Play an illegal move that the table accepts."""
        self._try(lambda: self.table.play_anyway(text))

    # -- beside the board --------------------------------------------------------------------------------------------------

    def roll_now(self) -> None:
        """Roll by the program; raise where there is nothing to throw."""
        self.table.roll(self._dice)

    def do(self, action: Callable[[], Any]) -> bool:
        """Call an action of the table; return whether it was accepted."""
        return self._try(action)

    def _try(self, action: Callable[[], Any], as_text: Callable[[], str] = lambda: "") -> bool:
        try:
            action()
        except FourthSeatError as error:
            self._refused(error.text, self._could_stand(as_text()))
            return False
        self._accepted()
        return True

    def _could_stand(self, text: str) -> str:
        """Return the text, if the table may let this move stand; else nothing."""
        table = self.table
        if not text or not table.people_move or table.needs_throw:
            return ""
        try:
            after = table.game.play_anyway(table.state, text)
        except FourthSeatError:
            return ""
        return text if after.cells() != table.state.cells() else ""

    # -- what would happen -------------------------------------------------------------------------------------------------

    def preview(self, name: str) -> tuple[Cells, bool]:
        """Return the cells that a tap here would change, with their contents after it, and whether the tap is allowed.

        A piece in hand covers cells also where it may not be set down.
        """
        table = self.table
        if not name or not table.people_move:
            return {}, True
        if taken := self.in_hand:
            held = table.move_input.hold(name)
            content = table.state.cells().get(taken)
            if held is None or content is None:
                return {}, True
            return dict.fromkeys(held.cells, content), held.move is not None
        partial = table.move_input.partial
        if name not in partial.next:
            return {}, True
        after = after_taps(table.move_input, name)
        found = table.move_input.cells
        return {change.cell: change.wanted for change in differences(found, after) if change.wanted}, True

    def ends(self) -> Cells:
        """Return the die that was tapped, on each cell where it may go: as it would show there."""
        table = self.table
        found: dict[str, Content] = {}
        for name in table.move_input.partial.next if table.taps else ():
            if name in self.geometry and self.geometry[name].zone == "board" and self.geometry[name].holds is Holds.DIE:
                found[name] = after_taps(table.move_input, name)[name]
        return found

    def half_entered(self) -> Cells:
        """Return contents for the tapped cells on which nothing lies yet, as the mover's."""
        table = self.table
        cells = table.move_input.cells
        return {name: Content(table.state.mover) for name in table.taps if name not in cells and self._takes_a_piece(name)}

    def _takes_a_piece(self, name: str) -> bool:
        if name not in self.geometry or self.geometry[name].zone != "board":
            return False
        return self.geometry[name].holds in (Holds.PIECE, Holds.DIE)


def after_taps(entry: MoveInput, name: str) -> Cells:
    """Return the board after one more tap, as far as the taps determine it."""
    partial = entry.game.partial_move(entry.state, (*entry.tapped.taps, name))
    if partial.cells is not None:
        return partial.cells
    if partial.sole is not None:
        return _after(entry, partial.sole)
    return entry.cells


def _after(entry: MoveInput, move: Any) -> Cells:
    state: AnyState = entry.state
    return rebuild(state.cells(), entry.game.steps(state, move))
