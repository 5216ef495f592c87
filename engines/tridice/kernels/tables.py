"""Kernels that fill the endgame tables. All values are given from the point of view of the side to move.

With empty hands, nothing is left to chance, and every position is won, lost or drawn: a signed byte holds the number of
turns until the winner takes the next die (negative if the other side wins), or 0 for a draw. These values are computed in
rounds, as in any endgame table: each round decides the positions that depend on those decided before. It visits only
positions that may have changed: those from which a turn leads to one that changed in the previous round (`touch`).

With dice in hand, a value is an expectation. A throw makes it the mean of twelve values, and each throw uses up a die in
hand. Values are therefore multiples of 12 ** -hands, and are stored as integers in units of 1 / `WON`. The iteration starts
from 0, the value of endless play, and converges because a throw never leads back to an earlier position. After that, the
side with the advantage takes a number of turns to reach the placement or capture that secures it; this number is counted in
rounds as above. At least this many turns must remain before the rules end the game.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.types import array_of, int64, named_tuple
from fourth_seat.engines.tridice.kernels.dice import (
    TURNS,
    cells_of,
    count_of,
    find_rolls,
    rolled,
    with_die,
    without,
)
from fourth_seat.engines.tridice.kernels.lattice import BACK_BEGIN, BACK_BETWEEN, BACK_START, NO_DIE
from fourth_seat.engines.tridice.kernels.ranking import rank, unrank

WON = 20736  # 12 ** 4: the value of a won game, so that means over the throws of four dice are whole numbers
NONE = -32768  # no value
MATERIAL_COUNT = 5**4
UNKNOWN = -1  # for a kind without a table

BYTES, VALUES, INDEX = array_of(np.int8), array_of(np.int16), array_of(np.int64)


class TriDiceTableArrays(NamedTuple):
    """Tables with the values of positions.

    Attributes:
        decided: for positions without dice in hand, the number of turns until the winner takes the next die, negative if
            the side to move loses; 0 for a draw.
        worth: for positions with dice in hand, the value in units of 1 / `WON`.
        starts: start of each material's positions in `decided` or `worth`, indexed by `material_index`; `UNKNOWN` if they
            are in neither.
    """

    decided: NDArray[np.int8]
    worth: NDArray[np.int16]
    starts: NDArray[np.int64]


TABLES = named_tuple((BYTES, VALUES, INDEX), TriDiceTableArrays)


@record_part
def material_index(own_dice, other_dice, own_hand, other_hand):
    """Return the index of a material, that is, of the numbers of dice on the board and in the hands of both sides."""
    return ((own_dice * 5 + other_dice) * 5 + own_hand) * 5 + other_hand


@record_part
def value_at(tables, own, other, own_hand, other_hand):
    """Return the value of a position whose material is in the tables. A side without dice has lost."""
    own_dice, other_dice = count_of(own), count_of(other)
    if own_dice + own_hand == 0:
        return -WON
    place = tables.starts[material_index(own_dice, other_dice, own_hand, other_hand)] + rank(own, other)
    if own_hand + other_hand:
        return int64(tables.worth[place])
    entry = tables.decided[place]
    return WON if entry > 0 else -WON if entry < 0 else 0


@record_kernel(int64(BYTES, INDEX, BYTES, int64, int64, int64, int64, int64, TURNS))
def decide(decided, starts, touched, own_dice, other_dice, round_, begin, end, turns):
    """Run one round over the positions `begin` to `end` without dice in hand, deciding those that can be decided.

    Returns the number of positions decided. Entries of the same round are not read, so threads can share a round.

    Args:
        decided, starts: see `TriDiceTableArrays`.
        touched: nonzero for the positions to visit, by number; reset to 0.
        turns: scratch space.
    """
    here = starts[material_index(own_dice, other_dice, 0, 0)]
    after = starts[material_index(other_dice, own_dice, 0, 0)]
    taken = starts[material_index(other_dice - 1, own_dice, 0, 0)]
    done = 0
    for number in range(begin, end):
        if touched[number] == 0 or decided[here + number]:
            continue
        touched[number] = 0
        own, other = unrank(number, own_dice, other_dice)
        other_cells = cells_of(other)
        found = find_rolls(own, cells_of(own), other_cells, turns)
        wins, open_ = False, False
        if found == 0:
            entry = int64(decided[after + rank(other, own)])
            wins = -round_ < entry < 0
            open_ = entry == 0 or abs(entry) >= round_
        for n in range(found):
            turn = turns[n]
            if other_cells >> (turn & 15) & 1:
                if other_dice == 1:
                    wins = True
                    break
                entry = int64(decided[taken + rank(without(other, turn & 15), rolled(own, turn))])
                if entry < 0:
                    wins = True
                    break
                open_ |= entry == 0
            elif round_ == 1:
                open_ = True
            else:
                entry = int64(decided[after + rank(other, rolled(own, turn))])
                if -round_ < entry < 0:
                    wins = True
                    break
                open_ |= entry == 0 or entry >= round_ or entry <= -round_
        if wins or not open_:
            decided[here + number] = round_ if wins else -round_
            done += 1
    return done


@record_part
def touch_before(own, other, touched):
    """Mark in `touched` the positions that lead to this one by a pass or a turn without a capture."""
    touched[rank(other, own)] = 1
    occupied = cells_of(own) | cells_of(other)
    left = other
    while left & NO_DIE != NO_DIE:
        code = left & NO_DIE
        last = -1
        for way in range(BACK_BEGIN[code], BACK_BEGIN[code + 1]):
            start = BACK_START[way]
            if start != last and BACK_BETWEEN[way] & occupied == 0 and occupied >> start & 1 == 0:
                touched[rank(with_die(without(other, code >> 4), start << 4 | code & 15), own)] = 1
                last = start
        left = left >> 8 | NO_DIE << 24


@record_kernel(int64(BYTES, int64, BYTES, int64, int64, int64, int64))
def touch(marks, mark, touched, own_dice, other_dice, begin, end):
    """Mark in `touched` the positions from which a turn leads to a position with this mark, of either sign; return the
    number of positions with the mark.

    Args:
        marks: marks of the positions with this material.
        touched: flags of the positions with the sides exchanged.
    """
    done = 0
    for number in range(begin, end):
        if abs(int64(marks[number])) == mark:
            own, other = unrank(number, own_dice, other_dice)
            touch_before(own, other, touched)
            done += 1
    return done


@record_part
def mean_after_throw(tables, own, other, own_hand, other_hand, cell):
    """Return the mean value, over all throws, for the side that places a die on a cell."""
    total = 0
    for label in range(12):
        total -= value_at(tables, other, with_die(own, cell << 4 | label), other_hand, own_hand - 1)
    return total // 12


@record_kernel(int64(TABLES, int64, int64, int64, int64, VALUES, int64, int64, TURNS))
def leave(tables, own_dice, other_dice, own_hand, other_hand, best, begin, end, turns):
    """Write the value of the best placement or capture to `best` for positions with dice in hand; `NONE` if there is none.

    Returns the number of positions. `turns` is scratch space.
    """
    for number in range(begin, end):
        own, other = unrank(number, own_dice, other_dice)
        own_cells, other_cells = cells_of(own), cells_of(other)
        most = NONE
        for n in range(find_rolls(own, own_cells, other_cells, turns)):
            turn = turns[n]
            if other_cells >> (turn & 15) & 1:
                left = without(other, turn & 15)
                most = max(most, -value_at(tables, left, rolled(own, turn), other_hand, own_hand))
        if own_hand:
            for cell in range(16):
                if (own_cells | other_cells) >> cell & 1 == 0:
                    mean = mean_after_throw(tables, own, other, own_hand, other_hand, cell)
                    most = max(most, mean)
        best[number] = most
    return end - begin


@record_kernel(int64(VALUES, VALUES, BYTES, BYTES, int64, int64, VALUES, int64, int64, TURNS))
def improve(leaving, after, touched, changed, own_dice, other_dice, values, begin, end, turns):
    """Run one step of value iteration, from the values after a turn to those before it; return the number of changes.

    Args:
        leaving: values of the best placement or capture (`leave`).
        after: values of the positions with the sides exchanged, before this step.
        touched: nonzero for the positions to visit; reset to 0.
        changed: set to 1 where a value changes, otherwise to 0.
        values: updated in place.
        turns: scratch space.
    """
    changes = 0
    for number in range(begin, end):
        changed[number] = 0
        if touched[number] == 0:
            continue
        touched[number] = 0
        most = int64(leaving[number])
        if most < WON:
            own, other = unrank(number, own_dice, other_dice)
            other_cells = cells_of(other)
            for n in range(find_rolls(own, cells_of(own), other_cells, turns)):
                if other_cells >> (turns[n] & 15) & 1 == 0:
                    most = max(most, -int64(after[rank(other, rolled(own, turns[n]))]))
            if most == NONE:
                most = -int64(after[rank(other, own)])  # a pass
        if most != values[number]:
            values[number] = most
            changed[number] = 1
            changes += 1
    return changes


@record_kernel(int64(VALUES, VALUES, VALUES, BYTES, BYTES, BYTES, int64, int64, int64, int64, int64, TURNS))
def count_rounds(leaving, values, after, rounds, rounds_after, touched, own_dice, other_dice, round_, begin, end, turns):
    """Write a round's number to `rounds` for all positions whose value is secured in that many turns.

    The side with the advantage chooses the shortest way to preserve the value, and the other side the longest. Returns the
    number of these positions.

    Args:
        leaving: values of the best placement or capture (`leave`).
        after, rounds_after: values and rounds of the positions with the sides exchanged.
        touched: nonzero for the positions to visit; reset to 0.
        turns: scratch space.
    """
    done = 0
    for number in range(begin, end):
        value = int64(values[number])
        if touched[number] == 0 or rounds[number] or value == 0:
            continue
        touched[number] = 0
        own, other = unrank(number, own_dice, other_dice)
        other_cells = cells_of(other)
        leaves = leaving[number] == value
        some, all_ = leaves, True
        quiet = 0
        for n in range(find_rolls(own, cells_of(own), other_cells, turns)):
            if other_cells >> (turns[n] & 15) & 1 == 0:
                quiet += 1
                place = rank(other, rolled(own, turns[n]))
                if after[place] == -value:
                    counted = 0 < rounds_after[place] < round_
                    some |= counted
                    all_ &= counted
        if quiet == 0 and leaving[number] == NONE:
            place = rank(other, own)
            some = 0 < rounds_after[place] < round_
            all_ = some
        if some if value > 0 else all_:
            rounds[number] = round_
            done += 1
    return done
