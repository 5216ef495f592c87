"""The compiled board compared with the rules, and what the tree finds on it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from fourth_seat.engines.blokus.kernels.playout import PLAYOUT, ROOT, find_all, play_many
from fourth_seat.engines.blokus.kernels.replies import REPLIES
from fourth_seat.engines.blokus.position import move_of, placement_of, placements_in, write_position
from fourth_seat.engines.blokus.search import BlokusSearchParams, BlokusTree
from fourth_seat.engines.blokus.weights import seen_from, weights
from fourth_seat.engines.jit.buffer import zero_records
from fourth_seat.games import find
from fourth_seat.games.blokus.rules import BlokusState, start
from fourth_seat.games.blokus.variants import ASIDE_PIECES, setting

KINDS = ("", "variant=duo", "players=2", "players=3,corners=counterclockwise,start=t1", "red-aside=3")
GAME = find("blokus")


def begin(kind: str) -> BlokusState:
    return start(GAME.options(kind))


def played(state: BlokusState, plies: int, rng: Random) -> BlokusState:
    """Return the state after some random placements of the largest size, or fewer if the game ends."""
    for _ in range(plies):
        if state.over:
            break
        moves = state.legal()
        largest = max(move.squares.bit_count() for move in moves)
        state = state.play_unchecked(rng.choice([move for move in moves if move.squares.bit_count() == largest]))
    return state


@pytest.fixture(scope="module")
def root() -> np.void:
    record: np.void = zero_records(ROOT)[0]
    return record


@pytest.fixture(scope="module")
def tree() -> BlokusTree:
    return BlokusTree(32 << 20, 1, seed=1)


@pytest.mark.parametrize("kind", KINDS)
def test_all_placements_of_all_colours_are_found_once(kind: str, root: np.void) -> None:
    rng = Random(kind)
    for _ in range(2):
        state = begin(kind)
        while not state.over:
            write_position(state, root)
            find_all(root)
            for colour in range(len(state.tableaux)):
                placements = placements_in(root, colour)
                assert len(placements) == len(set(placements))
                assert set(placements) == set(state.legal_for(colour + 1))
            state = state.play(rng.choice(state.legal()))


def test_placements_have_numbers() -> None:
    for move in begin("variant=duo").legal():
        assert move_of(placement_of(move.squares)) == move


@pytest.mark.parametrize("kind", KINDS)
def test_a_playout_goes_on_until_nobody_can_place(kind: str, root: np.void) -> None:
    state = played(begin(kind), 10, Random(2))
    playout = zero_records(PLAYOUT)[0]
    playout["random"] = 5
    playout["local_weights"][:] = 1
    write_position(state, root)
    find_all(root)
    covered = np.zeros((50, 4), np.int64)
    colours = len(state.tableaux)
    plies = play_many(playout, root, zero_records(REPLIES)[0], 50, covered)
    before = np.array([tableau.own.bit_count() for tableau in state.tableaux])
    after = covered[:, :colours]
    assert (after >= before).all()
    assert (after <= 89).all()
    assert after.sum() - 50 * before.sum() <= 5 * plies
    assert len({tuple(row) for row in after}) > 20
    assert after.mean() > 40  # of 89: random placements of the largest size get this far


@pytest.mark.parametrize("kind", KINDS)
def test_the_tree_plays_legal_games(kind: str, tree: BlokusTree) -> None:
    state = begin(kind)
    while not state.over:
        tree.set_position(state, weights(state.setting))
        tree.search(30)
        move = tree.best()
        assert move in state.legal()
        children = tree.root_moves()
        assert sum(child.prior for child in children) == pytest.approx(1, abs=1e-3)
        assert all(0 <= child.worth <= 1 and sum(child.shares) == pytest.approx(1, abs=1e-3) for child in children)
        state = state.play(move)


@pytest.mark.slow
def test_the_last_placements_are_played_out_well(tree: BlokusTree) -> None:
    """When the game is nearly over, the move that gains the most points is found."""
    state = played(begin("variant=duo"), 22, Random(6))
    assert not state.over
    tree.set_position(state, weights(state.setting))
    tree.search(3000)
    best = tree.best()

    def outcome(state: BlokusState) -> tuple[int, ...]:
        if state.over:
            return tuple(tableau.advanced for tableau in state.tableaux)
        mover = state.turn - 1
        outcomes = [outcome(state.play_unchecked(move)) for move in state.legal()]
        return max(outcomes, key=lambda points: points[mover] - points[1 - mover])

    mover = state.turn - 1
    margins = {move: (points := outcome(state.play_unchecked(move)))[mover] - points[1 - mover] for move in state.legal()}
    assert margins[best] == max(margins.values())


def test_a_playout_places_no_piece_that_was_set_aside(root: np.void) -> None:
    options = "variant=duo,purple-aside=4"
    state = begin(options)
    assert [tableau.left.bit_count() for tableau in state.tableaux] == [17, 21]
    playout = zero_records(PLAYOUT)[0]
    playout["random"] = 5
    playout["local_weights"][:] = 1
    write_position(state, root)
    find_all(root)
    assert not {move.piece.name for move in placements_in(root, 0) if move.piece} & set(ASIDE_PIECES)
    covered = np.zeros((50, 4), np.int64)
    play_many(playout, root, zero_records(REPLIES)[0], 50, covered)
    assert covered[:, 0].max() <= 89 - 4 * 5, "so its points have no bonus either"


def test_what_is_known_of_a_position_is_kept(tree: BlokusTree) -> None:
    state = begin("")
    kept = weights(state.setting)
    tree.set_position(state, kept)
    tree.search(2000)
    child = max(tree.root_moves(), key=lambda child: child.visits)
    after = state.play(child.move)
    nodes = tree.nodes
    tree.set_position(after, kept)
    assert 1 < tree.nodes < nodes
    assert sum(child.visits for child in tree.root_moves()) >= child.visits - BlokusSearchParams().expand_at - 1
    tree.search(100)
    assert tree.best() in after.legal()
    tree.set_position(state, kept)  # back again: nothing is known about it any more
    assert tree.nodes == 1


def test_a_full_tree_goes_on_without_growing() -> None:
    small = BlokusTree(1, 1, seed=3)
    state = begin("variant=duo")
    small.set_position(state, weights(state.setting))
    small.search(4000)
    assert sum(child.visits for child in small.root_moves()) == 4000
    assert small.best() in state.legal()


def test_several_threads_search_one_tree() -> None:
    two = BlokusTree(64 << 20, 2, seed=4)
    state = begin("")
    two.set_position(state, weights(state.setting))
    two.search(3000)
    visits = sum(child.visits for child in two.root_moves())
    assert visits == pytest.approx(3000, rel=0.02)  # an update may be lost
    assert two.best() in state.legal()


@pytest.mark.parametrize("kind", KINDS)
def test_everybody_sees_the_board_from_the_own_corner(kind: str) -> None:
    fixed = setting(GAME.options(kind))
    views = [
        dict(zip(*map(np.ndarray.tolist, seen_from(fixed, colour)), strict=True)) for colour in range(len(fixed.sides))
    ]
    starts = [placement_of(fixed.start(colour)) & 511 for colour in range(1, len(fixed.sides) + 1)]
    assert len({view[square] for view, square in zip(views, starts, strict=True)}) == 1
    assert all(len(view) == fixed.size**2 for view in views)
