"""Printed markers, cut out and laid at a board's corners: the corners are found, or the reason why not is given."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from fourth_seat.hardware.paper.corner_markers import (
    CORNERS,
    MARKER_SIDE,
    QUIET_ZONE,
    draw_markers,
    marker_position,
    write_markers,
)
from fourth_seat.hardware.paper.sheet import PngSheet
from fourth_seat.vision.detect.markers import find_markers
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image
from tests.hardware.paper.pictures import sheet_picture

BOARD, UNIT = 400.0, 2.2  # the playing area in millimetres, pixels per millimetre before the picture is taken
PRINTED = 50.0  # millimetres, the side of a marker after printing
MARGIN = 120.0  # millimetres of table around the playing area
SIZE = (1280, 720)
PLACES = {
    "from above": [(420, 130), (860, 135), (870, 575), (410, 570)],
    "slanting": [(470, 190), (830, 180), (960, 560), (340, 570)],
    "far": [(520, 250), (800, 245), (840, 480), (480, 490)],
}


def cut_out(number: int) -> Image:
    """Return the paper of a marker, without its words, from the printed sheet."""
    page = np.asarray(cv2.imdecode(np.frombuffer(sheet_picture(draw_markers), np.uint8), cv2.IMREAD_COLOR), np.uint8)
    dots = PngSheet.DOTS / 72
    left, top = marker_position(number)
    rows, columns = (
        slice(round((start - QUIET_ZONE) * dots), round((start + MARKER_SIDE + QUIET_ZONE) * dots)) for start in (top, left)
    )
    return np.asarray(page[rows, columns], np.uint8)


def table(turned: int | None = None, without: int | None = None) -> Image:
    """Return the table from straight above, with one marker rotated by a quarter turn and one left out."""
    image = np.full((round((BOARD + 2 * MARGIN) * UNIT),) * 2 + (3,), (90, 120, 150), np.uint8)
    near, far = round(MARGIN * UNIT), round((MARGIN + BOARD) * UNIT)
    cv2.rectangle(image, (near, near), (far - 1, far - 1), (200, 205, 210), -1)
    side = round(PRINTED * (1 + 2 * QUIET_ZONE / MARKER_SIDE) * UNIT)
    for number, corner in enumerate(CORNERS):
        if number == without:
            continue
        paper = cv2.resize(cut_out(number), (side, side), interpolation=cv2.INTER_AREA)
        if number == turned:
            paper = np.rot90(paper)
        x = near - side if corner.right else far
        y = near - side if corner.bottom else far
        image[y : y + side, x : x + side] = paper
    return image


def photo(straight: Image, corners: list[tuple[int, int]]) -> Image:
    near, far = round(MARGIN * UNIT) - 0.5, round((MARGIN + BOARD) * UNIT) - 0.5
    homography, _ = cv2.findHomography(
        np.array([(near, near), (far, near), (far, far), (near, far)]), np.array(corners, np.float64)
    )
    seen = cv2.warpPerspective(straight, homography, SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(0).normal(0, 3, seen.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(seen, (0, 0), 0.7) + noise, 0, 255), np.uint8)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("place_", PLACES)
def test_corners(place_: str) -> None:
    found = find_markers(photo(table(), PLACES[place_]))
    assert isinstance(found, DetectedBoard)
    assert np.linalg.norm(found.corners - PLACES[place_], axis=1).max() < 1


def test_a_marker_is_missing() -> None:
    answer = find_markers(photo(table(without=2), PLACES["from above"]))
    assert isinstance(answer, BoardNotFound)
    assert dict(answer.reason.values)["corner"] == CORNERS[2].name


@pytest.mark.slow
def test_no_markers_are_missed_where_none_lie() -> None:
    assert find_markers(photo(np.full_like(table(), 120), PLACES["from above"])) is None


def test_a_marker_lies_the_wrong_way() -> None:
    answer = find_markers(photo(table(turned=1), PLACES["from above"]))
    assert isinstance(answer, BoardNotFound)
    assert "wrong way" in answer.reason.key
    assert dict(answer.reason.values)["corner"] == CORNERS[1].name


def test_the_sheet_is_written_as_pdf(tmp_path: Path) -> None:
    path = tmp_path / "markers.pdf"
    write_markers(path)
    assert path.read_bytes().startswith(b"%PDF-")
