"""OpenCV's way to pictures, with its own messages switched off: people get one sentence instead."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET; read when the first video is opened

import cv2
import numpy as np

from vision.camera.errors import CameraError
from vision.protocols import Image
from words import Text

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class OpenCvCamera:
    """A camera or stream that OpenCV opens. Satisfies `Camera`."""

    def __init__(self, target: int | str, api: int, settings: Sequence[int], why: Callable[[], Text]) -> None:
        """`settings` as `cv2.VideoCapture` takes them, property after value; `why` is asked when no pictures come.

        Raises:
            CameraError: it cannot be opened.
        """
        self._why = why
        self._capture = cv2.VideoCapture(target, api, settings)
        if not self._capture.isOpened():
            raise CameraError(why())

    def set(self, name: int, value: float) -> None:
        """Asks for a property; a camera that lacks it goes on as it was."""
        self._capture.set(name, value)

    def grab(self) -> Image:
        """The next picture."""
        done, image = self._capture.read()
        if not done:
            raise CameraError(self._why())
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        """Lets go of it."""
        self._capture.release()
