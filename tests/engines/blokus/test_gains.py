"""Who reaches which squares, compared with sets in plain Python; and the expected gains of colours."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from fourth_seat.engines.blokus import baseline
from fourth_seat.engines.blokus.kernels import evaluation
from fourth_seat.engines.blokus.kernels.board import LAYERS
from fourth_seat.engines.blokus.kernels.playout import ROOT
from fourth_seat.engines.blokus.position import write_position
from fourth_seat.engines.blokus.search import BlokusTree
from fourth_seat.engines.blokus.weights import empty_weights, weights
from fourth_seat.engines.jit.buffer import zero_records
from fourth_seat.games import find
from fourth_seat.games.blokus.bitboard import corners, edges
from fourth_seat.games.blokus.pieces import PIECES
from fourth_seat.games.blokus.rules import BlokusState, start

GAME = find("blokus")
KINDS = ("", "variant=duo", "players=2", "players=3")


def played(kind: str, plies: int) -> BlokusState:
    rng = Random(f"{kind} {plies}")
    state = start(GAME.options(kind))
    for _ in range(plies):
        if not state.over:
            state = state.play(baseline.choose(state, rng))
    return state


def phase_of(state: BlokusState) -> int:
    """Return one for each eight pieces that four colours have placed, ten at most."""
    placed = sum(tableau.pieces_placed for tableau in state.tableaux)
    return min(placed * 4 // len(state.tableaux) // 8, 9)


def layers(state: BlokusState, colour: int) -> list[int]:
    """Return the layers of a colour: attach points; one step on; two; as far as a piece leads; as far as two do."""
    tableau, free = state.tableaux[colour - 1], state.free(colour)
    if tableau.out or not tableau.left:
        return [0] * LAYERS

    def spread(squares: int, steps: int) -> int:
        for _ in range(steps):
            squares |= edges(squares) & free
        return squares

    begin = state.attach(colour) & free
    piece = spread(begin, 4)
    return [begin, spread(begin, 1), spread(begin, 2), piece, spread(piece | corners(piece) & free, 4)]


def counted(state: BlokusState) -> list[list[int]]:
    """Return for each colour: squares by own layer, and the best of the others."""
    reached = [layers(state, colour) for colour in range(1, len(state.tableaux) + 1)]
    found = []
    for colour, own in enumerate(reached):
        theirs = [0] * LAYERS
        for other, sets in enumerate(reached):
            if other != colour:
                theirs = [a | b for a, b in zip(theirs, sets, strict=True)]
        mine = [squares & ~before for before, squares in zip([0, *own], own, strict=False)]
        best = [squares & ~before for before, squares in zip([0, *theirs], theirs, strict=False)] + [~theirs[-1]]
        found.append([(a & b).bit_count() for a in mine for b in best])
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("plies", [0, 1, 7, 18, 30, 45])
def test_reached_squares_are_counted(kind: str, plies: int) -> None:
    state = played(kind, plies)
    colours = len(state.tableaux)
    root, scratch = zero_records(ROOT)[0], zero_records(evaluation.GAIN_SCRATCH)[0]
    write_position(state, root)
    assert evaluation.count_root(root["board"], colours, scratch) == phase_of(state)
    assert scratch["counts"][:colours].reshape(colours, -1).tolist() == counted(state)


@pytest.mark.parametrize("kind", ["", "variant=duo"])
@pytest.mark.parametrize("plies", [0, 9, 20, 33])
def test_expected_gains_are_what_training_fits(kind: str, plies: int) -> None:
    """The kernel's sum is that of the features to which the weights were fitted."""
    state = played(kind, plies)
    colours, known = len(state.tableaux), weights(state.setting)
    root, scratch = zero_records(ROOT)[0], zero_records(evaluation.GAIN_SCRATCH)[0]
    table, found = zero_records(evaluation.GAIN_WEIGHTS)[0], np.zeros(4, np.float32)
    known.write_gains(table)
    write_position(state, root)
    evaluation.expect_root(root["board"], colours, state.turn - 1, scratch, table, found)
    for colour, counts in enumerate(counted(state)):
        left = state.tableaux[colour].left
        in_hand = [left >> piece & 1 for piece in range(len(PIECES))]
        wait = [(colour - state.turn + 1) % colours == turns for turns in range(4)]
        features = np.array([*counts, *in_hand, *wait, 1])
        expected = max(0.0, float(features @ known.gains[phase_of(state)])) if left else 0.0
        assert found[colour] == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_a_lead_counts_for_more_the_later_it_is() -> None:
    for known in (weights(start(GAME.options()).setting), weights(start(GAME.options("variant=duo")).setting)):
        assert (known.doubts > 0).all()
        assert known.doubts[0] > 1.5 * known.doubts[-2]


def test_plain_weights_play_to_the_end() -> None:
    """The first generation knows of no gains: every simulation ends in a position that is over."""
    state = start(GAME.options("variant=duo"))
    tree = BlokusTree(16 << 20, 1, seed=1)
    tree.set_position(state, empty_weights())
    tree.search(400)
    assert all(set(child.shares) <= {0.0, 0.5, 1.0} for child in tree.root_moves() if child.visits == 1)
