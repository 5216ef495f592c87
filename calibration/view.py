"""A camera's view of a board: conversion between pixels and board coordinates, at any height above the board.

A homography maps the board's plane to the picture. Together with the lens, it determines the camera's pose, and thus the
pixels of points above the plane (Zhang, A flexible new technique for camera calibration, 2000).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Lens, Points
from fourth_seat.games.geometry import Rectangle, rectangle

Matrix = NDArray[np.float64]

# Standard deviations of a board's shape, of its right angles, and of a focal length (logarithm).
_ASPECT_SIGMA, _ANGLE_SIGMA, _FOCAL_SIGMA = 0.05, 0.02, 0.35


@dataclass(frozen=True)
class View:
    """A camera's view of a board's plane.

    Attributes:
        homography: maps board units to undistorted pixel coordinates, shape (3, 3).
        lens: distorts these to the picture's pixel coordinates.
        size: the size of the picture, (width, height) in pixels.
    """

    homography: Matrix
    lens: Lens
    size: tuple[int, int]

    @classmethod
    def through(cls, points: Points, pixels: Points, size: tuple[int, int], lens: Lens | None = None) -> View:
        """Compute the view from board points (in units, shape (n, 2), n >= 4) and their pixel coordinates.

        If no lens is given, one without distortion is assumed, whose focal length fits the board's perspective.

        Raises:
            ValueError: the points are collinear.
        """
        seen = lens.straightened(np.asarray(pixels, np.float64)) if lens else np.asarray(pixels, np.float64)
        homography, _ = cv2.findHomography(np.asarray(points, np.float64), seen)
        if homography is None or abs(np.linalg.det(homography)) < 1e-12:
            raise ValueError("four points of a board must not lie on one line")
        matrix = np.asarray(homography, np.float64)
        return cls(matrix, lens or _lens(matrix, size), size)

    @classmethod
    def of_corners(cls, corners: Points, area: Rectangle, size: tuple[int, int], lens: Lens | None = None) -> View:
        """Compute the view from the corners of the playing area: top left, top right, bottom right, bottom left."""
        return cls.through(np.array(rectangle(*area), np.float64), corners, size, lens)

    # -- the board's plane and what is parallel to it --------------------------------------------------------------------

    def pixels(self, points: Points, height: float = 0.0) -> Points:
        """Map board points at `height` units above the board's plane to pixels, shape (n, 2)."""
        return self.lens.bent(_map(self.plane(height), np.asarray(points, np.float64)))

    def units(self, pixels: Points, height: float = 0.0) -> Points:
        """Map pixels to board points at `height` units above the board's plane, shape (n, 2)."""
        return _map(
            np.asarray(np.linalg.inv(self.plane(height)), np.float64),
            self.lens.straightened(np.asarray(pixels, np.float64)),
        )

    def plane(self, height: float = 0.0) -> Matrix:
        """Return the homography of the plane `height` units above the board."""
        if not height:
            return self.homography
        camera = self.camera
        return np.column_stack([camera[:, 0], camera[:, 1], camera[:, 2] * height + camera[:, 3]])

    def rectified(
        self, image: NDArray[np.uint8], window: Rectangle, scale: float, height: float = 0.0
    ) -> NDArray[np.uint8]:
        """Return a top view of a part of the board's plane, or of a parallel plane, at `scale` pixels per unit."""
        left, top, right, bottom = window
        width, tall = round((right - left) * scale), round((bottom - top) * scale)
        if self.lens.straight:
            to_board = np.array([[1 / scale, 0, left + 0.5 / scale], [0, 1 / scale, top + 0.5 / scale], [0, 0, 1]])
            matrix = self.plane(height) @ to_board
            return np.asarray(
                cv2.warpPerspective(image, matrix, (width, tall), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP), np.uint8
            )
        x, y = np.meshgrid(left + (np.arange(width) + 0.5) / scale, top + (np.arange(tall) + 0.5) / scale)
        seen = self.pixels(np.column_stack([x.ravel(), y.ravel()]), height).astype(np.float32).reshape(tall, width, 2)
        return np.asarray(cv2.remap(image, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR), np.uint8)

    # -- the camera ------------------------------------------------------------------------------------------------------

    @cached_property
    def camera(self) -> Matrix:
        """The projection matrix, shape (3, 4), to be applied to (x, y, height, 1) in board units."""
        inverse = np.linalg.inv(self.lens.matrix)
        across, down, shift = (inverse @ self.homography).T
        scale = 2 / (np.linalg.norm(across) + np.linalg.norm(down))
        if shift[2] < 0:
            scale = -scale  # the board lies in front of the camera
        across, down, shift = across * scale, down * scale, shift * scale
        up = np.cross(across, down)
        up /= np.linalg.norm(up)
        if up @ shift > 0:
            up = -up  # towards the camera, even if the board is seen mirrored
        return np.asarray(self.lens.matrix @ np.column_stack([across, down, up, shift]), np.float64)

    @property
    def eye(self) -> tuple[float, float, float]:
        """The camera's position: x, y and height in board units."""
        camera = self.camera
        x, y, height = np.linalg.solve(camera[:, :3], -camera[:, 3])
        return float(x), float(y), float(height)

    def corners(self, area: Rectangle) -> Points:
        """Return the pixel coordinates of the playing area's corners, shape (4, 2)."""
        return self.pixels(np.array(rectangle(*area), np.float64))


def _map(matrix: Matrix, points: Points) -> Points:
    out = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    mapped: Points = out[:, :2] / out[:, 2:]
    return mapped


def _lens(homography: Matrix, size: tuple[int, int]) -> Lens:
    """Return the lens without distortion whose focal length fits best: the board's axes must be perpendicular and equal."""
    usual = Lens.usual(size)
    tries = usual.focal * np.exp(np.linspace(-0.9, 0.9, 61))
    centred = np.array([[1, 0, -usual.centre[0]], [0, 1, -usual.centre[1]], [0, 0, 1]]) @ homography
    across, down = centred[:, 0], centred[:, 1]
    x = np.column_stack([across[0] / tries, across[1] / tries, np.full(len(tries), across[2])])
    y = np.column_stack([down[0] / tries, down[1] / tries, np.full(len(tries), down[2])])
    long, wide = np.linalg.norm(x, axis=1), np.linalg.norm(y, axis=1)
    cosine = (x * y).sum(axis=1) / (long * wide)
    off = (
        (cosine / _ANGLE_SIGMA) ** 2
        + (np.log(long / wide) / _ASPECT_SIGMA) ** 2
        + (np.log(tries / usual.focal) / _FOCAL_SIGMA) ** 2
    )
    return Lens(float(tries[np.argmin(off)]), usual.centre)
