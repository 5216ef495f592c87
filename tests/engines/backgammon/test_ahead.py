"""Learning from looking ahead, in small: what was found is kept, a run that was ended goes on, targets are what they should
be and are learned.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines.backgammon import bearoff, nets
from engines.backgammon.brain import MONEY, Brain
from training import backgammon_ahead as ahead
from training.backgammon_fit import fitted, wider
from training.backgammon_lookahead import traced
from training.backgammon_nets import Progress, keep

POSITIONS = 120


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as the stages before leave it."""
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(ahead, "SLICE", 50)
    begun = nets.widened(nets.fresh(16, 1))
    keep(tmp_path / "features.npz", Progress(begun, begun.copy()))
    return tmp_path


def test_rounds_are_kept_and_gone_on_with(folder: Path) -> None:
    arguments = ["--rounds", "2", "--positions", str(POSITIONS), "--epochs", "2", "--hidden", "24", "--folder", str(folder)]
    assert ahead.main(arguments) == 0
    first = [nets.read(folder / f"ahead-{n}.npz") for n in (1, 2)]
    assert [each.first.shape[2] for each in first] == [24, 24]
    paths = ahead.slices(folder, 2, POSITIONS)
    assert len(paths) == 3 and all(path.exists() for path in paths)
    positions, targets = ahead.read(paths, 0)
    assert len(positions) == len(targets) == POSITIONS
    brain = Brain(first[0], bearoff.build())
    assert brain.ahead(positions, MONEY, 1) == pytest.approx(targets, abs=1e-5)
    (folder / "ahead-2.npz").unlink()  # as if it had been ended in the midst of the second round
    paths[-1].unlink()
    assert ahead.main(arguments) == 0
    again = nets.read(folder / "ahead-2.npz")
    assert all((one == other).all() for one, other in zip(first[1].arrays, again.arrays, strict=True))


def test_what_is_found_later_in_a_game_corrects_what_was_said_before() -> None:
    dice = np.random.default_rng(1)
    said, looked = (dice.dirichlet(np.ones(6), 4).astype(np.float32) for _ in range(2))
    follows = np.array([False, True, True, False])
    targets = np.empty_like(said)
    traced(said, looked, follows, np.float32(0), targets)
    assert targets == pytest.approx(looked)
    traced(said, looked, follows, np.float32(0.5), targets)
    assert targets[2:] == pytest.approx(looked[2:])  # the last is of another game
    assert targets[1] == pytest.approx(looked[1] + 0.5 * (looked[2] - said[2])[::-1])
    assert targets[0] == pytest.approx(looked[0] + 0.5 * (targets[1] - said[1])[::-1])


def test_networks_come_nearer_to_their_targets(folder: Path) -> None:
    begun = wider(nets.widened(nets.fresh(16, 2)), 24, 1)
    brain = Brain(begun, bearoff.build())
    paths = ahead.slices(folder, 1, POSITIONS)
    ahead.look(paths, POSITIONS, (1,), brain)
    positions, targets = ahead.read(paths, 1)
    said = brain.shares(positions)
    assert said == pytest.approx(Brain(nets.widened(nets.fresh(16, 2)), brain.tables).shares(positions), abs=1e-5)
    targets = np.roll(targets, 1, 0)  # anything that they do not say yet
    learned = Brain(fitted(begun, positions, targets, 60, 0.01, 1), brain.tables)
    assert np.square(learned.shares(positions) - targets).sum() < 0.5 * np.square(said - targets).sum()


def test_several_jobs_learn_together(folder: Path) -> None:
    begun = nets.widened(nets.fresh(16, 2))
    brain = Brain(begun, bearoff.build())
    paths = ahead.slices(folder, 1, POSITIONS)
    ahead.look(paths, POSITIONS, (1,), brain)
    positions, targets = ahead.read(paths, 1)
    off: list[float] = []
    fitted(begun, positions, np.roll(targets, 1, 0), 40, 0.01, 1, jobs=2, told=lambda _, __, each: off.append(each))
    assert len(off) == 40 and off[-1] < 0.9 * off[0]
