"""Finds add-ons (third-party packages, see `boundary/additions.py`) and manages their permissions.

Add-ons can be installed alongside the program (`uv tool install --with`, `pipx inject`, pip) or placed in the `addons`
subfolder of the data folder. A folder there is an add-on if it contains a `pyproject.toml` with entry points, with the
package next to it or in `src`. Add-on code runs only with the user's permission. The program asks once for each add-on,
giving its name and folder, and stores the answer in `addons.toml`. Nothing is imported while searching for add-ons. Folders
in `addons` that cannot be used are listed as well, with the reason.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fourth_seat.boundary.additions import ENGINES, GAMES, GROUPS, LANGUAGES, LIGHTS, TEXT_DISPLAYS, Addition, tell
from fourth_seat.boundary.files import read_bytes
from fourth_seat.boundary.folders import changed_by_others
from fourth_seat.boundary.text import printable
from fourth_seat.games import is_own
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home
from fourth_seat.table.settings.language import name_of
from fourth_seat.words import FourthSeatError, Text, say

FOLDER = "addons"
MAX_PROJECT_BYTES = 100_000  # of a pyproject.toml
_SECTION = "addons"


class NoAddOn(FourthSeatError, LookupError):
    """The add-on does not exist or cannot be used."""


@dataclass(frozen=True, slots=True)
class AddOn:
    """An add-on package.

    Attributes:
        name: the name of the package.
        version: the version of the package.
        place: the folder that contains the add-on.
        additions: the additions that it provides.
        path: the folder to append to `sys.path`, or None if the add-on is already importable.
        trouble: the reason why the add-on cannot be used even if it is allowed, or None.
    """

    name: str
    version: str
    place: Path
    additions: tuple[Addition, ...] = ()
    path: Path | None = None
    trouble: Text | None = None

    @property
    def adds(self) -> tuple[Text, ...]:
        """Short descriptions of its additions."""
        return tuple(_WORDS[each.group](each.name) for each in self.additions)


_WORDS: Mapping[str, Callable[[str], Text]] = {
    GAMES: lambda name: say("the game {name}", name=name),
    ENGINES: lambda name: say("a computer player for {game}", game=name),
    LIGHTS: lambda name: say("lights with {address} addresses", address=f"{name}:"),
    TEXT_DISPLAYS: lambda name: say("text displays with {address} addresses", address=f"{name}:"),
    LANGUAGES: lambda name: say("a translation into {language}", language=name_of(name)),
}


def path() -> Path:
    """Return the path of the file that stores the answers. It may not exist yet."""
    return home() / "addons.toml"


def found() -> list[AddOn]:
    """Return all add-ons, sorted by name. If two have the same name, the one in the data folder comes first."""
    every: dict[str, list[AddOn]] = {}
    for addon in (*_in_folder(home() / FOLDER), *_installed()):
        of_name = every.setdefault(addon.name, [])
        used = next((other for other in of_name if not other.trouble), None)
        if used and addon.place.is_relative_to(used.place):  # what an editable installation leaves in its sources
            continue
        twin = say("the add-on of the same name in {folder} is used instead", folder=str(used.place)) if used else None
        of_name.append(replace(addon, trouble=addon.trouble or _taken(addon) or _shadowed(addon) or twin))
    return [addon for name in sorted(every) for addon in every[name]]


def _taken(addon: AddOn) -> Text | None:
    names = [each.name for each in addon.additions if each.group == GAMES and is_own(each.name)]
    return say("it adds a game {name}, but a game of that name comes with the program", name=names[0]) if names else None


def _shadowed(addon: AddOn) -> Text | None:
    """Return the reason why Python would import other code than that of an add-on in the data folder, or None."""
    if addon.path is None:
        return None
    own = addon.path.resolve()
    for module in {each.target.partition(":")[0].partition(".")[0] for each in addon.additions}:
        with suppress(ImportError, ValueError):
            spec = find_spec(module)
            places = [spec.origin, *(spec.submodule_search_locations or ())] if spec else []
            for place in filter(None, places):
                if not Path(place).resolve().is_relative_to(own):
                    return say(
                        "Python has another {module} in {place}: uninstall one of the two", module=module, place=place
                    )
    return None


def is_allowed(addon: AddOn) -> bool | None:
    """Return whether the user has allowed an add-on at its location, or None if there is no answer yet.

    Raises:
        BadConfig: the file with the answers cannot be read.
    """
    answer = config_file.table_at(config_file.load(path()), _SECTION, addon.name)
    if answer.get("place") != str(addon.place) or not isinstance(answer.get("allowed"), bool):
        return None
    return answer["allowed"] is True


def answer(addon: AddOn, allowed: bool) -> None:
    """Save the user's answer for an add-on.

    Raises:
        NotSaved: the file cannot be written.
    """
    config_file.save(path(), {_SECTION: {addon.name: {"place": str(addon.place), "allowed": allowed}}})


def question(addon: AddOn) -> Text:
    """Return the question to ask the user about an add-on."""
    return say(
        "{name} {version} in {place} adds {things}. It was written by somebody else, and can do "
        "whatever you can do on this computer.",
        name=addon.name, version=addon.version, place=str(addon.place), things=addon.adds,
    )  # fmt: skip


def activate() -> list[AddOn]:
    """Enable the allowed add-ons in this process and its children. Returns the add-ons that have not yet been allowed or
    refused.

    Raises:
        BadConfig: the file with the answers cannot be read. No add-ons are enabled.
    """
    tell(())
    every = [(addon, is_allowed(addon)) for addon in found()]
    for addon, allowed in every:
        if allowed and not addon.trouble and addon.path and str(addon.path) not in sys.path:
            sys.path.append(str(addon.path))  # after all others: it takes nobody's place
    tell(
        replace(each, allowed=bool(allowed), usable=not addon.trouble)
        for addon, allowed in every
        for each in addon.additions
    )
    return [addon for addon, allowed in every if allowed is None and not addon.trouble]


def named(name: str) -> AddOn:
    """Return the add-on with this name, or else an add-on that provides an addition with this name.

    Raises:
        NoAddOn: the add-on does not exist or cannot be used. The text lists the available add-ons or gives the reason.
    """
    every = found()
    of_name = [addon for addon in every if addon.name == name]
    of_name += [addon for addon in every if name in (each.name for each in addon.additions)]
    for addon in of_name:
        if not addon.trouble:
            return addon
    if of_name:
        raise NoAddOn(say("{addon} cannot be used: {reason}", addon=of_name[0].name, reason=of_name[0].trouble or ""))
    if not every:
        raise NoAddOn(none_found())
    known = tuple(addon.name for addon in every)
    raise NoAddOn(say("there is no add-on {name}; the add-ons are: {known}", name=name, known=known))


def none_found() -> Text:
    """Return a message that there are no add-ons, with instructions for adding one."""
    return say(
        "there are no add-ons yet: put an add-on's folder into {folder}, or install one", folder=str(home() / FOLDER)
    )


def _in_folder(folder: Path) -> Iterator[AddOn]:
    """Yield the add-ons in the data folder."""
    with suppress(OSError):
        for place in sorted(folder.iterdir()):
            if place.is_dir() and not place.name.startswith((".", "__")):
                yield unpacked(place)


def unpacked(place: Path) -> AddOn:
    """Return the add-on in a folder, as described by its pyproject.toml."""
    file = place / "pyproject.toml"
    try:
        project = tomllib.loads(read_bytes(file, MAX_PROJECT_BYTES).decode())
    except OSError:
        return AddOn(printable(place.name), "", place, trouble=say("it has no pyproject.toml that can be opened"))
    except (ValueError, RecursionError):
        return AddOn(printable(place.name), "", place, trouble=say("its pyproject.toml is not valid TOML"))
    about = config_file.table_at(project, "project")
    points = [
        (group, name, target)
        for group in GROUPS
        for name, target in config_file.table_at(about, "entry-points", group).items()
        if isinstance(target, str)
    ]
    path = place / "src" if (place / "src").is_dir() else place
    addon = _addon(about, place, points, path)
    if addon is None:
        reason = say("its pyproject.toml has no name, or no entry points that add anything")
        return AddOn(printable(place.name), "", place, trouble=reason)
    if changeable := changed_by_others(place):
        return replace(addon, trouble=say("other users of this computer can change {file}", file=str(changeable)))
    return addon


def _installed() -> Iterator[AddOn]:
    """Yield the installed add-ons. An editable installation is found once more, in its sources."""
    seen = set()
    for distribution in metadata.distributions():
        points = [(point.group, point.name, point.value) for point in distribution.entry_points if point.group in GROUPS]
        if points:
            about = {"name": distribution.metadata["Name"], "version": distribution.version}
            addon = _addon(about, Path(str(distribution.locate_file(""))), points, None)
            if addon and addon.name not in seen:
                seen.add(addon.name)
                yield addon


def _addon(
    about: Mapping[str, Any], place: Path, points: Iterable[tuple[str, str, str]], path: Path | None
) -> AddOn | None:
    name, version = printable(str(about.get("name", ""))), printable(str(about.get("version", "")))
    additions = tuple(Addition(group, printable(known), target, name) for group, known, target in points)
    return AddOn(name, version, place, additions, path) if name and additions else None
