"""Nobody is favoured or targeted: people's names and seats change nothing."""

from __future__ import annotations

from random import Random

import pytest

from fourth_seat.engines.blokus.search import BlokusTree
from fourth_seat.engines.blokus.weights import weights
from fourth_seat.games import find
from fourth_seat.games.blokus.bitboard import bit, column_row, split, union
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.rules import BlokusState, start

GAME = find("blokus")
SIDE = 20


@pytest.fixture(scope="module")
def tree() -> BlokusTree:
    return BlokusTree(32 << 20, 1, seed=1)


def turned(move: BlokusPlacement) -> BlokusPlacement:
    """Turn squares by a quarter turn of the board, from the corner at the top left to that at the top right."""
    spots = map(column_row, split(move.squares))
    return BlokusPlacement(union(bit(y, SIDE - 1 - x) for x, y in spots))


def opened(options: str, moves: list[BlokusPlacement]) -> BlokusState:
    state = start(GAME.options(options))
    for move in moves:
        state = state.play(move)
    return state


def opening(plies: int, rng: Random) -> list[BlokusPlacement]:
    state, moves = start(GAME.options()), list[BlokusPlacement]()
    for _ in range(plies):
        moves.append(rng.choice([move for move in state.legal() if move.squares.bit_count() == 5]))
        state = state.play(moves[-1])
    return moves


def looked_at(tree: BlokusTree, state: BlokusState) -> dict[BlokusPlacement, float]:
    tree.set_position(state, weights(state.setting))
    tree.search(1)
    return {child.move: child.prior for child in tree.root_moves()}


@pytest.mark.parametrize("plies", [0, 1, 3, 8, 14])
def test_every_seat_sees_the_same(plies: int, tree: BlokusTree) -> None:
    """The same game with everybody one seat on: the same placements look equally promising, only rotated."""
    moves = opening(plies, Random(plies))
    here = looked_at(tree, opened("start=a20", moves))
    there = looked_at(tree, opened("start=t20", [turned(move) for move in moves]))
    assert {turned(move) for move in here} == set(there)
    for move, prior in here.items():
        assert there[turned(move)] == pytest.approx(prior, rel=1e-3)


@pytest.mark.parametrize("plies", [0, 5, 12])
def test_colours_have_no_meaning(plies: int) -> None:
    """Other colours at the same seats, the same seed: the very same search."""
    moves = opening(plies, Random(plies))
    found = []
    for colours in ("byrg", "gryb"):
        tree = BlokusTree(32 << 20, 1, seed=7)
        state = opened(f"colours={colours}", moves)
        tree.set_position(state, weights(state.setting))
        tree.search(300)
        found.append([(child.move, child.visits, child.worth) for child in tree.root_moves()])
    assert found[0] == found[1]


def test_the_engine_is_not_told_who_sits_where() -> None:
    """A position has no place for a name."""
    assert set(BlokusState.__dataclass_fields__) == {"options", "tableaux", "turn", "ended"}
    assert not {"name", "names", "people"} & set(GAME.options())
