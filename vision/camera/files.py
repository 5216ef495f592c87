"""Picture and video files, with their own timestamps, read as fast as they can be decoded."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import PIL.Image
import PIL.ImageOps

import fourth_seat.vision.camera.capture  # noqa: F401  keeps OpenCV quiet
from fourth_seat.boundary.files import read_bytes
from fourth_seat.vision.camera.formats import (
    FRAME_FORMATS,
    MAX_PIXELS,
    NO_HEIC,
    PICTURE_FORMATS,
    PICTURE_SUFFIXES,
    is_avif,
    is_fit_size,
    is_heic,
)
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.errors import CameraError
from fourth_seat.vision.protocols import Image
from fourth_seat.words import Text, error_text, say

MAX_PICTURE_BYTES = 1 << 27  # of a file
MAX_FRAME_PIXELS = 1 << 25  # of a picture that no person chose; decoding takes six bytes a pixel
UNREADABLE = OSError, ValueError, SyntaxError, struct.error, OverflowError, MemoryError  # Pillow's errors over bytes
DEFAULT_VIDEO_RATE_HZ = 25.0  # pictures a second of a video that states no rate


def decode(data: bytes, formats: tuple[str, ...] = PICTURE_FORMATS, most: int = MAX_PIXELS) -> Image | None:
    """Decode a JPEG, PNG or other picture; return None if it cannot be decoded, or is too large according to its header."""
    try:
        size = _announced_size(data, formats)
        if size is None or not _is_fit(size, most):
            return None
        if is_avif(data):
            return _avif(data)
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, PIL.Image.DecompressionBombError):
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _avif(data: bytes) -> Image | None:
    """Decode an AVIF picture with Pillow, since OpenCV leaves pictures from a phone held upright on their sides."""
    try:
        with warnings.catch_warnings(action="ignore"), PIL.Image.open(BytesIO(data), formats=("AVIF",)) as picture:
            upright = np.asarray(PIL.ImageOps.exif_transpose(picture).convert("RGB"), np.uint8)
    except UNREADABLE:
        return None
    return np.ascontiguousarray(upright[..., ::-1])


def decode_frame(data: bytes) -> Image | None:
    """Decode a picture from a camera or a recording, within the limits on such pictures."""
    return decode(data, FRAME_FORMATS, MAX_FRAME_PIXELS)


def _announced_size(data: bytes, formats: tuple[str, ...]) -> tuple[int, int] | None:
    """Return the (width, height) in pixels from a picture's header, or None if it is not in one of these formats.

    Raises:
        PIL.Image.DecompressionBombError: the picture exceeds Pillow's limit on pixels, which is higher than the one here.
    """
    try:
        with warnings.catch_warnings(action="ignore"), PIL.Image.open(BytesIO(data), formats=formats) as header:
            return header.size
    except UNREADABLE:
        return None


def _is_fit(size: tuple[int, int], most: int) -> bool:
    return is_fit_size(*size) and size[0] * size[1] <= most


def read_picture(path: Path) -> Image:
    """Read the picture in a file, rotated upright according to the orientation of the camera.

    Raises:
        CameraError: the file is not a readable picture.
    """
    try:
        data = read_bytes(path, MAX_PICTURE_BYTES)
    except FileNotFoundError:
        raise CameraError(say("there is no file {path}", path=str(path))) from None
    except IsADirectoryError:
        raise CameraError(say("{path} is a folder: give the name of a picture in it", path=str(path))) from None
    except OSError as error:
        raise CameraError(say("{file} cannot be read: {reason}", file=str(path), reason=error_text(error))) from None
    if is_heic(data):
        raise CameraError(say("{file}: {reason}", file=str(path), reason=NO_HEIC))
    image = decode(data)  # OpenCV itself cannot open every name on Windows
    if image is None:
        raise CameraError(_why_undecoded(path, data))
    return image


def _why_undecoded(path: Path, data: bytes) -> Text:
    """Explain why a file cannot be read as a picture, and what to do about it."""
    try:
        size = _announced_size(data, PICTURE_FORMATS)
    except PIL.Image.DecompressionBombError:  # it does not say how many
        return say("{file} has too many pixels: make it smaller", file=str(path))
    if size is None:
        return say("{file} is not a readable picture: use JPEG or PNG", file=str(path))
    if not _is_fit(size, MAX_PIXELS):
        width, height = size
        return say(
            "{file} is too large, {width} x {height} pixels: make it smaller", file=str(path), width=width, height=height
        )
    return say("{file} is damaged: copy it again, or take another photo", file=str(path))


class PictureFiles:
    """A sequence of picture files, played at a given rate. Satisfies `FrameSource`."""

    live = False
    trouble: Text | None = None

    def __init__(self, files: Sequence[Path], rate: float) -> None:
        """`rate` is in pictures per second."""
        self._files, self._rate = files, rate
        self._number = 0

    @classmethod
    def of_folder(cls, folder: Path, rate: float) -> PictureFiles:
        """Create a source with all pictures in a folder, sorted by name.

        Raises:
            CameraError: the folder has no pictures, or cannot be read.
        """
        try:
            files = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES)
        except OSError as error:
            raise CameraError(say("{file} cannot be read: {reason}", file=str(folder), reason=error_text(error))) from None
        if not files:
            raise CameraError(say("there is no picture in the folder {folder}: use JPEG or PNG", folder=str(folder)))
        return cls(files, rate)

    @property
    def over(self) -> bool:
        """Whether all pictures have been read."""
        return self._number >= len(self._files)

    def read(self) -> CameraFrame | None:
        """Return the next picture. A damaged picture raises an error once; the next call skips it."""
        if self.over:
            return None
        number = self._number
        self._number += 1
        return CameraFrame(read_picture(self._files[number]), number / self._rate, number)

    def close(self) -> None:
        """Stop reading."""
        self._number = len(self._files)


class VideoFile:
    """A video file. Satisfies `FrameSource`."""

    live = False
    trouble: Text | None = None

    def __init__(self, path: Path) -> None:
        """Open a video; raise `CameraError` if the file is not a readable video."""
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        size = self._capture.get(cv2.CAP_PROP_FRAME_WIDTH), self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
        self._next = self._decode() if self._capture.isOpened() and is_fit_size(*size) else None
        if self._next is None:
            self._capture.release()
            raise CameraError(say("{file} is not a readable video: use MP4, AVI or MKV", file=str(path)))
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._rate = rate if 0 < rate < 1000 else DEFAULT_VIDEO_RATE_HZ
        self._number = 0

    @property
    def over(self) -> bool:
        """Whether everything has been read."""
        return self._next is None

    def read(self) -> CameraFrame | None:
        """Return the next picture."""
        if self._next is None:
            return None
        frame = CameraFrame(self._next, self._number / self._rate, self._number)
        self._number += 1
        self._next = self._decode()
        return frame

    def close(self) -> None:
        """Release the file."""
        self._next = None
        self._capture.release()

    def _decode(self) -> Image | None:
        done, image = self._capture.read()
        return np.asarray(image, np.uint8) if done else None
