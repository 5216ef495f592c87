"""Learning from one throw ahead, in small: what was found is kept, and a run that was ended goes on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines.backgammon import bearoff, nets
from engines.backgammon.brain import MONEY, Brain
from training import backgammon_ahead as ahead
from training.backgammon_lookahead import fit
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
    arguments = ["--rounds", "2", "--positions", str(POSITIONS), "--epochs", "2", "--folder", str(folder)]
    assert ahead.main(arguments) == 0
    first = [nets.read(folder / f"ahead-{n}.npz") for n in (1, 2)]
    paths = ahead.slices(folder, 2, POSITIONS)
    assert len(paths) == 3 and all(path.exists() for path in paths)
    positions, targets = ahead.read(paths)
    assert len(positions) == len(targets) == POSITIONS
    brain = Brain(first[0], bearoff.build())
    assert brain.ahead(positions, MONEY, 1) == pytest.approx(targets, abs=1e-5)
    (folder / "ahead-2.npz").unlink()  # as if it had been ended in the midst of the second round
    paths[-1].unlink()
    assert ahead.main(arguments) == 0
    again = nets.read(folder / "ahead-2.npz")
    assert all((one == other).all() for one, other in zip(first[1].arrays, again.arrays, strict=True))


def test_networks_come_nearer_to_their_targets(folder: Path) -> None:
    begun = nets.widened(nets.fresh(16, 2))
    brain = Brain(begun, bearoff.build())
    paths = ahead.looked_up(folder, 1, POSITIONS, 1, brain)
    positions, targets = ahead.read(paths)
    targets = np.roll(targets, 1, 0)  # anything that they do not say yet
    learned = begun.copy()
    off = [
        fit(*learned.arrays, *brain.tables.arrays, positions, targets, np.arange(POSITIONS), np.float32(0.02))
        for _ in range(30)
    ]
    assert off[-1] < 0.5 * off[0]
