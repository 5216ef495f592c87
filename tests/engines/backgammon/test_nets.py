"""Networks on disk: what is not whole and ours is refused with a sentence, and simpler knowledge plays."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import numpy as np
import pytest

from engines.backgammon import arrays_file, nets
from engines.errors import DamagedTable
from engines.levels import level
from engines.means import Means
from engines.thinker import Thinker
from games.backgammon import GAME

LONGEST = 120  # seconds until kernels are compiled and tables built on the slowest machine


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "nets.npz"
    nets.write(nets.fresh(8, 1), path)
    return path


def damage(path: Path, how: str) -> None:
    data = path.read_bytes()
    middle = len(data) // 2
    match how:
        case "missing":
            path.unlink()
        case "cut short":
            path.write_bytes(data[:middle])
        case "damaged":
            path.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
        case "another version":
            arrays_file.save(path, nets.VERSION + 1, dict(zip(nets.NAMES, nets.fresh(8, 1).arrays, strict=True)))


DAMAGES = "missing", "cut short", "damaged", "another version"


def test_what_is_written_is_read(path: Path) -> None:
    assert all((one == other).all() for one, other in zip(nets.read(path).arrays, nets.fresh(8, 1).arrays, strict=True))


@pytest.mark.parametrize("how", DAMAGES)
def test_what_is_not_whole_is_refused(path: Path, how: str) -> None:
    damage(path, how)
    with pytest.raises(DamagedTable, match=how.split()[0]):
        nets.read(path)


def test_every_shorter_file_is_refused(path: Path) -> None:
    data = path.read_bytes()
    for length in range(0, len(data), 37):
        path.write_bytes(data[:length])
        with pytest.raises(DamagedTable):
            nets.read(path)


@pytest.mark.parametrize("wrong", ["hidden", "inputs", "kinds", "outcomes", "numbers"])
def test_sizes_that_do_not_fit_are_refused(path: Path, wrong: str) -> None:
    first, second, last = nets.fresh(8, 1).arrays
    match wrong:
        case "hidden":
            first = first[:, :, :-1]
        case "inputs":
            first = first[:, :-1]
        case "kinds":
            first = np.repeat(first, 2, 0)
        case "outcomes":
            last = last[:, :-1]
        case "numbers":
            first = first.astype(np.float64)
    arrays_file.save(path, nets.VERSION, dict(zip(nets.NAMES, (first, second, last), strict=True)))
    with pytest.raises(DamagedTable):
        nets.read(path)


@pytest.mark.parametrize("how", DAMAGES)
def test_the_next_weaker_player_sits_in(path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    damage(path, how)
    monkeypatch.setattr("engines.backgammon.nets.read.__defaults__", (path,))
    thinker = Thinker(GAME, GAME.options(), level("7", "backgammon"), Random(1), Means())
    state = GAME.parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", GAME.options())
    assert thinker.choose(state, lambda: False, lambda *_: None) in state.legal()
    until = time.monotonic() + LONGEST
    told = thinker.notices()
    while not told and time.monotonic() < until:
        time.sleep(0.05)
        told = thinker.notices()
    assert len(told) == 1 and how.split()[0] in str(told[0]) and "simpler knowledge plays" in str(told[0])
    assert thinker.values(state, 3, lambda: False, lambda *_: None)
