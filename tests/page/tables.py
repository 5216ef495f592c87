"""Tables for pages: games that go on at random, and the page that shows one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from random import Random

from fourth_seat.games import find
from fourth_seat.page.host import PageHost
from fourth_seat.page.hosted import HostedTable
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table

HERE = "127.0.0.1"


def play_once(table: Table, rng: Random) -> None:
    """Throw, or make a legal move, whoever's turn it is."""
    if table.needs_throw:
        table.roll(rng)
    elif table.computers_turn:
        table.play_computer(rng.choice(table.state.legal()))
    else:
        table.play(str(rng.choice(table.state.legal())))


def table_of(name: str, *seats: str, moves: int = 0, option: str = "") -> Table:
    """Return a table at which a random game has been going on for a while, between people unless `seats` says otherwise."""
    game, rng = find(name), Random(7)
    options = game.options(option)
    wanted = seats or ("human",) * game.seats(options)
    table = Table.begin(game, options, list(map(read_seat, wanted)), None, datetime.now)
    while table.history.at < moves and not table.result:
        if table.pending:
            table.set_down()
        play_once(table, rng)
    return table


@contextmanager
def hosted(table: Table) -> Iterator[PageHost]:
    """Yield the page of a table."""
    with closing(PageHost([HERE], port=0)) as host:
        host.attach(HostedTable(table, Review(table)))
        yield host
