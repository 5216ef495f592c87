"""What is reported about boards in any orientation: found or not, read correctly or not, other pictures refused or not."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.vision.found import LOOKS, TURNS, is_found, looked, main, nearest, share, turned
from tests.benchmarks.test_composites import photo


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.quick
def test_a_turned_photo_shows_the_board_at_its_corners(turn: str) -> None:
    before = photo()
    after = turned(before, turn)
    assert after.size == (before.size if turn in ("0", "180", "mirrored") else before.size[::-1])
    assert nearest(np.roll(after.corners[::-1], 1, axis=0), after.corners) == pytest.approx(after.corners)
    assert looked(before, turn, LOOKS["clean"])["off"] < 0.01


def test_each_board_is_found_and_read() -> None:
    row = {"game": "blokus", "turn": "90", "under": "clean", **looked(photo(), "90", LOOKS["clean"])}
    assert is_found(row)
    assert row["cells"] == [400, 400]
    assert not is_found({**row, "off": 0.031})
    assert not is_found({**row, "reason": "It is too dark to see the board."})


def test_a_grid_on_its_side_must_be_told_so() -> None:
    row = {"game": "connect4", "turn": "90", "under": "clean", "off": 0.0, "reason": ""}
    assert not is_found(row)
    assert is_found({**row, "reason": "The board lies on its side in the picture: turn the camera by 90 degrees."})


def test_wilson() -> None:
    assert share(14, 17) == "14 of 17 (82.4 %, 59.0 to 93.8)"
    assert share(0, 0) == "-"


def test_what_was_looked_at_is_not_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "desk.png"), np.full((240, 320, 3), 128, np.uint8))
    (tmp_path / "labels.json").write_text(json.dumps({"photos": [{"file": "desk.png", "negative": True}]}))
    results = tmp_path / "results.jsonl"
    for _ in range(2):
        monkeypatch.setattr(sys, "argv", ["found", str(tmp_path), "--results", str(results)])
        main()
        said = capsys.readouterr().out
        assert "turned down, other things: 5 of 5" in said
        (tmp_path / "desk.png").unlink(missing_ok=True)
    assert len(results.read_text().splitlines()) == 5
