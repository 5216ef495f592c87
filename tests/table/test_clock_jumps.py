"""The clock is changed in the middle of a game: back a day, forward a year, to another zone, out of summer time."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from fourth_seat.games import find
from fourth_seat.table.analysis.session import current_session, session_scores
from fourth_seat.table.record.record_file import read
from fourth_seat.table.record.saved import latest
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table

BERLIN = ZoneInfo("Europe/Berlin")
BEGUN = datetime(2026, 10, 25, 2, 50, tzinfo=BERLIN)  # ten minutes before summer time ends
JUMPS = {
    "back a day": BEGUN - timedelta(days=1),
    "back to 1970": datetime(1970, 1, 1, tzinfo=UTC),
    "forward a year": BEGUN + timedelta(days=365),
    "out of summer time": BEGUN.replace(minute=5, fold=1),
    "another zone": BEGUN.astimezone(ZoneInfo("Pacific/Kiritimati")),
}


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
def test_the_game_goes_on(tmp_path: Path, jump: datetime) -> None:
    folder, now = tmp_path / "records", BEGUN
    game = find("backgammon")
    seats = [read_seat("human:Anna"), read_seat("human:Ben")]
    table = Table.begin(game, game.options("match=5"), seats, folder, lambda: now)
    table.play("31: 8/5 6/5")
    now = jump
    table.resign(1)
    table.next_game()
    shutil.rmtree(folder)  # a fresh file is written, on another day perhaps
    table.play("31: 8/5 6/5")
    assert table.record
    table.close()
    os.utime(table.record.path, (jump.timestamp(), jump.timestamp()))

    path = latest(folder, "backgammon")
    resumed = Table.resume(path, lambda: now)
    resumed.play("21: 13/11 6/5")
    resumed.close()
    assert resumed.notices == ()
    assert list(read(path).events) == resumed.events and len(resumed.games) == 2
    session_scores(folder, current_session(folder, jump) or path.stem)
