"""Two tables that play one game, the connection between them, and the families who play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from random import Random
from urllib.parse import urlsplit

from fourth_seat.games import find
from fourth_seat.page.host import PageHost
from fourth_seat.page.hosted import HostedTable
from fourth_seat.page.linked.client import TableLink, parse_link
from fourth_seat.page.linked.line import standing_line
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.seats import Seat, read_seat
from fourth_seat.table.table import Table
from tests.page.cut_line import CutLine

LONGEST_S = 60.0


class Family:
    """The people at one table: they set down what is shown, and play for their seats."""

    def __init__(self, table: Table, seats: tuple[int, ...], rng: Random) -> None:
        self.table, self.seats, self._rng = table, seats, rng

    def act(self) -> bool:
        """Do one thing, if there is something to do."""
        table = self.table
        if table.pending:
            table.set_down()
            return True
        if not table.people_move:
            return False
        if table.needs_throw:
            if not table.state.mover and 1 not in self.seats:  # the first throw is entered at one table
                return False
            table.roll(self._rng)
        else:
            table.play(str(self._rng.choice(table.state.legal())))
        return True


class Linked:
    """Two tables and the connection between them."""

    def __init__(self, name: str, host: PageHost, seed: int) -> None:
        game, rng = find(name), Random(seed)
        options = game.options()
        count = game.seats(options)
        self.here = Table.begin(game, options, [read_seat("human")] * count, None, datetime.now)
        ours, theirs = tuple(range(1, count)), (count,)
        self.host = host
        host.attach(HostedTable(self.here, Review(self.here)))
        self.until(lambda: host.port > 0)
        self.cutter = CutLine(host.port)
        link = host.invite("localhost", theirs).link
        base, token = parse_link(Seat(computer="table:" + link))
        assert urlsplit(base).port == host.port
        seats = [read_seat("table:localhost" if seat in ours else "human") for seat in range(1, count + 1)]
        self.there = Table.begin(game, options, seats, None, datetime.now)
        self.cookies: list[str] = []
        time.sleep(0.2)  # the invitation reaches the server first
        self.link = TableLink(
            self.there, f"http://localhost:{self.cutter.port}", token=token, on_cookie=self.cookies.append
        )
        self.families = Family(self.here, ours, rng), Family(self.there, theirs, rng)

    def step(self) -> None:
        self.host.step()
        if hasattr(self, "link"):
            self.link.step()
            assert not self.link.trouble, self.link.trouble

    def until(self, true: Callable[[], object]) -> None:
        end = time.monotonic() + LONGEST_S
        while not true():
            assert time.monotonic() < end, (standing_line(self.here)[-3:], standing_line(self.there)[-3:])
            self.step()
            time.sleep(0.002)

    @property
    def same(self) -> bool:
        return standing_line(self.here) == standing_line(self.there)

    def close(self) -> None:
        self.link.close()
        self.cutter.close()


@contextmanager
def linked(name: str, seed: int = 1) -> Iterator[Linked]:
    with closing(PageHost(["127.0.0.1"], port=0)) as host, closing(Linked(name, host, seed)) as both:
        both.until(lambda: both.link.here and any(seat.elsewhere for seat in both.here.seats))
        yield both
