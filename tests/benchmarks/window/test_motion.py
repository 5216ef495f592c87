"""The measure of motion finds motions that do not end as they should."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.window.motion import EndsMeasured
from fourth_seat.ui.board.motion import MotionPlayer


def test_what_stays_hidden_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    assert not EndsMeasured("connect4", 3).play().differ
    clear = MotionPlayer._clear

    def forgetful(player: MotionPlayer) -> None:
        if player._running:
            player._running.hidden.clear()
        clear(player)

    monkeypatch.setattr(MotionPlayer, "_clear", forgetful)
    assert EndsMeasured("connect4", 3).play().differ
