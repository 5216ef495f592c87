"""Fills the tables. All values are those of the side to move.

Hands empty, there is no chance left and every position is won, lost or drawn: a signed byte holds in how many turns the
next die is taken by the side that wins (negative: the other side wins), 0 a draw. They are found round by round, as in any
endgame table: round n decides what depends on positions decided before. Only positions are looked at that can have changed:
those from which a turn leads to one that changed in the round before (`touch`).

With dice in hand a value is an expectation. A throw makes it a mean of twelve, and each throw leaves the kind of position
for good, so that values are multiples of 12 ** -hands: whole numbers in units of `UNIT`. They are iterated from 0, the
value of endless play; since chance never comes back, so many rounds without chance end in values that stay. Afterwards
rounds count, as above, in how many turns the side that has the advantage brings about the placement or capture on which it
rests: so many turns must be left before the rules end the game.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import int8, int16, int64

from engines.jit.compile import kernel, part
from engines.tridice.kernels.dice import (
    MAX_TURNS,
    cells_of,
    count_of,
    find_rolls,
    rolled,
    with_die,
    without,
)
from engines.tridice.kernels.lattice import BACK_BEGIN, BACK_BETWEEN, BACK_START, NO_DIE
from engines.tridice.kernels.ranking import rank, unrank

WON = 20736  # 12 ** 4: the value of a won game, so that means over the throws of four dice are whole numbers
NONE = -32768  # no value
MATERIAL_COUNT = 5**4
UNKNOWN = -1  # where a kind has no table

BYTES, WORDS, ROUNDS, INDEX = int8[::1], int16[::1], int8[::1], int64[::1]


@part
def material_index(own_dice, other_dice, own_hand, other_hand):
    """The number of a kind of position: dice of both sides on the board, and in their hands."""
    return ((own_dice * 5 + other_dice) * 5 + own_hand) * 5 + other_hand


@part
def value_at(decided, worth, starts, own, other, own_hand, other_hand):
    """The value of a position whose kind has a table; a side without dice has lost."""
    own_dice, other_dice = count_of(own), count_of(other)
    if own_dice + own_hand == 0:
        return -WON
    place = starts[material_index(own_dice, other_dice, own_hand, other_hand)] + rank(own, other)
    if own_hand + other_hand:
        return int64(worth[place])
    entry = decided[place]
    return WON if entry > 0 else -WON if entry < 0 else 0


@kernel(int64(BYTES, INDEX, BYTES, int64, int64, int64, int64, int64))
def decide(decided, starts, touched, own_dice, other_dice, round_, begin, end):
    """Hands empty: decides what a round can among the positions with numbers from begin to end; gives how many.

    Entries of this round are not looked at, so that threads can share a round.
    """
    here = starts[material_index(own_dice, other_dice, 0, 0)]
    after = starts[material_index(other_dice, own_dice, 0, 0)]
    taken = starts[material_index(other_dice - 1, own_dice, 0, 0)]
    turns = np.empty(MAX_TURNS, np.int64)
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


@part
def touch_before(own, other, touched):
    """Touches the positions from which a turn without capture, or a pass, leads to this one."""
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


@kernel(int64(BYTES, int64, BYTES, int64, int64, int64, int64))
def touch(marks, mark, touched, own_dice, other_dice, begin, end):
    """Touches, among the positions with the sides exchanged, those that depend on one with this mark, of either sign."""
    done = 0
    for number in range(begin, end):
        if abs(int64(marks[number])) == mark:
            own, other = unrank(number, own_dice, other_dice)
            touch_before(own, other, touched)
            done += 1
    return done


@part
def mean_after_throw(decided, worth, starts, own, other, own_hand, other_hand, cell):
    """The value, for the side that places a die on a cell."""
    total = 0
    for label in range(12):
        total -= value_at(decided, worth, starts, other, with_die(own, cell << 4 | label), other_hand, own_hand - 1)
    return total // 12


@kernel(int64(BYTES, WORDS, INDEX, int64, int64, int64, int64, WORDS, int64, int64))
def leave(decided, worth, starts, own_dice, other_dice, own_hand, other_hand, best, begin, end):
    """With dice in hand: the best that a placement or a capture is worth, `NONE` where there is none."""
    turns = np.empty(MAX_TURNS, np.int64)
    for number in range(begin, end):
        own, other = unrank(number, own_dice, other_dice)
        own_cells, other_cells = cells_of(own), cells_of(other)
        most = NONE
        for n in range(find_rolls(own, own_cells, other_cells, turns)):
            turn = turns[n]
            if other_cells >> (turn & 15) & 1:
                left = without(other, turn & 15)
                most = max(most, -value_at(decided, worth, starts, left, rolled(own, turn), other_hand, own_hand))
        if own_hand:
            for cell in range(16):
                if (own_cells | other_cells) >> cell & 1 == 0:
                    mean = mean_after_throw(decided, worth, starts, own, other, own_hand, other_hand, cell)
                    most = max(most, mean)
        best[number] = most
    return end - begin


@kernel(int64(WORDS, WORDS, BYTES, BYTES, int64, int64, WORDS, int64, int64))
def improve(leaving, after, touched, changed, own_dice, other_dice, values, begin, end):
    """One step of value iteration: from the values after a turn to those before it; gives how many change.

    Args:
        leaving: what the best placement or capture is worth.
        after: the values of the positions with the sides exchanged, before this step.
        changed: is set to 1 where a value changes, else to 0.
        values: read and written.
    """
    turns = np.empty(MAX_TURNS, np.int64)
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


@kernel(int64(WORDS, WORDS, WORDS, ROUNDS, ROUNDS, BYTES, int64, int64, int64, int64, int64))
def count_rounds(leaving, values, after, rounds, rounds_after, touched, own_dice, other_dice, round_, begin, end):
    """Marks with a round the positions whose value the side with the advantage then makes good; gives how many.

    That side takes the shortest, the other one the longest of the ways that keep the value.
    """
    turns = np.empty(MAX_TURNS, np.int64)
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
