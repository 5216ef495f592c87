"""Monte-Carlo tree search with throws as nodes of their own, exact values as leaves, and proven results.

A node's value is what it is worth to the side whose turn or throw led to it, from -1 to 1. A decision is the mean of its
simulations, its turns chosen by value and prior (PUCT; Silver et al. 2017). A placement is the plain mean of its twelve
throws: all are looked at when the placement is tried first, and afterwards in turn (stratified sampling), so that luck
never makes a placement look good. What is proven - by the tables, by the end of the game, or because all that follows is
proven - is not searched again (Winands et al. 2008).

The other side may be taken to see less far than the search: to make, at each of its decisions, the turn that seems best to
somebody who looks no further than the answer to it (`opponent.py`).
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np
from numba import float64, int8, int16, int64

from engines.jit.compile import kernel, part
from engines.tridice.kernels.dice import (
    EMPTY,
    MAX_TURNS,
    PLACEMENT,
    after_roll,
    cells_of,
    count_of,
    find_rolls,
    find_turns,
    reach,
    with_die,
)
from engines.tridice.kernels.evaluation import DICE, ORBIT, WEIGHTS, evaluate, evaluate_throws
from engines.tridice.kernels.lattice import LABELS
from engines.tridice.kernels.opponent import foreseen
from engines.tridice.kernels.tables import UNKNOWN, WON, material_index, value_at

# A node, in words: the sides to move from it (the placing side first while a die is thrown), and the rest.
SIDES, HANDS, QUIET, STATE, TURN, FIRST, COUNT, VISITS, SETTLED = range(9)
NODE_WORDS = 9
VALUE, PRIOR = range(2)
NODE_FLOATS = 2
# What a node is: not looked at yet; a leaf; with children; a throw; proven; a draw only because it came up before.
NEW, LEAF, OPEN, THROW, PROVEN, REPEATED = range(6)
PASS = 511
MAX_DEPTH = 200
# What the search is told: the constants of the choice, and of the prior.
EXPLORATION, WIDER, HOPE, CAPTURE, ESCAPE, EXPOSE, EXPOSE_PLACED, PLACED, STAND, OVERLOOKING = range(10)
MIN_OPPONENT_VISITS = 30  # simulations of a decision before it is worth the time to ask what the other side foresees there
MAX_QUIET_TURNS = 100  # turns without a placement or a capture make a draw


@part
def settle(nodes, floats, node, value):
    """What is proven of a node."""
    nodes[node, STATE] = PROVEN
    floats[node, VALUE] = value


@part
def look(nodes, floats, node, weights, decided, worth, starts):
    """Gives a decision its first value: exact where it can be, else an estimate."""
    sides, hands = nodes[node, SIDES], nodes[node, HANDS]
    own, other, own_hand, other_hand = sides & EMPTY, sides >> 32 & EMPTY, hands & 7, hands >> 3
    mine, yours = count_of(own), count_of(other)
    nodes[node, VISITS] = 1
    if mine + own_hand == 0:
        settle(nodes, floats, node, 1.0)
        return
    if nodes[node, QUIET] >= MAX_QUIET_TURNS:
        settle(nodes, floats, node, 0.0)
        return
    small = nodes[node, QUIET] == 0 and mine + yours + own_hand + other_hand <= 4
    if small and starts[material_index(mine, yours, own_hand, other_hand)] != UNKNOWN:
        value = value_at(decided, worth, starts, own, other, own_hand, other_hand)
        settle(nodes, floats, node, -value / WON)
        return
    nodes[node, STATE] = LEAF
    floats[node, VALUE] = -evaluate(weights, own, other, own_hand, other_hand)


@part
def expand(nodes, floats, node, used, weights, settings, turns):
    """Lists a decision's turns with their priors; gives how many nodes are in use then."""
    sides, hands = nodes[node, SIDES], nodes[node, HANDS]
    own, other, own_hand, other_hand = sides & EMPTY, sides >> 32 & EMPTY, hands & 7, hands >> 3
    own_cells, other_cells = cells_of(own), cells_of(other)
    found = find_turns(own, other, own_hand, turns)
    if found == 0:
        if other_hand == 0 and find_rolls(other, other_cells, own_cells, turns) == 0:
            settle(nodes, floats, node, 0.0)
            return used
        turns[0] = PASS
        found = 1
    if used + found > len(nodes):
        return used
    threats = reach(other, own_cells | other_cells)
    at = 0
    alive = count_of(own) + count_of(other) + own_hand + other_hand
    if alive > 4:
        at = WEIGHTS if alive <= 6 else 2 * WEIGHTS
    total = 0.0
    for n in range(found):
        turn = turns[n]
        promise = 0.0
        if turn == PASS:
            promise = 0.0
        elif turn & PLACEMENT:
            promise = settings[PLACED]
            if threats >> (turn & 15) & 1:
                promise += settings[EXPOSE_PLACED]
        else:
            start, end = turn >> 4, turn & 15
            if other_cells >> end & 1:
                promise += settings[CAPTURE]
            if threats >> start & 1:
                promise += settings[ESCAPE]
            if threats >> end & 1:
                promise += settings[EXPOSE]
            side = own
            while (side & 255) >> 4 != start:
                side >>= 8
            before, after = side & 255, end << 4 | side & 15
            promise += settings[STAND] * (weights[at + DICE + ORBIT[after]] - weights[at + DICE + ORBIT[before]])
        promise = math.exp(promise)
        total += promise
        child = used + n
        nodes[child, STATE] = NEW
        nodes[child, TURN] = turn
        nodes[child, VISITS] = 0
        nodes[child, COUNT] = 0
        nodes[child, SETTLED] = 0
        floats[child, VALUE] = 0.0
        floats[child, PRIOR] = promise
    for child in range(used, used + found):
        floats[child, PRIOR] /= total
    nodes[node, FIRST] = used
    nodes[node, COUNT] = found
    nodes[node, STATE] = OPEN
    return used + found


@part
def settled_on(nodes, node, weights):
    """The turn that is made by somebody who looks no further than the answer to it."""
    settled = nodes[node, SETTLED]
    if settled == 0:
        sides, hands = nodes[node, SIDES], nodes[node, HANDS]
        own, other, own_hand, other_hand = sides & EMPTY, sides >> 32 & EMPTY, hands & 7, hands >> 3
        settled, most = nodes[node, FIRST], -1e9
        for child in range(settled, settled + nodes[node, COUNT]):
            if nodes[child, TURN] == PASS:
                break
            worth = foreseen(weights, own, other, own_hand, other_hand, nodes[child, TURN], most)
            if worth > most:
                settled, most = child, worth
        nodes[node, SETTLED] = settled
    return settled


@part
def choose(nodes, floats, node, weights, settings, mine):
    """The turn that is looked at next, at a decision of the side to move at the root (`mine`) or of the other."""
    first, count = nodes[node, FIRST], nodes[node, COUNT]
    visits = nodes[node, VISITS]
    hope = settings[EXPLORATION] * math.sqrt(visits)
    if node == 0:
        hope *= settings[WIDER]
    if not mine and settings[OVERLOOKING] and visits >= MIN_OPPONENT_VISITS:
        settled = settled_on(nodes, node, weights)
        if nodes[settled, STATE] != PROVEN:
            return settled
    unknown = -floats[node, VALUE] - settings[HOPE]
    best, most = first, -1e9
    for child in range(first, first + count):
        tried = nodes[child, VISITS]
        value = floats[child, VALUE] if tried else unknown
        score = value + hope * floats[child, PRIOR] / (1 + tried)
        if score > most:
            best, most = child, score
    return best


@part
def choose_throw(nodes, node):
    """The throw that was looked at least, of those that are not proven."""
    first = nodes[node, FIRST]
    shift = nodes[node, VISITS] * 5
    best, fewest = first, 1 << 60
    for n in range(12):
        child = first + (n + shift) % 12
        if nodes[child, STATE] != PROVEN and nodes[child, VISITS] < fewest:
            best, fewest = child, nodes[child, VISITS]
    return best


@part
def throw_mean(nodes, floats, node):
    """A placement's value; proven where all throws are."""
    first, total, proven = nodes[node, FIRST], 0.0, True
    for child in range(first, first + 12):
        total += floats[child, VALUE]
        proven &= nodes[child, STATE] == PROVEN
    floats[node, VALUE] = total / 12
    if proven:
        nodes[node, STATE] = PROVEN


@part
def came_up(nodes, path, depth, seen):
    """Whether the position at the end of a path came up before, with the same side to move, in this line or in the game.

    Args:
        seen: the sides of the game's positions since the last placement or capture, the latest before the root last.
    """
    node = path[depth]
    sides, quiet = nodes[node, SIDES], nodes[node, QUIET]
    for back in range(2, quiet + 1, 2):
        if depth - back >= 0:
            if nodes[path[depth - back], SIDES] == sides:
                return True
        elif len(seen) + depth - back >= 0 and seen[len(seen) + depth - back] == sides:
            return True
    return False


@part
def enter(nodes, floats, parent, child, used, path, depth, seen, weights, values, decided, worth, starts):
    """Looks at a turn for the first time; gives how many nodes are in use then."""
    sides, hands, turn = nodes[parent, SIDES], nodes[parent, HANDS], nodes[child, TURN]
    own, other, own_hand, other_hand = sides & EMPTY, sides >> 32 & EMPTY, hands & 7, hands >> 3
    nodes[child, QUIET] = nodes[parent, QUIET] + 1
    nodes[child, HANDS] = other_hand | own_hand << 3
    if turn == PASS:
        nodes[child, SIDES] = other | own << 32
    elif turn & PLACEMENT:
        if used + 12 > len(nodes):
            # No room for its throws: it keeps what the position before it is worth.
            nodes[child, STATE], nodes[child, VISITS] = REPEATED, 1
            floats[child, VALUE] = -floats[parent, VALUE]
            return used
        nodes[child, SIDES], nodes[child, HANDS] = sides, hands
        nodes[child, STATE], nodes[child, VISITS] = THROW, 1
        nodes[child, FIRST], nodes[child, COUNT] = used, 12
        few = count_of(own) + count_of(other) + own_hand + other_hand <= 4  # the tables may know them
        if not few:
            evaluate_throws(weights, other, own, other_hand, own_hand - 1, turn & 15, values)
        for label in range(12):
            thrown = used + label
            nodes[thrown, SIDES] = other | with_die(own, (turn & 15) << 4 | label) << 32
            nodes[thrown, HANDS] = other_hand | own_hand - 1 << 3
            nodes[thrown, QUIET] = 0
            nodes[thrown, TURN] = label
            nodes[thrown, COUNT] = 0
            nodes[thrown, SETTLED] = 0
            floats[thrown, PRIOR] = 1 / 12
            if few:
                look(nodes, floats, thrown, weights, decided, worth, starts)
            else:
                nodes[thrown, STATE], nodes[thrown, VISITS] = LEAF, 1
                floats[thrown, VALUE] = -values[label]
        throw_mean(nodes, floats, child)
        return used + 12
    else:
        mine, yours = after_roll(own, other, turn)
        if yours != other:
            nodes[child, QUIET] = 0
        nodes[child, SIDES] = yours | mine << 32
    path[depth] = child
    if came_up(nodes, path, depth, seen):
        nodes[child, STATE], nodes[child, VISITS] = REPEATED, 1
        floats[child, VALUE] = 0.0
    else:
        look(nodes, floats, child, weights, decided, worth, starts)
    return used


@part
def conclude(nodes, floats, node):
    """Takes down what is proven of a decision by its turns."""
    best, proven = -2.0, True
    for child in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, COUNT]):
        if nodes[child, STATE] == PROVEN:
            best = max(best, floats[child, VALUE])
        else:
            proven = False
    if best == 1.0 or proven:
        settle(nodes, floats, node, -best)


@kernel(
    int64(
        int64[:, ::1],
        float64[:, ::1],
        int64,
        int64,
        int64[::1],
        float64[::1],
        float64[::1],
        int8[::1],
        int16[::1],
        int64[::1],
    )
)
def search(nodes, floats, used, simulations, seen, weights, settings, decided, worth, starts):
    """Does so many simulations below node 0, or fewer where that is proven; gives how many nodes are in use then."""
    path = np.empty(MAX_DEPTH + 1, np.int64)
    turns = np.empty(MAX_TURNS, np.int64)
    values = np.empty(LABELS)
    for _ in range(simulations):
        node, depth, mine = 0, 0, True
        path[0] = 0
        if nodes[0, STATE] == PROVEN:
            break
        before, tried = 0.0, 0
        while depth < MAX_DEPTH:
            state = nodes[node, STATE]
            if state == LEAF:
                used = expand(nodes, floats, node, used, weights, settings, turns)
                state = nodes[node, STATE]
            if state == THROW:
                node = choose_throw(nodes, node)
            elif state == OPEN:
                parent = node
                node = choose(nodes, floats, node, weights, settings, mine)
                if nodes[node, STATE] == NEW:
                    depth += 1
                    known = weights, values, decided, worth, starts
                    used = enter(nodes, floats, parent, node, used, path, depth, seen, *known)
                    path[depth] = node
                    nodes[node, VISITS] = 0
                    break
                mine = not mine
            else:
                break
            depth += 1
            path[depth] = node
        before, tried = floats[node, VALUE], nodes[node, VISITS]
        nodes[node, VISITS] = tried + 1
        if tried == 0:
            before = 0.0
        for level in range(depth - 1, -1, -1):
            parent = path[level]
            old, visits = floats[parent, VALUE], nodes[parent, VISITS]
            after = floats[node, VALUE]
            nodes[parent, VISITS] = visits + 1
            if nodes[parent, STATE] == THROW:
                throw_mean(nodes, floats, parent)
            else:
                if nodes[node, STATE] == PROVEN:
                    conclude(nodes, floats, parent)
                if nodes[parent, STATE] != PROVEN:
                    total = -old * visits + (tried + 1) * after - tried * before
                    floats[parent, VALUE] = -total / (visits + 1)
            node, before, tried = parent, old, visits
    return used
