"""The training from an empty folder, on a small scale: it runs, resumes where it was, and learns something useful."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator, packed
from fourth_seat.engines.backgammon.kernels.features import INPUTS
from fourth_seat.engines.backgammon.kernels.position_kind import KINDS
from fourth_seat.games.backgammon.checkers import START_CHECKERS
from training.backgammon.networks import STAGES, StageProgress, load_progress, main, train

pytestmark = pytest.mark.slow

GAMES = 300


@pytest.fixture(scope="module")
def endings() -> bearoff.Bearoff:
    return bearoff.build()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))


def test_from_an_empty_folder_to_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "nets.npz"
    monkeypatch.setattr("fourth_seat.engines.backgammon.networks.write.__defaults__", (installed,))
    arguments = ["--games", str(GAMES), "--hidden", "16", "--folder", str(tmp_path / "run"), "--install"]
    assert main(arguments) == 0
    made = networks.read(installed)
    assert made.whole and made.first.shape == (KINDS, INPUTS, 16)
    assert all(np.isfinite(array).all() for array in made.arrays)
    for stage in STAGES:
        progress = load_progress(tmp_path / "run" / f"{stage.name}.npz")
        assert progress.games == GAMES and progress.seconds > 0
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").iterdir()}
    assert main(arguments) == 0  # nothing is left to do
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "run").iterdir()}


def test_a_run_that_was_ended_goes_on(tmp_path: Path, endings: bearoff.Bearoff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.backgammon.networks.CHUNK_GAMES", 100)
    monkeypatch.setattr("training.backgammon.networks.SAVE_EVERY_GAMES", 100)
    begun = networks.fresh(16, 1)
    whole = train(STAGES[0], tmp_path / "whole.npz", begun, GAMES, 1, endings)
    path = tmp_path / "ended.npz"
    monkeypatch.setattr("training.backgammon.networks.save_progress", _ended_after(200))
    with pytest.raises(KeyboardInterrupt):
        train(STAGES[0], path, begun, GAMES, 1, endings)
    monkeypatch.undo()
    monkeypatch.setattr("training.backgammon.networks.CHUNK_GAMES", 100)
    assert load_progress(path).games == 200
    again = train(STAGES[0], path, begun, GAMES, 1, endings)
    assert all((one == other).all() for one, other in zip(whole.arrays, again.arrays, strict=True))


def _ended_after(games: int):  # type: ignore[no-untyped-def]
    from training.backgammon.networks import save_progress

    def ended(path: Path, progress: StageProgress) -> None:
        save_progress(path, progress)
        if progress.games >= games:
            raise KeyboardInterrupt

    return ended


def test_a_little_learning_tells_a_good_position_from_a_bad_one(tmp_path: Path, endings: bearoff.Bearoff) -> None:
    made = train(STAGES[0], tmp_path / "raw.npz", networks.fresh(16, 1), 4_000, 1, endings)
    jailed = tuple({25: 2, 24: 1, 6: 6, 8: 6}.get(place, 0) for place in range(26))
    shut = tuple({1: 3, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2}.get(place, 0) for place in range(26))
    shares = BackgammonEvaluator(made, endings).shares(
        packed([(START_CHECKERS, START_CHECKERS), (jailed, shut), (shut, jailed)])
    )
    wins = shares[:, 3:].sum(1)
    assert wins[1] < 0.25 < 0.4 < wins[0] < 0.65 < wins[2]
