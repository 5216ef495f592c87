"""Games in the dialects of other programs: a small pool is read back in full, and differences are noticed."""

from __future__ import annotations

import argparse
import random

import pytest

from benchmarks.reliability.strangers.backgammon import family, reading
from benchmarks.reliability.strangers.backgammon.dialects import DIALECTS
from benchmarks.reliability.strangers.backgammon.pool import matches
from benchmarks.reliability.strangers.backgammon.writer import write


@pytest.mark.parametrize("games", [6, pytest.param(24, marks=pytest.mark.slow)])
def test_every_dialect_is_read(games: int) -> None:
    args = argparse.Namespace(games=games, asked=0, exported=0, seed="test", gnubg="")
    rows = list(family.rows(args))
    assert len(rows) == len(DIALECTS)
    assert {row.dialect: row.wrong for row in rows if not row.holds} == {}


def test_a_difference_is_noticed() -> None:
    match = next(match for match in matches(20, "test") if len(match) > 1)
    text = write(match, DIALECTS[0], random.Random(1)).text
    found = reading.read(text.encode(), random.Random(1))
    assert not reading.difference(match, found, told=False, capped=False)
    assert reading.difference(match, found[:-1], told=False, capped=False)
    assert "moves" in reading.difference(
        [match[1], *match[1:]], [match[1], match[0], *found[2:]], told=False, capped=False
    ) or ("match" in reading.difference([match[0], match[0]], list(found[:2]), told=False, capped=False))
