"""Discovers device drivers, which are classes with a `scheme` in the modules of a package or in add-ons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from fourth_seat.boundary.additions import Addition, AdditionFailed, additions
from fourth_seat.words import Text
from fourth_seat.words.additions import why_missing


class Driver:
    """The base class of all device drivers.

    A subclass that sets `group` is the base class of all drivers for one kind of device. These drivers are in the package
    `drivers` in which the base class is defined.

    Attributes:
        group: the group of add-ons that provide additional drivers.
        scheme: the part before the colon in the devices' addresses.
        examples: example addresses.
    """

    group: ClassVar[str]
    scheme: ClassVar[str]
    examples: ClassVar[tuple[str, ...]]


Kind = TypeVar("Kind", bound=Driver)


def kinds() -> Mapping[str, type[Driver]]:
    """Return the driver base class of each kind of device, keyed by the group of add-ons that provide more drivers."""
    packages = [f"{__package__}.{folder.parent.name}.drivers" for folder in sorted(Path(__file__).parent.glob("*/drivers"))]
    return {kind.group: kind for package in packages for kind in _classes(package, "group")}


def declared(kind: type[Kind]) -> dict[str, type[Kind]]:
    """Return the built-in drivers and those from add-ons, keyed by scheme. Add-ons that do not work or use a built-in
    scheme are omitted.
    """
    found = {scheme: _load(each, kind) for scheme, each in additions(kind.group).items() if not unusable(kind, scheme)}
    return found | own(kind.__module__)


def unusable(kind: type[Driver], scheme: str) -> Text | None:
    """Return the reason why an add-on's driver for this scheme is unavailable, or None if it is available or unknown."""
    return why_missing(kind.group, scheme, lambda addition: _load(addition, kind))


def _load(addition: Addition, kind: type[Kind]) -> type[Kind]:
    """Load the driver of an add-on."""
    scheme = addition.name
    driver: type[Kind] = addition.load(
        f"a class that derives from {kind.__name__}, with {scheme} as scheme",
        lambda found: isinstance(found, type) and issubclass(found, kind) and getattr(found, "scheme", "") == scheme,
    )
    if missing := sorted({*_declarations(kind)} - {*dir(driver)} | {*getattr(driver, "__abstractmethods__", ())}):
        raise AdditionFailed(f"{addition.target} has no {', '.join(missing)}")
    return driver


def _declarations(kind: type[Driver]) -> Iterator[str]:
    """Yield the names of what every driver of a kind declares."""
    for each in kind.__mro__:
        yield from (name for name, hint in vars(each).get("__annotations__", {}).items() if "ClassVar" in str(hint))


def own(package: str) -> dict[str, Any]:
    """Return the built-in drivers, keyed by scheme. Runs no add-on code."""
    folder = Path(str(import_module(package).__file__)).parent
    modules = [f"{package}.{path.stem}" for path in sorted(folder.glob("[!_]*.py"))]
    return {driver.scheme: driver for module in modules for driver in _classes(module, "scheme")}


def _classes(module: str, declares: str) -> Iterator[Any]:
    """Yield the classes defined in a module that declare an attribute."""
    for found in vars(import_module(module)).values():
        if isinstance(found, type) and found.__module__ == module and hasattr(found, declares):
            yield found
