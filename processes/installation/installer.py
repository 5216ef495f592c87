"""Updates or removes this program with the tool that installed it (uv, pipx, pip or apt)."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from fourth_seat.processes.command_line import join_command
from fourth_seat.processes.installation import BUNDLE, DEBIAN, FORM, PACKAGE, PIP, update_command
from fourth_seat.processes.output import output_of
from fourth_seat.processes.start import find_program, installed_module, python_code, start
from fourth_seat.words import FourthSeatError, say

INDEX = "FOURTH_SEAT_INDEX"
"""Environment variable for a package index other than https://pypi.org, given as a URL or a folder of wheels."""
VERSION_TIMEOUT_S = 60.0
VERSION = "from importlib.metadata import version; print(version(sys.argv[1]))"
# The version in the name of a wheel, an sdist or a Debian package.
NAMED_VERSION = re.compile(r"fourth[-_]seat[-_]([0-9][\w.]*?)(?:[-_].*|\.tar\.gz)")


class InstallerFailed(FourthSeatError, RuntimeError):
    """The installer of this program has failed."""


def install(file: Path) -> str:
    """Replace this version with the one in `file`, and return the version that is installed afterwards.

    Raises:
        InstallerFailed: the version was not installed, even if the installer reported success.
    """
    command = update_command(file)
    run_installer(command)
    installed, named = installed_version(), NAMED_VERSION.fullmatch(file.name)
    if not installed:
        raise InstallerFailed(
            say("{command} reported no error, but Fourth Seat is not installed now: install {file} again",
                command=join_command(command), file=file.name)
        )  # fmt: skip
    if named and named[1] != installed:
        raise InstallerFailed(
            say("{command} reported no error, but it has not installed {file}: this is still Fourth Seat {version}",
                command=join_command(command), file=file.name, version=installed)
        )  # fmt: skip
    return installed


def installed_version() -> str:
    """Return the installed version as seen by a new process, or an empty string if there is none."""
    own = (sys.executable, "--version") if FORM in (BUNDLE, DEBIAN) else python_code(VERSION, PACKAGE)
    try:
        return " ".join(output_of(own, VERSION_TIMEOUT_S)).split()[-1]
    except (OSError, IndexError):
        return ""


def remove() -> None:
    """Remove this program with its installer. Raises `InstallerFailed` on failure."""
    folders = _shared_folders() if FORM is PIP else []  # uv and pipx remove its whole environment
    run_installer(FORM.remove)
    for folder in folders:
        with suppress(OSError):  # something else is in it
            folder.rmdir()


def _shared_folders() -> list[Path]:
    """Return the folders outside the package that contain files of this program, such as its icon, innermost first. pip
    leaves them behind empty. Outside a virtual environment, none are returned, because they may be used by other programs.
    """
    if sys.prefix == sys.base_prefix:
        return []
    from importlib import metadata  # takes a while to load

    share = (Path(sys.prefix) / "share").resolve()
    files = [Path(str(file.locate())).resolve() for file in metadata.files(PACKAGE) or ()]
    found = {folder for file in files for folder in file.parents if folder.is_relative_to(share)}
    return sorted(found, key=lambda folder: len(folder.parts), reverse=True)


def run_installer(words: Sequence[str]) -> None:
    """Run an installer's command and wait for it to finish. Its output and prompts go to the terminal.

    Raises:
        InstallerFailed: the installer was not found, or it failed. The message contains the command.
    """
    words = [*_as_root(), *words]
    command = join_command(words)
    program = installed_module("pip") if words[0] == "pip" else find_program(words[0])
    if program is None:
        raise InstallerFailed(
            say("{program} was not found: install it, then run {command}", program=words[0], command=command)
        )
    words = [*([program] if isinstance(program, str) else program), *words[1:]]
    with start(words, variables=index_variables()) as process:
        status = process.wait()
    if status:
        raise InstallerFailed(
            say("{command} failed with status {status}: its messages above say why", command=command, status=status)
        )


def _as_root() -> list[str]:
    """Return the prefix that runs a command as root, or an empty list if this is not necessary."""
    if not FORM.by_root or sys.platform == "win32" or os.geteuid() == 0:
        return []
    return ["sudo"] if (sys.stdin and sys.stdin.isatty()) or not find_program("pkexec") else ["pkexec"]


def index_variables() -> dict[str, str]:
    """Return the environment variables that make uv and pip use the index set by the user, if any. The index is not passed
    on the command line because it may contain a password.
    """
    index = os.environ.get(INDEX, "")
    if not index:
        return {}
    if Path(index).is_dir():
        wheels = str(Path(index).absolute())
        return {"UV_NO_INDEX": "1", "UV_FIND_LINKS": wheels, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels}
    return {"UV_DEFAULT_INDEX": index, "PIP_INDEX_URL": index}
