"""A stranger's hands make random moves from sentences and drawn names alone, in every orientation of the board."""

from __future__ import annotations

import gc
import tkinter as tk
from collections.abc import Iterator

import pytest

from benchmarks.instructions.check import BOARD_ORIENTATIONS, check
from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import find, game_names
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.theme.typeface import open_root

FEW, MANY = 30, 200  # moves


@pytest.fixture
def root() -> Iterator[tk.Tk]:
    root = open_root()
    yield root
    root.destroy()
    gc.collect()


def assert_followed(root: tk.Tk, name: str, moves: int, way: Orientation, *, rim: bool = True) -> None:
    found = check(root, Theme(root), find(name), moves, way, rim=rim)
    assert found.moves == moves and found.named >= moves
    assert found.differences == []
    assert found.unmarked == []


@pytest.mark.parametrize("name", game_names())
def test_sentences_and_names_are_enough(root: tk.Tk, name: str) -> None:
    assert_followed(root, name, FEW, BOARD_ORIENTATIONS[0])


@pytest.mark.parametrize("name", game_names())
def test_names_of_an_instruction_are_shown_on_a_bare_rim_of_a_turned_board(root: tk.Tk, name: str) -> None:
    assert_followed(root, name, FEW // 3, BOARD_ORIENTATIONS[1], rim=False)


@pytest.mark.slow
@pytest.mark.parametrize("way", (*BOARD_ORIENTATIONS, Orientation(1), Orientation(3)))
@pytest.mark.parametrize("name", game_names())
def test_many_moves_on_boards_that_lie_every_way(root: tk.Tk, name: str, way: Orientation) -> None:
    assert_followed(root, name, MANY, way)
