"""The moves and throws of a game, with support for undo and redo."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from fourth_seat.games.protocol import Ending, Line, Result
from fourth_seat.table.record.events import PEOPLE

CHOICES = (*PEOPLE, "correction")
"""Origins of entries that were decided by a person. Undo goes back to the last such entry."""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A change to the position.

    Attributes:
        text: the notation of the move, throw or correction.
        by: `human`, `camera`, `computer`, `rule` or `program`, or `correction` for a corrected position.
        seat: the seat that moved, or 0 for throws and corrections.
        line: the line after this entry.
        source: the origin of a corrected position (see `Corrected`).
        ending: how the players ended the game, by resigning or stopping it, or None. The outcome is in `result`.
        turn: the number of previous turns of the seat. It determines the player if two people share the seat.
        implied: whether the move is implied by the next one (`Game.implied`). Implied moves are not listed, do not count as
            turns, and are undone together with the person's next action.
    """

    text: str
    by: str
    seat: int
    colour: int
    line: Line
    move: Any = None
    source: str = ""
    ending: Ending | None = None
    result: Result | None = None
    turn: int = 0
    implied: bool = False


class History:
    """The entries of one game. Entries after the first `at` have been undone."""

    def __init__(self, start: Line) -> None:
        self.start = start
        self.entries: list[HistoryEntry] = []
        self.at = 0
        self._moves: defaultdict[int, list[int]] = defaultdict(list)  # for each seat the numbers of its entries, from 0

    def line_at(self, count: int) -> Line:
        """Return the line after the first `count` entries."""
        return self.entries[count - 1].line if count else self.start

    def leads_to(self, count: int, line: Line) -> bool:
        """Return whether the first `count` entries still lead to exactly this line, rather than having been replaced."""
        return count <= len(self.entries) and self.line_at(count) is line

    def number(self, entry: HistoryEntry) -> int | None:
        """Return the index of an entry, or None if it is no longer part of this game."""
        return next((n for n in range(len(self.entries) - 1, -1, -1) if self.entries[n] is entry), None)

    @property
    def last(self) -> HistoryEntry | None:
        """The last entry that has not been undone, or None."""
        return self.entries[self.at - 1] if self.at else None

    @property
    def last_said(self) -> HistoryEntry | None:
        """The last entry that has not been undone and is not implied, or None."""
        entries = (self.entries[n] for n in range(self.at - 1, -1, -1))
        return next((entry for entry in entries if not entry.implied), None)

    @property
    def standing(self) -> list[HistoryEntry]:
        """The entries that have not been undone."""
        return self.entries[: self.at]

    def add(self, entry: HistoryEntry) -> None:
        """Append an entry. Entries that were undone can no longer be redone."""
        for undone in self.entries[self.at :]:
            if _is_turn(undone):
                self._moves[undone.seat].pop()
        del self.entries[self.at :]
        if _is_turn(entry):
            self._moves[entry.seat].append(self.at)
        self.entries.append(entry)
        self.at += 1

    def turns(self, seat: int) -> int:
        """Return the number of turns of a seat that have not been undone."""
        return bisect_left(self._moves[seat], self.at)

    def last_choice(self) -> int | None:
        """Return the number of entries that remain after an undo, which removes the last entry decided by a person and all
        subsequent ones. Returns None if there is nothing to undo.
        """
        people = (n for n in range(self.at - 1, -1, -1) if self._is_choice(n))
        last = next(people, None)
        return last - 1 if last and self._belongs_to_next(last - 1) else last

    def next_choice(self) -> int | None:
        """Return the number of entries after a redo, which restores the next entry decided by a person and the replies to
        it. Returns None if there is nothing to redo.
        """
        if self.at == len(self.entries):
            return None
        end = self.at + 1
        while end < len(self.entries) and (self.entries[end].by not in CHOICES or self._belongs_to_next(end - 1)):
            end += 1
        return end

    def _is_choice(self, n: int) -> bool:
        """Return whether an entry was decided by a person. An implied move counts only if it is the last entry."""
        entry = self.entries[n]
        return entry.by in CHOICES and (not entry.implied or n == self.at - 1)

    def _belongs_to_next(self, n: int) -> bool:
        """Return whether a person made an entry together with the next one."""
        return self.entries[n].implied and self.entries[n].by in PEOPLE and self.entries[n + 1].by in PEOPLE


def _is_turn(entry: HistoryEntry) -> bool:
    return entry.ending is None and not entry.implied
