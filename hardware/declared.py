"""Drivers of devices as they declare themselves: classes with a `scheme` in the files of a folder, and those of add-ons."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from fourth_seat.boundary.additions import AdditionFailed, additions


def declared(package: str, group: str) -> dict[str, Any]:
    """Return the drivers in a package's folder and of add-ons, by their schemes. An add-on that does not work, or has a
    scheme of ours, is left out.
    """
    found: dict[str, Any] = {}
    for scheme, addition in additions(group).items():
        with suppress(AdditionFailed):
            found[scheme] = addition.load()
    return found | own(package)


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
