"""Serial port errors and their remedies, for any kind of device."""

from __future__ import annotations

import errno
import getpass
import stat
import sys
from enum import Enum, auto
from pathlib import Path

from fourth_seat.words import Text, say


class PortFailure(Enum):
    """The reason why a serial port cannot be used."""

    DENIED = auto()  # this user lacks the permission
    BUSY = auto()  # another program has opened it, or another device of this program
    ABSENT = auto()  # nothing is plugged in there
    NO_PORT = auto()  # a file, a folder
    FAILED = auto()  # anything else


_ERRNO = {
    errno.EACCES: PortFailure.DENIED,
    errno.EPERM: PortFailure.DENIED,
    errno.EAGAIN: PortFailure.BUSY,  # another program holds the lock of an exclusive port
    errno.EBUSY: PortFailure.BUSY,
    errno.ENOENT: PortFailure.ABSENT,
    errno.ENODEV: PortFailure.ABSENT,
    errno.ENXIO: PortFailure.ABSENT,
}
# On Windows pyserial hands on the system's error only within its own text.
_WINDOWS_ERRORS = {"PermissionError": PortFailure.DENIED, "FileNotFoundError": PortFailure.ABSENT}


def port_failure(port: str, error: Exception) -> PortFailure:
    """Return the reason why a port failed, given an error from the system or pyserial, or one due to an invalid address."""
    failure = _ERRNO.get(getattr(error, "errno", None) or 0)
    failure = failure or next((kind for name, kind in _WINDOWS_ERRORS.items() if name in str(error)), None)
    if failure is PortFailure.DENIED and sys.platform == "win32":
        return PortFailure.BUSY  # ports need no permission there; it denies access while another program has the port
    if failure is None and port.startswith("/"):
        try:
            is_device = stat.S_ISCHR(Path(port).stat().st_mode)
        except (OSError, ValueError):  # also a name that no file can have, such as one that is too long
            return PortFailure.ABSENT
        return PortFailure.FAILED if is_device else PortFailure.NO_PORT
    return failure or PortFailure.FAILED


def failure_text(port: str, error: Exception) -> Text:
    """Return a sentence that describes a port failure and its remedy."""
    match port_failure(port, error):
        case PortFailure.DENIED:
            return _denied(port)
        case PortFailure.BUSY:
            return say(
                (
                    "{port} is in use by another program, or for another device in this one: close that "
                    "program, or choose another port"
                ),
                port=port,
            )
        case PortFailure.ABSENT:
            return say("Nothing is connected to {port}: plug the device in, or choose another port", port=port)
        case PortFailure.NO_PORT:
            return say("{port} is a file or a folder, not a serial port: choose a port such as /dev/ttyUSB0", port=port)
        case PortFailure.FAILED:
            return say(
                "The device at {port} does not respond: unplug it and plug it in again, or choose another port", port=port
            )


def _denied(port: str) -> Text:
    try:
        group = Path(port).group()
    except (OSError, KeyError, NotImplementedError):
        group = "root"
    if group == "root":  # nobody should join that one
        return say("You have no permission to use {port}: ask the administrator of this computer", port=port)
    return say(
        "{user} does not have permission to use {port}: run “sudo usermod -aG {group} {user}”, then log out and in again",
        user=getpass.getuser(),
        port=port,
        group=group,
    )
