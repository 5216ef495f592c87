"""Which cameras this machine has. Light, for the window: nothing is opened."""

from __future__ import annotations

from pathlib import Path

DEVICES, DRIVERS = Path("/dev"), Path("/sys/class/video4linux")


def cameras(devices: Path = DEVICES, drivers: Path = DRIVERS) -> dict[int, str]:
    """The cameras that the system tells of: numbers with names. Only Linux tells."""
    found = {}
    for path in devices.glob("video*"):
        digits = path.name.removeprefix("video")
        if digits.isdigit():
            name = drivers / path.name / "name"
            found[int(digits)] = name.read_text().strip() if name.exists() else str(path)
    return dict(sorted(found.items()))
