"""Every form of installation: in a bare Debian root the program is installed, plays, and is removed.

    python -m uv run --group dev --group bundle --all-extras python -m benchmarks.install.forms [--forms bundle,deb]

Each form gets its own root. There it plays one game of each of the five at level 9 by GTP, and one in the window on a
virtual screen; it is updated by its own file, and removes itself. Then all new files are listed: only games may be left.
Files come from `--dist`, or are made. It needs root, debootstrap, Xvfb and xdotool.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.install.played import RECORD_FOLDER, opened, play_by_gtp, play_in_window
from benchmarks.install.root import HOME, BareRoot, RootFailed
from benchmarks.start_up import screen
from fourth_seat.games import game_names
from fourth_seat.processes.installation import ROOT

MB = 1_000_000
PYTHON_PACKAGES = ("python3", "python3-tk", "python3-venv")
UV_FOLDER = f"{HOME}/uv/bin"
SUDO_COMMAND = "echo 'player ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/player"
OTHER_FOLDERS = (
    "/var/lib/apt/", "/var/lib/dpkg/", "/var/cache/", "/var/log/", "/etc/ld.so.cache", f"{HOME}/.cache/fontconfig/",
)  # fmt: skip
"""Files that apt, dpkg and fontconfig write for themselves, in any installation and for any window."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of installation.

    Attributes:
        file: the name of its file, perhaps with a `*`.
        packages: Debian packages that are installed before.
        before: users, and the commands by which they prepare the installer; their files are not counted.
        install: the commands of the person, with `{file}` for the path of the file.
        program: the command that starts it.
        remove: the commands of the person to remove it.
        clean: a command that empties the installer's cache of downloads.
    """

    file: str
    packages: tuple[str, ...]
    install: str
    program: str
    remove: str
    before: tuple[tuple[str, str], ...] = ()
    clean: str = ""


SOURCE_ARCHIVE = "fourth-seat-sources.tar"
FORMS = {
    "sources": Form(
        SOURCE_ARCHIVE, PYTHON_PACKAGES,
        install="mkdir sources && tar -xf {file} -C sources && python3 -m venv env && env/bin/python -m pip install -q uv",
        program="cd sources && ../env/bin/python -m uv run companion.py",
        remove="(cd sources && ../env/bin/python -m uv run companion.py uninstall --yes) && rm -r sources env",
        clean="rm -rf .cache/uv .cache/pip .local/share/uv",
    ),
    "wheel": Form(
        "fourth_seat-*.whl", PYTHON_PACKAGES,
        install="python3 -m venv program && program/bin/pip install -q {file}",
        program="program/bin/fourth-seat",
        remove="program/bin/fourth-seat uninstall --yes && rm -r program",
        clean="rm -rf .cache/pip",
    ),
    "sdist": Form(
        "fourth_seat-*.tar.gz", PYTHON_PACKAGES,
        install="python3 -m venv program && program/bin/pip install -q {file}",
        program="program/bin/fourth-seat",
        remove="program/bin/fourth-seat uninstall --yes && rm -r program",
        clean="rm -rf .cache/pip",
    ),
    "pipx": Form(
        "fourth_seat-*.whl", (*PYTHON_PACKAGES, "pipx"),
        install="pipx install {file}",
        program="fourth-seat",
        remove="fourth-seat uninstall --yes",
        clean="rm -rf .cache/pip .local/pipx/shared .local/pipx/logs .local/pipx/.cache",
    ),
    "uv": Form(
        "fourth_seat-*.whl", PYTHON_PACKAGES,
        before=(("player", "python3 -m venv uv && uv/bin/pip install -q uv"),),
        install=f"PATH={UV_FOLDER}:$PATH uv tool install --python /usr/bin/python3 {{file}}",
        program=f"PATH={UV_FOLDER}:$PATH fourth-seat",
        remove=f"PATH={UV_FOLDER}:$PATH fourth-seat uninstall --yes",
        clean=f"{UV_FOLDER}/uv cache clean -q; rm -rf .cache/uv .cache/pip .local/share/uv",
    ),
    "bundle": Form(
        "fourth-seat-*.tar.xz", ("xz-utils",),
        install="tar -xf {file}",
        program="fourth-seat/fourth-seat",
        remove="fourth-seat/fourth-seat uninstall --yes",
    ),
    "deb": Form(
        "fourth-seat_*.deb", ("sudo",),
        before=(("root", SUDO_COMMAND), ("root", "apt-get update -q")),
        install="sudo apt-get install -q --yes {file}",
        program="fourth-seat",
        remove="fourth-seat uninstall --yes && sudo apt-get autoremove -q --yes --purge",
    ),
}  # fmt: skip


def try_form(name: str, dist: Path, games: Sequence[str], seconds: float) -> bool:
    """Install, play and remove the program; print the results; return whether only games are left."""
    form = FORMS[name]
    (file,) = dist.glob(form.file)
    with BareRoot(form.packages) as root:
        for user, words in form.before:
            root.run(words, user=user)
        there = root.put(file, "/opt")
        root.run("true")  # copies the files that this machine passes on
        before = root.files()
        start = time.monotonic()
        root.run(form.install.format(file=there))
        wall = time.monotonic() - start
        size = sum(size for path, size in root.files().items() if path not in before and ".cache/" not in path)
        print(
            f"{name}: file {file.stat().st_size / MB:.1f} MB; {size / MB:.0f} MB on the disk; {wall:.0f} s, wall",
            flush=True,
        )
        lines = root.run(f"{form.program} update").splitlines()
        print(f"  {next(line for line in lines if line.startswith('Fourth Seat'))}", flush=True)
        for game in games:
            moves = play_by_gtp(root, form.program, game, seconds)
            print(f"  {game}: level 9 made {moves} moves, to the end", flush=True)
        with screen() as display, opened(root, display, form.program) as window:
            print(f"  in the window: a game of {play_in_window(window)} moves", flush=True)
        if name != "sources":
            answer = root.run(f"{form.program} update {there}").strip().splitlines()[-1]
            print(f"  updated by its own file: {answer}", flush=True)
        root.run(form.remove)
        kept = {path: size for path, size in root.files().items() if path not in before}
        if form.clean:
            root.run(form.clean)
        left = [path for path in root.files() if path not in before and not path.startswith(OTHER_FOLDERS)]
        downloads = sum(size for path, size in kept.items() if not path.startswith(OTHER_FOLDERS) and path not in left)
        if downloads:
            print(f"  the installer's own store of downloads: {downloads / MB:.0f} MB, emptied by: {form.clean}")
        others = [path for path in left if not path.startswith(RECORD_FOLDER)]
        print(f"  left: {len(left) - len(others)} files of games, and {len(others)} others {others[:20]}", flush=True)
        return not others


def make_files(names: Sequence[str], dist: Path) -> None:
    """Make the files of some forms, if they are missing."""
    missing = [name for name in names if not list(dist.glob(FORMS[name].file))]
    if {"wheel", "sdist", "pipx", "uv"}.intersection(missing):
        uv = os.environ.get("UV") or "uv"  # set by `uv run`
        subprocess.run([uv, "build", "--quiet", "--out-dir", dist, ROOT], check=True)
    if "sources" in missing:
        subprocess.run(["git", "archive", "--output", dist / SOURCE_ARCHIVE, "HEAD"], cwd=ROOT, check=True)
    if {"bundle", "deb"}.intersection(missing):
        subprocess.run([sys.executable, "-m", "install.bundle", "--to", dist], check=True)


def main() -> int:
    """Print the results of each form; return the exit status, 1 if one left more than games or could not play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forms", default=",".join(FORMS), help="joined by commas")
    parser.add_argument("--games", default=",".join(game_names()), help="played by GTP, joined by commas")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="the folder with the files to install")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each move of level 9")
    args = parser.parse_args()
    names = args.forms.split(",")
    make_files(names, args.dist)
    good = True
    for name in names:
        try:
            good &= try_form(name, args.dist, args.games.split(","), args.seconds)
        except RootFailed as error:
            print(f"  failed: {error}", flush=True)
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
