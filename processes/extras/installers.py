"""The package installers that can add an extra: uv, which may have started the program, or pip."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fourth_seat.processes.installation.installer import index_variables
from fourth_seat.processes.start import find_program, installed_module

# Exactly the files whose hashes are known, and no code of a package is run to build it.
_PINNED = ("--no-deps", "--require-hashes", "--only-binary", ":all:")


@dataclass(frozen=True, slots=True)
class Installer:
    """Installs packages into a folder without changing the environment.

    Attributes:
        command: the beginning of its command line.
        unpacks: whether packages are unpacked while they are downloaded, so that their archives take up no space.
    """

    command: tuple[str, ...]
    unpacks: bool

    def install(self, requirements: Path, target: Path) -> Sequence[str]:
        """Return the command that installs the packages in a requirements file into a folder."""
        return [*self.command, *_PINNED, "--target", str(target), "--requirement", str(requirements)]


def uv(*command: str) -> Installer:
    """Return the uv installer (https://docs.astral.sh/uv), which is started with `command`."""
    return Installer((*command, "pip", "install", "--no-progress", "--python", sys.executable), unpacks=True)


def pip() -> Installer | None:
    """Return the pip installer (https://pip.pypa.io) of this Python, or None if it has none."""
    command = installed_module("pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-cache-dir")
    return Installer(command, unpacks=False) if command else None


def find_installer() -> Installer | None:
    """Return the installer for this Python, or None if there is none."""
    named = os.environ.get("UV", "")  # set by `uv run`
    if command := named if Path(named).is_absolute() and Path(named).is_file() else find_program("uv"):
        return uv(command)
    module = installed_module("uv")
    return uv(*module) if module else pip()


def variables(work: Path) -> dict[str, str]:
    """Return the environment variables that make an installer keep its downloads in a folder where its progress can be
    measured.
    """
    places = {"UV_CACHE_DIR": str(work / "cache"), **{name: str(work) for name in ("TMPDIR", "TEMP", "TMP")}}
    return {**places, **index_variables()}
