"""Run the program that installed this one (uv, pipx, pip, apt), to update it or to remove it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

from processes.command_line import join_command
from processes.installation import FORM
from words import FourthSeatError, say


class InstallerFailed(FourthSeatError, RuntimeError):
    """Failure of the program that installed this one."""


def run_installer(words: Sequence[str]) -> None:
    """Run an installer's command to its end; what it says and asks goes to the terminal.

    Raises:
        InstallerFailed: it cannot be started here, or it failed; the sentence holds the command.
    """
    words = [*_as_root(), *words]
    command = join_command(words)
    if shutil.which(words[0]) is None:
        raise InstallerFailed(
            say("{program} was not found: install it, then run {command}", program=words[0], command=command)
        )
    if status := subprocess.run(words, check=False).returncode:
        raise InstallerFailed(
            say("{command} failed with status {status}: its messages above say why", command=command, status=status)
        )


def _as_root() -> list[str]:
    """Return what makes the command the administrator's, where it has to be and this user is not."""
    if not FORM.by_root or sys.platform == "win32" or os.geteuid() == 0:
        return []
    return ["sudo"] if (sys.stdin and sys.stdin.isatty()) or not shutil.which("pkexec") else ["pkexec"]
