"""Holes are read in any set, light and position; what was learned is used; impossible boards are refused."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.connect4.rules import hole
from fourth_seat.games.contents import Content
from fourth_seat.vision.connect4 import VISION
from fourth_seat.vision.connect4.appearance import Connect4Reference
from fourth_seat.vision.connect4.sampling import HOLES
from fourth_seat.vision.protocols import Appearance, Image
from tests.vision.connect4.drawings import ASKEW, FRONTAL, SIZE, USUAL, WOODEN, Connect4Set, cast, drawn, position

OPTIONS = find("connect4").options()
CLASSIFIER = VISION.classifier
RED_AND_BLUE = Connect4Set((60, 90, 130), {1: (35, 25, 200), 2: (170, 110, 35)})


@pytest.mark.sample(8)
@pytest.mark.parametrize("corners", [FRONTAL, ASKEW], ids=["frontal", "askew"])
@pytest.mark.parametrize("discs", [0, 1, 2, 7, 20, 41, 42])
@pytest.mark.parametrize("made_of", [USUAL, WOODEN], ids=["usual", "wooden"])
def test_all_holes_are_read(made_of: Connect4Set, discs: int, corners: NDArray[np.float64]) -> None:
    cells = position(discs, discs)
    image, view = drawn(cells, corners, made_of)
    evidence = CLASSIFIER.classify(image, view, {}, OPTIONS)
    assert set(evidence.cells) == set(HOLES)
    assert evidence.best() == cells
    assert not evidence.strange
    assert CLASSIFIER.rejection_reason(image, view, {}, OPTIONS) is None


@pytest.mark.parametrize("light", [(0.8, 1.0, 1.15), (1.15, 1.0, 0.85), (0.45, 0.45, 0.45)], ids=["warm", "cool", "dim"])
def test_light_does_not_matter(light: tuple[float, float, float]) -> None:
    cells = position(3, 19)
    image, view = drawn(cells)
    assert CLASSIFIER.classify(cast(image, *light), view, {}, OPTIONS).best() == cells


@pytest.mark.parametrize("discs", [10, 24, 36, 42])
@pytest.mark.parametrize("known", [False, True])
def test_a_shadow_over_half_of_the_board(discs: int, known: bool) -> None:
    cells = position(discs, discs)
    image, view = drawn(cells)
    look = CLASSIFIER.learn(*drawn({}), {}, {}, OPTIONS) if known else {}
    lit = np.ones((*image.shape[:2], 1))
    lit[:, round(float(view.pixels(np.array([(3.6, 3.0)]))[0, 0])) :] = 0.42
    evidence = CLASSIFIER.classify((image * cv2.blur(lit, (9, 9))[..., None]).astype(np.uint8), view, look, OPTIONS)
    assert evidence.best() == cells


def test_under_a_lamp_nothing_is_sure() -> None:
    cells = position(36, 36)
    image, view = drawn(cells)
    x, y = view.pixels(np.array([(2.5, 2.5)]))[0]
    down, across = np.mgrid[: image.shape[0], : image.shape[1]]
    spot = 900 * np.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * (0.08 * image.shape[1]) ** 2))
    evidence = CLASSIFIER.classify(np.clip(image + spot[..., None], 0, 255).astype(np.uint8), view, {}, OPTIONS)
    best = evidence.best()
    wrong = [name for name in HOLES if best.get(name) != cells.get(name)]
    assert len(wrong) > 1
    assert all(evidence.confidence(name) < 0.9 or name in evidence.strange for name in wrong)


def shining(picture: Image, view: View, column: float, light: float = 0.16) -> Image:
    """Return the picture with a lamp's reflection on the plate; `light`: linear."""
    (x, y), *_ = view.pixels(np.array([(column, 2.0)]))
    down, across = np.mgrid[: picture.shape[0], : picture.shape[1]]
    spot = light * np.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * 60.0**2))
    return np.asarray(255 * ((picture / 255) ** 2.2 + spot[..., None]).clip(0, 1) ** (1 / 2.2), np.uint8)


def test_a_reflection_that_came_or_left_is_no_hand() -> None:
    cells = position(12, 12)
    image, view = drawn(cells)
    empty, _ = drawn({})
    look = CLASSIFIER.learn(shining(empty, view, 2.5), view, {}, {}, OPTIONS)
    look = CLASSIFIER.learn(shining(image, view, 2.5), view, look, cells, OPTIONS)
    for column in (1.0, 2.5, 4.5, 6.0):
        evidence = CLASSIFIER.classify(shining(image, view, column), view, look, OPTIONS)
        assert evidence.best() == cells
        assert not evidence.strange


@pytest.mark.parametrize("column", [1.0, 2.5, 4.5, 6.0])
def test_a_weak_reflection_before_a_dark_room_makes_no_discs(column: float) -> None:
    empty, view = drawn({}, behind=(16, 12, 10))
    look = CLASSIFIER.learn(shining(empty, view, 3.0, 0.05), view, {}, {}, OPTIONS)
    evidence = CLASSIFIER.classify(shining(empty, view, column, 0.05), view, look, OPTIONS)
    assert evidence.best() == {}
    assert not evidence.strange


@pytest.mark.parametrize("column", [1.5, 3.5, 5.5])
def test_discs_under_a_new_reflection_are_discs(column: float) -> None:
    cells = position(42, 42)
    image, view = drawn(cells, made_of=WOODEN)
    look = CLASSIFIER.learn(image, view, {}, cells, OPTIONS)
    evidence = CLASSIFIER.classify(shining(image, view, column, 0.08), view, look, OPTIONS)
    assert evidence.best() == cells
    assert not evidence.strange


@pytest.mark.parametrize("first", [False, True], ids=["came", "left"])
def test_a_reflection_is_not_learned(first: bool) -> None:
    empty, view = drawn({})
    pictures = [empty, shining(empty, view, 5.0)]
    look: Appearance = {}
    for picture in reversed(pictures) if first else pictures:
        look = CLASSIFIER.learn(picture, view, look, {}, OPTIONS)
    known, plain = (Connect4Reference.of(each) for each in (look, CLASSIFIER.learn(pictures[0], view, {}, {}, OPTIONS)))
    assert known.plate is not None
    assert plain.plate is not None
    for each, other in ((known.plate, plain.plate), (known.empty, plain.empty)):
        off = each - other
        assert np.abs(off - np.median(off, axis=0)).max() < 0.05  # the whole picture may be a bit brighter


def test_corners_may_be_a_bit_off() -> None:
    cells = position(4, 23)
    image, _ = drawn(cells)
    _, view = drawn({}, FRONTAL + np.array([(5, -4), (-4, 5), (4, 4), (-5, -4)]))  # pixels: some 1.5% of the board's width
    assert CLASSIFIER.classify(image, view, {}, OPTIONS).best() == cells


def test_red_and_blue_discs_are_called_so() -> None:
    cells = position(8, 16)
    image, view = drawn(cells, made_of=RED_AND_BLUE)
    evidence = CLASSIFIER.classify(image, view, {}, OPTIONS)
    assert (evidence.best(), evidence.marks) == (cells, {2: "B"})
    look = CLASSIFIER.learn(image, view, {}, cells, OPTIONS)
    evidence = CLASSIFIER.classify(image, view, look, OPTIONS)
    assert (evidence.best(), evidence.marks) == (cells, {2: "B"})


def test_colours_are_numbered_in_the_order_of_play() -> None:
    cells = position(5, 9)
    image, view = drawn(cells)
    swapped = {name: Content(3 - content.colour) for name, content in cells.items()}
    assert CLASSIFIER.classify(image, view, {}, find("connect4").options("first=yellow")).best() == swapped


def test_a_look_is_plain_and_helps_before_a_yellow_wall() -> None:
    yellowish = (60, 180, 215)  # hardly different from the discs' yellow
    image, view = drawn({}, behind=yellowish)
    assert "the same colour as the stones" in str(CLASSIFIER.rejection_reason(image, view, {}, OPTIONS))
    look = CLASSIFIER.learn(image, view, {}, {}, OPTIONS)
    assert CLASSIFIER.rejection_reason(image, view, look, OPTIONS) is None
    assert json.loads(json.dumps(look)) == look
    cells = position(6, 12)
    image, view = drawn(cells, behind=yellowish)
    assert CLASSIFIER.classify(image, view, look, OPTIONS).best() == cells
    known = CLASSIFIER.learn(image, view, look, cells, OPTIONS)
    assert set(known["discs"]) == {"yellow", "other"}
    assert known["empty"].keys() >= {name for name in HOLES if name not in cells}
    later = position(6, 13)
    image, view = drawn(later, behind=yellowish)
    assert CLASSIFIER.classify(cast(image, 0.8, 0.8, 0.8), view, known, OPTIONS).best() == later


def test_a_dull_disc_that_differs_little_from_what_was_seen_behind_it() -> None:
    made_of = Connect4Set((150, 60, 20), {1: (35, 25, 200), 2: (112, 175, 175)})
    image, view = drawn({}, made_of=made_of)
    look = CLASSIFIER.learn(image, view, {}, {}, OPTIONS)
    cells = {"a1": Content(1)}
    look = CLASSIFIER.learn(drawn(cells, made_of=made_of)[0], view, look, cells, OPTIONS)
    cells["b1"] = Content(2)
    evidence = CLASSIFIER.classify(drawn(cells, made_of=made_of)[0], view, look, OPTIONS)
    assert evidence.best() == cells
    assert evidence.cells["b1"][None] < -3


def test_a_room_that_changes_makes_no_discs() -> None:
    cells = position(6, 12)
    image, view = drawn(cells)
    look = CLASSIFIER.learn(image, view, CLASSIFIER.learn(*drawn({}), {}, {}, OPTIONS), cells, OPTIONS)
    room = np.full((SIZE[1], SIZE[0], 3), (190, 195, 200), np.uint8)
    room[:, 300:] = (120, 140, 170)  # somebody in brown stands behind the board
    evidence = CLASSIFIER.classify(drawn(cells, behind=room)[0], view, look, OPTIONS)
    assert evidence.best() == cells


def test_a_red_thing_behind_half_a_hole_is_less_of_a_disc() -> None:
    cells = {name: content for name, content in position(8, 10).items() if name != "g2"}
    cells |= {"g1": Content(2)}
    room = np.full((SIZE[1], SIZE[0], 3), (190, 195, 200), np.uint8)
    _, view = drawn({})
    x, y = view.pixels(np.array([(6.5, 4.5)]))[0].astype(int)
    room[y - 40 : y + 40, x - 60 : x + 4] = USUAL.discs[1]
    evidence = CLASSIFIER.classify(drawn(cells, behind=room)[0], view, {}, OPTIONS)
    assert evidence.cells["g2"][None] > -6
    cells["g2"] = Content(1)
    assert CLASSIFIER.classify(drawn(cells)[0], view, {}, OPTIONS).cells["g2"][None] < -8


def test_a_hand_makes_holes_strange() -> None:
    cells = position(8, 10)
    image, view = drawn(cells)
    hidden = [hole(column, row) for column in (2, 3) for row in (3, 4, 5)]
    cv2.rectangle(image, (160, 60), (300, 260), (120, 150, 200), -1)
    evidence = CLASSIFIER.classify(image, view, {}, OPTIONS)
    assert evidence.strange.issuperset(hidden)
    assert not evidence.strange & {"f1", "g1", "g6", "f5"}
    assert all(min(evidence.cells[name].values()) >= -1 for name in hidden)


def test_a_falling_disc_is_strange_and_not_believed() -> None:
    cells = position(9, 8)
    column = next(column for column in range(1, 8) if hole(column, 2) not in cells)
    image, view = drawn({**cells, hole(column, 4): Content(1)})
    evidence = CLASSIFIER.classify(image, view, {}, OPTIONS)
    assert evidence.best() == cells
    assert evidence.strange == {hole(column, 4)}
    assert CLASSIFIER.rejection_reason(image, view, {}, OPTIONS) is None


def test_the_dark_is_refused() -> None:
    image, view = drawn(position(1, 12))
    assert "dark" in str(CLASSIFIER.rejection_reason(cast(image, 0.12, 0.12, 0.12), view, {}, OPTIONS))


def test_a_print_is_refused() -> None:
    floating = {hole(column, row): Content(1 + row % 2) for column in (1, 3, 4, 6) for row in (2, 3, 5)}
    image, view = drawn(floating)
    assert "float" in str(CLASSIFIER.rejection_reason(image, view, {}, OPTIONS))
    lopsided = {hole(column, row): Content(1 if row == 2 else 2) for column in range(1, 6) for row in range(3)}
    image, view = drawn(lopsided)
    assert "more stones of one colour" in str(CLASSIFIER.rejection_reason(image, view, {}, OPTIONS))


@pytest.mark.parametrize("what", ["wall", "clutter", "squares"])
def test_another_thing_is_refused(what: str) -> None:
    _, view = drawn({})
    coarse = np.full((20, 20, 3), 170, np.uint8)
    if what != "wall":
        coarse = np.random.default_rng(5).integers(0, 255, coarse.shape, dtype=np.uint8)
    way = cv2.INTER_NEAREST if what == "squares" else cv2.INTER_CUBIC
    image = np.asarray(cv2.resize(coarse, SIZE, interpolation=way), np.uint8)
    assert "no plate with holes" in str(CLASSIFIER.rejection_reason(image, view, {}, OPTIONS))
