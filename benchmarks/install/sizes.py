"""Download and disk use of the README's command in a bare Debian root, up to the first window.

    python -m uv run --group dev --all-extras python -m benchmarks.install.sizes [--extras camera,print] [--lock]

The commands are those of the README for Debian. Downloads are the wheels of all installed packages, uv's included; Python
and Tk, which apt fetches before, count as the system's. Disk use is that of all new files, including compiled ones and the
installers' caches; each file counts once. With `--extras` the program itself adds each extra, which is counted, too.
`--lock` prints the downloads by the lock file, without a root. It needs root, debootstrap and Xvfb.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time

from PIL import ImageGrab

from benchmarks.install.lock import MB, UV_MB, download_mb, locked_packages, wheel_bytes
from benchmarks.install.played import opened
from benchmarks.install.root import HOME, BareRoot
from benchmarks.start_up import screen
from fourth_seat.processes.extras.catalogue import EXTRAS
from fourth_seat.processes.installation import ROOT

MAX_DOWNLOAD_MB, MAX_DISK_MB = 90.0, 260.0  # without extras
PYTHON_PACKAGES = ("python3",)
SOURCE_FOLDER = f"{HOME}/Fourth-Seat"
ENVIRONMENT_FOLDER = f"{HOME}/.fourth-seat"
WINDOW_TIMEOUT_S, POLL_INTERVAL_S = 1200.0, 0.5


def readme_commands() -> tuple[str, str, str]:
    """Return the README's commands for Debian: for root, to prepare the installation, and to start the program."""
    text = (ROOT / "README.md").read_text("utf-8")
    blocks = [block.strip() for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)]
    start = next(block for block in blocks if "uv run companion.py" in block and "\n" not in block)
    packages, prepare = next(block for block in blocks if "apt install" in block).split("\n")
    return packages.replace("sudo apt install", "apt-get install -q --yes --no-install-recommends"), prepare, start


def disk_bytes(root: BareRoot, *places: str) -> int:
    """Return the bytes of all files below some places of a root; a file with several names counts once."""
    found: dict[tuple[int, int], int] = {}
    for place in places:
        for path in (root.folder / place.lstrip("/")).rglob("*"):
            facts = path.lstat()
            found[facts.st_dev, facts.st_ino] = facts.st_blocks * 512
    return sum(found.values())


def installed(root: BareRoot) -> dict[str, str]:
    """Return the versions of the packages in the environments of a root, by name."""
    names = [path.name for path in (root.folder / HOME.lstrip("/")).rglob("*.dist-info") if "cache" not in path.parts]
    pairs = [name.removesuffix(".dist-info").rpartition("-") for name in names]
    return {name.lower().replace("_", "-"): version for name, _, version in pairs}


def measure(extras: list[str]) -> bool:
    """Print the sizes of a first start; return whether they are within the bars."""
    packages, prepare, start = readme_commands()
    with BareRoot(PYTHON_PACKAGES) as root, screen() as display:
        print(f"# {packages}\n$ {prepare}\n$ {start}", flush=True)
        output = root.run(f"apt-get update -q && {packages}", user="root")
        system = re.search(r"Need to get (.+?) of archives.*?\nAfter this operation, (.+?) of", output, re.DOTALL)
        print(f"the system's: {system[1]} to download, {system[2]} on the disk" if system else "the system's: no downloads")
        lay_out(root)
        sources, before = disk_bytes(root, SOURCE_FOLDER), disk_bytes(root, HOME)
        root.run(f"cd {SOURCE_FOLDER} && {prepare}")
        shell = f"cd {SOURCE_FOLDER} && . {ENVIRONMENT_FOLDER}/bin/activate"
        first, _, last = start.partition(" && ")
        started = time.monotonic()
        with opened(root, display, f"{shell} && {first} && exec {last}"):
            while not any(ImageGrab.grab(xdisplay=display).tobytes()):
                if time.monotonic() - started > WINDOW_TIMEOUT_S:
                    raise TimeoutError("no window")
                time.sleep(POLL_INTERVAL_S)
            print(f"the window is open after {time.monotonic() - started:.0f} s, wall")
            time.sleep(5)
        total = disk_bytes(root, HOME) - before
        there = installed(root)
        wheels = {name: wheel_bytes(name, version) for name, version in there.items() if name not in ("pip", "setuptools")}
        print(f"sources: {sources / MB:.1f} MB on the disk")
        for name, size in sorted(wheels.items(), key=lambda item: -item[1]):
            print(f"{name:20} {there[name]:10} {size / MB:6.1f} MB to download")
        download = sum(wheels.values()) / MB
        disk = total / MB
        print(f"without extras: {download:.1f} MB to download (bar {MAX_DOWNLOAD_MB:.0f}), "
              f"{disk:.1f} MB on the disk (bar {MAX_DISK_MB:.0f})", flush=True)  # fmt: skip
        for name in extras:
            count = disk_bytes(root, HOME)
            root.run(f"{shell} && {last} extras --add {name}")
            print(f"with {name:10} {download_mb(name):6.1f} MB to download, "
                  f"{(disk_bytes(root, HOME) - count) / MB:6.1f} MB on the disk", flush=True)  # fmt: skip
        return download <= MAX_DOWNLOAD_MB and disk <= MAX_DISK_MB


def lay_out(root: BareRoot) -> None:
    """Unpack the sources of the last commit into a root, as after a download."""
    packed = root.folder / "tmp" / "sources.tar"
    subprocess.run(["git", "archive", "--output", packed, "HEAD"], cwd=ROOT, check=True)
    root.run(f"mkdir {SOURCE_FOLDER} && tar -xf /tmp/sources.tar -C {SOURCE_FOLDER}")
    packed.unlink()


def main() -> int:
    """Print the sizes; return the exit status, 1 if a bar is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extras", default="", help=f"of {', '.join(EXTRAS)}; joined by commas, or `all`")
    parser.add_argument("--lock", action="store_true", help="the lock file alone")
    args = parser.parse_args()
    extras = list(EXTRAS) if args.extras == "all" else [name for name in args.extras.split(",") if name]
    if args.lock:
        for package in locked_packages():
            print(f"{package.name:20} {package.version:10} {package.size / MB:6.2f} MB")
        print(f"without extras {download_mb():.1f} MB, and uv {UV_MB} MB")
        for name in EXTRAS:
            print(f"with {name:10} {download_mb(name):6.1f} MB more")
        return 0
    return 0 if measure(extras) else 1


if __name__ == "__main__":
    sys.exit(main())
