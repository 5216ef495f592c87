"""A photo of a board that the vision process cannot finish reading."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import psutil

from fourth_seat.commands.play import now
from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.vision.setup.photo import PhotoReader
from fourth_seat.vision.worker.client import VisionProcess

PHOTO = Path(__file__).resolve().parents[2] / "data" / "vision" / "connect4_0002.jpg"
TIMEOUT_S = 60.0


def test_a_process_that_dies_is_reported_with_what_to_do() -> None:
    started: list[VisionProcess] = []

    def start(*arguments: Any) -> VisionProcess:
        started.append(VisionProcess(*arguments))
        return started[0]

    game = find("connect4")
    table = Table.begin(game, game.options(), [read_seat("human")] * 2, None, now)
    reader = PhotoReader(table, PHOTO, start)
    try:
        psutil.Process(started[0].pid).kill()
        end = time.monotonic() + TIMEOUT_S
        while reader.trouble is None:
            assert time.monotonic() < end and not reader.step()
            time.sleep(0.01)
        assert reader.reading is None and reader.status[1]
        assert str(reader.status[0]) == (
            "The photo cannot be read: reading stopped without an error message; choose the photo again"
        )
    finally:
        reader.close()
