"""Add-ons: packages of others that add something to this program (`boundary/additions.py`), and which of them may.

They are found where they are installed beside the program (`uv tool install --with`, `pipx inject`, pip), and in `addons`
of the data folder: a folder there is one if it has a `pyproject.toml` that names its entry points, with the package beside
it or in `src`. Their code runs only after a person has allowed it, which is asked once for each, by its name and place; the
answer is kept in `addons.toml`. Nothing is imported to find them.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from fourth_seat.boundary.additions import ENGINES, GAMES, GROUPS, LANGUAGES, LIGHTS, TEXT_DISPLAYS, Addition, tell
from fourth_seat.boundary.files import read_bytes
from fourth_seat.boundary.folders import is_private
from fourth_seat.boundary.text import printable
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home
from fourth_seat.words import FourthSeatError, Text, say

FOLDER = "addons"
MAX_PROJECT_BYTES = 100_000  # of a pyproject.toml
_SECTION = "addons"


class NoAddOn(FourthSeatError, LookupError):
    """There is no add-on of this name."""


@dataclass(frozen=True, slots=True)
class AddOn:
    """A package that adds something.

    Attributes:
        name: as its maker calls it.
        version: its own.
        place: the folder that it lies in.
        additions: what it adds.
        path: what has to be on Python's path for it; None where it is there already.
    """

    name: str
    version: str
    place: Path
    additions: tuple[Addition, ...]
    path: Path | None = None

    @property
    def adds(self) -> tuple[Text, ...]:
        """The things that it adds, in a few words each."""
        return tuple(_WORDS[each.group](each.name) for each in self.additions)


_WORDS: Mapping[str, Callable[[str], Text]] = {
    GAMES: lambda name: say("the game {name}", name=name),
    ENGINES: lambda name: say("a computer player for {game}", game=name),
    LIGHTS: lambda name: say("lights at {address}", address=f"{name}:"),
    TEXT_DISPLAYS: lambda name: say("text displays at {address}", address=f"{name}:"),
    LANGUAGES: lambda name: say("the language {name}", name=name),
}


def path() -> Path:
    """Return the file of the answers; it may not exist yet."""
    return home() / "addons.toml"


def found() -> list[AddOn]:
    """Return the add-ons that there are, in the order of their names; those of the data folder before installed ones."""
    every: dict[str, AddOn] = {}
    for addon in (*_in_folder(home() / FOLDER), *_installed()):
        every.setdefault(addon.name, addon)
    return [every[name] for name in sorted(every)]


def is_allowed(addon: AddOn) -> bool | None:
    """Return whether a person has allowed an add-on where it lies; None where nobody has been asked.

    Raises:
        BadConfig: the answers cannot be read.
    """
    answer = config_file.table_at(config_file.load(path()), _SECTION, addon.name)
    if answer.get("place") != str(addon.place) or not isinstance(answer.get("allowed"), bool):
        return None
    return answer["allowed"] is True


def answer(addon: AddOn, allowed: bool) -> None:
    """Keep a person's answer.

    Raises:
        NotSaved: it cannot be written.
    """
    config_file.save(path(), {_SECTION: {addon.name: {"place": str(addon.place), "allowed": allowed}}})


def question(addon: AddOn) -> Text:
    """Return what a person is asked about an add-on."""
    return say(
        "{name} {version} in {place} adds {things}. It is a program by somebody else, and can do whatever you can do on "
        "this computer.",
        name=addon.name, version=addon.version, place=str(addon.place), things=addon.adds,
    )  # fmt: skip


def activate() -> list[AddOn]:
    """Let this process, and those that it starts, use the add-ons that are allowed; return those not asked about yet.

    Raises:
        BadConfig: the answers cannot be read; then none is used.
    """
    tell(())
    known = [(addon, is_allowed(addon)) for addon in found()]
    used = [addon for addon, allowed in known if allowed]
    for addon in used:
        if addon.path and str(addon.path) not in sys.path:
            sys.path.append(str(addon.path))  # behind all others: it takes nobody's place
    tell(addition for addon in used for addition in addon.additions)
    return [addon for addon, allowed in known if allowed is None]


def named(name: str) -> AddOn:
    """Return the add-on of this name.

    Raises:
        NoAddOn: there is none; the text lists them.
    """
    every = found()
    for addon in every:
        if addon.name == name:
            return addon
    if not every:
        raise NoAddOn(none_found())
    known = tuple(addon.name for addon in every)
    raise NoAddOn(say("there is no add-on {name}; there are: {known}", name=name, known=known))


def none_found() -> Text:
    """Return the sentence where there is no add-on at all."""
    return say("there is no add-on: put its folder into {folder}, or install it", folder=str(home() / FOLDER))


def _in_folder(folder: Path) -> Iterator[AddOn]:
    """Yield the add-ons in the data folder, as far as no other user could have put or changed them."""
    with suppress(OSError):
        for place in sorted(folder.iterdir()):
            if (addon := unpacked(place)) and is_private(place):
                yield addon


def unpacked(place: Path) -> AddOn | None:
    """Return the add-on that a folder holds, by its pyproject.toml; None where it is none."""
    try:
        project = tomllib.loads(read_bytes(place / "pyproject.toml", MAX_PROJECT_BYTES).decode())
    except (OSError, ValueError, RecursionError):
        return None
    about = config_file.table_at(project, "project")
    points = [
        (group, name, target)
        for group in GROUPS
        for name, target in config_file.table_at(about, "entry-points", group).items()
        if isinstance(target, str)
    ]
    return _addon(about, place, points, place / "src" if (place / "src").is_dir() else place)


def _installed() -> Iterator[AddOn]:
    for distribution in metadata.distributions():
        points = [(point.group, point.name, point.value) for point in distribution.entry_points if point.group in GROUPS]
        if points:
            about = {"name": distribution.metadata["Name"], "version": distribution.version}
            if addon := _addon(about, Path(str(distribution.locate_file(""))), points, None):
                yield addon


def _addon(
    about: Mapping[str, Any], place: Path, points: Iterable[tuple[str, str, str]], path: Path | None
) -> AddOn | None:
    name, version = printable(str(about.get("name", ""))), printable(str(about.get("version", "")))
    additions = tuple(Addition(group, printable(known), target, name) for group, known, target in points)
    return AddOn(name, version, place, additions, path) if name and additions else None
