"""Playouts, which continue a game with placements drawn at random, preferring those that matter at the moment; and the
value to each side of a real or expected end of the game, which depends on the side's rank and lead.

Local squares are those where the opponents' latest placements can be extended, and their neighbours: covering them takes
something from an opponent and leaves a way into that part of the board. The more local squares a placement covers, the
likelier it is to be drawn. Only placements of the largest size that still fits are drawn, since people play their large
pieces first; this also saves most of the work, since smaller placements are generated only when the larger ones are used
up. If the search knows a good reply, it is played instead (`replies`).
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np

from fourth_seat.engines.blokus.kernels.board import (
    ATTACH,
    BESIDE,
    BOARD,
    COLOURS,
    LOCAL,
    MAX_PLACEMENTS,
    SETUP,
    SHARED,
    TAKEN,
    copy_board,
    first_of,
    grow,
    place,
    reopen,
    shape_of,
    sum_over,
    sum_over_five,
)
from fourth_seat.engines.blokus.kernels.replies import LINE, NO_REPLY, REPLIES, begin_line, extend, good_reply
from fourth_seat.engines.blokus.kernels.shapes import LARGEST, NO_PLACEMENT, OF_SIZE, PIECE_OF, TIP, TIPS
from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import float32, int64, record_type, uint64, void

U = np.uint64

TO_THE_END = 1000  # plies; more than a game has
MAX_LOCAL = 15  # local squares of a placement; an own attach point counts twice
XORSHIFT = U(0x2545F4914F6CDD1D)

ALL_SQUARES = U(89)  # of a colour's 21 pieces
ALL_PLACED_POINTS, SINGLE_LAST_POINTS = 15, 5  # of the advanced score
THREE_QUARTERS = float32(1.0986)  # ln 3: the logistic function is 3/4 there

ROOT = record_dtype(
    [  # the position that is searched, and all placements in it, found once
        ("setup", SETUP),
        ("board", BOARD),
        (
            "size_begins",
            np.uint64,
            (COLOURS, LARGEST + 2),
        ),  # where a size begins in `placements`; it ends where the next does
        ("placements", np.uint16, (COLOURS, MAX_PLACEMENTS)),  # by size, the smallest first
    ]
)
PLAYOUT = record_dtype(
    [  # a game that one thread plays on from the root
        ("board", BOARD),
        ("size_at", np.uint64, COLOURS),  # size of the pieces that are drawn from; 0 when the colour cannot place any more
        ("placement_count", np.uint64, COLOURS),
        ("grown_to", np.uint64, COLOURS),  # attach points whose placements are in the list
        ("fresh", np.uint64, COLOURS),  # 1 as long as the list is still that of the root
        ("random", np.uint64),  # state of the generator, not 0
        ("local_weights", np.float32, MAX_LOCAL + 1),  # weight of a placement by its number of local squares
        ("placements", np.uint16, (COLOURS, MAX_PLACEMENTS)),  # of the size that each colour is drawing from
        ("weight_sums", np.float32, MAX_PLACEMENTS),  # cumulative weights of the mover's list
        ("marked", np.uint16, 1024),  # squares marked as local
        ("line", LINE),
    ]
)
WORTH = record_dtype(
    [
        ("worth", np.float32, COLOURS),  # by side, 0 to 1
        ("win_shares", np.float32, COLOURS),  # by side; all sum to 1
        ("points", np.float32, COLOURS),  # by side
    ]
)


@record_kernel(void(record_type(ROOT)))
def find_all(root):
    """List the placements that are legal on the root's board, and close its attach points."""
    board = root.board
    for colour in range(root.setup.colours):
        count = U(0)
        left = board.left[colour]
        for size in range(U(1), U(LARGEST + 1)):
            reopen(board, colour, U(0))
            root.size_begins[colour, size] = count
            count = grow(board, colour, U(0), OF_SIZE[size] & left, root.placements[colour], count)
        root.size_begins[colour, U(LARGEST + 1)] = count


@record_part
def draw(playout):
    """Return the next random number from xorshift64* (Vigna 2016), at least 0 and less than 1."""
    state = playout.random
    state ^= state >> U(12)
    state ^= state << U(25)
    state ^= state >> U(27)
    playout.random = state
    return float32((state * XORSHIFT) >> U(40)) * float32(2.0**-24)


@record_part
def begin_playout(playout, root):
    """Set up the board as it is at the root; every colour begins with its largest pieces and the root's lists of
    placements.
    """
    colours = root.setup.colours
    copy_board(playout.board, root.board, colours)
    begin_line(playout.line, root.board, colours, root.setup.to_move)
    for colour in range(colours):
        playout.size_at[colour] = U(LARGEST)
        playout.fresh[colour] = U(1)


@record_part
def mark(playout, grid, square, count):
    """Mark a square as local on the mover's grid; return the new number of marked squares."""
    number = grid[square]
    if number < TAKEN and number & LOCAL == U(0):
        grid[square] = number + (U(2) if number & ATTACH else U(1))
        playout.marked[count] = square
        count += U(1)
    return count


@record_part
def mark_local(playout, colours, colour, allies):
    """Mark the local squares of a colour; return how many there are. `allies`: the set of colours of its own side."""
    board = playout.board
    grid = board.grids[colour]
    count = U(0)
    for other in range(colours):
        placement = board.latest[other]
        if allies >> other & U(1) or placement == U(NO_PLACEMENT) or playout.size_at[other] == U(0):
            continue
        theirs = board.grids[other]
        shape, first = shape_of(placement), first_of(placement)
        for n in range(TIPS[shape]):
            square = first + TIP[shape, n]
            if theirs[square] < TAKEN:
                count = mark(playout, grid, square, count)
                for k in range(U(4)):
                    beside = square + BESIDE[k]
                    if theirs[beside] < TAKEN:
                        count = mark(playout, grid, beside, count)
    return count


@record_part
def clear_local(playout, colour, count):
    """Remove the marks of a colour's local squares."""
    grid = playout.board.grids[colour]
    for n in range(count):
        grid[U(playout.marked[n])] &= ~LOCAL


@record_part
def weigh(playout, colour, size, placements, begin, end, count, total):
    """Append to the colour's list those `placements` of a size, from index `begin` to `end`, that are legal, together with
    their weights.

    Returns the new length of the list and the sum of all weights.
    """
    grid, left = playout.board.grids[colour], playout.board.left[colour]
    kept = playout.placements[colour]
    for n in range(begin, end):
        placement = U(placements[n])
        # Without a branch: whether a placement is kept is unpredictable, and a wrong guess costs more than the work.
        number = sum_over_five(grid, placement) if size == U(5) else sum_over(grid, placement)
        fits = U(1) if number < TAKEN else U(0)
        fits &= left >> PIECE_OF[shape_of(placement)]
        total += playout.local_weights[min(number & LOCAL, U(MAX_LOCAL))] if fits else float32(0)
        kept[count] = placement
        playout.weight_sums[count] = total
        count += fits
    return count, total


@record_part
def list_of_size(playout, root, colour, size):
    """List the placements of a size that a colour can make; return how many there are, and the sum of their weights."""
    board, listed = playout.board, playout.placements[colour]
    if playout.fresh[colour]:
        begin, end = root.size_begins[colour, size], root.size_begins[colour, size + U(1)]
        count, total = weigh(playout, colour, size, root.placements[colour], begin, end, U(0), float32(0))
        grown = root.board.attach_count[colour]
        reopen(board, colour, grown)
        playout.fresh[colour] = U(0)
    else:
        count, total = weigh(playout, colour, size, listed, U(0), playout.placement_count[colour], U(0), float32(0))
        grown = playout.grown_to[colour]
    end = grow(board, colour, grown, OF_SIZE[size] & board.left[colour], listed, count)
    count, total = weigh(playout, colour, size, listed, count, end, count, total)
    playout.grown_to[colour] = board.attach_count[colour]
    playout.placement_count[colour] = count
    return count, total


@record_part
def list_placements(playout, root, colour):
    """List the placements of the largest size that a colour can place; return how many there are, and the sum of their
    weights.
    """
    size = playout.size_at[colour]
    while size:
        if OF_SIZE[size] & playout.board.left[colour]:
            count, total = list_of_size(playout, root, colour, size)
            if count:
                return count, total
        size -= U(1)
        playout.size_at[colour] = size
        playout.fresh[colour] = U(1)
    return U(0), float32(0)


@record_part
def first_above(sums, count, at):
    """Return the index of the first of `count` ascending sums that is greater than a number."""
    low, high = U(0), count - U(1)
    while low < high:
        middle = (low + high) >> U(1)
        if sums[middle] > at:
            high = middle
        else:
            low = middle + U(1)
    return low


@record_part
def colours_out(playout, colours):
    """Return the set of colours that have been found unable to place any more."""
    out = U(0)
    for colour in range(colours):
        out |= (U(1) if playout.size_at[colour] == U(0) else U(0)) << colour
    return out


@record_part
def next_placement(playout, root, replies, colour):
    """Return a colour's good reply, or else one of its placements, drawn at random; `NO_PLACEMENT` if it has none."""
    reply = good_reply(replies, playout.board, playout.line, colour)
    if reply != NO_REPLY:
        return reply
    marked = mark_local(playout, root.setup.colours, colour, root.setup.allies[colour])
    count, total = list_placements(playout, root, colour)
    clear_local(playout, colour, marked)
    if count == U(0):
        return U(NO_PLACEMENT)
    return U(playout.placements[colour, first_above(playout.weight_sums, count, draw(playout) * total)])


@record_part
def play_out(playout, root, replies, colour, max_plies):
    """Play to the end of the game, or for `max_plies` plies, beginning with a colour's turn.

    Returns the number of plies played, and the colour to move after them (`COLOURS` if the game is over).
    """
    plies, waiting, colours = U(0), U(0), root.setup.colours
    while waiting < colours:
        if plies == max_plies:
            return plies, colour
        waiting += U(1)
        if playout.size_at[colour]:
            placement = next_placement(playout, root, replies, colour)
            if placement != U(NO_PLACEMENT):
                place(playout.board, colours, colour, placement)
                extend(playout.line, colour, placement)
                plies += U(1)
                waiting = U(0)
        colour += U(1)
        if colour == colours:
            colour = U(0)
    return plies, U(COLOURS)


@record_kernel(uint64(record_type(PLAYOUT), record_type(ROOT), record_type(REPLIES), uint64, int64[:, ::1]))
def play_many(playout, root, replies, games, covered):
    """Play a position to the end `games` times and write each colour's squares into `covered` (games, colours).

    Returns the number of plies. For use in tests.
    """
    plies = U(0)
    for game in range(games):
        begin_playout(playout, root)
        played, _ = play_out(playout, root, replies, root.setup.to_move, U(TO_THE_END))
        plies += played
        for colour in range(root.setup.colours):
            covered[game, colour] = playout.board.squares_placed[colour]
    return plies


# -- worth -----------------------------------------------------------------------------------------------------------------


@record_part
def points_of(board, colour, advanced):
    """Return the points of a colour: squares placed, and the bonus of the advanced score for placing all pieces."""
    squares = board.squares_placed[colour]
    points = float32(squares)
    if advanced and squares == ALL_SQUARES:
        points += float32(ALL_PLACED_POINTS)
        if PIECE_OF[shape_of(board.latest[colour])] == U(0):
            points += float32(SINGLE_LAST_POINTS)
    return points


@record_part
def judge(board, setup, margin, scale, gains, doubt, result):
    """Write what a board is worth to each side.

    Args:
        margin: the part of the worth that depends on the lead over the others' mean points; the rest depends on the rank.
        scale: the lead in points that earns three quarters of that part.
        gains: points that each colour has yet to gain.
        doubt: 0 if the game is over; otherwise the scale of the logistic function by which expected points decide ranks.
        result: a `WORTH`.
    """
    count = setup.side_count
    for side in range(count):
        result.points[side] = float32(0)
    total = float32(0)
    for colour in range(setup.colours):
        side = setup.sides[colour]
        if side != SHARED:
            points = points_of(board, colour, setup.advanced) + gains[colour]
            total += points
            result.points[side] += points
    others = float32(count) - float32(1)
    for side in range(count):
        own = result.points[side]
        place, most, sharing, odds = float32(0), float32(-1), float32(0), float32(0)
        for other in range(count):
            theirs = result.points[other]
            if doubt > float32(0):
                against = float32(math.exp((theirs - own) / doubt))
                odds += against
                if other != side:
                    place += float32(1) / (float32(1) + against)
            elif other != side:
                place += float32(1) if own > theirs else float32(0.5) if own == theirs else float32(0)
            if theirs > most:
                most, sharing = theirs, float32(1)
            elif theirs == most:
                sharing += float32(1)
        win = float32(1) / sharing if own == most else float32(0)
        result.win_shares[side] = float32(1) / odds if doubt > float32(0) else win
        ahead = own - (total - own) / others
        share = float32(1) / (float32(1) + float32(math.exp(-ahead * THREE_QUARTERS / scale)))
        result.worth[side] = (float32(1) - margin) * place / others + margin * share
