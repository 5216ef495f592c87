"""Lists the cameras of this machine, and explains why one cannot be opened. Does not import OpenCV."""

from __future__ import annotations

import errno
import os
import struct
import sys
from collections.abc import Callable
from pathlib import Path

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.words import Text, error_text, say

LINUX = sys.platform.startswith("linux")
MAX_DEVICE = 999
QUERY_CAPABILITIES = 0x80685600  # VIDIOC_QUERYCAP of linux/videodev2.h, and below the structure that it fills
CAPABILITIES = struct.Struct("16s 32s 32s 3I 12x")  # ..., what the driver can do at all, and by this device
CAPTURES, CAPTURES_PLANES = 0x1, 0x1000  # V4L2_CAP_VIDEO_CAPTURE, V4L2_CAP_VIDEO_CAPTURE_MPLANE
DEVICES, DRIVERS, PROCESSES = Path("/dev"), Path("/sys/class/video4linux"), Path("/proc")

Open = Callable[[Path, int], int]


def cameras(devices: Path = DEVICES, drivers: Path = DRIVERS) -> dict[int, str]:
    """Return the names of the cameras known to the system, keyed by number; empty on systems other than Linux."""
    found = {}
    for path in devices.glob("video*"):
        number = parse_integer(path.name.removeprefix("video"), 0, MAX_DEVICE)
        if number is not None and takes_pictures(path):
            name = drivers / path.name / "name"
            found[number] = name.read_text().strip() if name.exists() else str(path)
    return dict(sorted(found.items()))


def takes_pictures(path: Path, capabilities: Callable[[Path], bytes] | None = None) -> bool:
    """Return whether a device captures pictures: a camera also has devices for its metadata, and codecs look like cameras.

    Returns True for a device that cannot be queried, since it may be a camera.
    """
    try:
        answer = (capabilities or _capabilities)(path)
    except (OSError, ImportError):
        return True
    *_, driver, device = CAPABILITIES.unpack(answer)
    return bool((device or driver) & (CAPTURES | CAPTURES_PLANES))


def _capabilities(path: Path) -> bytes:
    import fcntl

    device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    try:
        return fcntl.ioctl(device, QUERY_CAPABILITIES, bytes(CAPABILITIES.size))
    finally:
        os.close(device)


def number_of(text: str) -> int | None:
    """Return the number of a camera given as `0` or `/dev/video0`, or None for any other text."""
    return parse_integer(text.removeprefix(f"{DEVICES}/video"), 0, MAX_DEVICE)


def device_file(text: str) -> Path | None:
    """Return the device file of a local camera on Linux, whether or not it is plugged in. The text may be the camera's
    number, its device file, or a link to that file, such as `/dev/v4l/by-id/...`; returns None for any other text.
    """
    number = number_of(text)
    if number is not None:
        return DEVICES / f"video{number}"
    path = Path(text)
    try:
        camera = path.is_char_device() or (DEVICES in path.resolve().parents and not path.exists())
    except (OSError, ValueError, RuntimeError):  # a name that no file can have, or a link that leads to itself
        camera = False
    return path if LINUX and camera else None


def open_failure(path: Path, opened: Open = os.open) -> Text | None:
    """Return the reason why this device cannot be opened, or None if it can."""
    try:
        os.close(opened(path, os.O_RDWR | getattr(os, "O_NONBLOCK", 0)))
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
            return _missing(path)
        if error.errno in (errno.EACCES, errno.EPERM):
            return say(
                (
                    "you have no permission to use the camera {camera}: run “sudo usermod -aG video $USER”, "
                    "then log out and in again"
                ),
                camera=str(path),
            )
        if error.errno == errno.EBUSY:
            return _busy(path, holders(path))
        return say("the camera {camera} cannot be opened: {reason}", camera=str(path), reason=error_text(error))
    return None


def silence_reason(path: Path) -> Text:
    """Explain why a device sends no pictures."""
    if reason := open_failure(path):
        return reason
    if programs := holders(path):  # most drivers let several programs open a camera, but only one get pictures
        return _busy(path, programs)
    return say(
        ("the camera {camera} is not sending any pictures: unplug it and plug it in again, or choose another number"),
        camera=str(path),
    )


def holders(path: Path, processes: Path = PROCESSES) -> tuple[str, ...]:
    """Return the names of other programs that have a file open, if they are visible to this user."""
    names, device = set(), path.resolve()  # which a link such as /dev/v4l/by-id/... leads to
    for process in processes.glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        try:
            if any(link.readlink() == device for link in (process / "fd").iterdir()):
                names.add((process / "comm").read_text().strip())
        except OSError:  # another user's process, or one that has just ended
            continue
    return tuple(sorted(names))


def _busy(path: Path, programs: tuple[str, ...]) -> Text:
    if programs:
        return say(
            "camera {camera} is in use by {program}: close it first, or choose another camera",
            camera=str(path),
            program=programs,
        )
    return say(
        "camera {camera} is in use by another program: close that program first, or choose another camera", camera=str(path)
    )


def _missing(path: Path) -> Text:
    listed = cameras(path.parent) or cameras()
    others = tuple(f"{number} ({name})" for number, name in listed.items())
    if others:
        return say(
            "the camera {camera} is not connected: plug it in, or choose one of {cameras}", camera=str(path), cameras=others
        )
    return say(
        "the camera {camera} is not connected, nor is any other: plug one in, or use a phone's address", camera=str(path)
    )
