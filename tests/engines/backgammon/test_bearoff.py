"""Exact endings against a second calculation by the rules, and how they are kept."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from fourth_seat.engines.backgammon import array_file, bearoff
from fourth_seat.engines.backgammon.bearoff import FILE_NAME, Bearoff, kept, read
from fourth_seat.engines.backgammon.kernels.bearoff import SIDES, WHOLE_FROM, known_of, rank_of
from fourth_seat.engines.backgammon.kernels.turns import SIZE
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.engines.table_cache import TableCache
from fourth_seat.games.backgammon.checkers import BAR, CHECKERS_EACH, LAST_HOME_POINT, OFF, Checkers
from fourth_seat.games.backgammon.rules import THROW_PROBABILITIES
from fourth_seat.games.backgammon.turns import turns
from fourth_seat.words import Text

NOBODY = (CHECKERS_EACH, *[0] * BAR)


@pytest.fixture(scope="module")
def tables() -> Bearoff:
    return bearoff.build()


def side(*points: int) -> Checkers:
    """Return a side with checkers on these points, the others off."""
    return (CHECKERS_EACH - len(points), *(points.count(point) for point in range(1, BAR + 1)))


def rank(own: Checkers) -> int:
    return int(rank_of(np.array(own, np.int64)))


def after(own: Checkers, dice: tuple[int, int]) -> list[Checkers]:
    return [end[0] for end in turns((own, NOBODY), dice)]


@cache
def throws(own: Checkers) -> tuple[float, ...]:
    """Return the chances of being done after 0, 1, 2 ... throws, if each turn minimises their mean."""
    if own[OFF] == CHECKERS_EACH:
        return (1.0,)
    total = [0.0] * 30
    for throw, chance in THROW_PROBABILITIES:
        ways = [throws(end) for end in after(own, throw.dice)]
        best = min(ways, key=lambda way: sum(n * part for n, part in enumerate(way)))
        for n, part in enumerate(best):
            total[n + 1] += chance * part
    while not total[-1]:
        total.pop()
    return tuple(total)


@cache
def share(own: Checkers, other: Checkers) -> float:
    """Return the share of the win of the side on roll."""
    total = 0.0
    for throw, chance in THROW_PROBABILITIES:
        ends = after(own, throw.dice)
        total += chance * max(1.0 if end[OFF] == CHECKERS_EACH else 1 - share(other, end) for end in ends)
    return total


def known(tables: Bearoff, own: Checkers, other: Checkers) -> list[float]:
    shares = np.zeros((1, 6), np.float32)
    known_of(tables.arrays, np.array([[rank(own), rank(other)]]), np.zeros((2, SIZE), np.int8), shares)
    return [float(each) for each in shares[0]]


def test_sides_are_numbered_one_by_one() -> None:
    assert rank(NOBODY) == 0 and rank(side(1)) == 1 and rank(side(*[LAST_HOME_POINT] * CHECKERS_EACH)) == SIDES - 1
    assert rank(side(*[1] * CHECKERS_EACH)) == WHOLE_FROM
    rng = Random(1)
    for _ in range(200):
        points = [rng.randint(1, LAST_HOME_POINT) for _ in range(rng.randint(1, CHECKERS_EACH))]
        lower = list(points)
        lower[0] -= 1
        assert rank(side(*lower)) < rank(side(*points))


@pytest.mark.slow
def test_throws_of_small_sides(tables: Bearoff) -> None:
    for points in ((1,), (6,), (6, 6), (5, 2), (6, 5, 4), (1, 1, 1), (4, 3, 3)):
        by_hand = throws(side(*points))
        ours = tables.ends[rank(side(*points))]
        assert ours[: len(by_hand)] == pytest.approx(by_hand, abs=1e-6)
        assert ours.sum() == pytest.approx(1, abs=1e-5)


def test_shares_of_two_sides(tables: Bearoff) -> None:
    for own, other in (((6,), (1,)), ((6, 1), (2, 2)), ((5, 4), (6, 3)), ((2, 2, 1), (6, 2))):
        ours = tables.pairs[rank(side(*own)), rank(side(*other))]
        assert ours == pytest.approx(share(side(*own), side(*other)), abs=1e-6)


def test_both_tables_say_nearly_the_same(tables: Bearoff) -> None:
    """Each side plays as if it were alone: that costs little."""
    own, other = side(6, 5, 4, 3, 2, 1), side(6, 5, 4, 3, 2, 1)
    alone = sum(tables.ends[rank(own), n] * tables.ends[rank(other), n:].sum() for n in range(1, tables.ends.shape[1]))
    assert tables.pairs[rank(own), rank(other)] == pytest.approx(alone, abs=0.005)


def test_gammons_need_all_fifteen(tables: Bearoff) -> None:
    whole, few = side(*[3] * CHECKERS_EACH), side(1, 1)
    losing = known(tables, whole, few)
    assert sum(losing) == pytest.approx(1, abs=1e-5) and losing[1] == pytest.approx(losing[2] + losing[1] - losing[2])
    assert losing[3] == pytest.approx(0, abs=1e-6)  # nobody bears off fifteen before the other two
    assert losing[4] == losing[5] == losing[0] == 0
    assert known(tables, few, whole)[4] == 1  # done at once, with all of the other's on the board
    assert known(tables, few, side(*[3] * (CHECKERS_EACH - 1)))[3] == 1


@pytest.mark.slow
def test_tables_are_kept_and_read(tmp_path: Path, tables: Bearoff) -> None:
    notices: list[Text] = []
    assert read(tmp_path) is None
    first = kept(TableCache(tmp_path), notices.append)
    again = read(tmp_path)
    assert again and not notices
    for one, other, fresh in zip(first.arrays, again.arrays, tables.arrays, strict=True):
        assert (one == other).all() and (one == fresh).all()


@pytest.fixture(scope="module")
def intact(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of the tables as it is kept."""
    folder = tmp_path_factory.mktemp("bearoff")
    kept(TableCache(folder), lambda _: None)
    return (folder / FILE_NAME).read_bytes()


@pytest.mark.parametrize("damage", ["cut", "short", "flipped", "empty", "version"])
def test_a_damaged_file_is_refused(tmp_path: Path, intact: bytes, damage: str) -> None:
    path = tmp_path / FILE_NAME
    if damage == "version":
        array_file.save(path, bearoff.VERSION + 1, {})
    else:
        flipped = intact[:100_000] + bytes([intact[100_000] ^ 1]) + intact[100_001:]
        path.write_bytes(
            {"cut": intact[: len(intact) // 2], "short": intact[:-1], "flipped": flipped, "empty": b""}[damage]
        )
    with pytest.raises(DamagedTable):
        read(tmp_path)


@pytest.mark.slow
def test_damaged_tables_are_rebuilt(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"damaged")
    notices: list[Text] = []
    kept(TableCache(tmp_path), notices.append)
    assert len(notices) == 1 and "being rebuilt" in str(notices[0])
    assert read(tmp_path)
