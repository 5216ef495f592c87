"""Reports mistakes in solved games, immediately to players with full help and on request to others."""

from __future__ import annotations

from collections.abc import Callable

from fourth_seat.table.analysis.review import FULL_HELP, Review
from fourth_seat.table.history import HistoryEntry
from fourth_seat.table.record.events import PEOPLE, Corrected, Event, Moved, Rewound
from fourth_seat.table.table import Table
from fourth_seat.words import Text, say


class Judge:
    """Reports whether moves were mistakes, once the review knows their values."""

    def __init__(self, table: Table, review: Review, notify: Callable[[Text, bool], None]) -> None:
        """`notify` is called with a message and with whether `why` can explain it further."""
        self._table, self._review, self._notify = table, review, notify
        self._fresh: HistoryEntry | None = None  # the move that a person has just made
        self._asked: HistoryEntry | None = None  # a move whose judgement was requested
        self._explained: HistoryEntry | None = None  # the move whose mistake was reported last
        table.watchers.append(self._happened)

    def _happened(self, event: Event) -> None:
        if isinstance(event, (Rewound, Corrected)):
            self._fresh = self._asked = self._explained = None
        elif isinstance(event, Moved) and event.by in PEOPLE:
            self._fresh, self._asked, self._explained = self._table.history.last, None, None

    def step(self) -> None:
        """Report any new judgements."""
        fresh, asked = self._number(self._fresh), self._number(self._asked)
        if fresh is not None and self._review.known(fresh):
            self._fresh = None
            person = self._review.person(fresh)
            if person and person.help == FULL_HELP and asked != fresh and self._review.fault(fresh):
                self._report_move(fresh)
        if asked is not None and (self._review.known(asked) or self._review.given_up(asked)):
            self._asked = None
            self._report_move(asked)

    def _number(self, entry: HistoryEntry | None) -> int | None:
        """Return the index of an entry, or None if there is none or it is no longer in the game."""
        return self._table.history.number(entry) if entry else None

    def why(self, viewing: int | None) -> None:
        """Report whether a person's last move was a mistake; on a repeated call, add the reply that punishes it.

        Args:
            viewing: the number of entries shown; None for all.

        Raises:
            OutOfTurn: the game is not solved, nobody has moved, or the person plays without help.
        """
        number = self._review.check_asked(self._meant(viewing))
        entry = self._table.history.entries[number]
        if entry is self._explained:
            self._notify(self._review.answer(number), False)
        elif self._review.known(number):
            self._report_move(number)
        else:
            self._asked = entry
            self._review.ask_again(number)
            self._notify(say("Analysing {move} ...", move=entry.text), False)

    def look(self, viewing: int | None) -> None:
        """Explain the mark of the last entry shown."""
        if viewing and self._review.mark(viewing - 1):
            self._report_move(viewing - 1)

    def _meant(self, viewing: int | None) -> int | None:
        if viewing and self._review.mark(viewing - 1):
            return viewing - 1  # even if it is a computer's move
        return self._review.last_choice(self._table.history.at if viewing is None else viewing)

    def _report_move(self, number: int) -> None:
        at_fault = self._review.fault(number) is not None
        if at_fault:
            self._explained = self._table.history.entries[number]
        self._notify(self._review.judged(number), at_fault)
