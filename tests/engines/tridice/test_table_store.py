"""Kept tables: damaged ones are rebuilt, and no others."""

from __future__ import annotations

from pathlib import Path

from fourth_seat.engines.table_cache import TableCache
from fourth_seat.engines.tridice.table_file import path_in
from fourth_seat.engines.tridice.table_store import TriDiceTableStore


def test_only_the_damaged_file_is_built_anew(tmp_path: Path) -> None:
    TriDiceTableStore(TableCache(tmp_path), 0, 1).build()
    damaged, whole = path_in(tmp_path, 0), path_in(tmp_path, 1)
    good, kept = damaged.read_bytes(), whole.stat()
    damaged.write_bytes(good[: len(good) // 2])
    again = TriDiceTableStore(TableCache(tmp_path), 0, 1)
    again.build()
    assert again.tables.ready == 2
    assert [str(notice) for notice in again.notices] == [
        f"{damaged} is incomplete or damaged and is being rebuilt",
        "the endgame tables are ready",
    ]
    assert damaged.read_bytes() == good
    assert whole.stat().st_ino == kept.st_ino, "it was only read"
