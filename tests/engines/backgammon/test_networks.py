"""Networks on disk: any that are incomplete or not ours are refused with a sentence, and simpler knowledge plays."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from fourth_seat.engines.backgammon import array_file, networks
from fourth_seat.engines.backgammon.networks import Networks
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.engines.levels import level
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.games.backgammon import GAME

LONGEST = 120  # seconds until kernels are compiled and tables built on the slowest machine


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "nets.npz"
    networks.write(networks.fresh(8, 1), path)
    return path


def damage(path: Path, how: str) -> None:
    data = path.read_bytes()
    middle = len(data) // 2
    match how:
        case "missing":
            path.unlink()
        case "incomplete":
            path.write_bytes(data[:middle])
        case "damaged":
            path.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
        case "another version":
            array_file.save(
                path, networks.VERSION + 1, dict(zip(networks.ARRAY_NAMES, networks.fresh(8, 1).arrays, strict=True))
            )


DAMAGES = "missing", "incomplete", "damaged", "another version"


def test_what_is_written_is_read(path: Path) -> None:
    assert all(
        (one == other).all() for one, other in zip(networks.read(path).arrays, networks.fresh(8, 1).arrays, strict=True)
    )


def test_pruning_networks_are_kept_with_the_others(path: Path) -> None:
    both = replace(networks.fresh(8, 1), pruning=networks.fresh(4, 2).arrays)
    networks.write(both, path)
    assert all((one == other).all() for one, other in zip(networks.read(path).pruning, both.pruning, strict=True))


@pytest.mark.parametrize("how", DAMAGES)
def test_what_is_not_whole_is_refused(path: Path, how: str) -> None:
    damage(path, how)
    with pytest.raises(DamagedTable, match=how.split()[0]):
        networks.read(path)


def test_every_shorter_file_is_refused(path: Path) -> None:
    data = path.read_bytes()
    for length in range(0, len(data), 37):
        path.write_bytes(data[:length])
        with pytest.raises(DamagedTable):
            networks.read(path)


@pytest.mark.parametrize("wrong", ["hidden", "inputs", "kinds", "outcomes", "numbers", "pruning"])
def test_sizes_that_do_not_fit_are_refused(path: Path, wrong: str) -> None:
    first, second, last = networks.fresh(8, 1).arrays
    pruning = networks.widened(networks.fresh(4, 1)) if wrong == "pruning" else networks.fresh(4, 1)
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
    networks.write(Networks(first, second, last, pruning.arrays), path)
    with pytest.raises(DamagedTable):
        networks.read(path)


@pytest.mark.sample(1)
@pytest.mark.parametrize("how", DAMAGES)
def test_the_next_weaker_player_sits_in(path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    damage(path, how)
    monkeypatch.setattr("fourth_seat.engines.backgammon.networks.read.__defaults__", (path,))
    selector = MoveSelector(GAME, GAME.options(), level("7", "backgammon"), Random(1), EngineLimits())
    state = GAME.parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", GAME.options())
    assert selector.choose(state, lambda: False, lambda *_: None) in state.legal()
    until = time.monotonic() + LONGEST
    notices = list(map(str, selector.notices()))
    while not any("evaluation" in each for each in notices) and time.monotonic() < until:
        time.sleep(0.05)
        notices += map(str, selector.notices())
    assert how.split()[0] in notices[-1] and "a simpler evaluation is used" in notices[-1]
    assert all("preparing this level" in each for each in notices[:-1]), "as it is on a busy machine"
    assert selector.values(state, 3, lambda: False, lambda *_: None)
