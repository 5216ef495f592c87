"""Values of positions for the side on roll, from the result of the game if it is over, from the tables, or from the network
for the kind of position.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fourth_seat.engines.backgammon.kernels.bearoff import ENDS, TABLES, TableArrays, known_shares
from fourth_seat.engines.backgammon.kernels.features import FEATURES, feature_inputs
from fourth_seat.engines.backgammon.kernels.network import FORWARD, NETWORKS, OUTCOMES, NetworkArrays, forward
from fourth_seat.engines.backgammon.kernels.position_kind import KNOWN, RACE, RAW, kind_of, lost, raw_inputs
from fourth_seat.engines.backgammon.kernels.turns import MOST_TURNS, POSITION, POSITIONS, SIDE, TURNS, copy_position, turns
from fourth_seat.engines.jit.kernels import record_kernel, record_part, record_summing
from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import boolean, float32, int64, named_tuple, record_type, void

WORTH = float32[::1]
"""The values of the six outcomes of a game, in order."""
OVER = KNOWN + 1  # in place of a kind: the game is over
SHARES = float32[:, ::1]
KEPT = 6  # turns of a throw that the networks judge, if there are more: those that the pruning networks like best


class Knowledge(NamedTuple):
    """The networks and tables that evaluate positions. The pruning networks are small and use only the checkers as inputs;
    without hidden units, they prune nothing.
    """

    networks: NetworkArrays
    pruning: NetworkArrays
    tables: TableArrays


KNOWLEDGE = named_tuple((NETWORKS, NETWORKS, TABLES), Knowledge)

WORKSPACE = record_dtype([
    ("turns", TURNS),  # of the throw that is being played
    ("forward", FORWARD),  # the inputs and hidden units of the position that is being evaluated
    ("features", np.int64, FEATURES),  # of one of its sides
    ("likely", np.int64, KEPT),  # the turns that are kept,
    ("left", np.float32, MOST_TURNS),  # by what each leaves the other side, according to the pruning networks
    ("now", np.float32, OUTCOMES),  # the shares of a turn,
    ("best", np.float32, OUTCOMES),  # and of the best turn so far
])  # fmt: skip


def workspace() -> np.void:
    """Return the memory for one call to a kernel; concurrent calls need separate memory."""
    return np.empty(1, WORKSPACE)[0]


@record_part
def shares_of(known, here, work, shares):
    """Compute the probabilities of the six outcomes. Return the number of the network used (or the kind of position if no
    network was used) and the number of non-zero inputs.

    If a network was used, `work.forward` holds its inputs and hidden units.
    """
    return shares_by(known.networks, known.tables, here, work, shares)


@record_part
def shares_by(networks, tables, here, work, shares):
    """Like `shares_of`, but with the given networks."""
    points = lost(here)
    if points:
        for o in range(OUTCOMES):
            shares[o] = 0.0
        shares[3 - points] = 1.0
        return OVER, 0
    kind = kind_of(here)
    if kind == KNOWN:
        if tables.ends.shape[0]:
            known_shares(tables, here, shares)
            return kind, 0
        kind = RACE
    index, value = work.forward.index, work.forward.value
    count = raw_inputs(here, index, value)
    if networks.first.shape[1] > RAW:
        count = feature_inputs(kind, here, index, value, count, work.features)
    kind = min(kind, networks.first.shape[0] - 1)
    forward(networks, kind, count, work.forward, shares)
    return kind, count


@record_summing
def equity(shares, worth):
    """Return the equity of a position with these outcome probabilities."""
    total = float32(0.0)
    for o in range(OUTCOMES):
        total += worth[o] * shares[o]
    return total


@record_kernel(void(KNOWLEDGE, record_type(WORKSPACE), POSITIONS, SHARES))
def evaluate(known, work, positions, shares):
    """Compute the probabilities of the six outcomes for several positions, for the side on roll in each."""
    for n in range(len(positions)):
        shares_of(known, positions[n], work, shares[n])


@record_part
def prune(known, worth, count, work):
    """Fill `work.likely` with those of the `count` turns found that leave the other side worst off according to the pruning
    networks.
    """
    left, likely = work.left, work.likely
    for i in range(count):
        shares_by(known.pruning, known.tables, work.turns.found[i], work, work.now)
        left[i] = equity(work.now, worth)
    for n in range(KEPT):
        least = 0
        for i in range(1, count):
            if left[i] < left[least]:
                least = i
        likely[n], left[least] = least, float32(1e9)


@record_part
def best_turn(known, worth, here, high, low, work):
    """Find the turns for a throw, as `turns` does (only a pass if no checker can move). Return the index of the turn that
    leaves the other side worst off, among those kept by pruning, and the number of turns. The outcome probabilities after
    that turn are in `work.best`.
    """
    found, now, best = work.turns.found, work.now, work.best
    count = turns(here, high, low, work.turns)
    if count == 0:
        for place in range(SIDE):
            found[0, place], found[0, SIDE + place] = here[SIDE + place], here[place]
        count = 1
    pruned = count > KEPT and known.pruning.first.shape[2] > 0
    if pruned:
        prune(known, worth, count, work)
    chosen, least = 0, float32(1e9)
    for n in range(KEPT if pruned else count):
        i = work.likely[n] if pruned else n
        shares_of(known, found[i], work, now)
        left = equity(now, worth)
        if left < least:
            chosen, least = i, left
            for o in range(OUTCOMES):
                best[o] = now[o]
    return chosen, count


@record_part
def settled(here, ends):
    """Return whether the game is over in a position, or the tables contain the position."""
    return lost(here) > 0 or (ends.shape[0] > 0 and kind_of(here) == KNOWN)


@record_kernel(int64(KNOWLEDGE, record_type(WORKSPACE), WORTH, POSITIONS, SHARES))
def look_ahead(known, work, worth, positions, shares):
    """Evaluate positions like `evaluate`, but one throw deeper: by the mean over all throws, each leading to the best
    position.

    Returns:
        The number of turns found.
    """
    looked = 0
    for n in range(len(positions)):
        here, mean = positions[n], shares[n]
        if settled(here, known.tables.ends):
            shares_of(known, here, work, mean)
            continue
        for o in range(OUTCOMES):
            mean[o] = 0.0
        for high in range(1, 7):
            for low in range(1, high + 1):
                _, count = best_turn(known, worth, here, high, low, work)
                looked += count
                chance = float32((1 if high == low else 2) / 36)
                for o in range(OUTCOMES):
                    mean[o] += chance * work.best[OUTCOMES - 1 - o]
    return looked


@record_kernel(void(KNOWLEDGE, record_type(WORKSPACE), WORTH, POSITION, POSITIONS))
def reply(known, work, worth, here, after):
    """Play each of the 21 throws, in the order 11, 21, 22, 31 and so on, in a position that is not over."""
    throw = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            chosen, _ = best_turn(known, worth, here, high, low, work)
            copy_position(work.turns.found[chosen], after[throw])
            throw += 1


@record_kernel(boolean(ENDS, POSITION))
def is_settled(ends, here):
    """Call `settled` from Python."""
    return settled(here, ends)
