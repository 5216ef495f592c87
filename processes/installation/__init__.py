"""This program's installation: its folder, its form, and the commands for updating and removing it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from fourth_seat.words import Text, say

ROOT = Path(__file__).resolve().parents[2]
PACKAGE_FOLDER = ROOT if (ROOT / "fourth_seat").is_dir() else ROOT.parent
"""The folder that contains the `fourth_seat` package."""
PACKAGE = "fourth-seat"
FILE = "{file}"
"""Placeholder for a newer version's file in the commands of a form."""
VERSIONS = "_versions"
"""The subfolder of a bundle for versions installed by updates."""
DEBIAN_FOLDER = Path("/usr/lib") / PACKAGE


@dataclass(frozen=True, slots=True)
class Form:
    """A way of installing the program.

    Attributes:
        name: how the program was installed, in a few words.
        comes_as: file name patterns of newer versions, each with a `*`, in order of preference.
        update: the command that replaces this version with the one in `FILE`; empty if the program does this itself.
        remove: the command that removes the program; empty if the program does this itself.
        by_root: whether these commands must be run as root.
    """

    name: Text
    comes_as: tuple[str, ...] = ()
    update: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    by_root: bool = False


WHEEL_OR_SDIST = ("fourth_seat-*.whl", "fourth_seat-*.tar.gz")
SOURCES = Form(say("run from its source folder"))
UV_TOOL = Form(
    say("installed with uv"), WHEEL_OR_SDIST,
    update=("uv", "tool", "install", "--force", FILE),
    remove=("uv", "tool", "uninstall", PACKAGE),
)  # fmt: skip
PIPX = Form(
    say("installed with pipx"), WHEEL_OR_SDIST,
    update=("pipx", "install", "--force", FILE),
    remove=("pipx", "uninstall", PACKAGE),
)  # fmt: skip
PIP = Form(
    say("installed with pip"), WHEEL_OR_SDIST,
    update=("pip", "install", "--upgrade", FILE),
    remove=("pip", "uninstall", "--yes", PACKAGE),
)  # fmt: skip
BUNDLE = Form(say("unpacked into a folder of its own"), ("fourth-seat-*.tar.xz",))
DEBIAN = Form(
    say("installed as a Debian package"), ("fourth-seat_*.deb",),
    update=("apt-get", "install", "--yes", FILE),
    remove=("apt-get", "remove", "--yes", PACKAGE),
    by_root=True,
)  # fmt: skip


def form_of(root: Path, frozen: bool) -> Form:
    """Return the form of an installation, given its package folder and whether the program is frozen."""
    if (root / "pyproject.toml").is_file():
        return SOURCES
    if frozen:
        return DEBIAN if root.is_relative_to(DEBIAN_FOLDER) else BUNDLE
    if "pipx" in root.parts:
        return PIPX
    return UV_TOOL if {"uv", "tools"} <= set(root.parts) else PIP


FORM = form_of(ROOT, getattr(sys, "frozen", False))
CHECKOUT = FORM is SOURCES
PROGRAM = "companion.py" if CHECKOUT else PACKAGE


def version_folder(program: Path) -> Path:
    """Return the folder of one version of a bundle, given the path of its program. This is a folder below `_versions` if
    the version was installed by an update, otherwise the folder into which its archive was unpacked.
    """
    return next((folder for folder in program.parents[:3] if folder.parent.name == VERSIONS), program.parent)


def folder_of(program: Path) -> Path:
    """Return the folder into which a bundle's archive was unpacked, given the path of its program in any version."""
    folder = version_folder(program)
    return folder.parent.parent if folder.parent.name == VERSIONS else folder


def own_command() -> tuple[str, ...]:
    """Return the command that starts this program from any folder."""
    if FORM in (BUNDLE, DEBIAN):  # by the name that a newer version takes over
        program = Path(sys.executable)
        return (str(folder_of(program) / program.name),)
    return sys.executable, str(ROOT / "companion.py")


def version() -> str:
    """Return this program's version, or an empty string if it is unknown."""
    if CHECKOUT:
        import tomllib

        return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])
    from importlib import metadata  # takes a while to load

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return ""


def how_to_update() -> Text:
    """Return instructions for getting a newer version. The program itself never checks for updates online."""
    if CHECKOUT:
        return say("For a newer version, update the sources in {folder} (git pull).", folder=str(ROOT))
    return say(
        "For a newer version, download its file {name} and run: {command}",
        name=FORM.comes_as[0],
        command=f"{PROGRAM} update FILE",
    )


def update_command(file: Path) -> list[str]:
    """Return the command that replaces this version with the one in `file`."""
    return [word.replace(FILE, str(file)) for word in FORM.update]
