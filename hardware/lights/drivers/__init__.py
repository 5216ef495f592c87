"""The kinds of lights that can be driven: a file each, and those of add-ons."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from fourth_seat.boundary.additions import LIGHTS, AdditionFailed, additions
from fourth_seat.hardware.lights.drivers.driver import LightsKind


def kinds() -> Mapping[str, LightsKind]:
    """Return the kinds of lights by their schemes. An add-on that does not work, or has a scheme of ours, is left out."""
    files = sorted(path.stem for folder in __path__ for path in Path(folder).glob("*.py"))
    found = [import_module(f"{__name__}.{stem}") for stem in files if stem not in ("__init__", "driver")]
    own: dict[str, LightsKind] = {module.KIND.scheme: module.KIND for module in found}
    added: dict[str, LightsKind] = {}
    for scheme, addition in additions(LIGHTS).items():
        with suppress(AdditionFailed):
            added[scheme] = addition.load()
    return {**added, **own}


def examples() -> tuple[str, ...]:
    """Return addresses of all kinds, as people write them."""
    return tuple(example for kind in kinds().values() for example in kind.examples)
