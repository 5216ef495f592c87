"""A table that hosts others, sends them its line of moves and throws, and adopts theirs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fourth_seat.boundary.json_forms import fits
from fourth_seat.page.linked.line import Follower, digest, is_line, may_add, standing_line
from fourth_seat.table.history import HistoryEntry
from fourth_seat.table.record.events import Begun
from fourth_seat.table.seats import GUEST
from fourth_seat.table.table import Table
from fourth_seat.words import Text

Json = dict[str, Any]
LINE = {"number": int, "line": is_line, "bases": [str]}
MAX_HELD = 64  # lines that wait while nothing can be done


class TableHost:
    """Manages the linked guests of one table."""

    def __init__(
        self,
        table: Table,
        waits: Callable[[], bool],
        send: Callable[[str, Json], None],
        blocked: Callable[[], Text | None] = lambda: None,
    ) -> None:
        """`waits` returns whether each move must wait until the previous one has been made on the board; `send` takes a
        guest and a message; `blocked` returns the reason why nothing can currently be done, such as a correction at the
        table, or None.
        """
        self._table, self._waits, self._send, self._blocked = table, waits, send, blocked
        self._held: deque[tuple[str, Sequence[int], Mapping[str, Any]]] = deque(maxlen=MAX_HELD)
        self._follower = Follower(table)
        self._guests: set[str] = set()
        self._sent_state: tuple[int, int, HistoryEntry | None] | None = None  # identifies the line that was sent last

    @property
    def game(self) -> str:
        """The game's id, which is the same for all games of a match and after a restart."""
        begun = self._table.events[0]
        return begun.time if isinstance(begun, Begun) else ""

    @property
    def over(self) -> bool:
        """Whether the game is over, and no other game of a match follows."""
        return self._table.result is not None and not self._table.match_goes_on

    def join(self, guest: str, seats: Sequence[int]) -> None:
        """Let a guest table play these seats, and send it the state of the game."""
        self._guests.add(guest)
        for number in seats:
            if number <= len(self._table.seats) and self._table.seat(number) != GUEST:
                self._table.reseat(number, GUEST)
        self.show(guest)

    def show(self, guest: str) -> None:
        """Send a guest table the state of the game."""
        self._send(guest, self._line())

    def forget(self, guest: str) -> None:
        """Remove a guest that has left, and any of its lines not yet adopted."""
        self._guests.discard(guest)
        self._held = deque((held for held in self._held if held[0] != guest), maxlen=MAX_HELD)

    def receive(self, guest: str, seats: Sequence[int], message: Mapping[str, Any]) -> None:
        """Adopt a guest's line if it continues this table's line and the guest may play the new entries. If the table is
        blocked, the line is held back. A guest without a seat cannot change anything.
        """
        if not fits(message, LINE):
            return
        if self._held or self._blocked():
            self._held.append((guest, seats, message))
        else:
            self._take(guest, seats, message)

    def _take(self, guest: str, seats: Sequence[int], message: Mapping[str, Any]) -> None:
        table, number = self._table, message["number"]
        own = standing_line(table)
        wanted = self._follower.wanted
        current = digest(own) in message["bases"] or (wanted != "" and wanted in message["bases"])
        if seats and current and number == len(table.games) + 1 and table.match_goes_on:
            table.next_game()
        elif seats and current and number == len(table.games) and may_add(table, message["line"], seats):
            self._follower.follow(message["line"])
        elif message["line"] != own:
            self._send(guest, self._line() | {"refused": True})

    def step(self) -> None:
        """Continue playing the line received from a guest, and send this table's line to all guests if it has changed."""
        if not self._blocked():
            while self._held:
                self._take(*self._held.popleft())
            self._follower.step(waits=self._waits())
        table = self._table
        stands = len(table.games), table.history.at, table.history.last
        if self._guests and stands != self._sent_state:
            self._sent_state = stands
            for guest in self._guests:
                self._send(guest, self._line())

    def _line(self) -> Json:
        table = self._table
        return {
            "type": "line",
            "game": table.game.name,
            "options": str(table.options),
            "id": self.game,
            "over": self.over,
            "number": len(table.games),
            "line": standing_line(table),
            "refused": False,
        }
