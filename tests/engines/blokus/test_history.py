"""What placements were worth elsewhere."""

from __future__ import annotations

from random import Random
from statistics import mean

import numpy as np
import pytest

from engines.blokus.kernels.history import ALL, HISTORY_WORDS, LATEST, better, entry_of, learn, trust_in
from engines.blokus.position import placement_of
from engines.blokus.tree import BlokusTree
from engines.blokus.weights import weights
from engines.jit.buffer import WORD, Buffer
from games import find
from games.blokus.rules import start

U = np.uint64


def test_a_placement_is_known_by_its_mean() -> None:
    history = Buffer(int(HISTORY_WORDS) * WORD)
    address, entry, side = U(history.address), entry_of(U(3), U(40_000)), U(2)
    assert trust_in(address, entry) == 0
    rng = Random(1)
    found, others = [rng.random() for _ in range(20)], [rng.random() for _ in range(50)]
    for worth in found:
        learn(address, entry, np.float32(worth))
    for worth in found + others:
        learn(address, ALL | side, np.float32(worth))
    assert trust_in(address, entry) == pytest.approx(0.5)
    assert better(address, entry, side) == pytest.approx(mean(found) - mean(found + others), abs=1e-5)


def test_a_long_history_follows_what_is_found_now() -> None:
    history = Buffer(int(HISTORY_WORDS) * WORD)
    address, entry = U(history.address), entry_of(U(0), U(7))
    for worth in (0.0, 1.0):
        for _ in range(3 * int(LATEST)):
            learn(address, entry, np.float32(worth))
    assert better(address, entry, U(0)) == pytest.approx(0.95, abs=0.01)


def test_every_simulation_is_kept() -> None:
    tree = BlokusTree(32 << 20, 1, seed=1)
    state = start(find("blokus").options(""))
    tree.set_position(state, weights(state.setting))
    tree.search(600)
    kept = tree._history.array(np.uint32).reshape(-1, 2)[:, 0]
    assert [kept[int(ALL) | side] for side in range(4)] == [600] * 4
    for child in tree.children():
        assert kept[placement_of(child.move.squares)] >= child.visits
