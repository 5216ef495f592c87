"""The memory available to this program: the machine's memory, or less if a container or service sets a lower limit."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from fourth_seat.boundary.files import read_bytes
from fourth_seat.boundary.numbers import parse_integer

CGROUPS = Path("/sys/fs/cgroup")
OWN_CGROUPS = Path("/proc/self/cgroup")
LIMIT_FILES = {"": "memory.max", "memory": "memory/memory.limit_in_bytes"}
"""The files that set a limit, keyed by the controllers in a line of `/proc/self/cgroup` (version 2, then version 1)."""
MIN_LIMIT_BYTES, MAX_LIMIT_BYTES = 1 << 24, 1 << 63  # a file with less or more does not concern this program
MAX_FILE_BYTES = 1 << 16
UNKNOWN_BYTES = 4 << 30  # assumed where the system does not say


def usable_memory(machine: int | None = None, own: Path = OWN_CGROUPS, root: Path = CGROUPS) -> int:
    """Return the memory limit of this process and its children, in bytes.

    Args:
        machine: the machine's total memory in bytes; None to query the system.
        own: the Linux file that names the control groups of this process; it may be missing.
        root: the root folder of all control groups.
    """
    return min([_machine() if machine is None else machine, *_limits(own, root)])


def _machine() -> int:
    import psutil

    try:
        return psutil.virtual_memory().total
    except OSError:  # such as a jail without `/proc`
        return UNKNOWN_BYTES


def _limits(own: Path, root: Path) -> list[int]:
    """Return the limits of this process's control groups and of their parent groups."""
    limits = []
    for line in _text(own).splitlines():
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        for controller in controllers.split(","):
            if name := LIMIT_FILES.get(controller):
                folder, file = (root / name).parent, Path(name).name
                group = PurePosixPath(path.lstrip("/"))
                limits += [limit for each in (group, *group.parents) if (limit := _limit(folder / each / file))]
    return limits


def _limit(file: Path) -> int:
    """Return the limit set by a file, in bytes, or 0 for none."""
    return parse_integer(_text(file).strip(), MIN_LIMIT_BYTES, MAX_LIMIT_BYTES) or 0


def _text(file: Path) -> str:
    try:
        return read_bytes(file, MAX_FILE_BYTES).decode()
    except (OSError, ValueError):
        return ""
