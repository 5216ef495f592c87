"""Backgammon boards of unknown and known sets are read point by point; what is not a board is refused."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Rectangle
from fourth_seat.vision.backgammon import VISION
from fourth_seat.vision.protocols import REFERENCE_KEY, Appearance, BoardNotFound, DetectedBoard
from tests.vision.backgammon.drawings import SETS, BackgammonSet, covered, draw

OPTIONS = find("backgammon").options()
OPENING = {
    **{point: Content(1, count) for point, count in (("24", 2), ("13", 5), ("8", 3), ("6", 5))},
    **{point: Content(2, count) for point, count in (("1", 2), ("12", 5), ("17", 3), ("19", 5))},
}
MIDDLE = {
    **{point: Content(1, n) for point, n in (("22", 1), ("13", 3), ("9", 1), ("8", 2), ("7", 1), ("6", 6))},
    **{point: Content(2, n) for point, n in (("2", 1), ("12", 4), ("15", 2), ("17", 3), ("18", 2), ("19", 2))},
    "bar:white": Content(1, 1),
    "bar:black": Content(2, 1),
}
ENDING = {
    **{point: Content(1, n) for point, n in (("1", 2), ("2", 3), ("4", 1))},
    **{point: Content(2, n) for point, n in (("24", 4), ("23", 1), ("20", 2), ("19", 2))},
}
POSITIONS = {"opening": OPENING, "middle": MIDDLE, "ending": ENDING, "empty": {}}


def wrong(read: Mapping[str, Content], cells: Mapping[str, Content]) -> dict[str, tuple[Content | None, Content | None]]:
    return {
        cell: (read.get(cell), cells.get(cell)) for cell in read.keys() | cells.keys() if read.get(cell) != cells.get(cell)
    }


@pytest.mark.sample(8)
@pytest.mark.parametrize("look", SETS.values(), ids=SETS)
@pytest.mark.parametrize("cells", POSITIONS.values(), ids=POSITIONS)
@pytest.mark.parametrize("tilt", [0.0, 0.12])
def test_a_set_never_seen(look: BackgammonSet, cells: Mapping[str, Content], tilt: float) -> None:
    image, view = draw(cells, look, tilt=tilt)
    evidence = VISION.classifier.classify(image, view, {}, OPTIONS)
    assert wrong(evidence.best(), cells) == {}
    assert not evidence.strange
    assert VISION.classifier.rejection_reason(image, view, {}, OPTIONS) is None


@pytest.mark.parametrize("look", SETS.values(), ids=SETS)
def test_one_known_position_tells_which_colour_a_few_checkers_have(look: BackgammonSet) -> None:
    image, view = draw(OPENING, look)
    learned = VISION.classifier.learn(image, view, {}, OPENING, OPTIONS)
    alone = {"12": Content(2, 2), "3": Content(2, 1)}
    image, view = draw(alone, look)
    darker = np.asarray(image * 0.8, np.uint8)
    for picture in (image, darker):
        assert wrong(VISION.classifier.classify(picture, view, learned, OPTIONS).best(), alone) == {}


def test_the_look_is_what_toml_keeps() -> None:
    image, view = draw(OPENING)
    learned = VISION.classifier.learn(image, view, {"bar": [6.0, 7.0]}, OPENING, OPTIONS)
    assert all(isinstance(value, float | list) for key, value in learned.items() if key != REFERENCE_KEY)
    light, dark = learned["light"], learned["dark"]
    assert light[0] > dark[0] + 30


def test_a_position_without_one_colour_teaches_only_how_things_lie() -> None:
    known: Appearance = {"bar": [6.0, 7.0]}
    image, view = draw({"6": Content(1, 5)})
    learned = VISION.classifier.learn(image, view, known, {"6": Content(1, 5)}, OPTIONS)
    assert {key: value for key, value in learned.items() if key != REFERENCE_KEY} == known


@pytest.mark.parametrize("look", SETS.values(), ids=SETS)
def test_an_arm_over_the_board_is_strange(look: BackgammonSet) -> None:
    image, view = draw(MIDDLE, look)
    assert len(VISION.classifier.classify(covered(image, view), view, {}, OPTIONS).strange) >= 4


def test_a_dark_board_is_refused() -> None:
    image, view = draw(OPENING)
    reason = VISION.classifier.rejection_reason(np.asarray(image * 0.08, np.uint8), view, {}, OPTIONS)
    assert "dark" in str(reason)


def test_a_dim_board_with_fewer_checkers_is_refused_unless_its_set_is_known() -> None:
    """A photo taken in hardly any light hides checkers."""
    image, view = draw(OPENING)
    learned = VISION.classifier.learn(image, view, {}, OPENING, OPTIONS)
    for cells, refused in ((OPENING, False), (MIDDLE, False), (ENDING, True)):
        image, view = draw(cells)
        dim = np.asarray(image * 0.35, np.uint8)
        assert (VISION.classifier.rejection_reason(dim, view, {}, OPTIONS) is not None) is refused
        assert VISION.classifier.rejection_reason(dim, view, learned, OPTIONS) is None
        assert VISION.classifier.rejection_reason(image, view, {}, OPTIONS) is None


def test_a_chessboard_is_no_backgammon_board() -> None:
    _, view = draw(OPENING)
    squares = (np.indices((720, 1280)) // 70).sum(axis=0) % 2
    image = np.repeat((60 + 150 * squares)[..., None], 3, axis=2).astype(np.uint8)
    assert VISION.classifier.rejection_reason(image, view, {}, OPTIONS) is not None


@pytest.mark.parametrize("look", SETS.values(), ids=SETS)
@pytest.mark.parametrize("tilt", [0.0, 0.12])
def test_the_board_is_found(look: BackgammonSet, tilt: float) -> None:
    image, view = draw(MIDDLE, look, tilt=tilt)
    found = VISION.detector.detect(image, OPTIONS)
    assert isinstance(found, DetectedBoard)
    area: Rectangle = (0, 0, 13, 11.5)
    truth = view.corners(area)
    width = np.linalg.norm(truth[1] - truth[0])
    assert np.linalg.norm(found.corners - truth, axis=1).max() < 0.02 * width


def test_no_board_is_found_where_there_is_none() -> None:
    noise = np.random.default_rng(1).normal(120, 20, (90, 160, 3)).clip(0, 255).astype(np.uint8)
    table = np.repeat(np.repeat(noise, 8, axis=0), 8, axis=1)
    for image in (np.asarray(table), np.full((720, 1280, 3), 130, np.uint8), np.zeros((720, 1280, 3), np.uint8)):
        assert isinstance(VISION.detector.detect(image, OPTIONS), BoardNotFound)


def test_the_first_colour_may_be_the_darker_one() -> None:
    swapped = {cell: Content(3 - content.colour, content.count) for cell, content in OPENING.items()}
    image, view = draw(OPENING)
    learned = VISION.classifier.learn(image, view, {}, swapped, OPTIONS)
    assert wrong(VISION.classifier.classify(image, view, learned, OPTIONS).best(), swapped) == {}
