"""The package installers that can add an extra: uv, which the program may have been started by, or pip."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from boundary.files import read_bytes
from boundary.strict_json import parse_json

NAMED = re.compile(r"\+ ([\w.-]+==[\w.+!-]+)")  # in uv's line for a package that it would install

MAX_REPORT_BYTES = 20_000_000  # of pip's report

Run = Callable[[Sequence[str]], str]
"""Runs a command and returns what it wrote."""


class Installer(Protocol):
    """Lists what is missing, then installs exactly that into a folder; the environment stays as it is.

    Attributes:
        unpacks: whether a package is unpacked while it is downloaded, so that its archive takes no room.
    """

    unpacks: bool

    def missing(self, requirements: Sequence[str], work: Path, run: Run) -> list[str]:
        """Return the requirements that are not installed yet, in exact versions."""

    def install(self, packages: Sequence[str], target: Path, run: Run) -> None:
        """Put packages into a folder."""


class Uv:
    """https://docs.astral.sh/uv"""

    unpacks = True

    def __init__(self, command: Sequence[str]) -> None:
        """`command` starts it."""
        self._install = [*command, "pip", "install", "--no-progress", "--python", sys.executable]

    def missing(self, requirements: Sequence[str], work: Path, run: Run) -> list[str]:
        cache = str(work / "cache")
        output = run([*self._install, "--cache-dir", cache, "--dry-run", "--constraint", _installed(work), *requirements])
        return NAMED.findall(output)

    def install(self, packages: Sequence[str], target: Path, run: Run) -> None:
        cache = str(target.with_name("cache"))
        run([*self._install, "--cache-dir", cache, "--no-deps", "--target", str(target), *packages])


class Pip:
    """https://pip.pypa.io, of this Python."""

    unpacks = False

    def __init__(self) -> None:
        self._options = ["install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-cache-dir"]

    def _command(self, work: Path) -> list[str]:
        """Return the command that lets pip work in a folder, where its progress can be seen."""
        begin = f"import runpy, tempfile; tempfile.tempdir = {str(work)!r}; runpy.run_module('pip', run_name='__main__')"
        return [sys.executable, "-c", begin, *self._options]

    def missing(self, requirements: Sequence[str], work: Path, run: Run) -> list[str]:
        report = work / "report.json"
        run([*self._command(work), "--dry-run", "--report", str(report), "--constraint", _installed(work), *requirements])
        found = [each["metadata"] for each in parse_json(read_bytes(report, MAX_REPORT_BYTES))["install"]]
        return [f"{each['name']}=={each['version']}" for each in found]

    def install(self, packages: Sequence[str], target: Path, run: Run) -> None:
        run([*self._command(target.parent), "--no-deps", "--target", str(target), *packages])


def find_installer() -> Installer | None:
    """Return the installer of this Python; None where there is none."""
    named = os.environ.get("UV", "")  # set by `uv run`
    if command := named if Path(named).is_file() else shutil.which("uv"):
        return Uv([command])
    if find_spec("uv"):
        return Uv([sys.executable, "-m", "uv"])
    return Pip() if find_spec("pip") else None


def _installed(work: Path) -> str:
    """Write a file that holds every installed package to its version; return its name."""
    file = work / "installed.txt"
    found = {each.name: each.version for each in metadata.distributions() if each.name}
    file.write_text("".join(f"{name}=={version}\n" for name, version in sorted(found.items())), "utf-8")
    return str(file)
