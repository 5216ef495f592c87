"""Updates or removes this program with the one that installed it (uv, pipx, pip or apt)."""

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
"""The variable with an index of packages other than https://pypi.org: an address, or a folder of wheels."""
VERSION_TIMEOUT_S = 60.0
VERSION = "from importlib.metadata import version; print(version(sys.argv[1]))"
# The version in the name of a wheel, an sdist or a Debian package.
NAMED_VERSION = re.compile(r"fourth[-_]seat[-_]([0-9][\w.]*?)(?:[-_].*|\.tar\.gz)")


class InstallerFailed(FourthSeatError, RuntimeError):
    """The program that installed this one has failed."""


def install(file: Path) -> str:
    """Replace this version with the one in a file, and return the version that is installed now.

    Raises:
        InstallerFailed: the version has not been installed, whatever the installer reported.
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
    """Return the version that another process finds installed; empty if there is none."""
    own = (sys.executable, "--version") if FORM in (BUNDLE, DEBIAN) else python_code(VERSION, PACKAGE)
    try:
        return " ".join(output_of(own, VERSION_TIMEOUT_S)).split()[-1]
    except (OSError, IndexError):
        return ""


def remove() -> None:
    """Have the installer of this program remove it; raise `InstallerFailed` if it fails."""
    folders = _shared_folders() if FORM is PIP else []  # uv and pipx remove its whole environment
    run_installer(FORM.remove)
    for folder in folders:
        with suppress(OSError):  # something else is in it
            folder.rmdir()


def _shared_folders() -> list[Path]:
    """Return the folders beside its package that hold files of this program, such as its icon, the innermost first. pip
    leaves them behind, empty. Outside of a virtual environment, none are returned, because they may belong to somebody.
    """
    if sys.prefix == sys.base_prefix:
        return []
    from importlib import metadata  # takes a while to load

    share = (Path(sys.prefix) / "share").resolve()
    files = [Path(str(file.locate())).resolve() for file in metadata.files(PACKAGE) or ()]
    found = {folder for file in files for folder in file.parents if folder.is_relative_to(share)}
    return sorted(found, key=lambda folder: len(folder.parts), reverse=True)


def run_installer(words: Sequence[str]) -> None:
    """Run an installer's command to its end; its output and questions go to the terminal.

    Raises:
        InstallerFailed: the installer cannot be started here, or it failed; the sentence contains the command.
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
    """Return the prefix that runs the command as administrator, if it needs one and this user is not."""
    if not FORM.by_root or sys.platform == "win32" or os.geteuid() == 0:
        return []
    return ["sudo"] if (sys.stdin and sys.stdin.isatty()) or not find_program("pkexec") else ["pkexec"]


def index_variables() -> dict[str, str]:
    """Return the environment variables that make uv and pip use the index that the user has set, if any; if it were on a
    command line, others could read a password in it.
    """
    index = os.environ.get(INDEX, "")
    if not index:
        return {}
    if Path(index).is_dir():
        wheels = str(Path(index).absolute())
        return {"UV_NO_INDEX": "1", "UV_FIND_LINKS": wheels, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels}
    return {"UV_DEFAULT_INDEX": index, "PIP_INDEX_URL": index}
