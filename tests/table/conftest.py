from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table


def clock() -> datetime:
    return datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


Open = Callable[..., Table]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Open]:
    """Open tables, closed at the end: `begin("connect4", "human:Anna", "computer:3", options="first=yellow")`."""
    opened: list[Table] = []

    def open_(game: str, *seats: str, options: str = "") -> Table:
        found = find(game)
        table = Table.begin(found, found.options(options), [read_seat(seat) for seat in seats], tmp_path, clock)
        opened.append(table)
        return table

    yield open_
    for table in opened:
        table.close()
