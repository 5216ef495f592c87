"""A second solver, which shares nothing with the first but the rules' own tables: value iteration over whole arrays.

A kind of position (see `engines.tridice.tables.Material`) is an array with an axis for each die on the board, the side to
move's first; along an axis, a die is on cell `n // 12` with the rules' orientation `n % 12`. Entries for two dice on one
cell mean nothing, and are never used.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.tridice.tables import Material, materials_of
from fourth_seat.games.tridice.die import FACES
from fourth_seat.games.tridice.lattice import WAYS

Array = NDArray[Any]

DICE = 192
CELL = np.arange(DICE) // 12


class ReferenceSearch:
    """A plain search by the rules, to compare with.

    Attributes:
        values: by kind.
        settled: by kind, the number of steps after which each value stayed as it is.
    """

    def __init__(self, stages: int) -> None:
        self.values: dict[Material, Array] = {}
        self.settled: dict[Material, Array] = {}
        for stage in range(stages):
            for kind in materials_of(stage):
                if kind not in self.values:
                    self._iterate(kind)

    def _iterate(self, kind: Material) -> None:
        both = {kind, kind.exchanged}
        number = np.float64 if kind.thrown else np.int8
        values = {each: np.zeros((DICE,) * (each.own + each.other), number) for each in both}
        settled = {each: np.zeros(values[each].shape, np.int16) for each in both}
        valid = {each: _apart(each) for each in both}
        step, changes = 0, True
        while changes:
            step += 1
            after = {each: np.where(valid[each], self._step(each, values[each.exchanged]), 0) for each in both}
            changes = False
            for each in both:
                changed = after[each] != values[each]
                settled[each][changed] = step
                changes |= bool(changed.any())
            values = after
        self.values |= values
        self.settled |= settled

    def _step(self, kind: Material, after: Array) -> Array:
        """Return the values of a kind one turn before those of the kind with the sides exchanged."""
        best = np.full((DICE,) * (kind.own + kind.other), -9, after.dtype)
        moved = self._moved(kind, after) if kind.own else best
        for axis in range(kind.own):  # dice of a side are alike: moving another one is the same with axes exchanged
            best = np.maximum(best, np.moveaxis(moved, 0, axis))
        if kind.own_hand:
            best = np.maximum(best, self._placed(kind))
        passed = -np.moveaxis(after, range(kind.other), range(kind.own, kind.own + kind.other))
        return np.where(best == -9, passed, best)

    def _moved(self, kind: Material, after: Array) -> Array:
        """Return the best result of moving the first of the mover's dice."""
        others = kind.own - 1 + kind.other
        best = np.full((DICE,) * (1 + others), -9, after.dtype)
        for die, end, there, free, quiet in _rolls(kind.own, kind.other):
            value = -np.moveaxis(after[(slice(None),) * kind.other + (there,)], range(kind.other), range(-kind.other, 0))
            row = best[die, ...]
            np.maximum(row, value, out=row, where=quiet)
            for taken in range(kind.own - 1, others):
                block = (slice(None),) * taken + (slice(12 * end, 12 * end + 12),)
                value = np.asarray(self._after_capture(kind, there, taken - kind.own + 1))
                np.maximum(row[block], value, out=row[block], where=free[block], casting="unsafe")
        return best

    def _after_capture(self, kind: Material, there: int, taken: int) -> Array | int:
        """Return the worth of taking one of the other's dice; along its axis that is always the same."""
        if kind.other + kind.other_hand == 1:
            return 1
        left = self.values[Material(kind.other - 1, kind.own, kind.other_hand, kind.own_hand)]
        left = left[(slice(None),) * (kind.other - 1) + (there,)]
        value = -np.moveaxis(left, range(kind.other - 1), range(kind.own - 1, kind.own + kind.other - 2))
        return np.expand_dims(value, kind.own - 1 + taken)

    def _placed(self, kind: Material) -> Array:
        """Return the best result of placing a die, as the mean over its throws."""
        after = self.values[Material(kind.other, kind.own + 1, kind.other_hand, kind.own_hand - 1)]
        axes = kind.own + kind.other
        occupied = _occupied(axes, range(axes))
        best = np.full((DICE,) * axes, -9.0)
        for cell in range(16):
            mean = -after[..., 12 * cell : 12 * cell + 12].mean(-1)
            value = np.moveaxis(mean, range(kind.other), range(kind.own, axes))
            best = np.where(occupied >> cell & 1 == 0, np.maximum(best, value), best)
        return best


@lru_cache(maxsize=4)
def _rolls(own: int, other: int) -> list[tuple[int, int, int, Array, Array]]:
    """Yield for the first of the own dice, wherever it stands: each end, its orientation there, where the others leave a
    way open, and where in addition there is nothing to take.
    """
    others = own - 1 + other
    own_cells, other_cells = _occupied(others, range(own - 1)), _occupied(others, range(own - 1, others))
    rolls = []
    for die in range(DICE):
        cell, orientation = divmod(die, 12)
        for end, ways in WAYS[cell][FACES["cw"][orientation][cell][0]].items():
            free = np.zeros(own_cells.shape, bool)
            for way in ways:
                free |= (own_cells | other_cells) & way.between == 0
            free &= own_cells >> end & 1 == 0
            rolls.append((die, end, 12 * end + orientation, free, free & (other_cells >> end & 1 == 0)))
    return rolls


def _occupied(axes: int, which: range) -> Array:
    """Return the cells on which the dice of some axes are."""
    cells = np.zeros((DICE,) * axes, np.int32)
    for axis in which:
        cells = cells | (1 << CELL).reshape([-1 if n == axis else 1 for n in range(axes)]).astype(np.int32)
    return cells


def _apart(kind: Material) -> Array:
    """Return a mask of the arrangements in which no two dice share a cell."""
    axes = kind.own + kind.other
    apart = np.ones((DICE,) * axes, bool)
    for one in range(axes):
        for other in range(one):
            shape = [[-1 if n == axis else 1 for n in range(axes)] for axis in (one, other)]
            apart &= CELL.reshape(shape[0]) != CELL.reshape(shape[1])
    return apart
