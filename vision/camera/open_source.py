"""Opens a source of pictures given as a string: `0`, `/dev/video2`, `http://...`, a file, a folder, `photo:FILE` or
`fake:SCRIPT`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from fourth_seat.boundary.addresses import bare, shown
from fourth_seat.boundary.given_path import given_path
from fourth_seat.boundary.text import has_controls
from fourth_seat.vision.camera.capture import open_device
from fourth_seat.vision.camera.devices import device_file, number_of
from fourth_seat.vision.camera.files import PictureFiles, VideoFile
from fourth_seat.vision.camera.formats import HEIC_SUFFIXES, PHOTO_PREFIX, PICTURE_SUFFIXES, RECORDING_SUFFIX
from fourth_seat.vision.camera.ip_camera import is_address, open_address
from fourth_seat.vision.camera.live import LiveCamera
from fourth_seat.vision.camera.recording import FrameRecording
from fourth_seat.vision.camera.scripted import CameraScript
from fourth_seat.vision.camera.source import CameraConnection, FrameSource
from fourth_seat.vision.errors import CameraError
from fourth_seat.words import say

FOLDER_RATE_HZ = 10.0  # pictures a second of a folder
SCRIPT_PREFIX = "fake:"


def open_source(
    text: str,
    clock: Callable[[], float] = time.monotonic,
    rate: float = FOLDER_RATE_HZ,
    patient: bool = False,
    still: int = 1,
) -> FrameSource:
    """Open a source given as a camera number or device file, a network address, a file or folder, or `fake:` and a script.

    The suffix of a file determines whether it is a picture or a video; after `photo:`, it is always a picture. `rate` is
    for folders, in pictures per second; a single picture is repeated `still` times. If `patient` is true, a camera that
    cannot be opened at first is retried, like one that fails later, while `trouble` gives the reason.

    Raises:
        CameraError: the source cannot be opened.
    """
    if text.startswith(PHOTO_PREFIX):
        return PictureFiles([given_path(text.removeprefix(PHOTO_PREFIX))] * still, rate)
    text = bare(text)
    if number_of(text) is not None or (not has_controls(text) and device_file(text)):
        return _live(text, partial(open_device, text), clock, patient)
    if is_address(text) and not has_controls(text):
        return _live(shown(text), partial(open_address, text), clock, patient)
    if text.startswith(SCRIPT_PREFIX):
        return CameraScript.of_file(given_path(text.removeprefix(SCRIPT_PREFIX)))
    path = given_path(text)
    if not has_controls(text) and path.is_dir():
        return PictureFiles.of_folder(path, rate)
    if not text or has_controls(text) or not path.exists():
        raise CameraError(
            say(
                "{source} is not a camera: give a number (0 is the first camera), an address (http://...), a file "
                "or a folder",
                source=shown(text) or "''",
            )
        )
    if path.suffix.lower() == RECORDING_SUFFIX:
        return FrameRecording(path)
    picture = path.suffix.lower() in PICTURE_SUFFIXES | HEIC_SUFFIXES
    return PictureFiles([path] * still, rate) if picture else VideoFile(path)


def _live(name: str, open_camera: Callable[[], CameraConnection], clock: Callable[[], float], patient: bool) -> LiveCamera:
    return LiveCamera(name, open_camera, None if patient else open_camera(), clock)
