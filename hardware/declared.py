"""Device drivers, found by their declarations: classes with a `scheme` in the files of a folder, and in add-ons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from fourth_seat.boundary.additions import Addition, additions
from fourth_seat.words import Text
from fourth_seat.words.additions import why_missing


class Driver:
    """Drives one kind of device.

    A subclass that sets `group` is the base class of all drivers for one kind of device; the package `drivers` in which it
    is defined contains them.

    Attributes:
        group: the group of add-ons that provide more such drivers.
        scheme: the part before the colon in addresses of these devices.
        examples: addresses, as people write them.
    """

    group: ClassVar[str]
    scheme: ClassVar[str]
    examples: ClassVar[tuple[str, ...]]


Kind = TypeVar("Kind", bound=Driver)


def kinds() -> Mapping[str, type[Driver]]:
    """Return the base class of the drivers of each kind of device, by the group of add-ons that provide more such
    drivers.
    """
    packages = [f"{__package__}.{folder.parent.name}.drivers" for folder in sorted(Path(__file__).parent.glob("*/drivers"))]
    return {kind.group: kind for package in packages for kind in _classes(package, "group")}


def declared(kind: type[Kind]) -> dict[str, type[Kind]]:
    """Return the drivers in the folder of their base class and in add-ons, by their schemes. An add-on that does not work,
    or uses one of our schemes, is left out.
    """
    found = {scheme: _load(each, kind) for scheme, each in additions(kind.group).items() if not unusable(kind, scheme)}
    return found | own(kind.__module__)


def unusable(kind: type[Driver], scheme: str) -> Text | None:
    """Return the reason why an add-on's driver for this scheme is missing; None if it is there, or if no add-on has one."""
    return why_missing(kind.group, scheme, lambda addition: _load(addition, kind))


def _load(addition: Addition, kind: type[Kind]) -> type[Kind]:
    """Return the driver of an add-on; raise `AdditionFailed`."""
    scheme = addition.name
    driver: type[Kind] = addition.load(
        f"a class that derives from {kind.__name__}, with {scheme} as scheme",
        lambda found: isinstance(found, type) and issubclass(found, kind) and getattr(found, "scheme", "") == scheme,
    )
    return driver


def own(package: str) -> dict[str, Any]:
    """Return the drivers that come with this program, by their schemes; no code of an add-on runs."""
    folder = Path(str(import_module(package).__file__)).parent
    modules = [f"{package}.{path.stem}" for path in sorted(folder.glob("[!_]*.py"))]
    return {driver.scheme: driver for module in modules for driver in _classes(module, "scheme")}


def _classes(module: str, declares: str) -> Iterator[Any]:
    """Yield a module's own classes that declare something."""
    for found in vars(import_module(module)).values():
        if isinstance(found, type) and found.__module__ == module and hasattr(found, declares):
            yield found
