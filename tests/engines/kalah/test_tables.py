"""Endgame tables: every value as a plain search finds it; on disk nothing is believed that is not whole."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from engines.errors import DamagedTable
from engines.kalah import table_file
from engines.kalah.book import sides
from engines.kalah.tables import KalahTables, positions, seeds_within
from tests.engines.kalah.brute_force import BruteForce, emptied, options, scattered


def built(pits: int, seeds: int, empty_capture: bool, threads: int = 1) -> KalahTables:
    tables = KalahTables(pits, seeds, empty_capture)
    with ThreadPoolExecutor(threads) as pool:
        assert list(tables.build(pool, lambda: False)) == list(range(1, seeds + 1))
    return tables


@pytest.mark.parametrize("empty_capture", [True, False])
@pytest.mark.parametrize(("pits", "seeds"), [(1, 18), (2, 16), (3, 16), (4, 9), (6, 7), (9, 5)])
def test_values_are_those_of_a_plain_search(pits: int, seeds: int, empty_capture: bool) -> None:
    rules, brute, rng = options(pits, 1, empty_capture), BruteForce(), Random(1)
    tables = built(pits, seeds, empty_capture, threads=2)
    for n in range(150):
        state = emptied(scattered(rules, rng.randint(2, seeds), rng, 2 if n % 2 else 99))
        assert tables.value(*sides(state.ring)) == brute.value(state), state


def test_building_goes_on_where_it_was_left() -> None:
    whole, left = built(4, 10, True), KalahTables(4, 10, True)
    with ThreadPoolExecutor(1) as pool:
        for level in left.build(pool, lambda: False):
            if level == 4:
                break
        assert list(left.build(pool, lambda: True)) == [] and left.ready == 4
        assert list(left.build(pool, lambda: False)) == [5, 6, 7, 8, 9, 10]
    assert bytes(left.table.bytes) == bytes(whole.table.bytes)


def test_as_many_seeds_as_fit() -> None:
    assert positions(6, 18) <= 100e6 < positions(6, 19)
    assert seeds_within(6, 47, 100_000_000) == 18
    assert seeds_within(3, 17, 1 << 40) == 17


def test_kept_tables_are_read_again(tmp_path: Path) -> None:
    tables = built(4, 9, False)
    path = table_file.path_in(tmp_path / "new", tables)
    table_file.save(path, tables)
    assert [file.name for file in path.parent.iterdir()] == [path.name], "nothing unfinished lies about"
    same, fewer, more = KalahTables(4, 9, False), KalahTables(4, 6, False), KalahTables(4, 11, False)
    assert all(table_file.load(path, each) for each in (same, fewer, more))
    assert (same.ready, fewer.ready, more.ready) == (9, 6, 9)
    assert bytes(same.table.bytes) == bytes(tables.table.bytes)
    assert bytes(fewer.level(6)) == bytes(more.level(6)) == bytes(tables.level(6))
    assert not table_file.load(path.with_name("none"), same)


def test_what_is_not_whole_is_not_believed(tmp_path: Path) -> None:
    tables, rng = built(3, 8, True), Random(2)
    path = table_file.path_in(tmp_path, tables)
    table_file.save(path, tables)
    good = path.read_bytes()
    for n in range(60):
        at = rng.randrange(len(good))
        bad = good[:at] if n % 2 else good[:at] + bytes([good[at] ^ 1 << rng.randrange(8)]) + good[at + 1 :]
        path.write_bytes(bad)
        again = KalahTables(3, 8, True)
        with pytest.raises(DamagedTable, match=r"cut short or damaged|another version"):
            table_file.load(path, again)
        for level in range(again.ready + 1):
            assert bytes(again.level(level)) == bytes(tables.level(level))


def test_tables_of_another_board_or_version_are_not_believed(tmp_path: Path) -> None:
    tables = built(3, 6, True)
    path = table_file.path_in(tmp_path, tables)
    table_file.save(path, tables)
    for other in (KalahTables(3, 6, False), KalahTables(4, 6, True)):
        with pytest.raises(DamagedTable):
            table_file.load(path, other)
        assert other.ready == 0
    content = bytearray(path.read_bytes())
    content[len(table_file.MAGIC)] += 1
    path.write_bytes(content)
    with pytest.raises(DamagedTable, match="another version"):
        table_file.load(path, KalahTables(3, 6, True))
