"""Reads cameras through OpenCV, whose own messages are suppressed in favour of a single error message."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET; read when the first video is opened

import cv2
import numpy as np

from fourth_seat.vision.camera.devices import LINUX, device_file, number_of, open_failure, silence_reason
from fourth_seat.vision.errors import CameraError
from fourth_seat.vision.protocols import Image
from fourth_seat.words import Text, say

WIDTH, HEIGHT = 1280, 720  # pixels asked for; a camera that lacks them gives what it has

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class OpenCvCamera:
    """A camera or stream that OpenCV opens. Satisfies `CameraConnection`."""

    def __init__(self, target: int | str, api: int, settings: Sequence[int], why: Callable[[], Text]) -> None:
        """`settings` alternates properties and values, as for `cv2.VideoCapture`; `why` explains why no pictures arrive.

        Raises:
            CameraError: the camera cannot be opened.
        """
        self._why = why
        self._capture = cv2.VideoCapture(target, api, settings)
        if not self._capture.isOpened():
            raise CameraError(why())

    def set(self, name: int, value: float) -> None:
        """Request a property value. Cameras that do not support the property ignore it."""
        self._capture.set(name, value)

    def grab(self) -> Image:
        """Return the next picture."""
        done, image = self._capture.read()
        if not done:
            raise CameraError(self._why())
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        """Release the device."""
        self._capture.release()


def open_device(name: str) -> OpenCvCamera:
    """Open a local camera. A link to its device file is resolved on every call, since a camera that has been unplugged and
    plugged in again may have a different number.

    Raises:
        CameraError: the camera is missing, in use or not permitted, or sends no pictures.
    """
    number, path = number_of(name), device_file(name)
    if LINUX and path:
        if reason := open_failure(path):
            raise CameraError(reason)
        camera = OpenCvCamera(str(path.resolve()), cv2.CAP_V4L2, (), partial(silence_reason, path))
    else:
        camera = OpenCvCamera(number or 0, cv2.CAP_ANY, (), lambda: _unknown(number or 0))
    # Pictures as JPEG: raw ones of this size come at 5 to 10 a second over USB 2.
    camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    camera.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
    return camera


def _unknown(number: int) -> Text:
    return say(
        (
            "camera {number} is not sending any pictures: plug it in, close other programs that use "
            "it, allow this program to use it in the system's privacy settings, or choose another "
            "number"
        ),
        number=number,
    )
