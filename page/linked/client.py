"""Joins another table as its guest, follows that table's game, and sends it this table's moves.

If both tables change the game at the same time, the other table's version takes precedence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from fourth_seat.boundary.addresses import NoAddress, bare, read_address, shown
from fourth_seat.boundary.json_forms import fits, parse_message
from fourth_seat.page.linked.line import Follower, common, digest, is_line, standing_line
from fourth_seat.processes.supervised import SupervisedWorker
from fourth_seat.processes.worker import WorkerProcess
from fourth_seat.table.errors import BadSeat
from fourth_seat.table.record.events import Event, Hinted, Reseated, SetDown, Tapped, Valued
from fourth_seat.table.seats import ELSEWHERE, Seat
from fourth_seat.table.table import Table
from fourth_seat.words import Text, say

NICENESS = 2  # on Unix: after the window
SILENT_EVENTS = (Valued, Hinted, Tapped, SetDown, Reseated)  # events that change no move
EVENTS: Mapping[str, Any] = {
    "alive": {},
    "joined": {"cookie": str},
    "here": {"here": bool},
    "message": {"message": {"type": str}},
    "refused": {},
    "unreachable": {"reason": str},
}
LINE = {"game": str, "options": str, "id": str, "over": bool, "number": int, "line": is_line, "refused": bool}


def parse_link(seat: Seat) -> tuple[str, str]:
    """Return the address of another table (`http://HOST:PORT`) and the token from the link typed for a seat.

    Raises: BadSeat: the text is not such a link.
    """
    link = seat.computer.removeprefix(ELSEWHERE)
    with suppress(NoAddress):
        address = read_address(bare(link))
        token = address.after.partition("#")[2]
        if address.scheme == "http" and token and not address.login:
            return str(replace(address, after="")), token
    raise BadSeat(
        say("“{link}” is not a link to a table: copy the one that the other table shows with its code", link=shown(link))
    )


def check_seat(seat: Seat) -> None:
    """Check that the text of a seat played at another table is a link, or the address of a previously joined table.

    Raises:
        BadSeat: the text is neither of these.
    """
    try:
        place = read_address("http://" + seat.computer.removeprefix(ELSEWHERE))
        known = bool(place.port) and not (place.after or place.login)
    except NoAddress:
        known = False
    if not known:
        parse_link(seat)


class TableLink:
    """A table's link to its host.

    Attributes:
        here: whether the other table can currently be reached.
        cookie: identifies this table to the other one; empty until this table has joined.
        trouble: the reason why the link has ended, or a message that the games differ; None if there is no problem.
    """

    def __init__(
        self,
        table: Table,
        base: str,
        *,
        token: str = "",
        cookie: str = "",
        waits: Callable[[], bool] = lambda: True,
        on_cookie: Callable[[str], None] = lambda _: None,
        process: Callable[..., WorkerProcess] = WorkerProcess,
    ) -> None:
        """Join the other table with a token, or rejoin it with the cookie.

        Args:
            base: its address, `http://HOST:PORT`.
            waits: whether each move must wait until the previous one has been made on the board.
            on_cookie: called with the cookie, which should be saved for a restart.

        Raises:
            OSError: the process cannot be started.
        """
        self.here, self.cookie = False, cookie
        self.trouble: Text | None = None
        self._table, self._waits, self._on_cookie = table, waits, on_cookie
        self._follower = Follower(table)
        self._base, self._token, self._make_process = base, token, process
        self._their_game = ""  # the id of the other table's game, once it has been followed
        self._their_digest = ""  # the digest of the last line received from the other table
        self._sent: list[str] = []  # the digests of the lines that were sent since then
        self._changed = False  # something was played here and has not been sent
        self._connected = False  # connected again, and no line has come since
        self._refused = False
        self._worker = SupervisedWorker(self._start, worth_it=lambda: not self._refused)
        table.watchers.append(self._happened)

    def step(self) -> None:
        """Process the messages from the other table, and send this table's changes."""
        for event in self._worker.lines():
            self._handle(event)
        if self._changed and self._their_digest:
            self._send()
        if problem := self._follower.step(waits=self._waits()):
            self.trouble = problem

    def close(self) -> None:
        """Leave the other table."""
        self._table.watchers.remove(self._happened)
        self._worker.close()

    def _happened(self, event: Event) -> None:
        if not self._follower.acting and not isinstance(event, SILENT_EVENTS):
            self._changed = True

    def _handle(self, event: Mapping[str, Any]) -> None:
        kind = event["event"]
        if kind == "joined":
            self.cookie = event["cookie"]
            self._on_cookie(self.cookie)
        elif kind == "here":
            self.here = self._connected = event["here"]
            if self.here:
                self.trouble = None
                self._worker.process.send(
                    {"do": "send", "message": {"type": "table", "new": not self._table.history.entries}}
                )
        elif kind == "unreachable":
            self.trouble = say("the other table cannot be reached: {reason}", reason=event["reason"])
        elif kind == "refused":
            self._refused = True
            self.trouble = say("the other table refused the connection: ask for a new link")
        elif kind in ("restarted", "ended"):
            self.here = False
            if kind == "ended" and not self._refused:
                self.trouble = say("the link to the other table was lost: {reason}", reason=event["reason"])
        elif kind == "message" and event["message"]["type"] == "line" and fits(event["message"], LINE):
            self._receive_line(event["message"])

    def _start(self) -> WorkerProcess:
        settings = {"base": self._base, "token": self._token, "cookie": self.cookie}
        return self._make_process("fourth_seat.page.linked", (), settings, read_event, niceness=NICENESS)

    def _receive_line(self, message: Mapping[str, Any]) -> None:
        table, line = self._table, message["line"]
        if (message["game"], message["options"]) != (table.game.name, str(table.options)):
            self.trouble = say(
                "the other table is playing {game} with {options}: choose the same game and options here",
                game=message["game"],
                options=message["options"] or "-",
            )
            return
        if message["id"] != self._their_game and (apart := self._apart(over=message["over"])):
            self.trouble, self._their_digest = apart, ""
            return
        self._their_game = message["id"]
        if message["number"] == len(table.games) + 1 and table.match_goes_on:
            table.next_game()
        self.trouble = None
        own, name = standing_line(table), digest(line)
        connected, self._connected = self._connected, False
        if name in self._sent:  # the part of this table's line that it has adopted
            del self._sent[: self._sent.index(name) + 1]
            self._their_digest = name
            if connected and self._sent:  # the rest was lost with the connection before
                self._send()
            return
        unknown = bool(self._sent) or self._changed  # this line may have entries that the other table has not received
        waits = name == self._their_digest or (not self._their_digest and common(own, line) == len(line))
        self._their_digest, self._sent, self._changed = name, [], False
        if own == line:
            return
        if unknown and waits and not message["refused"]:  # they were lost with the connection
            self._send()
        else:
            self._follower.follow(line)

    def _apart(self, *, over: bool) -> Text | None:
        """Return the reason why this table cannot follow the other table's game, which may already be over."""
        if self._table.history.entries:
            return say("the other table has started another game: start one here, too") if self._their_game else None
        return (
            say("the game at the other table is over: play continues once another one is started there") if over else None
        )

    def _send(self) -> None:
        """Send this table's line; it takes precedence over the line being followed."""
        self._changed = False
        self._follower.stop()
        line = standing_line(self._table)
        message = {
            "type": "line",
            "number": len(self._table.games),
            "line": line,
            "bases": [self._their_digest, *self._sent],
        }
        self._sent.append(digest(line))
        self._worker.process.send({"do": "send", "message": message})


def read_event(line: str) -> dict[str, Any] | None:
    """Parse a line from the connection process; return None if it is not an event."""
    return parse_message(line, "event", EVENTS)
