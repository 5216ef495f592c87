"""Boards of other makes are found, folding ones too, and anything that is not a board of two rows is rejected."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.vision.kalah.classifier import layout_of
from fourth_seat.vision.kalah.detector import FoundBoard, KalahDetector
from fourth_seat.vision.kalah.layout import PitLayout, PitsOnBoard, pits_on_board, places
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image

GAME = find("kalah")
OPTIONS = GAME.options()
SIZE = (960, 720)
PITCH = 84  # pixels
CLOSE = 0.12  # pits: how near a pit must be found

Floats = NDArray[np.float64]


def plan(columns: int = 6, rows: int = 2, fold: float = 0.0, apart: float = 1.1) -> Floats:
    """Return the centres of a board's pits, in pitches from its middle, row by row."""
    x = np.arange(columns) - (columns - 1) / 2
    x = x + fold / 2 * np.sign(x)
    y = (np.arange(rows) - (rows - 1) / 2) * apart
    return np.array([(a, b) for b in y for a in x])


def board(pits: Floats, turn: float = 0.0, seed: int = 1) -> tuple[Image, Floats]:
    """Return a wooden board on a cloth, with carved pits, seeds and stores; and the centres of its pits in pixels."""
    rng = np.random.default_rng(seed)
    image = np.full((SIZE[1], SIZE[0], 3), (96, 84, 70), np.float32)
    turned = np.asarray(cv2.getRotationMatrix2D((0, 0), turn, PITCH), np.float64)
    turned[:, 2] += np.array(SIZE) / 2
    half = np.abs(pits).max(axis=0) + np.array([1.75, 0.75])

    def pixels(points: Floats) -> Floats:
        return np.asarray(points @ turned[:, :2].T + turned[:, 2], np.float64)

    rim = pixels(np.array([(-half[0], -half[1]), (half[0], -half[1]), tuple(half), (-half[0], half[1])]))
    cv2.fillConvexPoly(image, np.round(rim + 8).astype(np.int32), (50, 44, 38), cv2.LINE_AA)
    cv2.fillConvexPoly(image, np.round(rim).astype(np.int32), (90, 140, 190), cv2.LINE_AA)
    for x in (-half[0] + 0.65, half[0] - 0.65):
        at = pixels(np.array([(x, 0.0)]))[0]
        axes = round(0.4 * PITCH), round(0.85 * PITCH)
        cv2.ellipse(image, (round(at[0]), round(at[1])), axes, -turn, 0, 360, (62, 100, 140), -1, cv2.LINE_AA)
    for x, y in pixels(pits):
        for part in range(12):  # a bowl, dark on the side facing the lamp
            share = 1 - part / 12
            tone = tuple(float(c) for c in np.array([60, 96, 132]) * (0.75 + 0.4 * part / 12))
            aside = 3 * part / 12
            cv2.circle(image, (round(x + aside), round(y + aside)), round(0.38 * share * PITCH), tone, -1, cv2.LINE_AA)
        for _ in range(4):
            at = np.array([x, y]) + rng.uniform(-0.15, 0.15, 2) * PITCH
            cv2.circle(image, (round(at[0]), round(at[1])), round(0.1 * PITCH), (60, 60, 170), -1, cv2.LINE_AA)
            cv2.circle(image, (round(at[0] - 3), round(at[1] - 3)), round(0.03 * PITCH), (210, 210, 240), -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(image, (0, 0), 1.2) + rng.normal(0, 3, image.shape)
    return np.clip(soft, 0, 255).astype(np.uint8), pixels(pits)


def found(image: Image) -> DetectedBoard:
    detected = KalahDetector().detect(image, OPTIONS)
    assert isinstance(detected, DetectedBoard), detected
    return detected


def pits_of(detected: DetectedBoard) -> Floats:
    """Return the centres of the pits in pixels, in the classifier's view."""
    view = View.of_corners(detected.corners, GAME.geometry(OPTIONS).area, SIZE)
    layout = PitLayout.of(detected.shape, 6)
    assert layout is not None
    return view.pixels((places(6) + layout.offsets).reshape(-1, 2))


@pytest.mark.parametrize("fold", [0.0, 0.5])
@pytest.mark.parametrize("turn", [0, 25, -60])
def test_a_board_is_found_however_it_lies_and_folds(fold: float, turn: float) -> None:
    image, pits = board(plan(fold=fold), turn)
    seen = pits_of(found(image))
    off = np.hypot(*(seen[:, None] - pits[None]).transpose(2, 0, 1)).min(axis=1)
    assert off.max() < CLOSE * PITCH


def test_rows_far_apart_are_a_board() -> None:
    image, pits = board(plan(apart=1.6))
    off = np.hypot(*(pits_of(found(image))[:, None] - pits[None]).transpose(2, 0, 1)).min(axis=1)
    assert off.max() < CLOSE * PITCH


@pytest.mark.parametrize(("columns", "rows"), [(6, 3), (8, 2), (6, 1)])
def test_a_board_of_another_game_is_turned_down(columns: int, rows: int) -> None:
    image, _ = board(plan(columns, rows))
    assert isinstance(KalahDetector().detect(image, OPTIONS), BoardNotFound)


@pytest.mark.parametrize(
    ("pit", "stores", "is_board"), [(0.65, (0.5, 0.4), True), (0.65, (0.0, 0.3), False), (0.8, (0.0, 0.0), True)]
)
def test_faint_pits_are_a_board_only_between_stores(pit: float, stores: tuple[float, float], is_board: bool) -> None:
    view = View.of_corners(np.array([(100, 200), (800, 200), (800, 400), (100, 400)]), GAME.geometry(OPTIONS).area, SIZE)
    pits = PitsOnBoard(places(6), np.full((2, 6), pit), (0.0, 0.0), 0.0, stores)
    assert FoundBoard(view, pits).is_board is is_board


@pytest.mark.parametrize(
    ("between", "last_column", "is_board"), [(0.0, 0.0, True), (0.5, 0.0, False), (0.5, 0.9, True), (1.0, 0.9, False)]
)
def test_a_column_that_was_overlooked_is_no_fold(between: float, last_column: float, is_board: bool) -> None:
    """A hinge between the halves may look like a pit, but then all columns of pits are visible."""
    view = View.of_corners(np.array([(100, 200), (800, 200), (800, 400), (100, 400)]), GAME.geometry(OPTIONS).area, SIZE)
    chances = np.full((2, 6), 0.9)
    chances[:, -1] = last_column
    assert FoundBoard(view, PitsOnBoard(places(6), chances, (0.0, 0.0), between, (0.8, 0.8))).is_board is is_board


def test_pits_between_the_halves_are_seen() -> None:
    image, pits = board(plan(7))
    around = pits.mean(axis=0) + PITCH * np.array([(-4, -1), (4, -1), (4, 1), (-4, 1)])
    view = View.of_corners(around, GAME.geometry(OPTIONS).area, SIZE)
    assert pits_on_board(image, view, OPTIONS).between == 1
    image, pits = board(plan(fold=0.5))
    assert pits_on_board(image, view, OPTIONS).between == 0


def test_a_fold_is_measured_where_corners_are_given() -> None:
    image, _ = board(plan(fold=0.5))
    detected = found(image)
    view = View.of_corners(detected.corners, GAME.geometry(OPTIONS).area, SIZE)
    measured = layout_of(image, view, {}, OPTIONS)
    kept = PitLayout.of(detected.shape, 6)
    assert kept is not None
    assert not measured.is_usual
    assert np.abs(measured.offsets - kept.offsets).max() < CLOSE


def test_a_layout_of_another_board_is_left_alone() -> None:
    stored = PitLayout(np.full((2, 6, 2), 0.2)).stored()
    assert PitLayout.of(stored, 6) is not None
    assert PitLayout.of(stored, 5) is None
    assert PitLayout.of({}, 6) is None
