"""From a low angle dice hide cells and each other; cells that were known to be empty are compared with how they looked."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.vision.protocols import REFERENCE_KEY, Appearance, Image
from fourth_seat.vision.tridice import VISION
from fourth_seat.vision.tridice.appearance import TriDiceReference
from fourth_seat.vision.tridice.classifier import _cells
from tests.vision.tridice.drawings import GEOMETRY, SIZE, board

OPTIONS = find("tridice").options()
CORNERS = np.array([(320.0, 260.0), (650.0, 260.0), (850.0, 580.0), (120.0, 580.0)])
FLAT = View.of_corners(CORNERS, GEOMETRY.area, SIZE)
DICE = {"22": 2, "34": 2, "35": 1, "33": 1, "41": 1}
HIDDEN = {"11", "23"}  # empty, behind blue dice


def picture(dice: dict[str, int], cast: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Image:
    return board(dice, FLAT, cast=cast)


def learned(dice: dict[str, int], image: Image, look: Appearance | None = None) -> Appearance:
    return VISION.classifier.learn(
        image, FLAT, look or {}, {name: Content(colour) for name, colour in dice.items()}, OPTIONS
    )


def read(image: Image, look: Appearance, view: View = FLAT) -> dict[str, int]:
    return {name: content.colour for name, content in VISION.classifier.classify(image, view, look, OPTIONS).best().items()}


def forgetful(look: Appearance) -> Appearance:
    return {key: value for key, value in look.items() if key != REFERENCE_KEY}


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.8, 0.8, 0.8), (0.9, 1.0, 1.05)])
def test_what_dice_hide_is_empty_as_it_was(light: tuple[float, float, float]) -> None:
    look = learned(DICE, picture(DICE))
    assert read(picture(DICE), forgetful(look)).keys() & HIDDEN
    assert read(picture(DICE, light), look) == DICE


@pytest.mark.parametrize(
    "after",
    [
        {**DICE, "46": 2},
        {**DICE, "11": 1},
        {**DICE, "23": 1},
        {cell: colour for cell, colour in DICE.items() if cell != "34"},  # now all of 23 is visible
        {"22": 2, "34": 2, "35": 1, "32": 1, "41": 1},
        {"22": 1, "34": 2, "35": 1, "41": 1},  # red captured blue
    ],
)
def test_what_changed_is_seen(after: dict[str, int]) -> None:
    assert read(picture(after), learned(DICE, picture(DICE))) == after


def test_a_pale_die_is_seen() -> None:
    """A lamp is reflected in it."""
    before, after = picture(DICE), {**DICE, "43": 2}
    image = np.asarray(cv2.addWeighted(picture(after), 0.3, before, 0.7, 0), np.uint8)
    look = learned(DICE, before)
    assert "43" not in read(image, forgetful(look))
    assert read(image, look) == after


def test_a_cell_is_remembered_while_a_die_stands_on_it() -> None:
    """And it is searched for in the present light."""
    look = learned({}, picture({}))
    warm = (0.8, 0.95, 1.05)
    later = TriDiceReference.of(learned(DICE, picture(DICE, warm), look)[REFERENCE_KEY], 16, CORNERS)
    now = TriDiceReference.of(learned({}, picture({}, warm))[REFERENCE_KEY], 16, CORNERS)
    assert later.known.all()
    under = [k for k, cell in enumerate(_cells(OPTIONS)) if cell.name in DICE]
    assert np.abs(later.hues - now.hues)[under].max() < 0.03
    assert not TriDiceReference.of(learned(DICE, picture(DICE))[REFERENCE_KEY], 16, CORNERS).known.all()


def test_from_elsewhere_nothing_is_compared() -> None:
    look, moved = learned(DICE, picture(DICE)), CORNERS + 40
    view = View.of_corners(moved, GEOMETRY.area, SIZE)
    image = board(DICE, view)
    one, other = (VISION.classifier.classify(image, view, each, OPTIONS).cells.matrix for each in (look, forgetful(look)))
    assert np.array_equal(one, other)
    assert not TriDiceReference.of({}, 16, CORNERS).known.any()


def test_cells_on_which_dice_stand_now_do_not_count_as_changed() -> None:
    """Most have been empty at some time; the light is judged by those that were empty when the board was last known."""
    many = {"11": 1, "21": 2, "22": 1, "23": 2, "31": 1, "33": 2, "35": 1, "42": 2, "44": 1}
    look = learned(many, picture(many), learned({}, picture({})))
    after = {**many, "46": 2}
    image = np.asarray(cv2.addWeighted(picture(after), 0.3, picture(many), 0.7, 0), np.uint8)
    assert read(image, look) == after
