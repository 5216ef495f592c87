"""Pits in which something changed are told from those that were not touched."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.vision.kalah.appearance import COARSE_SIDE_PX, KalahReference, coarse
from fourth_seat.vision.kalah.classifier import KalahClassifier, pictures
from fourth_seat.vision.kalah.layout import PitLayout
from fourth_seat.vision.protocols import REFERENCE_KEY, Image

OPTIONS = find("kalah").options()
GEOMETRY = find("kalah").geometry(OPTIONS)
SCALE = 80  # pixels per pit
WOOD, PIT, SEED = (90, 140, 180), (60, 100, 135), (40, 60, 200)
SIZE = int(GEOMETRY.area[2] * SCALE), int(GEOMETRY.area[3] * SCALE)
CORNERS = np.array([(0, 0), (SIZE[0], 0), SIZE, (0, SIZE[1])], np.float64)
VIEW = View.of_corners(CORNERS, GEOMETRY.area, SIZE)
PITS = [cell for cell in GEOMETRY.cells if cell.zone == "board"]
COUNTS = {cell.name: 9 if cell.zone == "board" else 0 for cell in GEOMETRY.cells}


def board(counts: dict[str, int], seed: int = 0, noise: float = 2) -> Image:
    """Return a board from straight above with round seeds: each pit's seeds stay where they were, and one more is added."""
    image = np.full((SIZE[1], SIZE[0], 3), WOOD, np.uint8)
    for n, cell in enumerate(GEOMETRY.cells):
        middle = np.array(cell.foot) * SCALE
        if cell.zone == "board":
            cv2.circle(image, middle.round().astype(int).tolist(), round(0.43 * SCALE), PIT, -1, cv2.LINE_AA)
        for k in range(counts.get(cell.name, 0)):  # from the middle outwards, as in a sunflower
            far, angle = 0.13 * np.sqrt(k) * SCALE, 2.4 * k + n
            x, y = middle + far * np.array([np.cos(angle), np.sin(angle)])
            cv2.circle(image, (round(x), round(y)), round(0.1 * SCALE), SEED, -1, cv2.LINE_AA)
            cv2.circle(image, (round(x - 2), round(y - 2)), round(0.03 * SCALE), (200, 200, 240), -1, cv2.LINE_AA)
    noisy = cv2.GaussianBlur(image, (0, 0), 1.0) + np.random.default_rng(seed).normal(0, noise, image.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def seen(image: Image) -> NDArray[np.uint8]:
    return coarse(pictures(image, VIEW, OPTIONS, PitLayout.usual(6)))


def remembered(counts: dict[str, int]) -> KalahReference:
    return KalahReference(seen(board(counts)), counts, CORNERS)


@pytest.mark.parametrize("light", [0.6, 0.8, 1.15])
def test_untouched_pits_are_unchanged_in_other_light(light: float) -> None:
    falling = np.linspace(light, 1.15 * light, SIZE[0])[None, :, None]  # brighter on one side
    image = np.clip(board(COUNTS, 1) * falling, 0, 255).astype(np.uint8)
    assert remembered(COUNTS).compared(seen(image)).unchanged.min() > 2


def test_a_trembling_table_is_no_change() -> None:
    image = cv2.warpAffine(board(COUNTS, 1), np.array([(1, 0, 0.7), (0, 1, -0.5)]), SIZE, borderMode=cv2.BORDER_REPLICATE)
    assert remembered(COUNTS).compared(seen(np.asarray(image, np.uint8))).unchanged.min() > 0


@pytest.mark.parametrize("noise", [1, 4])
def test_one_seed_more_is_a_change(noise: float) -> None:
    changed = {**COUNTS, "b": 10, "E": 8, "store": 1}
    unchanged = remembered(COUNTS).compared(seen(board(changed, 1, noise))).unchanged
    for cell in GEOMETRY.cells:
        row, column = int(cell.foot[1]), int(cell.foot[0])
        assert (unchanged[row, column] < -2) if changed[cell.name] != COUNTS[cell.name] else (unchanged[row, column] > 2)


def test_it_is_kept_in_a_look() -> None:
    memory = remembered(COUNTS)
    again = KalahReference.of(memory.stored())
    assert again is not None
    assert np.array_equal(again.windows, memory.windows)
    assert again.counts == memory.counts
    assert KalahReference.of({}) is None


def test_it_serves_only_a_board_seen_from_there() -> None:
    memory = remembered(COUNTS)
    assert memory.serves(memory.windows, CORNERS + 2)
    assert not memory.serves(memory.windows, CORNERS + 0.1 * SIZE[0])
    assert not memory.serves(np.zeros((2, 7, COARSE_SIDE_PX, COARSE_SIDE_PX, 3), np.uint8), CORNERS)


def test_a_known_pit_is_read_as_it_was_known_until_it_changes() -> None:
    """Whatever number the network counts there."""
    classifier = KalahClassifier()
    fours = {cell.name: 4 for cell in PITS}
    cells = {name: Content(0, count) for name, count in {**fours, "b": 1, "c": 7}.items()}
    look = classifier.learn(board(fours), VIEW, {}, cells, OPTIONS)
    forgotten = {key: value for key, value in look.items() if key != REFERENCE_KEY}

    def gain(counts: dict[str, int]) -> float:
        """Return how much likelier the remembered appearance makes the given board."""
        seen = (classifier.classify(board(counts, 1), VIEW, known, OPTIONS) for known in (look, forgotten))
        with_memory, without = (evidence.of("b", cells["b"]) for evidence in seen)
        return with_memory - without

    assert gain(fours) > 1
    assert gain({**fours, "a": 0, "b": 5, "d": 7}) <= 0


def test_an_emptied_pit_that_looks_like_none_is_no_hand() -> None:
    """Whatever the network says, a hand over a pit would hide the wood around it as well."""
    classifier = KalahClassifier()
    fours = {cell.name: 4 for cell in PITS}
    look = classifier.learn(board(fours), VIEW, {}, {name: Content(0, n) for name, n in fours.items()}, OPTIONS)
    places = {cell.name: np.array(cell.foot) * SCALE for cell in PITS}
    image = board(fours, 1)
    for name in ("b", "e"):  # what is left is a shadow at the lower rim
        inside, shadow = (np.zeros(SIZE[::-1], np.uint8) for _ in range(2))
        cv2.circle(inside, places[name].astype(int).tolist(), round(0.46 * SCALE), 1, -1)
        cv2.circle(shadow, (places[name] + (0, 0.4 * SCALE)).astype(int).tolist(), round(0.25 * SCALE), 1, -1)
        image[inside > 0] = WOOD
        image[inside & shadow > 0] = 10
    assert KalahClassifier().classify(image, VIEW, {}, OPTIONS).strange == {"b", "e"}
    assert not classifier.classify(image, VIEW, look, OPTIONS).strange
    for aside in (-0.25, 0, 0.25):  # three fingers of a glove
        start, end = ((places[name] + (0, aside * SCALE)).astype(int).tolist() for name in ("b", "e"))
        cv2.line(image, start, end, (60, 50, 40), round(0.2 * SCALE), cv2.LINE_AA)
    assert classifier.classify(image, VIEW, look, OPTIONS).strange


def test_a_pit_under_a_lamps_reflection_says_little() -> None:
    """Neither what it holds nor that it changed."""
    classifier = KalahClassifier()
    fours = {cell.name: 4 for cell in PITS}
    look = classifier.learn(board(fours), VIEW, {}, {name: Content(0, n) for name, n in fours.items()}, OPTIONS)
    image = board({**fours, "b": 5}, 1)
    place = (np.array(GEOMETRY["c"].foot) * SCALE).astype(int).tolist()
    glare = cv2.circle(np.zeros(image.shape, np.uint8), place, round(0.55 * SCALE), (255, 255, 255), -1)
    lit = np.asarray(cv2.add(image, cv2.GaussianBlur(glare, (0, 0), 3)), np.uint8)
    evidence = classifier.classify(lit, VIEW, look, OPTIONS)
    assert min(evidence.of("c", Content(0, n) if n else None) for n in range(6)) > -4
    assert evidence.of("a", Content(0, 4)) == 0.0
