"""This machine's input devices, as listed by Linux; unknown on other systems."""

from __future__ import annotations

import re
from pathlib import Path

from fourth_seat.boundary.files import read_bytes

DEVICES = Path("/proc/bus/input/devices")
MAX_BYTES = 1 << 20  # of it
DIRECT = 1 << 1  # of a device's properties (INPUT_PROP_DIRECT in linux/input-event-codes.h): the screen itself is touched
TYPED_KEYS = 0xFFFFFFFE  # keys 1 to 31, from Escape to S: a device with all of them is a keyboard, as for udev


def touch_alone(devices: Path = DEVICES) -> bool:
    """Return whether there is a touch screen and no keyboard; False if unknown.

    Args:
        devices: the kernel's list of input devices.
    """
    try:
        listed = read_bytes(devices, MAX_BYTES).decode(errors="replace").split("\n\n")
    except OSError:
        return False
    touched = any(_bits(device, "PROP") & DIRECT for device in listed)
    return touched and not any(_bits(device, "KEY") & TYPED_KEYS == TYPED_KEYS for device in listed)


def _bits(device: str, name: str) -> int:
    """Return the lowest bits of a bitmap, which is written as words in hexadecimal digits with the highest first."""
    found = re.search(rf"^B: {name}=(?:[0-9a-f]+ )*([0-9a-f]{{1,16}})\s*$", device, re.MULTILINE)
    return int.from_bytes(bytes.fromhex(found[1].zfill(16))) if found else 0
