"""The printed lens sheet, seen through a known lens: that lens is found from it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fourth_seat.calibration.lens import BadLens, Lens, Points
from fourth_seat.hardware.paper.lens_sheet import COLUMNS, ROWS, draw_lens_sheet
from fourth_seat.vision.detect.markers import sheet_corners
from fourth_seat.vision.protocols import Image
from tests.hardware.paper.pictures import sheet_picture

SIZE = (1280, 720)
LENS = Lens(1000.0, (640, 360), k1=-0.18, k2=0.03)
# Radians about x and y.
SIDES = [
    (0.0, 0.0),
    (0.5, 0.1),
    (-0.5, 0.2),
    (0.1, 0.55),
    (-0.2, -0.5),
    (0.4, -0.4),
    (-0.4, 0.45),
    (0.6, 0.5),
    (-0.6, -0.4),
]


def seen(about_x: float, about_y: float, lens: Lens = LENS) -> Image:
    """Return the sheet, rotated this far out of the picture's plane."""
    sheet = np.frombuffer(sheet_picture(draw_lens_sheet, on_its_side=True), np.uint8)
    page = np.asarray(cv2.imdecode(sheet, cv2.IMREAD_COLOR), np.uint8)
    height, width = page.shape[:2]
    rotation = cv2.Rodrigues(np.array([about_x, about_y, 0.1]))[0]
    to_camera = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, 1.45]])
    to_plane = np.array([[1 / width, 0, -0.5], [0, 1 / width, -height / width / 2], [0, 0, 1]])
    homography = lens.matrix @ to_camera @ to_plane
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    straight = lens.straightened(np.column_stack([x.ravel(), y.ravel()]).astype(np.float64))
    where = cv2.perspectiveTransform(straight.reshape(-1, 1, 2), np.linalg.inv(homography)).astype(np.float32)
    where = where.reshape(SIZE[1], SIZE[0], 2)
    picture = cv2.remap(page, where[..., 0], where[..., 1], cv2.INTER_AREA, borderValue=(90, 110, 120))
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def shown() -> tuple[list[Points], list[Points]]:
    found = [corners for side in SIDES if (corners := sheet_corners(seen(*side)))]
    return [points for points, _ in found], [pixels for _, pixels in found]


@pytest.mark.slow
def test_the_lens_is_found_from_the_sheet() -> None:
    points, pixels = shown()
    assert len(points) == len(SIDES)
    assert all(len(each) > 0.8 * (COLUMNS - 1) * (ROWS - 1) for each in points)
    lens = Lens.fitted(points, pixels, SIZE)
    assert lens.focal == pytest.approx(LENS.focal, rel=0.01)
    edge = np.array([(20.0, 20.0), (1260.0, 700.0), (640.0, 30.0)])
    assert lens.straightened(edge) == pytest.approx(LENS.straightened(edge), abs=8.0)  # of 49 that it is off


@pytest.mark.slow
def test_too_few_pictures_or_a_bent_sheet_are_refused() -> None:
    points, pixels = shown()
    with pytest.raises(BadLens, match="5 angles"):
        Lens.fitted(points[:3], pixels[:3], SIZE)
    shaken = [each + np.random.default_rng(3).normal(0, 8, each.shape) for each in pixels]
    with pytest.raises(BadLens, match="flat"):
        Lens.fitted(points, shaken, SIZE)


def test_no_sheet() -> None:
    assert sheet_corners(np.full((720, 1280, 3), 120, np.uint8)) is None
