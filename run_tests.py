"""Run all checks: linter, type checker and tests. Install missing Debian packages, if that is allowed.

python -m uv run --group dev --all-extras run_tests.py [--slow] [arguments for pytest]

Without `--slow` the tests marked slow (training, long proofs, whole films) are left out.
"""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

REQUIRED = {"Xvfb": "xvfb"}
"""Program or file -> the Debian package that holds it. Nothing is tested without these."""
OPTIONAL = {
    "make": "make",
    "gcc": "gcc",
    "/usr/include/pty.h": "libc6-dev",
    "avr-gcc": "gcc-avr",
    "avr-objcopy": "binutils-avr",
    "/usr/lib/avr/include/avr/io.h": "avr-libc",
    "/usr/include/simavr/sim_avr.h": "libsimavr-dev",
    "/usr/include/libelf.h": "libelf-dev",
    "LCDd": "lcdproc",
    "mosquitto": "mosquitto",
    "mosquitto_sub": "mosquitto-clients",
    "strace": "strace",
    "ld": "binutils",
    "aarch64-linux-gnu-ld": "binutils-aarch64-linux-gnu",
    "espeak-ng": "espeak-ng",
    "chromium": "chromium",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf": "fonts-dejavu-core",  # has Hebrew letters
}
"""Tests that need one are skipped without it: lights, text display, power loss, machine code, voice, phones, Hebrew."""
ROOT = Path(__file__).resolve().parent
BYTECODE = ROOT / "build" / "bytecode"
PACKAGE = ROOT / "build" / "package" / "fourth_seat"
PATH = os.pathsep.join(
    [os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]
)  # Debian keeps LCDd where only root looks
BESIDE = ("fourth_seat", "tests", "benchmarks", "training", "docs", "install")
MAX_WORKERS = 8
WORKERS_A_CORE = 1.5  # a test of the window or of a child process waits for a third of its time
SLOWEST = 20  # tests whose durations are printed at the end


def missing_packages(needed: dict[str, str]) -> list[str]:
    """Return the Debian packages of the programs and files that this machine lacks."""
    return [package for name, package in needed.items() if not (shutil.which(name, path=PATH) or Path(name).is_file())]


def install(packages: list[str]) -> None:
    """Install Debian packages if this user may; those still missing afterwards could not be installed."""
    if not shutil.which("apt-get"):
        return
    sudo = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    if sudo and not shutil.which("sudo"):
        return
    print(f"Installing for the tests: {', '.join(packages)} ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-q"], ["install", "-q", "--yes", "--no-install-recommends", *packages]):
        subprocess.run([*sudo, "apt-get", *command], env=environment, stdout=subprocess.DEVNULL, check=False)


def lay_package() -> None:
    """Put links to all parts of the program into one folder, under which they are imported, for the type checker."""
    PACKAGE.mkdir(parents=True, exist_ok=True)
    for link in PACKAGE.iterdir():
        link.unlink()
    parts = {path.parent for path in ROOT.glob("*/__init__.py")} - {ROOT / name for name in BESIDE}
    for path in (*parts, ROOT / "companion.py", *(ROOT / "fourth_seat").glob("*.py")):
        (PACKAGE / path.name).symlink_to(path)


def main() -> int:
    """Run all checks; return the exit status."""
    for needed in (REQUIRED, OPTIONAL):  # one after the other: one may be available without the other
        if packages := missing_packages(needed):
            install(packages)
    if packages := missing_packages(REQUIRED):
        print(
            f"The tests need packages that could not be installed: sudo apt install {' '.join(packages)}", file=sys.stderr
        )
        return 1
    if packages := missing_packages(OPTIONAL):
        print(f"Some tests are skipped; for them run: sudo apt install {' '.join(packages)}", flush=True)
    workers = min(math.ceil((os.cpu_count() or 1) * WORKERS_A_CORE), MAX_WORKERS)
    # Hundreds of tests start a Python process: without cached bytecode, each would compile every module that it imports.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    bytecode = Path(os.environ.setdefault("PYTHONPYCACHEPREFIX", str(BYTECODE)))
    start = time.monotonic()
    lay_package()
    types = subprocess.Popen([sys.executable, "-m", "mypy"])  # beside the compilers, which have one core to themselves
    if not (bytecode / ROOT.relative_to(ROOT.anchor) / "tests").is_dir():
        # Once for all workers, each of which would otherwise begin by compiling the same modules.
        subprocess.run([sys.executable, "-m", "pytest", "--collect-only", "-qq"], stdout=subprocess.DEVNULL, check=False)
    kernels = subprocess.Popen([sys.executable, "-m", "tests.compile_kernels", *sys.argv[1:]])
    checks = (
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["pytest", "-n", str(workers), "--dist", "worksteal", f"--durations={SLOWEST}", *sys.argv[1:]],
    )
    kernels.wait()  # if one cannot be compiled, its tests say so
    failed = [check[0] for check in checks if subprocess.run([sys.executable, "-m", *check], check=False).returncode]
    if types.wait():
        failed.append("mypy")
    print(f"All checks took {time.monotonic() - start:.0f} s.", flush=True)
    if failed:
        print(f"Failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
