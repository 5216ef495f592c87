"""Rollouts of special positions: kept, resumed, and written into one file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fourth_seat.engines.backgammon import array_file, networks
from fourth_seat.engines.backgammon.kernels.position_kind import BACKGAME
from fourth_seat.farm.checkpoint import UNITS_FILE
from fourth_seat.farm.unit import OtherRun
from training.backgammon import rollouts
from training.backgammon.fit import kinds_of
from training.backgammon.starts import backgame, draw_positions

pytestmark = pytest.mark.slow


def test_rollouts_go_on_and_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    nets, written = tmp_path / "nets.npz", tmp_path / "rolled_out.npz"
    networks.write(networks.fresh(4, 1), nets)
    arguments = [str(tmp_path / "kept"), "--trials", "72", "--nets", str(nets), "--write", str(written)]
    assert rollouts.main([*arguments, "--positions", "1"]) == 0
    first = (tmp_path / "kept" / UNITS_FILE).read_text()
    assert rollouts.main([*arguments, "--positions", "2"]) == 0
    assert (tmp_path / "kept" / UNITS_FILE).read_text().startswith(first), "the first is not done again"
    arrays = array_file.load(written, networks.VERSION, ("shares", "error"))
    assert arrays["shares"].shape == (2, 6) and (arrays["error"] > 0).all()
    assert arrays["shares"].sum(1) == pytest.approx(1, abs=1e-4)
    with np.load(written) as file:
        assert (file["positions"] == draw_positions(2, 9001)).all()
        assert file["kinds"].tolist() == ["backgame", "backgame"]


def test_backgames_alone_can_be_rolled_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    nets, written = tmp_path / "nets.npz", tmp_path / "backgames.npz"
    networks.write(networks.fresh(4, 1), nets)
    arguments = [str(tmp_path / "kept"), "--trials", "72", "--nets", str(nets), "--positions", "5", "--write", str(written)]
    assert rollouts.main([*arguments, "--backgames"]) == 0
    with np.load(written) as file:
        assert (file["positions"] == draw_positions(5, 9001, (backgame,))).all()
        assert (kinds_of(file["positions"]) == BACKGAME).all()
        assert file["kinds"].tolist() == ["backgame"] * 5
    with pytest.raises(OtherRun):
        rollouts.main(arguments)
