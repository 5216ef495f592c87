"""Endgame tables: every value as a plain search finds it, however many levels are filled at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from fourth_seat.engines.kalah.book import sides
from fourth_seat.engines.kalah.tables import KalahTables, positions, seeds_within
from tests.engines.kalah.brute_force import BruteForce, emptied, options, scattered


def built(pits: int, seeds: int, empty_capture: bool, threads: int = 1) -> KalahTables:
    tables = KalahTables(pits, seeds, empty_capture)
    with ThreadPoolExecutor(threads) as pool:
        assert tables.build(seeds, pool, lambda: False) and tables.ready == seeds
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
        assert left.build(4, pool, lambda: False) and left.ready == 4
        assert not left.build(10, pool, lambda: True) and left.ready == 4
        for seeds in range(5, 11):  # with sowings computed for some of these levels at a time
            assert left.build(seeds, pool, lambda: False) and left.ready == seeds
        assert left.build(99, pool, lambda: False) and left.ready == 10
    assert bytes(left.table.bytes) == bytes(whole.table.bytes)


def test_as_many_seeds_as_fit() -> None:
    assert positions(6, 18) <= 100e6 < positions(6, 19)
    assert seeds_within(6, 47, 100_000_000) == 18
    assert seeds_within(3, 17, 1 << 40) == 17
