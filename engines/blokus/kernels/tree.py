"""Monte Carlo tree search for two to four sides (max^n), with one or more threads on a shared tree.

A node contains the placement that leads to it, and its mean value to the side that made this placement (Sturtevant 2008).
The children of a node are stored contiguously. A child is chosen by its value and its prior (PUCT; Silver et al. 2017).
Threads share the tree without locks (Enzenberger and Mueller 2009): visits are counted on the way down, so that threads
explore different paths; occasionally, an update may be lost.

While a child has few visits, progressive history provides an initial estimate of its value (Nijssen and Winands 2011,
"Enhancements for multi-player Monte-Carlo tree search"). The quality of a placement depends mostly on its surroundings,
which stay the same after placements elsewhere. The estimate is therefore the mean value of its siblings, plus the side's
mean result over all simulations in which it made the placement anywhere in the tree, minus the side's mean result over all
simulations. The more often the placement has been tried, the greater the weight of this difference.
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np

from fourth_seat.engines.blokus.kernels.board import (
    COLOURS,
    MAX_PLACEMENTS,
    SHARED,
    grow,
    keep_legal,
    place,
    reopen,
    side_of,
)
from fourth_seat.engines.blokus.kernels.evaluation import (
    GAIN_SCRATCH,
    GAIN_WEIGHTS,
    PRIOR_SCRATCH,
    PRIOR_WEIGHTS,
    code_reach,
    code_squares,
    expect,
    keep_promising,
    weigh_squares,
)
from fourth_seat.engines.blokus.kernels.playout import (
    PLAYOUT,
    ROOT,
    TO_THE_END,
    WORTH,
    begin_playout,
    clear_local,
    colours_out,
    judge,
    mark_local,
    play_out,
)
from fourth_seat.engines.blokus.kernels.replies import LINE_BEGIN, REPLIES, extend, forget_reply, keep_reply
from fourth_seat.engines.blokus.kernels.shapes import LARGEST
from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.records import add_atomic, exchange, record_dtype
from fourth_seat.engines.jit.types import array_of, float32, record_type, uint64, void

U = np.uint64

# Stages of a node: a leaf; a leaf that a thread is expanding; expanded; the game is over there.
LEAF, BUSY, EXPANDED, OVER = U(0), U(1), U(2), U(3)

HALF_TRUST_TRIES = float32(20)  # after which an entry is trusted by half
MAX_TRIES = U(2000)  # from then on, the mean is a moving average, because the tree goes on learning

NODE = record_dtype(
    [
        ("visits", np.uint32),
        ("value", np.float32),  # mean worth to the side that made the placement, 0 to 1
        ("prior", np.float32),  # all those of one parent sum to 1
        ("first_child", np.uint32),  # index; children are always behind their parent
        ("child_count", np.uint16),
        ("placement", np.uint16),  # that leads to this node
        ("to_move", np.uint8),  # colour that makes the children's placements
        ("stage", np.uint8),
    ]
)
RESULTS = record_dtype(
    [
        ("tries", np.uint32),  # at most `MAX_TRIES`
        ("mean", np.float32),  # worth to the side that tried it, 0 to 1
    ]
)
HISTORY = record_dtype(
    [
        ("placements", RESULTS, (COLOURS, 1 << 16)),  # by colour and placement
        ("sides", RESULTS, COLOURS),  # all simulations, by side
    ]
)
TREE = record_dtype(
    [
        ("node_count", np.uint64),  # in use
        ("capacity", np.uint64),  # nodes
        ("begun", np.uint64),  # simulations, by all threads together
        ("expand_at", np.uint64),  # visits
        ("pieces", np.uint64),  # placed at the root
        ("horizon", np.uint64),  # plies of a playout
        ("late", np.uint64),  # pieces placed, from which playouts go to the end instead
        ("early_share", np.float32),  # of the result of a playout to the end: at most what was expected before it
        ("fades_from", np.float32),  # pieces placed, from which the early share decreases
        ("fades_until", np.float32),  # pieces placed, at which it is 0
        ("exploration", np.float32),
        ("history_tries", np.float32),
        ("margin", np.float32),
        ("scale", np.float32),  # points
        ("log_cut", np.float32),
        ("prior_weights", PRIOR_WEIGHTS),
        ("gain_weights", GAIN_WEIGHTS),
        ("history", HISTORY),
        ("replies", REPLIES),
        ("wins", np.float32, (MAX_PLACEMENTS, COLOURS)),  # for each child of the root each side's shares of the win, summed
    ]
)
STEP = record_dtype(
    [  # of the way down the tree
        ("node", np.uint64),
        ("colour", np.uint64),  # that moved
        ("side", np.uint64),
    ]
)
WORKER = record_dtype(
    [  # what one thread works with
        ("playout", PLAYOUT),
        ("path", STEP, 100),
        ("placements", np.uint16, MAX_PLACEMENTS),  # of a node that is expanded
        ("gammas", np.float32, MAX_PLACEMENTS),
        ("prior_scratch", PRIOR_SCRATCH),
        ("gain_scratch", GAIN_SCRATCH),
        ("gains", np.float32, COLOURS),  # points that each colour is still likely to gain
        ("result", WORTH),
        ("early_result", WORTH),  # expected before the playout
    ]
)


@record_part
def learn(results, worth):
    """Update the mean with the result of one simulation."""
    tries = min(results.tries + U(1), MAX_TRIES)
    results.tries = tries
    results.mean += (worth - results.mean) / float32(tries)


@record_part
def trust_in(results):
    """Return the reliability of a mean of results, from 0 (none) to 1."""
    tries = float32(results.tries)
    return tries / (tries + HALF_TRUST_TRIES)


@record_part
def next_colour(colour, colours):
    """Return the colour that moves after this one."""
    colour += U(1)
    return U(0) if colour == colours else colour


@record_part
def expand(tree, nodes, node, worker, root, colour):
    """Add the children of a node. The first colour that can place, starting with `colour`, is to move."""
    playout, placements, gammas = worker.playout, worker.placements, worker.gammas
    board, scratch, colours = playout.board, worker.prior_scratch, root.setup.colours
    count = U(0)
    for _ in range(colours):
        grown = root.board.attach_count[colour]
        end = root.size_begins[colour, U(LARGEST + 1)]
        count = keep_legal(board, colour, root.placements[colour], end, placements)
        reopen(board, colour, grown)
        count = grow(board, colour, grown, board.left[colour], placements, count)
        reopen(board, colour, grown)
        if count:
            break
        colour = next_colour(colour, colours)
    if count == U(0):
        nodes[node].stage = OVER
        return
    allies = root.setup.allies[colour]
    marked = mark_local(playout, colours, colour, allies)
    code_squares(board, colours, colour, allies, scratch)
    clear_local(playout, colour, marked)
    code_reach(board, colours, colour, allies, worker.gain_scratch.territory, scratch)
    weigh_squares(board, colour, tree.prior_weights, scratch)
    kept, total = keep_promising(board, colour, placements, count, tree.log_cut, tree.prior_weights, scratch, gammas)
    first = add_atomic(tree, "node_count", kept)
    if first + kept > tree.capacity:
        add_atomic(tree, "node_count", U(0) - kept)
        nodes[node].stage = LEAF  # forever: there is no more room
        return
    for n in range(kept):
        child = nodes[first + n]
        child.visits = U(0)
        child.value = float32(0)
        child.prior = gammas[n] / total
        child.placement = placements[n]
        child.stage = LEAF
    parent = nodes[node]
    parent.first_child = first
    parent.child_count = kept
    parent.to_move = colour
    parent.stage = EXPANDED


@record_part
def choose(tree, nodes, node, colour, side):
    """Return the child to visit next, which has the highest upper confidence bound (PUCT)."""
    first = U(nodes[node].first_child)
    end = first + U(nodes[node].child_count)
    total, worth = U(1), float32(0)
    for n in range(first, end):
        child = nodes[n]
        if child.visits:
            total += child.visits
            worth += child.value * float32(child.visits)
    hope = tree.exploration * float32(math.sqrt(float32(total)))
    mean = worth / float32(total - U(1)) if total > U(1) else float32(0.5)
    usual = tree.history.sides[side].mean
    best, most = first, float32(-1e9)
    for n in range(first, end):
        child = nodes[n]
        visits = child.visits
        elsewhere = tree.history.placements[colour, U(child.placement)]
        trust = trust_in(elsewhere)
        value = mean + trust * (elsewhere.mean - usual)
        if visits:
            guesses = tree.history_tries * trust
            value = (child.value * float32(visits) + value * guesses) / (float32(visits) + guesses)
        score = value + hope * child.prior / float32(visits + U(1))
        if score > most:
            best, most = n, score
    return best


@record_part
def descend(tree, nodes, worker, root):
    """Descend the tree to a leaf, playing the placements on the way, and expand the leaf if it has been visited often
    enough.

    Returns whether the game is over at the leaf, the length of the path, and the colour to move.
    """
    board, setup = worker.playout.board, root.setup
    node, depth, colour = U(0), U(0), setup.to_move
    while True:
        ripe = nodes[node].stage == LEAF and (depth == U(0) or nodes[node].visits >= tree.expand_at)
        if ripe and exchange(nodes[node], "stage", BUSY) == LEAF:
            expand(tree, nodes, node, worker, root, colour)
        stage = nodes[node].stage
        if stage != EXPANDED:
            return stage == OVER, depth, colour
        colour = U(nodes[node].to_move)
        side = side_of(board, setup, colour)
        node = choose(tree, nodes, node, colour, side)
        nodes[node].visits += U(1)
        step = worker.path[depth]
        step.node = node
        step.colour = colour
        step.side = side
        depth += U(1)
        place(board, setup.colours, colour, U(nodes[node].placement))
        extend(worker.playout.line, colour, U(nodes[node].placement))
        colour = next_colour(colour, setup.colours)


@record_part
def back_up(tree, nodes, worker, root, depth):
    """Add the result of a simulation to the nodes on its path, to the history, and to the shares of the root's child."""
    result, side_count = worker.result, root.setup.side_count
    for n in range(depth):
        step = worker.path[n]
        node = nodes[step.node]
        worth = result.worth[step.side]
        node.value += (worth - node.value) / float32(node.visits)
        learn(tree.history.placements[step.colour, U(node.placement)], worth)
    for side in range(side_count):
        learn(tree.history.sides[side], result.worth[side])
    if depth:
        child = worker.path[U(0)].node - U(nodes[U(0)].first_child)
        for side in range(side_count):
            tree.wins[child, side] += result.win_shares[side]


@record_part
def learn_replies(tree, worker, root):
    """Store a simulation's placements as good replies if its result is at least as good as their side's mean so far, and
    forget them otherwise. The colour shared by three players learns nothing.
    """
    line, result = worker.playout.line, worker.result
    for n in range(LINE_BEGIN, line.length):
        side = root.setup.sides[U(line.colours[n])]
        if side == SHARED or tree.history.sides[side].tries == 0:
            continue
        if result.worth[side] >= tree.history.sides[side].mean:
            keep_reply(tree.replies, line, n)
        else:
            forget_reply(tree.replies, line, n)


@record_part
def judge_expected(tree, worker, root, colour, result):
    """Write each side's expected value of the game's end. `colour` is the colour to move, or `COLOURS` if it is over."""
    playout, setup, doubt = worker.playout, root.setup, float32(0)
    for one in range(setup.colours):
        worker.gains[one] = float32(0)
    if colour < setup.colours:
        out = colours_out(playout, setup.colours)
        doubt = expect(playout.board, setup.colours, colour, out, worker.gain_scratch, tree.gain_weights, worker.gains)
    judge(playout.board, setup, tree.margin, tree.scale, worker.gains, doubt, result)


@record_part
def early_share(tree, pieces):
    """Return how much weight the estimate made before a playout to the end has in its result. `pieces` is the number of
    pieces that have been placed.
    """
    left = (tree.fades_until - float32(pieces)) / (tree.fades_until - tree.fades_from)
    return tree.early_share * min(max(left, float32(0)), float32(1))


@record_part
def simulate(tree, nodes, worker, root):
    """Run one simulation: descend the tree, and play on to the end of the game or to the horizon."""
    playout, result, early = worker.playout, worker.result, worker.early_result
    begin_playout(playout, root)
    over, depth, colour = descend(tree, nodes, worker, root)
    pieces, plies, share = tree.pieces + depth, tree.horizon, float32(0)
    if over:
        colour, plies = U(COLOURS), U(0)
    elif pieces >= tree.late:
        plies, share = U(TO_THE_END), early_share(tree, pieces)
    if share:
        judge_expected(tree, worker, root, colour, early)
    if plies:
        _, colour = play_out(playout, root, tree.replies, colour, plies)
    judge_expected(tree, worker, root, colour, result)
    if share:
        for side in range(root.setup.side_count):
            result.worth[side] += share * (early.worth[side] - result.worth[side])
            result.win_shares[side] += share * (early.win_shares[side] - result.win_shares[side])
    learn_replies(tree, worker, root)
    back_up(tree, nodes, worker, root, depth)


@record_kernel(void(record_type(TREE), array_of(NODE), record_type(WORKER), record_type(ROOT), uint64))
def search(tree, nodes, worker, root, simulations):
    """Run simulations until all threads together have started `simulations` of them."""
    while add_atomic(tree, "begun", U(1)) < simulations:
        simulate(tree, nodes, worker, root)


@record_kernel(void(record_type(WORKER), record_type(ROOT), uint64))
def code_root(worker, root, colour):
    """Write the codes of the root's squares for a colour into the worker's `prior_scratch`. For use in training."""
    playout, colours, allies = worker.playout, root.setup.colours, root.setup.allies[colour]
    begin_playout(playout, root)
    marked = mark_local(playout, colours, colour, allies)
    code_squares(playout.board, colours, colour, allies, worker.prior_scratch)
    code_reach(playout.board, colours, colour, allies, worker.gain_scratch.territory, worker.prior_scratch)
    clear_local(playout, colour, marked)


@record_kernel(uint64(array_of(NODE), uint64, uint64))
def child_by(nodes, node, placement):
    """Return the child of a node that a placement leads to, or 0 if there is none."""
    if nodes[node].stage != EXPANDED:
        return U(0)
    first = U(nodes[node].first_child)
    for child in range(first, first + U(nodes[node].child_count)):
        if nodes[child].placement == placement:
            return child
    return U(0)


@record_kernel(void(record_type(TREE), array_of(NODE), uint64, array_of(np.uint32)))
def keep_below(tree, nodes, root, places):
    """Make a node the root and drop everything that is not below it.

    Args:
        places: zeros, one for each node in use; each is replaced by 1 + the node's new index if the node is kept.
    """
    used = tree.node_count
    places[root] = U(1)
    for node in range(root, used):  # children are behind their parents
        if places[node] and nodes[node].stage == EXPANDED:
            first = U(nodes[node].first_child)
            for child in range(first, first + U(nodes[node].child_count)):
                places[child] = U(1)
    kept = U(0)
    for node in range(root, used):
        if places[node]:
            kept += U(1)
            places[node] = kept
    for node in range(root, used):
        if places[node]:
            moved = nodes[U(places[node]) - U(1)]
            moved.visits = nodes[node].visits
            moved.value = nodes[node].value
            moved.prior = nodes[node].prior
            moved.placement = nodes[node].placement
            moved.child_count = nodes[node].child_count
            moved.to_move = nodes[node].to_move
            moved.stage = nodes[node].stage
            if nodes[node].stage == EXPANDED:
                moved.first_child = U(places[U(nodes[node].first_child)]) - U(1)
    tree.node_count = kept
