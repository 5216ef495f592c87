"""Training the networks of the lower levels."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.engines.backgammon import networks
from training.backgammon import weak_networks as training

pytestmark = pytest.mark.slow


def test_training_makes_what_is_installed_in_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    folder = tmp_path / "networks"
    folder.mkdir()
    monkeypatch.setitem(training.LEVEL_TRAINING, 2, (5, 20))
    assert training.main(["--level", "1", "2", "--folder", str(folder)]) == 0
    ladder = networks.read_weak([], folder)
    assert [each.first.shape[2] for each in ladder[:2] if each] == [training.LEVEL_TRAINING[1][0], 5]
