"""Training the networks that prune, on a small scale."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fourth_seat.engines.backgammon import networks
from fourth_seat.engines.backgammon.kernels.evaluate import KEPT
from training.backgammon import pruning

pytestmark = pytest.mark.slow


def test_they_learn_which_turns_others_like(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    file = tmp_path / "networks.npz"
    arguments = ["--decisions", "1200", "--hidden", "12", "--epochs", "12", "--to", str(file)]
    assert pruning.main(arguments) == 0
    installed, made = networks.read(), networks.read(file)
    assert all((one == other).all() for one, other in zip(installed.arrays, made.arrays, strict=True))
    assert made.pruning.first.shape[2] == 12
    samples = pruning.samples_of_all_turns(installed, 300, 2)
    assert np.bincount(samples.decisions).min() > KEPT
    (share, lost), (by_chance, more) = (
        pruning.pruning_recall(networks.Networks(*arrays), samples)
        for arrays in (made.pruning, networks.fresh(12, 1).arrays)
    )
    assert share > by_chance and lost < 0.5 * more
