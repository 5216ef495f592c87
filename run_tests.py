"""Runs all checks: the linter, the type checker, the tests. Installs what a bare Debian lacks for them where it may.

python -m uv run --group dev run_tests.py [arguments for pytest]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.hardware.lcdd import lacking as lacking_for_text
from benchmarks.hardware.nano import lacking as lacking_for_lights

PROGRAMS = {"Xvfb": "xvfb"}  # what the tests need beside Python: program, and the Debian package that holds it
HEBREW = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")  # a typeface that has its letters


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


def lacking_for_speech() -> list[str]:
    """The packages for the tests of the voice, and of Hebrew on paper."""
    return ([] if shutil.which("espeak-ng") else ["espeak-ng"]) + ([] if HEBREW.exists() else ["fonts-dejavu-core"])


def main() -> int:
    needed = list(missing().values())
    for lacking in (needed, lacking_for_lights(), lacking_for_text(), lacking_for_speech()):  # apart: one may be had
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
    if packages := " ".join([*lacking_for_text(), *lacking_for_speech()]):
        print(f"The tests of text display, voice or Hebrew on paper are skipped; they need: sudo apt install {packages}")
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
