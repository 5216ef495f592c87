"""Monte-Carlo tree search with throws as separate nodes, exact values at the leaves, and proven results.

A node's value, from -1 to 1, is its value for the side whose turn or throw led to it. A decision's value is the mean
of its simulations; its turns are selected by value and prior (PUCT; Silver et al. 2017). A placement's value is the
mean over its twelve throws: all of them are visited when the placement is first tried, and later in rotation (stratified
sampling), so luck never makes a placement look good.

Nodes proven by the tables, by the end of the game, or by their descendants are not searched again (Winands et al. 2008).
The search can assume that the other side does not look as far ahead: at each of its decisions, that side then
plays the turn that seems best to a player who looks no further than the reply (`opponent.py`).
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np

from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.types import array_of, int64, record_type, void
from fourth_seat.engines.tridice.kernels.dice import PASS, POSITION, numbers_of
from fourth_seat.engines.tridice.kernels.expansion import THROWS, enter, expand, settle, value_placement
from fourth_seat.engines.tridice.kernels.opponent import foreseen
from fourth_seat.engines.tridice.kernels.records import EXPANDED, KNOWLEDGE, LEAF, MAX_DEPTH, NEW, NODE, PROVEN, THROW, TREE

U = np.uint64
ROOT = U(0)
MIN_OPPONENT_VISITS = 30  # visits of a decision before it is worth the time to find out what the other side foresees there


@record_part
def end_of(node):
    """Return the index just past a node's last child."""
    return U(node.first_child) + U(node.child_count)


@record_part
def foreseen_child(tree, nodes, parent, weights):
    """Return the child chosen by a side that looks no further than the reply."""
    if parent.foreseen_child == 0:
        own, other, own_hand, other_hand = numbers_of(parent.position)
        best, most = U(parent.first_child), -1e9
        for n in range(U(parent.first_child), end_of(parent)):
            turn = int64(nodes[n].turn)
            if turn == PASS:
                break
            worth = foreseen(weights, own, other, own_hand, other_hand, turn, most, tree.answers)
            if worth > most:
                best, most = n, worth
        parent.foreseen_child = best
    return U(parent.foreseen_child)


@record_part
def choose(tree, nodes, node, known, is_mine):
    """Select the child of a decision to visit next.

    Args:
        is_mine: whether the decision belongs to the side to move at the root.
    """
    parent = nodes[node]
    hope = tree.params.exploration * math.sqrt(int64(parent.visits))
    if node == ROOT:
        hope *= tree.params.wider
    if not is_mine and tree.overlooking and parent.visits >= MIN_OPPONENT_VISITS:
        foreseen = foreseen_child(tree, nodes, parent, known.weights)
        if nodes[foreseen].state != PROVEN:
            return foreseen
    unknown = -parent.value - tree.params.hope
    best, most = U(parent.first_child), -1e9
    for n in range(U(parent.first_child), end_of(parent)):
        child = nodes[n]
        value = child.value if child.visits else unknown
        score = value + hope * child.prior / (1 + child.visits)
        if score > most:
            best, most = n, score
    return best


@record_part
def choose_throw(nodes, parent):
    """Return the least visited throw of a placement, ignoring proven throws."""
    first = U(parent.first_child)
    shift = U(parent.visits) * U(5)
    best, fewest = first, U(1 << 60)
    for n in range(THROWS):
        number = first + (n + shift) % THROWS
        child = nodes[number]
        if child.state != PROVEN and child.visits < fewest:
            best, fewest = number, U(child.visits)
    return best


@record_part
def conclude(nodes, parent):
    """Set a decision's value if it follows from its proven turns."""
    best, proven = -2.0, True
    for n in range(U(parent.first_child), end_of(parent)):
        child = nodes[n]
        if child.state == PROVEN:
            best = max(best, child.value)
        else:
            proven = False
    if best == 1.0 or proven:
        settle(parent, -best)


@record_part
def descend(tree, nodes, seen, known):
    """Descend the tree to a leaf or an unvisited node; return the depth of that node on the path."""
    node, depth, is_mine = ROOT, 0, True
    tree.path[0] = node
    while depth < MAX_DEPTH:
        parent = nodes[node]
        if parent.state == LEAF:
            expand(tree, nodes, parent, known)
        if parent.state == THROW:
            node = choose_throw(nodes, parent)
        elif parent.state == EXPANDED:
            node = choose(tree, nodes, node, known, is_mine)
            is_mine = not is_mine
        else:
            break
        depth += 1
        tree.path[depth] = node
        if nodes[node].state == NEW:
            enter(tree, nodes, parent, node, depth, seen, known)
            nodes[node].visits = 0
            break
    return depth


@record_part
def back_up(tree, nodes, depth):
    """Count a visit to each node on the path, and update the values of the last node's ancestors."""
    node = nodes[tree.path[depth]]
    before, tried = node.value, int64(node.visits)
    node.visits = tried + 1
    if tried == 0:
        before = 0.0
    for level in range(depth - 1, -1, -1):
        parent = nodes[tree.path[level]]
        old, visits = parent.value, int64(parent.visits)
        parent.visits = visits + 1
        if parent.state == THROW:
            value_placement(nodes, parent)
        else:
            if node.state == PROVEN:
                conclude(nodes, parent)
            if parent.state != PROVEN:
                total = -old * visits + (tried + 1) * node.value - tried * before
                parent.value = -total / (visits + 1)
        node, before, tried = parent, old, visits


@record_kernel(void(record_type(TREE), array_of(NODE), array_of(POSITION), KNOWLEDGE, int64))
def search(tree, nodes, seen, known, simulations):
    """Run `simulations` simulations from the root (node 0), or fewer if its value is proven.

    Args:
        seen: the game's positions since the last placement or capture, in order, up to the one before the root.
    """
    for _ in range(simulations):
        if nodes[ROOT].state == PROVEN:
            break
        back_up(tree, nodes, descend(tree, nodes, seen, known))
