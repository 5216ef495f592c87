"""The games, engines, light drivers, text displays and languages that add-ons provide, by name.

An add-on is a Python package by somebody else. Its `pyproject.toml` lists its additions as entry points:

    [project.entry-points."fourth_seat.games"]
    othello = "fourth_seat_othello:GAME"

The add-ons, and the user's permissions for them, are read once, when the program starts (`table/settings/addons.py`). An
environment variable passes them on to this process and the processes that it starts. No part of an add-on is imported
before it is used.
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
    """The code of an add-on cannot be loaded.

    Attributes:
        reason: the failure and its place, for the author of the add-on.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Addition:
    """Something that an add-on adds.

    Attributes:
        group: one of `GROUPS`.
        name: its name in the program: the game's name, the scheme of an address, the letters of a language.
        target: its place, `package.module:OBJECT`; for a language, the package with its compiled file.
        addon: the name of the add-on.
        allowed: whether the user has allowed it.
        usable: whether nothing but the lack of the user's permission could prevent its use.
    """

    group: str
    name: str
    target: str
    addon: str
    allowed: bool = True
    usable: bool = True

    def load(self, wanted: str, fits: Callable[[Any], bool]) -> Any:
        """Import the code of the addition and return its object.

        Args:
            wanted: the kind of object expected, in words for the author of the add-on: `a Game called othello`.
            fits: whether it is of that kind.

        Raises:
            AdditionFailed: it cannot be imported, or is something else.
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
        """Return the folder of a package whose code is not run, such as a language; None if it does not exist."""
        found = find_spec(self.target.partition(":")[0])
        places = list(found.submodule_search_locations or ()) if found else []
        return Path(places[0]) if places else None


def additions(group: str) -> Mapping[str, Addition]:
    """Return the additions of one kind, by name."""
    return {each.name: each for each in all_additions(group)}


def all_additions(group: str) -> list[Addition]:
    """Return the additions of one kind; some may share a name, as when add-ons translate their sentences into the same
    language.
    """
    return [each for each in _told(os.environ.get(VARIABLE, "")) if each.group == group and each.allowed and each.usable]


def unused(group: str, name: str) -> Addition | None:
    """Return the addition of this name that is waiting for permission or, failing that, one that cannot be used."""
    told = [each for each in _told(os.environ.get(VARIABLE, "")) if (each.group, each.name) == (group, name)]
    found = [each for each in told if not (each.allowed and each.usable)]
    return min(found, key=lambda each: not each.usable, default=None)


def tell(found: Iterable[Addition]) -> None:
    """Make these additions, and no others, known to this process and the processes that it starts."""
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
