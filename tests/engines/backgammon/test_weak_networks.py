"""The lower levels: a network for each, and a weaker one if it cannot be read."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from fourth_seat.engines.backgammon import networks
from fourth_seat.engines.backgammon.search import BackgammonSearch
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.games.backgammon import GAME
from fourth_seat.words import Text

LONGEST = 120  # seconds until kernels are compiled and tables built on the slowest machine


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the installed networks, to be damaged."""
    monkeypatch.setattr(networks, "WEAK_FOLDER", Path(shutil.copytree(networks.WEAK_FOLDER, tmp_path / "weak")))
    return networks.WEAK_FOLDER


def test_each_level_has_a_network_of_its_own() -> None:
    notices: list[Text] = []
    ladder = networks.read_weak(notices)
    assert len({id(each) for each in ladder if each}) == len(networks.WEAK_LEVELS) and not notices


@pytest.mark.parametrize("damage", ["missing", "incomplete"])
def test_the_next_weaker_one_sits_in(folder: Path, damage: str) -> None:
    for level in (1, 4):
        path = networks.weak_file(folder, level)
        if damage == "missing":
            path.unlink()
        else:
            path.write_bytes(path.read_bytes()[:-50])
    notices: list[Text] = []
    ladder = networks.read_weak(notices)
    assert ladder[0] is None and ladder[3] is ladder[2] and ladder[4]
    assert len(notices) == 2 and all(damage in str(each) for each in notices)


@pytest.mark.slow
@pytest.mark.parametrize("level", networks.WEAK_LEVELS)
def test_levels_play_without_chance(level: int) -> None:
    searcher = BackgammonSearch(GAME.options(), EngineLimits(), Random(level))
    state = GAME.parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10", GAME.options())
    limit = SearchLimit(seconds=LONGEST)
    moves = {searcher.choose(state, level, limit, lambda *_: None) for _ in range(3)}
    assert len(moves) == 1 and moves <= set(state.legal())
