"""TriDice moves and throws."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.games.tridice.lattice import CELLS


@dataclass(frozen=True, slots=True)
class TriDicePlacement:
    """Place a die from the hand on an empty cell. The die is then thrown."""

    cell: int

    def __str__(self) -> str:
        return f"@{CELLS[self.cell]}"


@dataclass(frozen=True, slots=True)
class TriDiceThrow:
    """The outcome of a throw, given by the numbers at the apex and the left corner of the placed die."""

    apex: int
    left: int

    def __str__(self) -> str:
        return f"{self.apex}/{self.left}"


@dataclass(frozen=True, slots=True)
class TriDiceRoll:
    """Roll a die from one cell to another on any path. `captures` is set if it captures a die there."""

    start: int
    end: int
    captures: bool = False

    def __str__(self) -> str:
        return f"{CELLS[self.start]}{'x' if self.captures else '-'}{CELLS[self.end]}"


@dataclass(frozen=True, slots=True)
class TriDicePass:
    """A forced pass."""

    def __str__(self) -> str:
        return "pass"


TriDiceMove = TriDicePlacement | TriDiceThrow | TriDiceRoll | TriDicePass
