"""A view compared with a known camera: points on and above the board are mapped to where that camera shows them."""

from __future__ import annotations

import numpy as np
import pytest

from fourth_seat.calibration.lens import Lens, Points
from fourth_seat.calibration.view import Matrix, View

SIZE = (1280, 720)
AREA = (0.0, 0.0, 20.0, 20.0)


def camera(eye: tuple[float, float, float], focal: float) -> Matrix:
    """Return a camera at `eye` (x, y, height) that looks at the middle of the board; x to the right, y down, heights up."""
    ahead = np.array([10, 10, 0.0]) - eye
    ahead /= np.linalg.norm(ahead)
    across = np.cross(ahead, [0, 0, 1.0])
    across /= np.linalg.norm(across)
    # The board's y runs downwards, so its axes are left-handed once heights are taken upwards.
    across *= -1
    down = np.cross(across, ahead)
    rotation = np.array([across, down, ahead])
    matrix = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1.0]])
    return np.asarray(matrix @ np.column_stack([rotation, -rotation @ np.array(eye)]), np.float64)


def seen(matrix: Matrix, points: Points, height: float) -> Points:
    out = np.column_stack([points, np.full(len(points), height), np.ones(len(points))]) @ matrix.T
    return np.asarray(out[:, :2] / out[:, 2:], np.float64)


@pytest.mark.parametrize("eye", [(10.0, 30.0, 25.0), (2.0, 36.0, 14.0), (10.0, 12.0, 35.0)])
def test_pose_and_heights(eye: tuple[float, float, float]) -> None:
    matrix = camera(eye, 1000.0)
    corners = seen(matrix, np.array([(0, 0), (20, 0), (20, 20), (0, 20.0)]), 0.0)
    view = View.of_corners(corners, AREA, SIZE, Lens(1000.0, (640, 360)))
    points = np.random.default_rng(1).uniform(0, 20, (50, 2))
    assert view.eye == pytest.approx(eye, abs=1e-3)
    for height in (0.0, 0.5, 2.0):
        assert view.pixels(points, height) == pytest.approx(seen(matrix, points, height), abs=1e-3)
        assert view.units(view.pixels(points, height), height) == pytest.approx(points, abs=1e-3)


def test_focal_length_follows_from_a_slanting_view() -> None:
    for focal in (800.0, 1100.0, 1600.0):
        matrix = camera((14.0, 34.0, 16.0), focal)
        corners = seen(matrix, np.array([(0, 0), (20, 0), (20, 20), (0, 20.0)]), 0.0)
        assert View.of_corners(corners, AREA, SIZE).lens.focal == pytest.approx(focal, rel=0.1)


def test_distortion_there_and_back() -> None:
    lens = Lens(1000.0, (640, 360), k1=-0.12, k2=0.02)
    straight = np.random.default_rng(2).uniform((0, 0), SIZE, (200, 2))
    assert lens.straightened(lens.bent(straight)) == pytest.approx(straight, abs=0.05)


def test_a_rectified_picture_shows_the_plane_it_is_asked_for() -> None:
    view = View.of_corners(
        seen(camera((10.0, 30.0, 25.0), 1000.0), np.array([(0, 0), (20, 0), (20, 20), (0, 20.0)]), 0), AREA, SIZE
    )
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    for lens in (view.lens, Lens(view.lens.focal, view.lens.centre, k1=1e-9)):  # by homography, and by map
        picture = np.dstack([x % 256, y % 256, x // 256 + 16 * (y // 256)]).astype(np.uint8)  # each pixel shows its place
        flat = View(view.homography, lens, SIZE).rectified(picture, AREA, 10.0, 0.4)
        row, column = 73, 128
        where = view.pixels(np.array([[(column + 0.5) / 10, (row + 0.5) / 10]]), 0.4)[0]
        blue, green, red = map(int, flat[row, column])
        assert blue == pytest.approx(where[0] % 256, abs=1.5)
        assert green == pytest.approx(where[1] % 256, abs=1.5)
        assert red >= 0


def test_corners_on_a_line_are_refused() -> None:
    with pytest.raises(ValueError, match="on one line"):
        View.of_corners(np.array([(0, 0), (10, 0), (20, 0), (30, 0.0)]), AREA, SIZE)
