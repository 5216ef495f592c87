"""Packages of an installation and the sizes of their wheels, from the lock file."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from subprocess import run
from tempfile import TemporaryDirectory
from typing import Any

from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename

from fourth_seat.processes.installation import PACKAGE, ROOT

MB = 1_000_000
UV_MB = 17.6  # of uv's own wheel, which is in no lock file
PYTHON_VERSION, GLIBC_VERSION, MACHINE = (
    (3, 11),
    (2, 36),
    "x86_64",
)  # of Debian 12, the most common of the systems in the README
MARKER_ENVIRONMENT = {
    "python_version": "3.11",
    "python_full_version": "3.11.2",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "sys_platform": "linux",
    "platform_system": "Linux",
    "platform_machine": MACHINE,
    "os_name": "posix",
    "extra": "",
}

ALWAYS_MARKER = "os_name != ''"


@dataclass(frozen=True, slots=True)
class LockedPackage:
    """A package of an installation, and the bytes of its wheel."""

    name: str
    version: str
    size: int


def locked_packages(*extras: str) -> list[LockedPackage]:
    """Return the packages installed on Debian 12 with some extras, the largest first."""
    lock = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"]
    named: dict[str, list[dict[str, Any]]] = {}
    for package in lock:
        named.setdefault(package["name"], []).append(package)
    (program,) = named[PACKAGE]
    waiting = [*program["dependencies"], *(each for extra in extras for each in program["optional-dependencies"][extra])]
    found: dict[str, LockedPackage] = {}
    while waiting:
        asked = waiting.pop()
        if asked["name"] in found or not Marker(asked.get("marker", ALWAYS_MARKER)).evaluate(MARKER_ENVIRONMENT):
            continue
        package = next(each for each in named[asked["name"]] if asked.get("version", each["version"]) == each["version"])
        found[package["name"]] = LockedPackage(package["name"], package["version"], _wheel_size(package))
        waiting += package.get("dependencies", [])
    return sorted(found.values(), key=lambda package: -package.size)


def download_mb(*extras: str) -> float:
    """Return the megabytes of all wheels of an installation; with extras, only of the wheels that these add."""
    there = {package.name for package in locked_packages()} if extras else set()
    return sum(package.size for package in locked_packages(*extras) if package.name not in there) / MB


def wheel_bytes(name: str, version: str) -> int:
    """Return the bytes of a package's wheel, from the lock file or else from the package index (uv is in no lock file)."""
    lock = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"]
    for package in lock:
        if (package["name"], package.get("version")) == (name, version):
            return _wheel_size(package)
    with TemporaryDirectory() as folder:
        python = Path(sys.base_prefix, "bin", "python3")  # a virtual environment that uv has made has no pip
        run([python, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, f"{name}=={version}"], check=True)
        return sum(path.stat().st_size for path in Path(folder).iterdir())


def _wheel_size(package: dict[str, Any]) -> int:
    """Return the bytes of the package's wheel that fits the system best."""
    ranks = {tag: rank for rank, tag in enumerate(_tags())}
    fitting = []
    for wheel in package["wheels"]:
        tags = parse_wheel_filename(PurePosixPath(wheel["url"]).name)[3]
        if found := [ranks[tag] for tag in tags if tag in ranks]:
            fitting.append((min(found), int(wheel["size"])))
    return min(fitting)[1]


def _tags() -> Iterator[Tag]:
    old = {5: "manylinux1", 12: "manylinux2010", 17: "manylinux2014"}
    platforms = []
    for minor in range(GLIBC_VERSION[1], 4, -1):
        platforms.append(f"manylinux_{GLIBC_VERSION[0]}_{minor}_{MACHINE}")
        if minor in old:
            platforms.append(f"{old[minor]}_{MACHINE}")
    platforms.append(f"linux_{MACHINE}")
    yield from cpython_tags(PYTHON_VERSION, platforms=platforms)
    yield from compatible_tags(PYTHON_VERSION, f"cp{PYTHON_VERSION[0]}{PYTHON_VERSION[1]}", platforms)
