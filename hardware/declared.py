"""Drivers of devices as they declare themselves: classes with a `scheme` in the files of a folder, and those of add-ons."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from fourth_seat.boundary.additions import Addition, additions
from fourth_seat.words import Text
from fourth_seat.words.additions import why_missing

Driver = TypeVar("Driver")


def declared(base: type[Driver], group: str) -> dict[str, type[Driver]]:
    """Return the drivers in the folder of their base class and of add-ons, by their schemes. An add-on that does not work,
    or has a scheme of ours, is left out.
    """
    found = {scheme: _load(each, base) for scheme, each in additions(group).items() if not unusable(base, group, scheme)}
    return found | own(base.__module__)


def unusable(base: type, group: str, scheme: str) -> Text | None:
    """Return why an add-on's driver for addresses with this scheme is not there; None where it is, or no add-on has one."""
    return why_missing(group, scheme, lambda addition: _load(addition, base))


def _load(addition: Addition, base: type[Driver]) -> type[Driver]:
    """Return the driver of an add-on; raise `AdditionFailed`."""
    scheme = addition.name
    driver: type[Driver] = addition.load(
        f"a class that derives from {base.__name__}, with {scheme} as scheme",
        lambda found: isinstance(found, type) and issubclass(found, base) and getattr(found, "scheme", "") == scheme,
    )
    return driver


def own(package: str) -> dict[str, Any]:
    """Return the drivers that come with this program, by their schemes; no code of an add-on runs."""
    folder = Path(str(import_module(package).__file__)).parent
    modules = [import_module(f"{package}.{path.stem}") for path in sorted(folder.glob("[!_]*.py"))]
    return {
        driver.scheme: driver
        for module in modules
        for driver in vars(module).values()
        if isinstance(driver, type) and driver.__module__ == module.__name__ and hasattr(driver, "scheme")
    }
