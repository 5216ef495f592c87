"""Expansion of the search tree: adds turns with priors to a decision, and initialises a turn's position and value."""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np

from fourth_seat.engines.jit.kernels import record_part
from fourth_seat.engines.jit.types import int64
from fourth_seat.engines.tridice.kernels.dice import (
    PASS,
    PLACEMENT,
    after_roll,
    cells_of,
    count_of,
    die_on,
    find_rolls,
    find_turns,
    numbers_of,
    reach,
    with_die,
    write_position,
)
from fourth_seat.engines.tridice.kernels.evaluation import ORBIT, evaluate, evaluate_throws, phase_of
from fourth_seat.engines.tridice.kernels.lattice import LABELS
from fourth_seat.engines.tridice.kernels.records import EXPANDED, LEAF, NEW, PROVEN, REPEATED, THROW
from fourth_seat.engines.tridice.kernels.tables import UNKNOWN, WON, material_index, value_at

U = np.uint64
THROWS = U(LABELS)
MAX_QUIET_TURNS = 100  # turns without a placement or a capture make a draw


@record_part
def settle(node, value):
    """Mark a node as proven, with the given value."""
    node.state = PROVEN
    node.value = value


@record_part
def value_first(node, known):
    """Initialise the value of a decision node: exact if possible, otherwise estimated."""
    own, other, own_hand, other_hand = numbers_of(node.position)
    mine, yours = count_of(own), count_of(other)
    node.visits = 1
    if mine + own_hand == 0:
        settle(node, 1.0)
        return
    if node.quiet >= MAX_QUIET_TURNS:
        settle(node, 0.0)
        return
    small = node.quiet == 0 and mine + yours + own_hand + other_hand <= 4
    if small and known.tables.starts[material_index(mine, yours, own_hand, other_hand)] != UNKNOWN:
        settle(node, -value_at(known.tables, own, other, own_hand, other_hand) / WON)
        return
    node.state = LEAF
    node.value = -evaluate(known.weights, own, other, own_hand, other_hand)


@record_part
def promise_of(turn, own, other_cells, threats, params, weights):
    """Return the logarithm of a turn's prior before normalisation.

    Args:
        own: the side that plays the turn.
        threats: cells reached by the other side.
        weights: `WEIGHTS` of the position's phase.
    """
    if turn == PASS:
        return 0.0
    if turn & PLACEMENT:
        promise = params.placed
        if threats >> (turn & 15) & 1:
            promise += params.expose_placed
        return promise
    promise = 0.0
    start, end = turn >> 4, turn & 15
    if other_cells >> end & 1:
        promise += params.capture
    if threats >> start & 1:
        promise += params.escape
    if threats >> end & 1:
        promise += params.expose
    before = die_on(own, start)
    after = end << 4 | before & 15
    return promise + params.stand * (weights.dice[ORBIT[after]] - weights.dice[ORBIT[before]])


@record_part
def expand(tree, nodes, parent, known):
    """Add all turns of a decision node and their priors to the tree, if there is room."""
    own, other, own_hand, other_hand = numbers_of(parent.position)
    own_cells, other_cells = cells_of(own), cells_of(other)
    turns = tree.turns
    found = find_turns(own, other, own_hand, turns)
    if found == 0:
        if other_hand == 0 and find_rolls(other, other_cells, own_cells, turns) == 0:
            settle(parent, 0.0)
            return
        turns[0] = PASS
        found = 1
    first, end = tree.node_count, tree.node_count + U(found)
    if end > U(len(nodes)):
        return
    threats = reach(other, own_cells | other_cells)
    weights = known.weights[phase_of(count_of(own) + count_of(other) + own_hand + other_hand)]
    total = 0.0
    for n in range(U(found)):
        gamma = math.exp(promise_of(turns[n], own, other_cells, threats, tree.params, weights))
        total += gamma
        child = nodes[first + n]
        child.state = NEW
        child.turn = turns[n]
        child.visits = 0
        child.child_count = 0
        child.foreseen_child = 0
        child.value = 0.0
        child.prior = gamma
    for n in range(first, end):
        nodes[n].prior /= total
    parent.first_child = first
    parent.child_count = found
    parent.state = EXPANDED
    tree.node_count = end


@record_part
def value_placement(nodes, placement):
    """Set a placement's value to the mean over its throws; it is proven if all of them are."""
    total, proven = 0.0, True
    first = U(placement.first_child)
    for n in range(first, first + THROWS):
        child = nodes[n]
        total += child.value
        proven &= child.state == PROVEN
    placement.value = total / 12
    if proven:
        placement.state = PROVEN


@record_part
def same_sides(one, other):
    """Return whether two positions have the same dice on the board."""
    return one.own == other.own and one.other == other.other


@record_part
def came_up(tree, nodes, depth, seen):
    """Return whether the position at this depth of the path has occurred before with the same side to move.

    Args:
        seen: the game's positions since the last placement or capture, in order, up to the one before the root.
    """
    here = nodes[tree.path[depth]]
    for back in range(2, here.quiet + 1, 2):
        if depth - back >= 0:
            if same_sides(nodes[tree.path[depth - back]].position, here.position):
                return True
        elif len(seen) + depth - back >= 0 and same_sides(seen[len(seen) + depth - back], here.position):
            return True
    return False


@record_part
def enter_placement(tree, nodes, parent, child, known):
    """Add the throws of a placement to the tree when it is first visited."""
    own, other, own_hand, other_hand = numbers_of(parent.position)
    first, cell = tree.node_count, int64(child.turn) & 15
    child.visits = 1
    if first + THROWS > U(len(nodes)):
        # No room for its throws: it keeps what the position before it is worth.
        child.state = REPEATED
        child.value = -parent.value
        return
    write_position(child.position, own, other, own_hand, other_hand)
    child.state = THROW
    child.first_child, child.child_count = first, LABELS
    few = count_of(own) + count_of(other) + own_hand + other_hand <= 4  # the tables may know them
    if not few:
        evaluate_throws(known.weights, other, own, other_hand, own_hand - 1, cell, tree.throw_values)
    for label in range(LABELS):
        thrown = nodes[first + U(label)]
        write_position(thrown.position, other, with_die(own, cell << 4 | label), other_hand, own_hand - 1)
        thrown.quiet = 0
        thrown.turn = label
        thrown.child_count = 0
        thrown.foreseen_child = 0
        thrown.prior = 1 / 12
        if few:
            value_first(thrown, known)
        else:
            thrown.state, thrown.visits = LEAF, 1
            thrown.value = -tree.throw_values[label]
    tree.node_count = first + THROWS
    value_placement(nodes, child)


@record_part
def enter(tree, nodes, parent, node, depth, seen, known):
    """Initialise the position and value of a node when it is first visited."""
    child = nodes[node]
    child.quiet = parent.quiet + 1
    turn = int64(child.turn)
    if turn & PLACEMENT and turn != PASS:
        enter_placement(tree, nodes, parent, child, known)
        return
    own, other, own_hand, other_hand = numbers_of(parent.position)
    if turn != PASS:
        enemy = other
        own, other = after_roll(own, other, turn)
        if other != enemy:
            child.quiet = 0
    write_position(child.position, other, own, other_hand, own_hand)
    tree.path[depth] = node
    if came_up(tree, nodes, depth, seen):
        child.state, child.visits = REPEATED, 1
        child.value = 0.0
    else:
        value_first(child, known)
