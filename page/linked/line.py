"""The line of moves and throws that two linked tables exchange, and a follower that plays the other table's line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from fourth_seat.boundary.json_forms import either, fits
from fourth_seat.games import CHANCE
from fourth_seat.table.game_state import GameState, forced_pass
from fourth_seat.table.history import HistoryEntry
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError, Text, say

MOVE, THROW, RULE, BOARD, END = "move", "throw", "rule", "board", "end"
MAX_ENTRIES = 6000  # a game has at most 5,000 moves and throws
Entry = list[Any]
"""The kind of an entry, followed by its notation or, for an end, by the seat that resigned (0 if the game was stopped) and
the worth.
"""
NOTED = (MOVE, THROW, RULE, BOARD)  # the kinds with a notation
ENTRIES = [either((lambda kind: kind in NOTED, str), (lambda kind: kind == END, int, int))]


def standing_line(game_state: GameState) -> list[Entry]:
    """Return the moves and throws of a game that have not been undone."""
    return [_entry(game_state, entry) for entry in game_state.history.standing]


def _entry(game_state: GameState, entry: HistoryEntry) -> Entry:
    if entry.ending is not None:
        return [END, entry.ending.seat, entry.ending.worth]
    if entry.by == "correction":
        return [BOARD, game_state.game.position(entry.line.start)]
    if entry.by == "rule":
        return [RULE, entry.text]
    return [MOVE if entry.seat else THROW, entry.text]


def is_line(value: Any) -> bool:
    """Return whether a JSON value is a well-formed line of entries."""
    return isinstance(value, list) and len(value) <= MAX_ENTRIES and fits(value, ENTRIES)


def digest(line: Sequence[Entry]) -> str:
    """Return a short digest of a line, which is the same only for equal lines."""
    return hashlib.sha256(json.dumps(line).encode()).hexdigest()[:32]


def common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """Return the length of the common prefix of two lines."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (left, right) in pairs if left != right), min(len(one), len(other)))


class Follower:
    """Makes a table follow a line, entry by entry, waiting until moves have been made on the board.

    Attributes:
        wanted: the digest of the line being followed; empty once the table has reached it.
        acting: whether the follower itself is currently changing the table.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._wanted: list[Entry] | None = None
        self.acting = False

    @property
    def wanted(self) -> str:
        return "" if self._wanted is None else digest(self._wanted)

    def follow(self, line: list[Entry]) -> None:
        """Start following a line."""
        self._wanted = line

    def stop(self) -> None:
        """Stop following the line."""
        self._wanted = None

    def step(self, *, waits: bool) -> Text | None:
        """Play the next entry if this is currently possible; return the reason if it never will be.

        Args:
            waits: whether each move must wait until the previous one has been made on the board.
        """
        if self._wanted is None:
            return None
        table, own = self._table, standing_line(self._table)
        same = common(own, self._wanted)
        if self._reached(own):
            return None
        if same == len(own) and self._wanted[same][0] == MOVE and waits and table.pending:
            return None
        self.acting = True
        try:
            if same < len(own):
                table.back_to(same)
            else:
                self._play(self._wanted[same])
        except FourthSeatError as error:
            self._wanted = None
            return say("the game at the other table cannot be followed: {reason}", reason=error.text)
        finally:
            self.acting = False
        rewound, own = same < len(own), standing_line(table)
        # At once, since people's next moves are not part of it.
        if self._reached(own) or rewound or same < common(own, self._wanted):
            return None
        self._wanted = None  # otherwise the same entry would be played and undone forever
        return say(
            "the game at the other table cannot be followed: {reason}",
            reason=say("one of its moves had a different result here"),
        )

    def _reached(self, own: list[Entry]) -> bool:
        """Return whether the table has reached the line, apart from forced passes; if so, stop following it."""
        if self._wanted is None or own[: len(self._wanted)] != self._wanted:
            return False
        if any(entry[0] != RULE for entry in own[len(self._wanted) :]):
            return False
        self._wanted = None
        return True

    def _play(self, entry: Entry) -> None:
        table, kind = self._table, entry[0]
        if kind == RULE:
            table.play_forced()
        elif kind == END:
            table.resign(entry[1], entry[2] or 1) if entry[1] else table.stop()
        elif kind == BOARD:
            table.set_position(entry[1])
        elif kind == THROW or table.elsewhere:
            moves = table.game.parse(table.state, entry[1])
            table.play_computer(moves[0])
        else:
            table.play(entry[1])


def may_add(game_state: GameState, line: Sequence[Entry], seats: Sequence[int]) -> bool:
    """Return whether the players of these seats may turn a game's current line into this one, by their own moves and
    throws, by resigning, or by undoing.
    """
    own = standing_line(game_state)
    same = common(own, line)
    if same < len(own):
        return same == len(line)
    state = game_state.state
    for kind, *rest in line[same:]:
        if kind == END:
            return rest[0] in (0, *seats)
        if kind == BOARD:
            return False
        throw_for_all = state.to_move == CHANCE and not state.mover
        allowed = throw_for_all or state.seat in seats
        if kind == RULE:
            allowed = forced_pass(game_state.game, state) is not None
        try:
            moves = game_state.game.parse(state, rest[0]) if allowed else ()
            if [str(move) for move in moves] != rest:  # several moves, or not in the form that this program writes
                return False
            state = state.play(moves[0])
        except FourthSeatError:
            return False
    return True
