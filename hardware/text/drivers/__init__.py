"""The kinds of text displays that can be driven: a file each, and those of add-ons."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from fourth_seat.boundary.additions import TEXT_DISPLAYS, AdditionFailed, additions
from fourth_seat.hardware.text.panel import TextDisplayKind


def kinds() -> Mapping[str, TextDisplayKind]:
    """Return the kinds of text displays by their schemes. An add-on that does not work, or has a scheme of ours, is left
    out.
    """
    files = sorted(path.stem for folder in __path__ for path in Path(folder).glob("*.py"))
    found = [import_module(f"{__name__}.{stem}") for stem in files if stem != "__init__"]
    own: dict[str, TextDisplayKind] = {kind.scheme: kind for module in found for kind in module.KINDS}
    added: dict[str, TextDisplayKind] = {}
    for scheme, addition in additions(TEXT_DISPLAYS).items():
        with suppress(AdditionFailed):
            added[scheme] = addition.load()
    return {**added, **own}


def examples() -> tuple[str, ...]:
    """Return addresses of all kinds, as people write them."""
    return tuple(kind.example for kind in kinds().values())
