"""Registry of the games, engines, light drivers, text displays and languages that add-ons provide.

An add-on is a third-party Python package that declares its additions as entry points in its `pyproject.toml`:

    [project.entry-points."fourth_seat.games"]
    othello = "fourth_seat_othello:GAME"

The add-ons and the user's permissions are read once, at startup (`table/settings/addons.py`), and passed to this process
and its children in an environment variable. Nothing in an add-on is imported before it is used.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fourth_seat.boundary.faults import fault

GAMES, ENGINES = "fourth_seat.games", "fourth_seat.engines"
LIGHTS, TEXT_DISPLAYS = "fourth_seat.lights", "fourth_seat.text_displays"
LANGUAGES = "fourth_seat.languages"
GROUPS = (GAMES, ENGINES, LIGHTS, TEXT_DISPLAYS, LANGUAGES)
VARIABLE = "FOURTH_SEAT_ADDONS"


class AdditionFailed(Exception):
    """Raised when an add-on's code cannot be loaded.

    Attributes:
        reason: the error and its location, for the add-on's author.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Addition:
    """A game, engine or other component that an add-on provides.

    Attributes:
        group: one of `GROUPS`.
        name: its name in the program: the game's name, the scheme of an address, the letters of a language.
        target: its location, `package.module:OBJECT`; for a language, the package with the compiled file.
        addon: the name of the add-on.
        allowed: whether the user has allowed it.
        usable: whether it would work if the user allowed it.
    """

    group: str
    name: str
    target: str
    addon: str
    allowed: bool = True
    usable: bool = True

    def load(self, wanted: str, fits: Callable[[Any], bool]) -> Any:
        """Import the addition's code and return its object.

        Args:
            wanted: the expected kind of object, described for the add-on's author: `a Game called othello`.
            fits: returns whether an object is of that kind.

        Raises:
            AdditionFailed: the object cannot be imported or is of another kind.
        """
        module, _, name = self.target.partition(":")
        writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # its folder stays as its owner left it
        try:
            found: Any = import_module(module)
            for part in name.split("."):
                found = getattr(found, part)
        except (Exception, SystemExit) as error:  # whatever somebody else's code may raise
            raise AdditionFailed(fault(error)) from error
        finally:
            sys.dont_write_bytecode = writes
        if not fits(found):
            raise AdditionFailed(f"{self.target} is not {wanted}")
        return found

    def folder(self) -> Path | None:
        """Return a package's folder without importing the package (used for languages), or None if there is none."""
        found = find_spec(self.target.partition(":")[0])
        places = list(found.submodule_search_locations or ()) if found else []
        return Path(places[0]) if places else None


def additions(group: str) -> Mapping[str, Addition]:
    """Return the usable additions of one kind, keyed by name."""
    return {each.name: each for each in all_additions(group)}


def all_additions(group: str) -> list[Addition]:
    """Return the usable additions of one kind. Names may repeat, for instance if several add-ons provide translations into
    the same language.
    """
    return [each for each in _told(os.environ.get(VARIABLE, "")) if each.group == group and each.allowed and each.usable]


def unused(group: str, name: str) -> Addition | None:
    """Return an addition of this name that awaits permission or, failing that, one that cannot be used."""
    told = [each for each in _told(os.environ.get(VARIABLE, "")) if (each.group, each.name) == (group, name)]
    found = [each for each in told if not (each.allowed and each.usable)]
    return min(found, key=lambda each: not each.usable, default=None)


def tell(found: Iterable[Addition]) -> None:
    """Make exactly these additions known to this process and its children."""
    told = json.dumps([astuple(each) for each in found])
    if told == "[]":
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = told


@cache
def _told(text: str) -> tuple[Addition, ...]:
    if not text:
        return ()
    return tuple(
        Addition(str(group), str(name), str(target), str(addon), allowed is True, usable is True)
        for group, name, target, addon, allowed, usable in json.loads(text)
    )
