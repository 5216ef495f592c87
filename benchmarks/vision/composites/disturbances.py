"""Disturbances by a camera, a lamp or a table: each changes a film of a real set."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.composites.photos import GAMMA, Photo
from benchmarks.vision.renders.film import FRAME_RATE_HZ
from benchmarks.vision.renders.tracing.sensor import Light

SHADOW_SHARE = 0.45  # of the light that a shadow over half of the board leaves, in stored values
SHEEN_LIGHT, SHEEN_BOARDS_PER_S = 0.16, 0.04  # linear light of a moving reflection; how fast it moves
GLARE_LIGHT = 1.2  # linear light of a lamp's reflection in its middle
BANDS_SHARE, BANDS, BANDS_PER_S = 0.16, 3.3, 2.7  # of a flickering lamp: of stored values, a picture's height, their way
SWEEP_S, SWEEP_SHARE, SWEEP_EDGE = 5.0, 0.5, 0.06  # of a shadow that moves back and forth: its time, light left, softness
MIDDLE_S = 9.0  # of a film, from which its picture is mirrored or turned
PAUSE_EVERY = 30  # pictures between two pauses of a stream
UPRIGHT_SIZE = 720, 1280  # of a picture by a camera that is held upright
BESIDE_SIDE_PX = 720  # of each of two boards' pictures, side by side

Change = Callable[[Light, Photo, float], Light]


@dataclass(frozen=True)
class Disturbance:
    """A fault of the camera, the lamp or the table of a film.

    Attributes:
        change: changes the light of each picture, given its time in seconds.
        turn: that of the whole picture, in degrees.
        size: the picture is made to fit into, (width, height).
        shake: standard deviation of the camera's place in pixels, each axis.
        quality: that of the JPEG.
        exact: whether pictures of one position are identical: no noise, no shake.
        resting: whether a hand lies on the board's rim all the time.
        upright: whether the camera is held upright, so that there is more table above and below the board.
        beside: whether a similar board, on which nobody plays, lies beside the board.
        pause: seconds for which the stream freezes again and again.
    """

    change: Change | None = None
    turn: float = 0.0
    size: tuple[int, int] | None = None
    shake: float = 0.12
    quality: int = 88
    exact: bool = False
    resting: bool = False
    upright: bool = False
    beside: bool = False
    pause: float = 0.0

    def seen(self, photo: Photo, around: Light | None = None) -> Photo:
        """Return the photo as taken by this camera; `around` fills the area around it, which otherwise continues the
        photo."""
        width, height = photo.size
        if self.turn:
            turn, middle = math.radians(self.turn), np.array([width, height]) / 2
            # It steps back far enough to keep the board in the picture.
            rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
            turned = (photo.corners - middle) @ rotation.T
            room = np.array([width, height]) * 0.96
            scale = min(1.0, float((room / np.ptp(turned, axis=0)).min()))
            shift = middle - scale * (turned.max(axis=0) + turned.min(axis=0)) / 2
            matrix = np.eye(3)
            matrix[:2, :2] = scale * rotation
            matrix[:2, 2] = shift - scale * rotation @ middle
            photo = photo.mapped(matrix, photo.size, around)
        if self.size:
            scale = min(self.size[0] / width, self.size[1] / height)
            photo = photo.mapped(np.diag([scale, scale, 1.0]), (round(width * scale), round(height * scale)))
        if self.upright:
            scale = UPRIGHT_SIZE[0] / width
            table = np.broadcast_to(np.median(photo.light, axis=(0, 1)), (*UPRIGHT_SIZE[::-1], 3)).astype(np.float32)
            down = (UPRIGHT_SIZE[1] - scale * height) / 2
            photo = photo.mapped(np.array([[scale, 0, 0], [0, scale, down], [0, 0, 1]]), UPRIGHT_SIZE, table)
        if self.beside:
            scale = BESIDE_SIDE_PX / width
            small = photo.mapped(np.diag([scale, scale, 1.0]), (BESIDE_SIDE_PX, round(height * scale)))
            both = np.hstack([small.light, small.light]) if around is None else around
            left = zlib.crc32(photo.name.encode()) % 2  # here or there, in terms of the boards' names
            across = np.array([[scale, 0, left * BESIDE_SIDE_PX], [0, scale, 0], [0, 0, 1]])
            photo = photo.mapped(across, (2 * BESIDE_SIDE_PX, small.size[1]), both)
        return photo

    def taken_at(self, number: int) -> float:
        """Return the second at which a picture of this number is taken."""
        return number / FRAME_RATE_HZ + self.pause * (number // PAUSE_EVERY)


def _darker(by: float) -> Change:
    return lambda light, _photo, _t: light * np.float32((1 - by) ** GAMMA)


def _cast(blue: float, green: float, red: float) -> Change:
    gains = np.array([blue, green, red], np.float32)
    return lambda light, _photo, _t: light * gains


def _place(photo: Photo, x: float, y: float) -> tuple[NDArray[np.float64], float]:
    """Return the pixel at shares of the board, and the board's size."""
    one, two, three, four = photo.corners
    top, bottom = one + (two - one) * x, four + (three - four) * x
    return top + (bottom - top) * y, float(np.sqrt(cv2.contourArea(photo.outline)))


def _spot(photo: Photo, x: float, y: float, radius: float) -> NDArray[np.float32]:
    """Return a soft spot, 1 in its middle; `radius` in boards."""
    (px, py), board = _place(photo, x, y)
    width, height = photo.size
    across = np.exp(-(((np.arange(width) - px) / (radius * board)) ** 2) / 2)
    down = np.exp(-(((np.arange(height) - py) / (radius * board)) ** 2) / 2)
    return np.asarray(down[:, None] * across, np.float32)[..., None]


def _shadow(light: Light, photo: Photo, _t: float) -> Light:
    """Shade the right half, with a soft edge that leans."""
    (x, y), board = _place(photo, 0.5, 0.5)
    width, height = photo.size
    off = (np.arange(width)[None] - x + 0.25 * (np.arange(height)[:, None] - y)) / (0.015 * board)
    share = 1 / (1 + np.exp(-np.clip(off, -30, 30)))
    return np.asarray(light * (1 - (1 - SHADOW_SHARE**GAMMA) * share[..., None]), np.float32)


def _sheen(light: Light, photo: Photo, t: float) -> Light:
    """Add a reflection that moves back and forth, like that of a person moving behind the camera."""
    x = 0.5 + 0.35 * math.sin(SHEEN_BOARDS_PER_S / 0.35 * t)
    return light + SHEEN_LIGHT * _spot(photo, x, 0.4 + 0.1 * math.sin(0.1 * t), 0.15)


def _glare(light: Light, photo: Photo, _t: float) -> Light:
    return light + GLARE_LIGHT * _spot(photo, 0.3, 0.3, 0.1)


def _flicker(light: Light, _photo: Photo, t: float) -> Light:
    """Let a flickering lamp's bands roll down the picture."""
    rows = BANDS * np.arange(len(light)) / len(light) - BANDS_PER_S * t
    gains = 1 + BANDS_SHARE * np.sin(2 * math.pi * rows)
    return np.asarray(light * (gains**GAMMA)[:, None, None], np.float32)


def _sweeping(light: Light, photo: Photo, t: float) -> Light:
    """Let somebody's shadow move back and forth over the board."""
    (x, _), board = _place(photo, 0.5 + 0.7 * math.sin(2 * math.pi * t / SWEEP_S), 0.5)
    off = np.abs(np.arange(light.shape[1]) - x) - 0.2 * board
    share = 1 / (1 + np.exp(np.clip(off / (SWEEP_EDGE * board), -30, 30)))
    return np.asarray(light * (1 - (1 - SWEEP_SHARE**GAMMA) * share[None, :, None]), np.float32)


def _mirrored_later(light: Light, _photo: Photo, t: float) -> Light:
    return np.ascontiguousarray(light[:, ::-1]) if t >= MIDDLE_S else light


def _turned_later(light: Light, _photo: Photo, t: float) -> Light:
    return np.ascontiguousarray(light[::-1, ::-1]) if t >= MIDDLE_S else light


DISTURBANCES: dict[str, Disturbance] = {
    "fair": Disturbance(),
    "identical": Disturbance(exact=True),
    "dark-40": Disturbance(_darker(0.4)),
    "dark-70": Disturbance(_darker(0.7)),
    "shaken": Disturbance(shake=0.5),
    "glossy": Disturbance(_sheen),
    "shadow": Disturbance(_shadow),
    "glare": Disturbance(_glare),
    "warm": Disturbance(_cast(0.55, 0.95, 1.2)),
    "cold": Disturbance(_cast(1.3, 1.0, 0.7)),
    "turned-10": Disturbance(turn=10),
    "turned-30": Disturbance(turn=30),
    "small": Disturbance(size=(640, 480)),
    "jpeg-30": Disturbance(quality=30),
    "resting": Disturbance(resting=True),
    "flicker": Disturbance(_flicker),
    "sweeping": Disturbance(_sweeping),
    "two-boards": Disturbance(beside=True),
    "mirrored-later": Disturbance(_mirrored_later),
    "turned-later": Disturbance(_turned_later),
    "upright": Disturbance(upright=True),
    "tiny": Disturbance(size=(320, 240)),
    "paused": Disturbance(pause=2.5),
}
GROUPS = {
    "all": tuple(DISTURBANCES),
    "gate": ("identical", "dark-40", "dark-70", "shaken", "glossy"),
    "play": (
        "shadow", "glare", "warm", "cold", "dark-40", "turned-10", "turned-30", "small", "jpeg-30", "resting",
    ),
    "silence": (
        "flicker", "sweeping", "two-boards", "mirrored-later", "turned-later", "upright", "tiny", "paused",
    ),
}  # fmt: skip
"""All disturbances; those under which a still board must be readable; those under which moves must be seen, and those under
which a move must be seen or the program must say what is in the way.
"""
