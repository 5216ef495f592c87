"""The licences of the packages in a bundle, copied out of those that were installed for it."""

from __future__ import annotations

import shutil
from email.parser import Parser
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS")


def copy_licences(wheel: Path, to: Path) -> None:
    """Copy the licences of all requirements of an unpacked wheel, including extras, into a folder each."""
    (described,) = wheel.glob("*.dist-info/METADATA")
    wanted = Parser().parsestr(described.read_text("utf-8")).get_all("Requires-Dist", [])
    for name in sorted(_with_requirements([Requirement(line).name for line in wanted])):
        for file in metadata.files(name) or ():
            if file.name.upper().startswith(NAMES) and ".dist-info" in str(file):
                (to / name).mkdir(parents=True, exist_ok=True)
                shutil.copy(str(file.locate()), to / name / file.name)


def _with_requirements(names: list[str]) -> set[str]:
    """Return installed packages, by name, and their requirements here."""
    found: set[str] = set()
    while names:
        name = canonicalize_name(names.pop())
        if name in found:
            continue
        try:
            lines = metadata.requires(name) or ()
        except metadata.PackageNotFoundError:  # of an extra, or for another system
            continue
        found.add(name)
        requirements = map(Requirement, lines)
        names += [each.name for each in requirements if each.marker is None or each.marker.evaluate({"extra": ""})]
    return found
