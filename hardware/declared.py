"""Kinds of devices as drivers declare them: in `KINDS` of each file of a folder, and as entry points of add-ons."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from fourth_seat.boundary.additions import AdditionFailed, additions


def declared(package: str, folder: Path, group: str) -> Mapping[str, Any]:
    """Return the kinds of a package's folder and of add-ons, by their schemes. An add-on that does not work, or has a
    scheme of ours, is left out.
    """
    found: dict[str, Any] = {}
    for scheme, addition in additions(group).items():
        with suppress(AdditionFailed):
            found[scheme] = addition.load()
    for path in sorted(folder.glob("*.py")):
        if path.stem != "__init__":
            found |= {kind.scheme: kind for kind in getattr(import_module(f"{package}.{path.stem}"), "KINDS", ())}
    return found
