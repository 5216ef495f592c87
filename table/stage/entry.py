"""Interprets clicks and typed lines at a table as moves. This module does not know the rules of the game, but asks the
table for what is possible.

A refused entry changes nothing, and the reason is returned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from fourth_seat.games.geometry import Holds
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.move_input import MoveInput
from fourth_seat.table.record.events import Tapped
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError, Text, say

Grasp = tuple[int, bool]
"""The orientation in which a piece is picked up: the number of quarter turns, and whether it is flipped before that. On a
rotated board, pieces in trays are not in their default orientation.
"""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why an entry was refused. `may_stand` is the notation of the move if the players may allow it although it
    is illegal, otherwise empty.
    """

    reason: Text
    may_stand: str = ""


def attempt(action: Callable[[], object]) -> Refusal | None:
    """Perform an action at a table. Returns the reason if it is refused, otherwise None."""
    try:
        action()
    except FourthSeatError as error:
        return Refusal(error.text)
    return None


def tap(table: Table, name: str, double: bool = False, grasp: Grasp = (0, False), *, soon: bool = False) -> Refusal | None:
    """Enter a click on a cell or tap area. `double` marks the second click of a double-click. Returns the reason if the
    click is refused, otherwise None.

    A click lays a piece in hand on the board, and a click on a laid piece plays it. The latter is ignored if the click
    comes so `soon` after the previous one that both may have been intended as a double-click.
    """
    try:
        _tap(table, name, double, grasp, soon or double)
    except FourthSeatError as error:
        return Refusal(error.text, _could_stand(table, ",".join((*table.taps, name))))
    return None


def take(table: Table, name: str) -> Refusal | None:
    """Enter a tap on a piece in a tray, like `tap`, and lay the piece on the board where it fits. Returns the reason if
    this is refused, otherwise None.
    """
    refusal = tap(table, name)
    if refusal or table.move_input.in_hand != name or table.move_input.laid:
        return refusal
    return attempt(table.lay_first)


def type_line(table: Table, line: str, dice: Random) -> Refusal | None:
    """Execute a typed move, throw or command. `dice` is used for rolling. Returns the reason if the line is refused,
    otherwise None.
    """
    text = line.strip()
    commands = {"undo": table.undo, "redo": table.redo, "roll": lambda: table.roll(dice), "set": table.set_down}
    if command := commands.get(text.lower()):
        return attempt(command)
    if text.lower().startswith("dice "):
        text = text[5:].strip()
    try:
        _check_turn(table)
        table.play(text)
    except FourthSeatError as error:
        return Refusal(error.text, _could_stand(table, text))
    return None


def is_piece(table: Table, name: str) -> bool:
    """Return whether the piece on this cell can be dragged, because it is in a tray or has been laid but not played."""
    entry = table.move_input
    if not table.people_move or name not in entry.geometry:
        return False
    if entry.laid and name in entry.laid.cells:
        return True
    return entry.geometry[name].zone == "tray" and bool(table.game.anchors(table.state).get(name))


def drag(table: Table, start: str, end: str) -> Refusal | None:
    """Lay the piece in hand on the board after it was dragged from one cell to another, or put it back if `end` is not on
    the board. Returns the reason if this is refused, otherwise None.
    """
    entry = table.move_input
    if not end or entry.geometry[end].zone != "board":
        return attempt(table.clear_taps)
    if entry.laid and start in entry.laid.cells:
        end = entry.moved(start, end)
    return attempt(lambda: table.lay(end))


def _tap(table: Table, name: str, double: bool, grasp: Grasp, soon: bool) -> None:
    taps, entry = table.taps, table.move_input
    if entry.in_hand:
        _with_piece(table, name, grasp, soon)
    elif _instead(table, name):
        table.clear_taps()
        table.tap(name)
    elif name not in taps:
        if not (double and not taps):  # the first click has played a move: the second must not begin another
            _check_turn(table)
            _take(table, name, grasp)
    elif name in entry.partial.next or table.may_throw:  # an impossible throw is not a request to take one back
        # Two taps in a row are intended for the dice of a double, and for something that then lies elsewhere, such as a
        # checker that is borne off.
        if table.may_throw or not (soon and name == taps[-1]) or entry.tap(name).cells != entry.cells:
            table.tap(name)
    elif not double:
        table.untap(name)


def _instead(table: Table, name: str) -> bool:
    """Return whether the tap selects a different die to be moved instead of the one tapped before."""
    entry, taps = table.move_input, table.taps
    if len(taps) != 1 or name == taps[0] or name in entry.partial.next or table.may_throw:
        return False
    cells, geometry = entry.cells, entry.geometry
    return (
        all(
            each in geometry
            and geometry[each].holds is Holds.DIE
            and each in cells
            and cells[each].colour == entry.state.mover
            for each in (*taps, name)
        )
        and name in table.game.partial_move(entry.state, ()).next
    )


def _with_piece(table: Table, name: str, grasp: Grasp, soon: bool) -> None:
    entry = table.move_input
    geometry = entry.geometry
    if name == table.taps[0]:
        if not soon:
            table.clear_taps()
    elif name in geometry and geometry[name].zone == "tray":
        MoveInput(table.game, table.state, Tapped()).tap(name)  # refused before the other one is put back
        table.clear_taps()
        _take(table, name, grasp)
    elif entry.laid and name in entry.laid.cells:
        if not soon:
            table.confirm()
    else:
        table.lay(name)


def _take(table: Table, name: str, grasp: Grasp) -> None:
    """Tap a cell. A piece from a tray keeps its orientation."""
    table.tap(name)
    quarters, flipped = grasp
    if (quarters or flipped) and table.move_input.in_hand:
        if flipped:
            table.flip_piece()
        table.turn_piece(quarters)


def _check_turn(table: Table) -> None:
    if table.pending and (table.computers_turn or table.elsewhere):
        raise OutOfTurn(say("first copy what is shown onto your board, then confirm it"))
    if table.computers_turn:
        colour = table.game.colour_name(table.state.mover, table.options)
        raise OutOfTurn(say("it is {colour}'s turn: the computer is still thinking about its move", colour=colour))


def _could_stand(table: Table, text: str) -> str:
    """Return the text if the players may allow this illegal move, otherwise an empty string."""
    if not text or not table.people_move or table.needs_throw:
        return ""
    try:
        after = table.game.play_anyway(table.state, text)
    except FourthSeatError:
        return ""
    return text if after.cells() != table.state.cells() else ""
