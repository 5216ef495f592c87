"""Numbers the positions with the same material on the board; positions that differ only by a rotation share a number.

A position's number is composed of the cells (first those of the side with more dice, or of the side to move in case of a
tie, then those of the other side among the remaining cells) and of the labels in the same order. Three
positions that differ only by a rotation of the board share the number of the one whose labels add up to a multiple of
three. With three dice, rotation does not change that sum modulo three, so they share the number of the one where the label
of the die that is alone on its side is a multiple of three. If all three dice belong to one side, each position has its own
number.
"""

# mypy: ignore-errors

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from fourth_seat.engines.jit.bits import popcount
from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.types import int64, uint64
from fourth_seat.engines.tridice.kernels.dice import EMPTY, count_of, turned
from fourth_seat.engines.tridice.kernels.lattice import LABELS

CELLS = 16
MAX_SIDE_DICE = 3  # dice of one side on the board: of four alive one is the other side's


def _sets():
    """Return all sets of cells, indexed by size and number, in ascending order."""
    sets = np.zeros((MAX_SIDE_DICE + 1, comb(CELLS, MAX_SIDE_DICE)), np.int64)
    for size in range(MAX_SIDE_DICE + 1):
        masks = sorted(sum(1 << cell for cell in cells) for cells in combinations(range(CELLS), size))
        sets[size, : len(masks)] = masks
    return sets


SETS = _sets()
CHOICES = np.array([[comb(cells, size) for size in range(MAX_SIDE_DICE + 1)] for cells in range(CELLS + 1)])


def folded(own: int, other: int) -> bool:
    """Return whether rotation reduces the count of positions with this many dice on each side to a third."""
    return (own + other) % 3 > 0 or (own + other == 3 and min(own, other) == 1)


def positions(own: int, other: int) -> int:
    """Return the number of distinct position numbers for this many dice on each side."""
    cells = comb(CELLS, max(own, other)) * comb(CELLS - max(own, other), min(own, other))
    labels = LABELS ** (own + other)
    return cells * (labels // 3 if folded(own, other) else labels)


@record_part
def sum_of_labels(side):
    """Return the sum of the labels of a side's dice."""
    total = 0
    while side & 255 != 255:
        total += side & 15
        side = side >> 8 | 255 << 24
    return total


@record_part
def rank(own, other):
    """Return a position's number among those with the same numbers of dice."""
    first, second, more, fewer = own, other, count_of(own), count_of(other)
    if more < fewer:
        first, second, more, fewer = other, own, fewer, more
    dice = more + fewer
    turns, fold = 0, 1
    if dice % 3:
        fold = 3
        labels = sum_of_labels(first) + sum_of_labels(second)
        turns = (labels if dice % 3 == 2 else 2 * labels) % 3
    elif fewer == 1:
        fold = 3
        turns = 2 * (second & 15) % 3
    first, second = turned(first, turns), turned(second, turns)
    # The number of a set of cells c1 < c2 < .. is (c1 over 1) + (c2 over 2) + ..
    number, numbers, labels, size = 0, 0, 0, 1
    taken = 0
    for n in range(more):
        cell = first >> 8 * n + 4 & 15
        taken |= 1 << cell
        number += CHOICES[cell, n + 1]
        labels = labels * LABELS + (first >> 8 * n & 15)
        size *= LABELS
    for n in range(fewer):
        cell = second >> 8 * n + 4 & 15
        below = int64(popcount(uint64(taken & (1 << cell) - 1)))
        numbers += CHOICES[cell - below, n + 1]
        labels = labels * LABELS + (second >> 8 * n & 15)
        size *= LABELS
    cells = number * CHOICES[CELLS - more, fewer] + numbers
    return (cells * size + labels) // fold


@record_part
def _with_cells(cells):
    """Return a side with a die of label 0 on each of the given cells."""
    side, shift = EMPTY, 0
    for cell in range(CELLS):
        if cells >> cell & 1:
            side = side & ~(255 << shift) | cell << shift + 4
            shift += 8
    return side


@record_part
def unrank(number, own_dice, other_dice):
    """Return the mover's side and the other side of the position with this number."""
    more, fewer = max(own_dice, other_dice), min(own_dice, other_dice)
    dice = more + fewer
    size, fold = 1, 1
    for _ in range(dice):
        size *= LABELS
    if dice % 3 or fewer == 1:
        fold = 3
    cells, labels = number // (size // fold), number % (size // fold) * fold
    first = _with_cells(SETS[more, cells // CHOICES[CELLS - more, fewer]])
    left = SETS[fewer, cells % CHOICES[CELLS - more, fewer]]
    for n in range(more):
        below = (1 << (first >> 8 * n + 4 & 15)) - 1
        left = left & below | (left & ~below) << 1
    second = _with_cells(left)
    total = 0
    for n in range(fewer - 1, -1, -1):
        second |= labels % LABELS << 8 * n
        total += labels % LABELS
        labels //= LABELS
    for n in range(more - 1, -1, -1):
        first |= labels % LABELS << 8 * n
        total += labels % LABELS
        labels //= LABELS
    if dice % 3:
        # The last label lacks its remainder; it makes the sum a multiple of three.
        missing = -total % 3
        if fewer:
            second += missing << 8 * (fewer - 1)
        else:
            first += missing << 8 * (more - 1)
    if own_dice >= other_dice:
        return first, second
    return second, first


@record_kernel(int64(int64, int64))
def rank_of(own, other):
    """Call `rank` from Python."""
    return rank(own, other)


@record_kernel(int64(int64, int64, int64))
def unrank_of(number, own_dice, other_dice):
    """Call `unrank` from Python. Returns the mover's side, with the other side in the upper 32 bits."""
    own, other = unrank(number, own_dice, other_dice)
    return own | other << 32
