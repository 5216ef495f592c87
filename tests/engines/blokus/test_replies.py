"""Good replies: kept, repeated where they are legal, forgotten when they fail, and dropped with the tree."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from fourth_seat.engines.blokus.kernels.board import SHARED
from fourth_seat.engines.blokus.kernels.playout import PLAYOUT, ROOT, find_all, play_many
from fourth_seat.engines.blokus.kernels.replies import (
    LINE,
    LINE_BEGIN,
    NO_REPLY,
    REPLIES,
    begin_line,
    extend,
    forget_reply,
    good_reply,
    is_legal,
    keep_reply,
)
from fourth_seat.engines.blokus.kernels.tree import TREE, WORKER, learn_replies
from fourth_seat.engines.blokus.position import placement_of, write_position
from fourth_seat.engines.blokus.search import BlokusTree
from fourth_seat.engines.blokus.weights import weights
from fourth_seat.engines.jit.buffer import zero_records
from fourth_seat.games.blokus.rules import BlokusState
from tests.engines.blokus.test_kernels import KINDS, begin, played

U = np.uint64


@pytest.fixture(scope="module")
def root() -> np.void:
    record: np.void = zero_records(ROOT)[0]
    return record


@pytest.fixture
def line() -> np.void:
    record: np.void = zero_records(LINE)[0]
    return record


@pytest.fixture
def replies() -> np.void:
    record: np.void = zero_records(REPLIES)[0]
    return record


def written(state: BlokusState, root: np.void, line: np.void) -> tuple[np.void, np.uint64]:
    """Write a position, and a line that begins there; return its board and the colour to move."""
    write_position(state, root)
    colour = U(state.turn - 1)
    begin_line(line, root["board"], U(len(state.tableaux)), colour)
    return root["board"], colour


@pytest.mark.parametrize("kind", KINDS)
def test_replies_are_played_where_the_rules_allow_them(kind: str, root: np.void, line: np.void) -> None:
    rng = Random(kind)
    state = played(begin(kind), 8, rng)
    other = played(begin(kind), 8, rng)
    board, colour = written(state, root, line)
    legal = set(map(placement_of, (move.squares for move in state.legal())))
    tried = legal | {placement_of(move.squares) for move in other.legal()}
    assert tried - legal, "some that are legal in the other position alone"
    assert {placement for placement in tried if is_legal(board, colour, U(placement))} == legal
    assert not is_legal(board, colour, NO_REPLY)


def test_what_went_well_is_repeated_until_it_fails(root: np.void, line: np.void, replies: np.void) -> None:
    state = played(begin(""), 9, Random(4))
    board, colour = written(state, root, line)
    assert good_reply(replies, board, line, colour) == NO_REPLY
    first, second = (U(placement_of(move.squares)) for move in state.legal()[:2])
    extend(line, colour, first)
    keep_reply(replies, line, LINE_BEGIN)
    written(state, root, line)
    assert good_reply(replies, board, line, colour) == first
    line["placements"][0] += 1  # another placement before the latest one
    assert good_reply(replies, board, line, colour) == first, "the reply to the latest placement alone"
    extend(line, colour, second)
    keep_reply(replies, line, LINE_BEGIN)
    line["length"] = LINE_BEGIN
    assert good_reply(replies, board, line, colour) == second
    written(state, root, line)
    assert good_reply(replies, board, line, colour) == first, "the reply to both"
    for failed in (second, first):
        extend(line, colour, failed)
        forget_reply(replies, line, LINE_BEGIN)
        line["length"] = LINE_BEGIN
    assert good_reply(replies, board, line, colour) == NO_REPLY
    assert replies["after_two"].any(), "of other placements before"


def test_replies_that_are_not_legal_here_are_kept_and_not_played(root: np.void, line: np.void, replies: np.void) -> None:
    state = played(begin(""), 9, Random(4))
    board, colour = written(state, root, line)
    illegal = U(placement_of(state.tableaux[0].placed[0]))
    extend(line, colour, illegal)
    keep_reply(replies, line, LINE_BEGIN)
    line["length"] = LINE_BEGIN
    assert good_reply(replies, board, line, colour) == NO_REPLY
    assert illegal in replies["after_one"]


@pytest.mark.parametrize(("worth", "kept"), [(0.6, True), (0.4, False)])
def test_replies_are_kept_where_a_side_did_as_well_as_usual(worth: float, kept: bool, root: np.void) -> None:
    state = played(begin("players=3"), 9, Random(4))
    tree, worker = zero_records(TREE)[0], zero_records(WORKER)[0]
    line = worker["playout"]["line"]
    _, colour = written(state, root, line)
    shared, reply = U(3), U(placement_of(state.legal()[0].squares))
    assert root["setup"]["sides"][3] == SHARED
    tree["history"]["sides"]["mean"], worker["result"]["worth"] = 0.5, worth
    for tries, learned in ((0, False), (1, kept)):
        tree["history"]["sides"]["tries"] = tries
        written(state, root, line)
        extend(line, colour, reply)
        extend(line, shared, reply)
        learn_replies(tree, worker, root)
        assert bool(tree["replies"]["after_one"][colour].any()) == learned
    assert not tree["replies"]["after_one"][3].any(), "the colour that the sides share"
    worker["result"]["worth"] = 0.4
    learn_replies(tree, worker, root)
    assert not tree["replies"]["after_two"].any()


def test_playouts_repeat_replies(root: np.void) -> None:
    state = played(begin(""), 10, Random(2))
    tree = BlokusTree(32 << 20, 1, seed=1)
    tree.set_position(state, weights(state.setting))
    tree.search(2_000)
    write_position(state, root)
    find_all(root)
    results = []
    for replies in (zero_records(REPLIES)[0], tree.replies):
        playout = zero_records(PLAYOUT)[0]
        playout["random"], playout["local_weights"][:] = 5, 1
        covered = np.zeros((200, 4), np.int64)
        play_many(playout, root, replies, 200, covered)
        assert (covered <= 89).all() and (covered >= [tableau.own.bit_count() for tableau in state.tableaux]).all()
        results.append(covered)
    assert (results[0] != results[1]).any(), "not what the same random numbers give without replies"


def test_replies_last_as_long_as_the_tree() -> None:
    tree = BlokusTree(32 << 20, 1, seed=1)
    state = played(begin(""), 8, Random(5))
    tree.set_position(state, weights(state.setting))
    tree.search(500)
    learned = np.count_nonzero(tree.replies["after_two"])
    assert learned > 100
    tree.set_position(state.play_unchecked(tree.best()), weights(state.setting))
    assert np.count_nonzero(tree.replies["after_two"]) == learned
    tree.set_position(played(begin(""), 8, Random(6)), weights(state.setting))
    assert not tree.replies["after_two"].any() and not tree.replies["after_one"].any()
