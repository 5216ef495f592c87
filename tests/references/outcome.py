"""The result of a comparison with a reference."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game's comparison.

    Attributes:
        positions: how many positions were compared.
        differences: in how many of them the rules and the reference disagree.
        reference: what they were compared with, for the printed line.
    """

    positions: int
    differences: int
    reference: str


class NoReference(Exception):
    """The reference is not on this machine; the message says how to get it."""
