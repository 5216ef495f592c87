"""Whole games by left clicks alone, as real events of the X server."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.window.one_finger import evening
from fourth_seat.games import game_names

MAX_TAPS = {"blokus": 6, "connect4": 1}


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", game_names())
def test_a_game_from_the_start_page_to_its_end(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    played = evening(name, (1024, 600))
    assert played.moves
    if name in MAX_TAPS:
        assert max(taps for taps, _ in played.moves) <= MAX_TAPS[name]
