"""Make the bundle: the program in one folder that needs no Python, packed into one file; on Debian also a package.

    python -m uv run --group bundle --all-extras python -m install.bundle [--to dist] [--fast]

Run it on the system that the bundle is for. It has been tested on Debian 12, and not on Windows or macOS.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

from fourth_seat.processes.installation import PACKAGE, ROOT, version
from fourth_seat.processes.installation.bundle_folder import PROGRAM
from fourth_seat.ui.widgets.icon import icon
from install.bundle import debian, pack
from install.bundle.licences import copy_licences

HERE = Path(__file__).resolve().parent
ICONS = {"win32": ".ico", "darwin": ".icns"}
ICON_SIZE = 1024  # the largest that any of these systems requires
README = """Fourth Seat: a computer player for the board game on your table.

Start `{program}` in this folder. It can lie anywhere, and needs nothing else.
`{program} update FILE` puts a newer version in its place, `{program} uninstall` removes it. Games stay.
"""


def make(work: Path) -> Path:
    """Make the folder of the bundle below a folder for work; return it."""
    uv = os.environ.get("UV") or "uv"  # which `uv run` reports
    subprocess.run([uv, "build", "--quiet", "--wheel", "--out-dir", work, ROOT], check=True)
    (wheel,) = work.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(work / "wheel")
    drawn = work / f"icon{ICONS.get(sys.platform, '.png')}"
    icon(ICON_SIZE).save(drawn)
    environment = {**os.environ, "FOURTH_SEAT_WHEEL": str(work / "wheel"), "FOURTH_SEAT_ICON": str(drawn)}
    options = ["--noconfirm", "--log-level", "WARN", "--distpath", str(work), "--workpath", str(work / "steps")]
    command = [sys.executable, "-m", "PyInstaller", *options, str(HERE / "fourth-seat.spec")]
    subprocess.run(command, env=environment, check=True)
    folder = work / PACKAGE
    shutil.copy2(ROOT / "LICENSE", folder)
    (folder / "README.txt").write_text(README.format(program=PROGRAM), "utf-8")
    pack.strip(folder)
    copy_licences(work / "wheel", folder / "_internal" / "licences")
    return folder


def main() -> int:
    """Make everything possible on this system; print each file, its size and its parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="the folder that the files go to")
    parser.add_argument("--fast", action="store_true", help="pack quickly and loosely, to try it")
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fourth-seat-bundle-") as made:
        folder = make(Path(made))
        pack.print_parts(folder)
        files = [pack.pack(folder, args.to, version(), args.fast)]
        if shutil.which("dpkg-deb"):
            files.append(debian.package(folder, args.to, version(), args.fast))
        for file in files:
            print(f"{file.stat().st_size / pack.MB:7.1f} MB  {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
