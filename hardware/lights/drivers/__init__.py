"""The kinds of lights that can be driven: a file each, and those of add-ons."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fourth_seat.boundary.additions import LIGHTS
from fourth_seat.hardware.declared import declared
from fourth_seat.hardware.lights.drivers.driver import LightsKind


def kinds() -> Mapping[str, LightsKind]:
    """Return the kinds of lights by their schemes."""
    return declared(__name__, Path(__file__).parent, LIGHTS)


def examples() -> tuple[str, ...]:
    """Return addresses of all kinds, as people write them."""
    return tuple(example for kind in kinds().values() for example in kind.examples)
