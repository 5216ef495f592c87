"""Exact values agree with a second solver's; incomplete files on disk are never trusted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from fourth_seat.engines.errors import DamagedTable
from fourth_seat.engines.tridice import table_file
from fourth_seat.engines.tridice.kernels.lattice import ORIENTATION_OF
from fourth_seat.engines.tridice.kernels.ranking import folded, positions, rank_of, unrank_of
from fourth_seat.engines.tridice.position import TriDicePosition, codes_in, packed, position_of
from fourth_seat.engines.tridice.tables import MAX_ITERATIONS, STAGES, Material, TriDiceTables, materials_of
from tests.engines.tridice.boards import scattered
from tests.engines.tridice.reference_search import ReferenceSearch

SMALL = 2  # stages: with at most three dice alive
EMPTY = packed([])
LOW = 0xFFFFFFFF


def built(stages: int, threads: int = 1) -> TriDiceTables:
    tables = TriDiceTables(stages)
    done = [done for done, _ in tables.build(threads, lambda: False)]
    assert done == sorted(done) and done[-1] == 1
    return tables


@pytest.fixture(scope="module")
def small() -> TriDiceTables:
    return built(SMALL, threads=2)


@pytest.fixture(scope="module")
def second() -> ReferenceSearch:
    return ReferenceSearch(SMALL)


def numbered(kind: Material, most: int) -> Iterator[TriDicePosition]:
    """Yield the positions of a kind, or this many of them."""
    rng = Random(str(kind))
    numbers = range(kind.positions)
    for number in numbers if len(numbers) <= most else rng.sample(numbers, most):
        sides = int(unrank_of(number, kind.own, kind.other))
        yield TriDicePosition(sides & LOW, sides >> 32 & LOW, kind.own_hand, kind.other_hand)


@pytest.mark.parametrize("dice", [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (0, 3), (2, 2), (3, 1), (1, 3)])
def test_numbers_name_positions(dice: tuple[int, int]) -> None:
    rng = Random(str(dice))
    for _ in range(2000):
        number = rng.randrange(positions(*dice))
        sides = int(unrank_of(number, *dice))
        own, other = sides & LOW, sides >> 32 & LOW
        assert (len(codes_in(own)), len(codes_in(other))) == dice
        assert len({code >> 4 for code in codes_in(own) + codes_in(other)}) == sum(dice)
        assert rank_of(own, other) == number


def test_the_rotation_divides_by_three() -> None:
    assert [folded(*dice) for dice in ((0, 0), (3, 0), (0, 3), (2, 1), (1, 2), (3, 1))] == [False] * 3 + [True] * 3
    assert 3 * positions(2, 2) == 226_437_120
    assert 3 * positions(1, 1) == 34_560


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for stage in range(SMALL) for kind in materials_of(stage)], ids=str)
def test_values_are_those_of_a_second_solver(kind: Material, small: TriDiceTables, second: ReferenceSearch) -> None:
    values, settled = second.values[kind], second.settled[kind]
    for here in numbered(kind, 12_000):
        at = tuple(12 * (code >> 4) + ORIENTATION_OF[code & 15] for code in codes_in(here.own) + codes_in(here.other))
        entry = small.look_up(here)
        assert entry is not None
        assert entry.value == pytest.approx(float(values[at]), abs=1e-6)
        assert (entry.turns > 0) == (entry.value != 0)
        assert settled[at] <= MAX_ITERATIONS if kind.thrown else settled[at] == entry.turns


def test_both_kinds_of_dice_are_worth_the_same_on_mirrored_boards(small: TriDiceTables) -> None:
    rng = Random(5)
    for _ in range(30):
        state = scattered(rng, 1, 2, handedness="ccw")
        assert small.look_up(position_of(state)) is not None


def test_known_values(small: TriDiceTables) -> None:
    one_each = small.look_up(TriDicePosition(EMPTY, EMPTY, 1, 1))
    assert one_each is not None and one_each.value == pytest.approx(-1 / 6)
    two_against_one = small.look_up(TriDicePosition(EMPTY, EMPTY, 2, 1))
    assert two_against_one is not None and two_against_one.value == 1
    assert small.look_up(TriDicePosition(EMPTY, EMPTY, 2, 2)) is None, "beyond the stages"
    assert small.look_up(TriDicePosition(EMPTY, EMPTY, 4, 4)) is None


def test_building_goes_on_where_it_was_left(small: TriDiceTables) -> None:
    left = TriDiceTables(SMALL)
    for _, finished in left.build(1, lambda: False):
        if finished:
            break
    assert left.ready == 1
    assert list(left.build(1, lambda: True)) == [] and left.ready == 1
    assert [finished for _, finished in left.build(1, lambda: False)][-1]
    assert all(same(left, small, stage) for stage in range(SMALL))


def same(one: TriDiceTables, other: TriDiceTables, stage: int) -> bool:
    return all(mine.tobytes() == its.tobytes() for mine, its in zip(one.parts(stage), other.parts(stage), strict=True))


def test_kept_tables_are_read_again(tmp_path: Path, small: TriDiceTables) -> None:
    folder = tmp_path / "new"
    table_file.load(folder, nothing := TriDiceTables(SMALL))
    assert nothing.ready == 0
    for stage in range(SMALL):
        table_file.save(folder, small, stage)
    assert len(list(folder.iterdir())) == SMALL, "nothing unfinished lies about"
    again, fewer, more = TriDiceTables(SMALL), TriDiceTables(1), TriDiceTables(len(STAGES))
    for tables in (again, fewer, more):
        table_file.load(folder, tables)
    assert (again.ready, fewer.ready, more.ready) == (SMALL, 1, SMALL)
    assert same(more, small, 1)
    packed_size = sum(path.stat().st_size for path in folder.iterdir())
    assert packed_size < small.size


def test_what_is_not_whole_is_not_believed(tmp_path: Path) -> None:
    tables, rng = built(1), Random(2)
    table_file.save(tmp_path, tables, 0)
    path = table_file.path_in(tmp_path, 0)
    good = path.read_bytes()
    for n in range(60):
        at = rng.randrange(len(good))
        path.write_bytes(good[:at] if n % 2 else good[:at] + bytes([good[at] ^ 1 << rng.randrange(8)]) + good[at + 1 :])
        again = TriDiceTables(1)
        with pytest.raises(DamagedTable, match=r"incomplete or damaged|another version"):
            table_file.load(tmp_path, again)
        assert again.ready == 0 and again.look_up(TriDicePosition(EMPTY, EMPTY, 1, 1)) is None
