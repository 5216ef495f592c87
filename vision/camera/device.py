"""A camera at this machine, and in clear words why it cannot be had."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2

from vision.camera.capture import OpenCvCamera
from vision.camera.errors import CameraError
from vision.devices import DEVICES, cameras
from words import Text, say

WIDTH, HEIGHT = 1280, 720  # pixels asked for; a camera that lacks them gives what it has
PROCESSES = Path("/proc")
LINUX = sys.platform.startswith("linux")

Open = Callable[[Path, int], int]


def number_of(text: str) -> int | None:
    """The number of the camera that is meant by `0` or `/dev/video0`; None where no camera is meant."""
    digits = text.removeprefix(f"{DEVICES}/video")
    return int(digits) if digits.isascii() and digits.isdigit() else None


def open_device(number: int) -> OpenCvCamera:
    """Opens a camera.

    Raises:
        CameraError: it is not there, is not ours to use, is in use, or gives no pictures.
    """
    if LINUX:
        path = DEVICES / f"video{number}"
        if reason := why_closed(path):
            raise CameraError(reason)
        camera = OpenCvCamera(number, cv2.CAP_V4L2, (), partial(why_silent, path))
    else:
        camera = OpenCvCamera(number, cv2.CAP_ANY, (), lambda: _unknown(number))
    # Pictures as JPEG: raw ones of this size come at 5 to 10 a second over USB 2.
    camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    camera.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
    return camera


def why_closed(path: Path, opened: Open = os.open) -> Text | None:
    """Why the system does not open this device; None where it does."""
    try:
        os.close(opened(path, os.O_RDWR | getattr(os, "O_NONBLOCK", 0)))
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
            return _missing(path)
        if error.errno in (errno.EACCES, errno.EPERM):
            return say(
                "no permission to use the camera {camera}: run “sudo usermod -aG video $USER”, log out and in again",
                camera=str(path),
            )
        if error.errno == errno.EBUSY:
            return _busy(path, holders(path))
        return say("the camera {camera} cannot be opened: {reason}", camera=str(path), reason=error.strerror or str(error))
    return None


def why_silent(path: Path) -> Text:
    """Why a device gives no pictures."""
    if reason := why_closed(path):
        return reason
    if programs := holders(path):  # most drivers let several programs open a camera, and only one have pictures
        return _busy(path, programs)
    return say(
        "the camera {camera} gives no pictures: unplug it and plug it in again, or choose another number", camera=str(path)
    )


def holders(path: Path, processes: Path = PROCESSES) -> tuple[str, ...]:
    """The names of other programs that have a file open, as far as this user may know."""
    names = set()
    for process in processes.glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        try:
            if any(link.readlink() == path for link in (process / "fd").iterdir()):
                names.add((process / "comm").read_text().strip())
        except OSError:  # somebody else's, or it has just ended
            continue
    return tuple(sorted(names))


def _busy(path: Path, programs: tuple[str, ...]) -> Text:
    if programs:
        return say(
            "the camera {camera} is in use by {program}: end that first, or choose another camera",
            camera=str(path),
            program=programs,
        )
    return say(
        "the camera {camera} is in use by another program: end that first, or choose another camera", camera=str(path)
    )


def _missing(path: Path) -> Text:
    others = tuple(f"{number} ({name})" for number, name in cameras(path.parent).items())
    if others:
        return say("there is no camera {camera}: plug it in, or choose one of {cameras}", camera=str(path), cameras=others)
    return say("there is no camera {camera}, and no other: plug one in, or use a phone's address", camera=str(path))


def _unknown(number: int) -> Text:
    return say(
        "the camera {number} gives no pictures: plug it in, end other programs that use it, allow this one to in the "
        "system's privacy settings, or choose another number",
        number=number,
    )
