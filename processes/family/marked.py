"""Kills everything that a child process has started: its process group and, on Linux, any other process with its mark.

A mark is in a child's environment and is inherited by all its descendants, even by those in a different session whose
parents are gone. A descendant that has built its own environment is not found. When a child starts its own child, the new
mark is appended to the existing one, so that the grandchild ends both with the child and with this process.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from fourth_seat.boundary.files import read_bytes

MARK = "FOURTH_SEAT_CHILD"  # in the environment of a child
MAX_ENVIRONMENT_BYTES = 10_000_000
KILL_TIMEOUT_S = 2.0  # for processes that start others as fast as they are killed
LOOK_PERIOD_S = 0.01


def environment(mark: str) -> dict[str, str]:
    """Return the environment variables that mark a child of this process."""
    return {MARK: f"{os.environ.get(MARK, '')} {mark}".strip()}


def kill_group(leader: int) -> None:
    """Kill a process group. The group's leader must not have been reaped yet, or the number may already belong to another
    group.
    """
    with suppress(OSError):  # it is empty
        os.killpg(leader, signal.SIGKILL)


def kill_marked(marks: Collection[str]) -> bool:
    """On Linux, kill the processes with any of these marks; return whether there were any."""
    if sys.platform != "linux" or not marks:
        return False
    wanted = frozenset(mark.encode() for mark in marks)
    end, some = time.monotonic() + KILL_TIMEOUT_S, False
    while sum(_kill_marked(int(name), wanted) for name in os.listdir("/proc") if name.isdigit()):  # noqa: PTH208
        some = True  # which may have started others meanwhile
        if time.monotonic() > end:
            break
        time.sleep(LOOK_PERIOD_S)
    return some


def _kill_marked(process: int, marks: frozenset[bytes]) -> bool:
    """Kill a process if it has a mark. A handle opened beforehand protects any other process that is given the same
    number.
    """
    if sys.platform != "linux":
        return False
    try:
        handle = os.pidfd_open(process)
    except OSError:  # it has ended, or the system (before Linux 5.3) has no handles
        return False
    try:
        variables = read_bytes(Path(f"/proc/{process}/environ"), MAX_ENVIRONMENT_BYTES).split(b"\0")
        found = next((each for each in variables if each.startswith(MARK.encode() + b"=")), b"=")
        if marks.isdisjoint(found.partition(b"=")[2].split()):
            return False
        signal.pidfd_send_signal(handle, signal.SIGKILL)
        return True
    except OSError:  # another user's, or it has ended
        return False
    finally:
        os.close(handle)
