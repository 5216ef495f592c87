"""Which cells of a TriDice board hold a die, and whose; and where the board is."""

from __future__ import annotations

import numpy as np
import pytest

from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard
from fourth_seat.vision.tridice import VISION
from tests.vision.tridice.drawings import CORNERS, SIZE, board, view

OPTIONS = find("tridice").options()
DICE = {"11": 1, "22": 2, "33": 1, "41": 2, "44": 1}
LIGHTS = {"white": (1.0, 1.0, 1.0), "warm": (0.7, 0.9, 1.05), "cool": (1.08, 0.9, 0.8), "dim": (0.4, 0.4, 0.4)}
BOARDS = {
    "paper": {},
    "plain": {"dark": (225, 232, 236)},
    "wood": {"light": (120, 170, 205), "dark": (60, 95, 130)},
    "slate": {"light": (82, 74, 72), "dark": (50, 44, 42)},
}


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("name", BOARDS)
def test_every_cell_is_told_from_one_picture(name: str, light: str) -> None:
    image = board(DICE, cast=LIGHTS[light], **BOARDS[name])
    seen = VISION.classifier.classify(image, view(), {}, OPTIONS)
    assert len(seen.cells) == 16
    assert seen.best() == {cell: Content(colour) for cell, colour in DICE.items()}
    assert not seen.strange


def test_an_empty_board_is_empty() -> None:
    assert VISION.classifier.classify(board({}), view(), {}, OPTIONS).best() == {}


def test_what_was_learned_is_used() -> None:
    """On a red board, red dice are recognised once the board is known."""
    red = {"light": (60, 55, 150), "dark": (60, 55, 150)}
    look = VISION.classifier.learn(board({}, **red), view(), {}, {}, OPTIONS)
    seen = VISION.classifier.classify(board(DICE, **red), view(), look, OPTIONS)
    assert seen.best() == {cell: Content(colour) for cell, colour in DICE.items()}


def test_something_green_on_a_cell_is_strange() -> None:
    image = board({})
    middle = view().pixels(np.array([[2.0, 3.1]]))[0].astype(int)
    image[middle[1] - 45 : middle[1] + 45, middle[0] - 45 : middle[0] + 45] = (40, 200, 90)
    assert VISION.classifier.classify(image, view(), {}, OPTIONS).strange


def test_the_board_is_found() -> None:
    found = VISION.detector.detect(board(DICE), OPTIONS)
    assert isinstance(found, DetectedBoard)
    assert np.abs(found.corners - CORNERS).max() < 0.02 * 620


@pytest.mark.parametrize("level", [5, 120])
def test_nothing_is_found_where_nothing_is(level: int) -> None:
    noise = np.random.default_rng(level).normal(level, 2, (SIZE[1], SIZE[0], 3))
    assert isinstance(VISION.detector.detect(np.clip(noise, 0, 255).astype(np.uint8), OPTIONS), BoardNotFound)


def test_reader_refuses_the_dark_and_what_has_no_lines() -> None:
    image = board(DICE)
    assert VISION.classifier.rejection_reason(image, view(), {}, OPTIONS) is None
    assert VISION.classifier.rejection_reason((image * 0.05).astype(np.uint8), view(), {}, OPTIONS) is not None
    assert VISION.classifier.rejection_reason(np.full_like(image, 130), view(), {}, OPTIONS) is not None
