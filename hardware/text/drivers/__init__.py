"""The kinds of text displays that can be driven: a file each, and those of add-ons."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fourth_seat.boundary.additions import TEXT_DISPLAYS
from fourth_seat.hardware.declared import declared
from fourth_seat.hardware.text.panel import TextDisplayKind


def kinds() -> Mapping[str, TextDisplayKind]:
    """Return the kinds of text displays by their schemes."""
    return declared(__name__, Path(__file__).parent, TEXT_DISPLAYS)


def examples() -> tuple[str, ...]:
    """Return addresses of all kinds, as people write them."""
    return tuple(kind.example for kind in kinds().values())
