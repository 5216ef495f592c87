"""The parsers of the messages of phones at the table, and of those between the page's host and its server process."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.reliability.fuzz.inputs import Parse, as_text, clock, game_of

GUEST_ID = "g1"
FRAMES = (
    '{"type":"do","page":"p","id":1,"moment":2,"what":"tap","cell":"4"}',
    '{"type":"do","page":"p","id":2,"moment":9,"what":"undo"}\n{"type":"do","page":"q","id":1,"moment":9,"what":"redo"}',
    '{"type":"do","page":"p","id":1,"moment":9,"what":"type","text":"31"}\n{"type":"language","language":"he"}',
    '{"type":"do","page":"p","id":1,"moment":9,"what":"turn","quarters":3}\n{"type":"name","name":"Anna"}\n{"type":"ping"}',
    '{"type":"do","page":"p","id":1,"moment":9,"what":"resign","worth":null}\n{"type":"do","page":"p","id":2,"what":"next"}',
    '{"type":"do","page":"p","id":3,"moment":9,"what":"hold","cell":"e5"}\n{"type":"do","page":"p","id":4,"what":"place"}',
)
HOST_LINES = (
    '{"do":"put_out","guest":"g2"}\n{"do":"seats","guest":"g1","seats":[1,2]}',
    '{"do":"send","language":"en","message":{"type":"scene","moment":5}}\n{"do":"camera","guest":"g1","on":true}',
    '{"do":"invite","token_hash":"00","seats":[2],"name":"Anna","seconds":120}\n{"do":"put_out","guest":"g1"}',
    '{"do":"reply","guest":"g1","message":{"type":"done","page":"p","id":1}}\n{"do":"close"}',
)
SERVER_LINES = (
    '{"event":"listening","port":8737,"secure_port":0}\n{"event":"here","guest":"g1","here":true}\n{"event":"alive"}',
    '{"event":"joined","guest":"g2","key_hash":"00","seats":[2],"name":"","language":"de"}',
    '{"event":"message","guest":"g1","message":{"type":"do","page":"p","id":1,"moment":2,"what":"tap","cell":"4"}}',
    '{"event":"camera","guest":"g1","url":"http://127.0.0.1:1/x.mjpeg"}\n{"event":"trouble","text":"no network"}',
)


class _Process:
    """Stand-in for the server process, with scripted messages."""

    pid = 0

    def __init__(self, *_: object, **__: object) -> None:
        self.sent: list[dict[str, Any]] = []

    def lines(self) -> list[dict[str, Any]]:
        sent, self.sent = self.sent, []
        return sent

    def send(self, message: object) -> None:
        json.dumps(message)

    def close(self) -> None:
        return


class _Page:
    """Stand-in for an open page."""

    def __init__(self, member: Any) -> None:
        self.member, self.names = member, ["127.0.0.1"]

    def put(self, kind: str, text: str) -> None:
        json.loads(text)

    def close(self, code: int = 0, last: str = "") -> Any:
        self.member.connections.discard(self)


def _host() -> tuple[Any, _Process]:
    """Return a host without a table."""
    from fourth_seat.page.host import PageHost

    process = _Process()
    return PageHost([], dice=Random(1), process=lambda *_, **__: process), process  # type: ignore[arg-type]


def _begin(host: Any, process: _Process, game: Any) -> None:
    """Begin a game, with a guest who has every seat."""
    from fourth_seat.page.hosted import HostedTable
    from fourth_seat.table.analysis.review import Review
    from fourth_seat.table.seats import Person, Seat
    from fourth_seat.table.table import Table

    options = game.options()
    seats = game.seats(options)
    table = Table.begin(game, options, [Seat((Person(),))] * seats, None, clock)
    host.guests.clear()
    host.attach(HostedTable(table, Review(table)))
    joined = {"guest": GUEST_ID, "key_hash": "", "seats": list(range(1, seats + 1)), "name": "", "language": "en"}
    process.sent.append({"event": "joined", **joined})
    host.step()


def _hub(say: Any) -> tuple[Any, _Page]:
    """Return a hub with one open page."""
    from fourth_seat.page.server.cameras import Cameras
    from fourth_seat.page.server.hub import Hub
    from fourth_seat.page.server.members import Member, Members
    from fourth_seat.page.server.security import Security

    times = count()
    words = {"en": ({"removed": "Removed."}, False)}
    hub = Hub(Members([], lambda: float(next(times))), Cameras(), Security(None, (), print), words, say)
    member = hub.members.by_id[GUEST_ID] = Member(GUEST_ID, "", (1,), "", "en")
    page = _Page(member)
    hub.opened(page)  # type: ignore[arg-type]
    return hub, page


def page_messages(_: Path) -> Parse:
    """Pass frames of a page's WebSocket, one per line, through hub and host to a table of a game that a byte selects."""
    from fourth_seat.page.host import read_message

    host, process = _host()

    def parse(data: bytes) -> None:
        game, text = game_of(data)
        _begin(host, process, game)

        def say(event: Any) -> None:
            message = read_message(json.dumps(event))
            assert message, event
            process.sent.append(message)

        hub, page = _hub(say)
        for line in text.split("\n"):
            hub.received(page, line)
        host.step()
        assert len(host.guests[GUEST_ID].name) <= 40

    return parse


def page_host_lines(_: Path) -> Parse:
    """Pass lines of the host to a hub with an open page."""
    _hub(lambda _: None)

    def parse(data: bytes) -> None:
        hub, page = _hub(json.dumps)
        for line in as_text(data).split("\n"):
            hub.obey(line)
        hub.received(page, '{"type":"language","language":"en"}')

    return parse


def page_server_lines(_: Path) -> Parse:
    """Pass lines of the server process to a host with a table."""
    from fourth_seat.games import find
    from fourth_seat.page.host import read_message

    game = find("connect4")
    host, process = _host()

    def parse(data: bytes) -> None:
        _begin(host, process, game)
        for line in as_text(data).split("\n"):
            if (message := read_message(line)) and message["event"] != "alive":  # which `WorkerProcess` keeps to itself
                process.sent.append(message)
        host.step()

    return parse
