"""The simulated person who sets up a camera does what the program asks, and sees what is wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.vision.composites.photos import Photo, linear
from benchmarks.vision.set_up import set_up
from fourth_seat.games import find
from fourth_seat.vision.board_reading import view_of_board
from tests.vision.blokus.drawings import picture, random_cells

BLOKUS = find("blokus")
OPTIONS = BLOKUS.options()
CORNERS = np.array([(400.0, 100), (930, 110), (925, 640), (395, 625)])


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))


def photo() -> Photo:
    cells = random_cells(OPTIONS, 3, 20)
    seen = picture(OPTIONS, cells, CORNERS)
    position = BLOKUS.position(BLOKUS.correct(BLOKUS.start(OPTIONS), cells))
    view = view_of_board(CORNERS, BLOKUS, OPTIONS, seen.image)
    return Photo("drawn", BLOKUS, OPTIONS, linear(seen.image), view, cells, position, kept=False)


def test_a_board_that_is_found_asks_for_nothing() -> None:
    found = set_up(photo())
    assert found.within
    assert found.requests == []


@pytest.mark.slow
def test_corners_are_dragged_where_no_board_is_found() -> None:
    board = photo()
    empty = replace(board, light=np.full_like(board.light, 0.2))
    found = set_up(empty, limit=8.0)
    assert "corners" in found.requests
    assert not found.within


def test_an_outline_elsewhere_is_wrong() -> None:
    board = photo()
    blank = np.zeros((*board.light.shape[:2], 3), np.uint8)
    moved = replace(board, view=view_of_board(CORNERS + 60, BLOKUS, OPTIONS, blank))
    assert not set_up(moved).within
