"""Monte-Carlo tree search for two to four sides (max^n), by one thread or several over one tree.

A node holds the placement that leads to it, the side that made it, and what simulations found it to be worth to that side
(Sturtevant 2008). The children of a node lie side by side. One is chosen by what it is worth and by how promising it looked
at first (PUCT; Silver et al. 2017), and as long as it was tried little, by what its placement was worth elsewhere. Threads
share the tree without locks (Enzenberger and Mueller 2009): visits are counted on the way down, so that threads keep out of
each other's way; an update may be lost now and then.
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np
from numba import float32, uint64, void

from engines.blokus.kernels.board import (
    ATTACHES,
    COLOURS,
    LEFT,
    MAX_PLACEMENTS,
    copy_board,
    grow,
    keep_legal,
    place,
    reopen,
)
from engines.blokus.kernels.gains import COUNT_WORDS, expect
from engines.blokus.kernels.history import ALL, better, entry_of, learn, trust_in
from engines.blokus.kernels.playout import (
    HAND_WORDS,
    begin_lists,
    begins_at,
    clear_local,
    mark_local,
    out_of,
    play_out,
    root_list,
)
from engines.blokus.kernels.prior import SCRATCH_WORDS, code_reach, code_squares, promise, weigh_squares
from engines.blokus.kernels.shapes import LARGEST
from engines.blokus.kernels.worth import WIN_SHARES, WORTH_WORDS, judge, side_of
from engines.jit.compile import kernel, part
from engines.jit.memory import (
    add_atomic,
    exchange,
    load,
    load_float,
    load_int,
    load_short,
    store,
    store_float,
    store_int,
    store_short,
)

U = np.uint64

# The head of a tree, in words: addresses of the arrays of nodes; how many there are and may be; the game.
VISITS, VALUES, PRIORS, FIRST, COUNT, MOVES, STATES = (U(word) for word in range(7))
USED, ROOM, COLOURS_IN, TO_MOVE, ALLIES, SIDES, SIDE_COUNT, BONUS = (U(word) for word in range(7, 15))
WEIGHTS_AT, GAINS_AT, HISTORY_AT, EXPAND_AT, HORIZON, WINS, BEGUN = (U(word) for word in range(15, 22))
# Floats of the head, from the 22nd word on.
EXPLORATION, HISTORY, MARGIN, SCALE, CUT = (U(number) for number in range(44, 49))
HEAD_WORDS = U(25)

# What is known of a node's children, in the words of STATES: nobody looked yet, somebody is looking, or the colour to move
# and one of these.
NEW, BUSY, OPEN, OVER = U(0), U(1), U(2), U(3)

# What a thread works with beyond its hand: squares' weights, what an end is worth, the path, placements and their gammas,
# reachable squares, and what each colour is likely to gain.
SCRATCH = HAND_WORDS
WORTH = SCRATCH + SCRATCH_WORDS
PATH = WORTH + WORTH_WORDS
PATH_SIDES = PATH + U(100)
PATH_ENTRIES = PATH_SIDES + U(100)  # of the history
FOUND = PATH_ENTRIES + U(100)
GAMMAS = FOUND + MAX_PLACEMENTS // U(4)
COUNTED = GAMMAS + MAX_PLACEMENTS // U(2)
GAINS = COUNTED + COUNT_WORDS
THREAD_WORDS = GAINS + COLOURS


@part
def expand(tree, node, thread, root, colour):
    """Lists the children of a node, the first colour from this one on that can place being to move."""
    colours = load(tree, COLOURS_IN)
    scratch, found, gammas = thread + SCRATCH * U(8), thread + FOUND * U(8), thread + GAMMAS * U(8)
    weights = load(tree, WEIGHTS_AT)
    for _ in range(colours):
        pieces = load(thread, LEFT + colour)
        grown = load(root, ATTACHES + colour)
        end = begins_at(root, colour, U(LARGEST + 1))
        count = keep_legal(thread, colour, root_list(root, colour), U(0), end, found, U(0))
        reopen(thread, colour, grown)
        count = grow(thread, colour, grown, pieces, found, count)
        reopen(thread, colour, grown)
        if count:
            break
        colour += U(1)
        if colour == colours:
            colour = U(0)
    if count == U(0):
        store(load(tree, STATES), node, OVER)
        return
    allied = load(tree, ALLIES) >> (colour * U(4))
    marked = mark_local(thread, colours, colour, allied)
    code_squares(thread, colours, colour, allied, scratch)
    clear_local(thread, colour, marked)
    code_reach(thread, colours, colour, allied, thread + COUNTED * U(8), scratch)
    weigh_squares(thread, colour, weights, scratch)
    promise(thread, colour, found, count, weights, scratch, gammas)
    cut = load_float(tree, CUT)
    kept, total = U(0), float32(0)
    for n in range(count):
        gamma = load_float(gammas, n)
        if gamma >= cut:
            store_short(found, kept, load_short(found, n))
            store_float(gammas, kept, gamma)
            total += gamma
            kept += U(1)
    first = add_atomic(tree, USED, kept)
    if first + kept > load(tree, ROOM):
        add_atomic(tree, USED, U(0) - kept)
        store(load(tree, STATES), node, NEW)  # no more room: a leaf for ever
        return
    visits, values, priors = load(tree, VISITS), load(tree, VALUES), load(tree, PRIORS)
    for n in range(kept):
        child = first + n
        store_int(visits, child, U(0))
        store_float(values, child, float32(0))
        store_float(priors, child, load_float(gammas, n) / total)
        store_short(load(tree, MOVES), child, load_short(found, n))
        store(load(tree, STATES), child, NEW)
    store_int(load(tree, FIRST), node, first)
    store_short(load(tree, COUNT), node, kept)
    store(load(tree, STATES), node, OPEN | (colour << U(8)))


@part
def choose(tree, node, colour, side):
    """The child that is looked at next."""
    first, count = load_int(load(tree, FIRST), node), load_short(load(tree, COUNT), node)
    visits, values, priors, moves = load(tree, VISITS), load(tree, VALUES), load(tree, PRIORS), load(tree, MOVES)
    total, worth = U(1), float32(0)
    for child in range(first, first + count):
        n = load_int(visits, child)
        if n:
            total += n
            worth += load_float(values, child) * float32(n)
    hope = load_float(tree, EXPLORATION) * float32(math.sqrt(float32(total)))
    mean = worth / float32(total - U(1)) if total > U(1) else float32(0.5)
    history, heed = load(tree, HISTORY_AT), load_float(tree, HISTORY)
    best, most = first, float32(-1e9)
    for child in range(first, first + count):
        n = load_int(visits, child)
        entry = entry_of(colour, load_short(moves, child))
        trust = trust_in(history, entry)
        value = mean + trust * better(history, entry, side)
        if n:
            guesses = heed * trust
            value = (load_float(values, child) * float32(n) + value * guesses) / (float32(n) + guesses)
        score = value + hope * load_float(priors, child) / float32(n + U(1))
        if score > most:
            best, most = child, score
    return best


@part
def simulate(tree, thread, root):
    """One simulation: down the tree, one node more, and on to the end of the game or the horizon."""
    colours, sides = load(tree, COLOURS_IN), load(tree, SIDES)
    states, visits, values = load(tree, STATES), load(tree, VISITS), load(tree, VALUES)
    path, path_sides, entries = thread + PATH * U(8), thread + PATH_SIDES * U(8), thread + PATH_ENTRIES * U(8)
    copy_board(thread, root, colours)
    begin_lists(thread, colours)
    node, depth, colour = U(0), U(0), load(tree, TO_MOVE)
    while True:
        state = load(states, node)
        if state == NEW and (depth == U(0) or load_int(visits, node) >= load(tree, EXPAND_AT)):
            if exchange(states, node, BUSY) == NEW:
                expand(tree, node, thread, root, colour)
            state = load(states, node)
        if state & U(3) != OPEN:
            break
        colour = state >> U(8)
        side = side_of(thread, sides, colour)
        node = choose(tree, node, colour, side)
        placement = load_short(load(tree, MOVES), node)
        store_int(visits, node, load_int(visits, node) + U(1))
        store(path, depth, node)
        store(path_sides, depth, side)
        store(entries, depth, entry_of(colour, placement))
        depth += U(1)
        place(thread, colours, colour, placement)
        colour += U(1)
        if colour == colours:
            colour = U(0)
    gains, doubt = thread + GAINS * U(8), float32(0)
    for one in range(colours):
        store_float(gains, one, float32(0))
    if state != OVER:
        _, colour = play_out(thread, root, colours, colour, load(tree, ALLIES), load(tree, HORIZON))
        if colour < colours:
            weights = load(tree, GAINS_AT)
            out = out_of(thread, colours)
            doubt = expect(thread, colours, colour, out, thread + COUNTED * U(8), weights, gains)
    worth = thread + WORTH * U(8)
    margin, scale = load_float(tree, MARGIN), load_float(tree, SCALE)
    judge(thread, colours, sides, load(tree, SIDE_COUNT), load(tree, BONUS), margin, scale, gains, doubt, worth)
    history = load(tree, HISTORY_AT)
    for step in range(depth):
        node = load(path, step)
        value = load_float(values, node)
        found = load_float(worth, load(path_sides, step))
        store_float(values, node, value + (found - value) / float32(load_int(visits, node)))
        learn(history, load(entries, step), found)
    for side in range(load(tree, SIDE_COUNT)):
        learn(history, ALL | side, load_float(worth, side))
    if depth:
        of_child = load(tree, WINS) + (load(path, U(0)) - load_int(load(tree, FIRST), U(0))) * U(16)
        for side in range(load(tree, SIDE_COUNT)):
            store_float(of_child, side, load_float(of_child, side) + load_float(worth, WIN_SHARES + side))


@kernel(void(uint64, uint64, uint64, uint64))
def search(tree, thread, root, simulations):
    """Does simulations until all threads together have begun so many, counted in BEGUN."""
    while add_atomic(tree, BEGUN, U(1)) < simulations:
        simulate(tree, thread, root)


@kernel(void(uint64, uint64, uint64, uint64, uint64))
def code_root(thread, root, colours, colour, allied):
    """Writes the codes of the root's squares for a colour; for training."""
    copy_board(thread, root, colours)
    begin_lists(thread, colours)
    marked = mark_local(thread, colours, colour, allied)
    code_squares(thread, colours, colour, allied, thread + SCRATCH * U(8))
    code_reach(thread, colours, colour, allied, thread + COUNTED * U(8), thread + SCRATCH * U(8))
    clear_local(thread, colour, marked)


@kernel(uint64(uint64, uint64, uint64))
def child_by(tree, node, placement):
    """The child of a node that a placement leads to; 0 where there is none."""
    if load(load(tree, STATES), node) & U(3) != OPEN:
        return U(0)
    first = load_int(load(tree, FIRST), node)
    for child in range(first, first + load_short(load(tree, COUNT), node)):
        if load_short(load(tree, MOVES), child) == placement:
            return child
    return U(0)


@kernel(void(uint64, uint64, uint64))
def keep_below(tree, root, places):
    """Makes a node the root and forgets all that does not hang below it.

    Args:
        places: address of a 32-bit number for each node in use, all zero: where the nodes kept will lie, and one.
    """
    used, states, firsts, counts = load(tree, USED), load(tree, STATES), load(tree, FIRST), load(tree, COUNT)
    store_int(places, root, U(1))
    for node in range(root, used):  # children lie behind their parents
        if load_int(places, node) and load(states, node) & U(3) == OPEN:
            first = load_int(firsts, node)
            for child in range(first, first + load_short(counts, node)):
                store_int(places, child, U(1))
    kept = U(0)
    for node in range(root, used):
        if load_int(places, node):
            kept += U(1)
            store_int(places, node, kept)
    for node in range(root, used):
        to = load_int(places, node)
        if to:
            to -= U(1)
            state = load(states, node)
            if state & U(3) == OPEN:
                store_int(firsts, to, load_int(places, load_int(firsts, node)) - U(1))
            store(states, to, state)
            store_short(counts, to, load_short(counts, node))
            store_short(load(tree, MOVES), to, load_short(load(tree, MOVES), node))
            store_int(load(tree, VISITS), to, load_int(load(tree, VISITS), node))
            store_float(load(tree, VALUES), to, load_float(load(tree, VALUES), node))
            store_float(load(tree, PRIORS), to, load_float(load(tree, PRIORS), node))
    store(tree, USED, kept)
