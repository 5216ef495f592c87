"""A bar: a measurement and its limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HardwareBar:
    """A figure beside its bar.

    Attributes:
        what: the measured quantity, and the number of measurements.
        measured: with its unit.
        must: be, in the same unit.
        kept: whether it is.
    """

    what: str
    measured: str
    must: str
    kept: bool

    @classmethod
    def at_most(cls, what: str, values: Sequence[float], limit: float, unit: str) -> HardwareBar:
        """Return a bar for the largest value, which counts; its figure shows the median too."""
        values = sorted(values)
        worst = values[-1]
        measured = f"{worst:.3g} {unit}" + (f" (median {values[len(values) // 2]:.3g})" if len(values) > 1 else "")
        return cls(what, measured, f"<= {limit:g} {unit}", worst <= limit)

    @classmethod
    def none(cls, what: str, count: int, of: str = "") -> HardwareBar:
        """Return a bar for something that must never happen."""
        return cls(what, f"{count} {of}".strip(), "0", count == 0)
