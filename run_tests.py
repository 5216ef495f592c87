"""Runs all checks: the linter, the type checker, the tests. Installs what a bare Debian lacks for them where it may.

python -m uv run --group dev run_tests.py [arguments for pytest]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from benchmarks.hardware.nano import lacking as lacking_for_lights

PROGRAMS = {"Xvfb": "xvfb"}  # what the tests need beside Python: program, and the Debian package that holds it


def missing() -> dict[str, str]:
    """The programs that are not there, with their packages."""
    return {program: package for program, package in PROGRAMS.items() if not shutil.which(program)}


def install(packages: list[str]) -> None:
    """Installs Debian packages where this user may; whether it worked shows in what is still missing."""
    if not shutil.which("apt-get"):
        return
    sudo = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    if sudo and not shutil.which("sudo"):
        return
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-q"], ["install", "-q", "--yes", "--no-install-recommends", *packages]):
        subprocess.run([*sudo, "apt-get", *command], env=quietly, stdout=subprocess.DEVNULL, check=False)


def main() -> int:
    for lacking in (list(missing().values()), lacking_for_lights()):  # apart: the first is needed without the second
        if lacking:
            print(f"Installing for the tests: {', '.join(lacking)} ...", flush=True)
            install(lacking)
    if programs := missing():
        packages = " ".join(programs.values())
        print(
            f"The tests need {', '.join(programs)}, and it could not be installed: sudo apt install {packages}",
            file=sys.stderr,
        )
        return 1
    if packages := " ".join(lacking_for_lights()):
        print(f"The tests of the lights' firmware are skipped; they need: sudo apt install {packages}", flush=True)
    checks = (
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["pytest", *sys.argv[1:]],
    )
    failed = [check[0] for check in checks if subprocess.run([sys.executable, "-m", *check], check=False).returncode]
    if failed:
        print(f"Failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
