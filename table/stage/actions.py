"""The currently possible actions at a table, other than tapping the board."""

from __future__ import annotations

from fourth_seat.games import AnyGame, AnyState
from fourth_seat.table.analysis.session import next_game
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError

ENTERING = frozenset({"type", "roll", "place", "turn_piece", "flip_piece", "untap", "clear"})
"""Actions for entering a move, which are not available while an earlier position is shown."""
CHANGING = frozenset({"undo", "redo", "hint", "correct", "stop", "reseat", "resign", "out", "next"})
"""Other actions that change the game or request information about it."""


def possible_actions(table: Table) -> frozenset[str]:
    """Return the actions from `ENTERING` and `CHANGING` that are currently possible."""
    if table.read_only:
        return frozenset()
    going_on = table.result is None
    person = table.people_move and not table.needs_throw
    in_hand = bool(table.move_input.in_hand)
    possible = {
        "undo": table.history.last_choice() is not None,
        "redo": table.history.next_choice() is not None,
        "hint": person and table.hints_left(table.state.seat) != 0,
        "correct": going_on,
        "stop": going_on,
        "reseat": going_on,
        "resign": going_on and table.people_play,
        "out": person and has_out_command(table.game, table.state),
        "next": not going_on and next_game(table) is not None,
        "type": table.people_move,
        "roll": table.people_move and table.may_throw and table.pending is None,
        "place": going_on and table.move_input.complete is not None,
        "turn_piece": going_on and in_hand,
        "flip_piece": going_on and in_hand,
        "untap": going_on and not in_hand and len(table.taps) > 1,  # otherwise "clear" does the same
        "clear": going_on and bool(table.taps),
    }
    return frozenset(name for name, can in possible.items() if can)


def has_out_command(game: AnyGame, state: AnyState) -> bool:
    """Return whether the game has a move `out`, after which a player stops placing pieces."""
    try:
        game.parse(state, "out")
    except FourthSeatError:
        return False
    return True
